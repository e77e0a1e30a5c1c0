import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { refuse, refuseFields } from '#src/kernel/problem.ts';
import { nameKey } from './name-order.ts';

/** Lists of the contract: `offset`, `limit`, and `order` and `filter` as JSON text. */
const orderSchema = z.array(z.strictObject({ field: z.string(), dir: z.enum(['asc', 'desc']) })).max(10);
export const conditionTypeSchema = z.enum(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'like', 'in']);
export const conditionsSchema = z
  .array(
    z.strictObject({
      field: z.string(),
      type: conditionTypeSchema.default('eq'),
      value: z.union([
        z.string(),
        z.number(),
        z.boolean(),
        z.null(),
        z.array(z.union([z.string(), z.number()])).max(1000),
      ]),
    }),
  )
  .max(20);

const listQuerySchema = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(20),
  order: z.string().max(1000).optional(),
  // Longer addresses do not reach the server.
  filter: z.string().max(12_000).optional(),
  q: z.string().max(200).optional(),
});
export type ListQuery = z.output<typeof listQuerySchema>;
/** The query schema of a list, whose descriptions name its fields. `more`: names that `fields` makes. */
export function listQueryOf(
  { fields, search }: { fields: ListFields; search?: unknown },
  more: readonly string[] = [],
) {
  const known = namesIn(fields);
  const sortable = known.filter((name) => typeof fields === 'function' || !('many' in (fields[name] as ListField)));
  const { offset, limit, order, filter, q } = listQuerySchema.shape;
  return z.object({
    offset: offset.describe('Number of records to leave out'),
    limit: limit.describe('Number of records to return'),
    order: order.describe(`JSON: \`[{"field", "dir": "asc" | "desc"}]\`. Fields: ${sortable.join(', ')}`),
    filter: filter.describe(
      `JSON: \`[{"field", "type": "eq" | "ne" | "lt" | "lte" | "gt" | "gte" | "like" | "in", "value"}]\`. Fields: ${[...known, ...more].join(', ')}`,
    ),
    q: q.describe(search ? 'Text to search for' : 'Has no effect on this list'),
  });
}
const namesIn = (fields: ListFields): string[] => (typeof fields === 'function' ? [] : Object.keys(fields));

export type Condition = z.input<typeof conditionsSchema>[number];
export type ParsedCondition = z.output<typeof conditionsSchema>[number];
/** A list query of a page or an API call. */
export type ListQuestion = {
  offset: number;
  limit: number;
  conditions: readonly Condition[];
  order: readonly { field: string; dir: 'asc' | 'desc' }[];
  q: string;
};

/** @throws Problem VALIDATION_FAILED */
export const questionOf = ({ offset, limit, order, filter, q }: ListQuery): ListQuestion => ({
  offset,
  limit,
  conditions: parse(filter, conditionsSchema, 'filter') ?? [],
  order: parse(order, orderSchema, 'order') ?? [],
  q: q?.trim() ?? '',
});

type Kind = 'text' | 'number' | 'instant' | 'boolean';
/** A field to sort and filter by. Instants are ISO 8601 text. */
export type ListField =
  | { column: SQLiteColumn | SQL; kind: Kind }
  /**
   * A column of a child table, such as the competitions of an order. A condition holds when any child row meets it, `ne` when
   * none is equal. Not sortable.
   */
  | { column: SQLiteColumn; kind: Kind; many: { id: SQLiteColumn; reference: SQLiteColumn } };
/** By name, or by a function for dynamic names such as `formField.12`. */
export type ListFields = Readonly<Record<string, ListField>> | ((name: string) => ListField | undefined);

function parse<S extends z.ZodType>(text: string | undefined, schema: S, name: string): z.output<S> | null {
  if (text === undefined || text === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuseFields({ [name]: ['notJson'] });
  }
  const result = schema.safeParse(value);
  if (!result.success)
    return refuseFields(
      Object.fromEntries(
        result.error.issues.flatMap((issue) =>
          pathsOf(issue).map((path) => [[name, ...path].join('.'), [keyOf(issue)]]),
        ),
      ),
    );
  return result.data;
}

const pathsOf = (issue: z.core.$ZodIssue): PropertyKey[][] =>
  issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];

/** The message of an issue, without values, because the language is unknown here. */
function keyOf({ code }: z.core.$ZodIssue): string {
  if (code === 'invalid_value') return 'option';
  if (code === 'unrecognized_keys') return 'unknownName';
  return code === 'too_big' ? 'tooLong' : 'problem.issue.other';
}

/** Substring match; escapes `%` and `_`. */
export const contains = (column: SQLiteColumn | SQL, text: string): SQL =>
  sql`${column} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

function databaseValue(field: ListField, value: unknown, place: number): unknown {
  if (value === null) return null;
  if (field.kind === 'instant') {
    const at = typeof value === 'number' ? value : Date.parse(String(value));
    return Number.isFinite(at) ? at : refuseFields({ [`filter.${place}.value`]: ['problem.issue.moment'] });
  }
  if (field.kind === 'number') {
    const number = Number(value);
    if (Number.isFinite(number) && value !== '') return number;
    return refuseFields({ [`filter.${place}.value`]: ['number'] });
  }
  if (field.kind === 'boolean') return value === true || value === 'true' || value === 1;
  return String(value);
}

/** WHERE and ORDER BY of a query. @throws Problem VALIDATION_FAILED for unknown fields and values of the wrong kind */
export function listSql(
  { conditions, order }: Pick<ListQuestion, 'conditions' | 'order'>,
  fields: ListFields,
): { where: SQL | undefined; orderBy: SQL[] } {
  const known = (name: string, place: 'filter' | 'order', at: number): ListField => {
    const field = typeof fields === 'function' ? fields(name) : Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field && !(place === 'order' && 'many' in field)
      ? field
      : refuse('VALIDATION_FAILED', {
          fields: { [`${place}.${at}.field`]: ['unknown'] },
          knownFields: namesIn(fields),
        });
  };
  const where = conditions.map((condition, at) => {
    const field = known(condition.field, 'filter', at);
    if (!('many' in field)) return compared(field, condition, at);
    const { id, reference } = field.many;
    const isNone = condition.type === 'ne';
    const asked = compared(field, isNone ? { ...condition, type: 'eq' } : condition, at);
    return sql`${id} ${sql.raw(isNone ? 'not in' : 'in')} (select ${reference} from ${reference.table} where ${asked})`;
  });
  const orderBy = order.map(({ field, dir }, at) => {
    const { column, kind } = known(field, 'order', at);
    return (dir === 'desc' ? desc : asc)(kind === 'text' ? nameKey(column) : column);
  });
  return { where: and(...where), orderBy };
}

function compared(field: ListField, { type = 'eq', value }: Condition, at: number): SQL {
  // drizzle's overloads need one type of column.
  const column = field.column as SQLiteColumn;
  if (type === 'in')
    return inArray(
      column,
      [value].flat().map((each) => databaseValue(field, each, at)),
    );
  if (Array.isArray(value)) return refuseFields({ [`filter.${at}.value`]: ['problem.issue.other'] });
  if (type === 'like') return contains(column, String(value ?? ''));
  if (value === null && (type === 'eq' || type === 'ne')) return type === 'eq' ? isNull(column) : isNotNull(column);
  return { eq, ne, lt, lte, gt, gte }[type](column, databaseValue(field, value, at));
}
