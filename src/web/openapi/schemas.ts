import * as z from 'zod';
import { describeByPattern, glossary } from './glossary.ts';

export type JsonSchema = Record<string, unknown>;

/** Schemas with an id (`.meta({ id })`), shared by the calls of one document. */
export type NamedSchemas = Record<string, JsonSchema>;

/** The JSON Schema of a request (`isRequest`: unknown names are refused) or of a response. */
export function jsonSchema(schema: z.core.$ZodType, named: NamedSchemas, isRequest = false): JsonSchema {
  const document = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      if (isRequest && zodSchema._zod.def.type === 'object') made.additionalProperties ??= false;
    },
  });
  const suffix = isRequest ? 'Input' : '';
  const { $schema: _, $defs = {}, ...own } = readable(document, suffix) as JsonSchema & { $defs?: NamedSchemas };
  for (const [id, { id: __, ...definition }] of Object.entries($defs)) named[id + suffix] = definition;
  return own;
}

/** A copy with references to the document's components, descriptions from the glossary, and no bounds of the number type. */
function readable(value: unknown, suffix: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => readable(entry, suffix));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([name, inner]) => !(/^(min|max)imum$/.test(name) && Math.abs(Number(inner)) === Number.MAX_SAFE_INTEGER))
    .map(([name, inner]) => {
      if (name === '$ref') return [name, String(inner).replace('#/$defs/', '#/components/schemas/') + suffix];
      const copy = readable(inner, suffix);
      return [name, name === 'properties' ? describeEach(copy as Record<string, JsonSchema>) : copy];
    });
  return Object.fromEntries(entries);
}

const describeEach = (properties: Record<string, JsonSchema>) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, withDescription(name, schema)]));

/** Adds description and example from the glossary. */
export function withDescription(name: string, schema: JsonSchema): JsonSchema {
  if (typeof schema.description === 'string') return schema;
  const known = Object.hasOwn(glossary, name) ? glossary[name] : describeByPattern(name);
  if (!known) return schema;
  const [description, example] = known;
  return { ...schema, description, ...(takes(schema, example) ? { examples: [example] } : {}) };
}

function takes(schema: JsonSchema, example: unknown): boolean {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.some((option) => takes(option, example));
  if (Array.isArray(schema.enum)) return schema.enum.includes(example);
  const types = [schema.type].flat();
  return types.includes(typeof example) || (types.includes('integer') && Number.isInteger(example));
}
