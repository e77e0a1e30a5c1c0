import * as z from 'zod';

/**
 * Paths of names in `value` that `schema` does not declare, such as `participants.0.nickname`. Objects with a catchall
 * (`z.looseObject`, `z.record`) accept any name. Of a union the branch with the most known names counts.
 * @returns an empty list also where the value has another type than the schema; parsing reports that
 */
export function unknownNames(schema: z.core.$ZodType, value: unknown, path = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return isRecord(value) ? unknownInObject(def, value, path) : [];
    case 'array':
      return Array.isArray(value) ? value.flatMap((entry, at) => unknownNames(def.element, entry, join(path, at))) : [];
    case 'record':
      return isRecord(value)
        ? Object.entries(value).flatMap(([name, entry]) => unknownNames(def.valueType, entry, join(path, name)))
        : [];
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return unknownNames(def.innerType, value, path);
    case 'pipe':
      // `z.preprocess` is a pipe whose first part accepts anything.
      return unknownNames(def.in._zod.def.type === 'transform' ? def.out : def.in, value, path);
    case 'lazy':
      return unknownNames(def.getter(), value, path);
    case 'union':
      return unknownInUnion(def, value, path);
    case 'intersection': {
      const right = new Set(unknownNames(def.right, value, path));
      return unknownNames(def.left, value, path).filter((name) => right.has(name));
    }
    default:
      return [];
  }
}

function unknownInObject(def: z.core.$ZodObjectDef, value: Record<string, unknown>, path: string): string[] {
  return Object.entries(value).flatMap(([name, entry]) => {
    const known = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
    if (known) return unknownNames(known, entry, join(path, name));
    return takesAnyName(def) ? [] : [join(path, name)];
  });
}

export const takesAnyName = ({ catchall }: z.core.$ZodObjectDef): boolean =>
  catchall !== undefined && catchall._zod.def.type !== 'never';

function unknownInUnion(def: z.core.$ZodUnionDef, value: unknown, path: string): string[] {
  const fitting = def.options.filter((option) => z.core.safeParse(option, value).success);
  const branches = fitting.length > 0 ? fitting : def.options.filter((option) => isSameKind(option, value));
  const unknown = branches.map((option) => unknownNames(option, value, path));
  return unknown.sort((a, b) => a.length - b.length)[0] ?? [];
}

const isSameKind = (option: z.core.$ZodType, value: unknown): boolean =>
  option._zod.def.type === (Array.isArray(value) ? 'array' : 'object');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const join = (path: string, name: string | number): string => (path ? `${path}.${name}` : String(name));
