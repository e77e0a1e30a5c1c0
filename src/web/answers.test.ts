import { expect, test } from 'vitest';
import * as z from 'zod';
import { basisPoints } from '#src/kernel/money.ts';
import { fromIso } from '#src/kernel/time.ts';
import { cents, computed, encodeAnswer, instant, onlyIfTrue, percent } from './answers.ts';

const variant = computed(
  z.object({ id: z.int(), left: z.int() }),
  ({ total, sold, ...row }: { id: number; total: number; sold: number }) => ({ ...row, left: total - sold }),
);
const answer = z.object({
  id: z.int(),
  createdAt: instant,
  endedAt: instant.nullable(),
  vat: percent,
  price: cents,
  hasList: onlyIfTrue,
  variants: z.array(variant),
  owner: z.object({ name: z.string() }).nullable(),
});
const record = {
  id: 1,
  createdAt: fromIso('2026-03-02T10:00:00+01:00'),
  endedAt: null,
  vat: basisPoints(8.1),
  price: 4990,
  hasList: false,
  variants: [{ id: 7, total: 5, sold: 2 }],
  owner: { name: 'Bea' },
};

test('converts instants and rates, and computes what a record does not hold', () => {
  const json = JSON.parse(JSON.stringify(encodeAnswer(answer, record)));
  expect(json).toEqual({
    id: 1,
    createdAt: '2026-03-02T09:00:00.000Z',
    endedAt: null,
    vat: 8.1,
    price: 4990,
    variants: [{ id: 7, left: 3 }],
    owner: { name: 'Bea' },
  });
  expect(encodeAnswer(answer, { ...record, hasList: true })).toMatchObject({ hasList: true });
});

test('drops every name that the answer does not declare, at any depth', () => {
  const secret = { email: 'bea@example.test', linkVersion: 3 };
  const full = {
    ...record,
    ...secret,
    owner: { ...record.owner, ...secret },
    variants: record.variants.map((row) => ({ ...row, ...secret })),
  };
  expect(encodeAnswer(answer, full)).toEqual(encodeAnswer(answer, record));
});

test('answers a record that was stored with another type, and refuses an object where none is declared', () => {
  const odd = { ...record, owner: { name: 4711 } } as unknown as typeof record;
  expect(encodeAnswer(answer, odd).owner).toEqual({ name: 4711 });
  const whole = { ...record, owner: { name: { first: 'Bea', email: 'bea@example.test' } } } as unknown as typeof record;
  expect(() => encodeAnswer(answer, whole)).toThrow(TypeError);
  const list = { ...record, price: [{ email: 'bea@example.test' }] } as unknown as typeof record;
  expect(() => encodeAnswer(answer, list)).toThrow(TypeError);
});

test('agrees with `z.encode` on a valid record', () => {
  expect(encodeAnswer(answer, record)).toEqual(z.encode(answer, record));
});

test('refuses schemas that it cannot encode', () => {
  const oneWay = z.object({ size: z.string().transform(Number) });
  expect(() => encodeAnswer(oneWay, { size: 1 })).toThrow('type pipe');
  expect(() => encodeAnswer(z.union([z.string(), z.object({})]), '')).toThrow('type union');
});

test('is described by its JSON, not by its record', () => {
  const { properties, required } = z.toJSONSchema(answer, { io: 'input', unrepresentable: 'any' });
  expect(properties).toMatchObject({
    createdAt: { type: 'string', format: 'date-time' },
    endedAt: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
    vat: { type: 'number', format: 'percent' },
    price: { type: 'integer', format: 'cents' },
    hasList: { type: 'boolean', const: true },
    variants: { items: { required: ['id', 'left'] } },
  });
  expect(required).toEqual(['id', 'createdAt', 'endedAt', 'vat', 'price', 'variants', 'owner']);
});
