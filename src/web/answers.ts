import * as z from 'zod';
import { type BasisPoints, basisPoints, toPercent } from '#src/kernel/money.ts';
import { fromIso, type Instant, toIso } from '#src/kernel/time.ts';

/**
 * The answer of an API call is one schema: its input side is the JSON of the contract, its output side the record that the
 * handler returns. Names that the schema does not declare are dropped.
 */
type Plain = string | number | boolean | bigint | null | undefined;
type ReadOnly<T> = unknown extends T
  ? T
  : T extends Plain
    ? T
    : T extends readonly (infer Entry)[]
      ? readonly ReadOnly<Entry>[]
      : { readonly [Name in keyof T]: ReadOnly<T[Name]> };
/** The record of an answer; cached records fit. */
export type RecordOf<S extends z.core.$ZodType> = ReadOnly<z.output<S>>;

type Encode = (value: unknown) => unknown;
const encoders = new WeakMap<z.core.$ZodType, Encode>();

/**
 * The JSON of a record. Unlike `z.encode` it does not check values: a list of 500 orders is answered also when one of them was
 * stored with a number as house number.
 * @throws TypeError for an object where the schema declares a text, number or flag
 */
export const encodeAnswer = <S extends z.core.$ZodType>(schema: S, record: RecordOf<S>): z.input<S> =>
  encoderOf(schema)(record) as z.input<S>;

function encoderOf(schema: z.core.$ZodType): Encode {
  const known = encoders.get(schema) ?? makeEncoder(schema);
  encoders.set(schema, known);
  return known;
}

function makeEncoder(schema: z.core.$ZodType): Encode {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return objectEncoder(def);
    case 'array': {
      const encode = encoderOf(def.element);
      return (value) => (Array.isArray(value) ? value.map(encode) : plain(value));
    }
    case 'nullable':
    case 'optional': {
      const encode = encoderOf(def.innerType);
      return (value) => (value === null || value === undefined ? value : encode(value));
    }
    case 'pipe': {
      const { reverseTransform } = def;
      if (!reverseTransform) break;
      const encode = encoderOf(def.in);
      return (value) => encode(reverseTransform(value, { value, issues: [] }));
    }
    case 'unknown':
      return (value) => value;
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
      return plain;
  }
  throw new TypeError(`answers cannot hold a schema of the type ${def.type}`);
}

function objectEncoder({ shape, catchall }: z.core.$ZodObjectDef): Encode {
  const fields = Object.entries(shape).map(([name, inner]) => [name, encoderOf(inner)] as const);
  const encodeOthers = catchall && catchall._zod.def.type !== 'never' ? encoderOf(catchall) : null;
  return (value) => {
    if (typeof value !== 'object' || value === null) return plain(value);
    const record = value as Record<string, unknown>;
    const json: Record<string, unknown> = {};
    if (encodeOthers) for (const [name, inner] of Object.entries(record)) json[name] = encodeOthers(inner);
    for (const [name, encode] of fields) json[name] = encode(record[name]);
    return json;
  };
}

/** An object at a place declared as plain would leave with all its names. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  throw new TypeError('an answer has an object where its schema declares none');
}

/** An instant; ISO 8601 with `Z` in JSON. */
export const instant = z.codec(z.string().meta({ format: 'date-time' }), z.custom<Instant>(), {
  decode: fromIso,
  encode: toIso,
});

/** Cents of the event’s currency. */
export const cents = z.int().meta({ format: 'cents' });

/** A rate; percent with up to two decimals in JSON. */
export const percent = z.codec(z.number().meta({ format: 'percent' }), z.custom<BasisPoints>(), {
  decode: basisPoints,
  encode: toPercent,
});

/** A flag that only appears in JSON when it is set. */
export const onlyIfTrue = z.codec(z.literal(true).optional(), z.boolean().optional(), {
  decode: (flag) => flag,
  encode: (flag) => flag || undefined,
});

/** An answer with values computed from another record. Decoding checks JSON, without making a record of it. */
export const computed = <S extends z.ZodObject, Row>(schema: S, compute: (row: Row) => RecordOf<S>) =>
  z.codec(schema, z.custom<Row>(), {
    decode: (json) => json as Row,
    encode: (row) => compute(row) as z.output<S>,
  });
