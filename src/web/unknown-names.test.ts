import { expect, test } from 'vitest';
import * as z from 'zod';
import * as mini from 'zod/mini';
import { unknownNames } from './mount-api.ts';

const person = z.object({ name: z.string(), club: z.string().nullable().optional() });
const cases: [string, z.core.$ZodType, unknown, string[]][] = [
  ['an object', person, { name: 'A', nam: 1 }, ['nam']],
  [
    'a name of Object.prototype',
    person,
    JSON.parse('{"name":"A","constructor":1,"__proto__":{}}'),
    ['constructor', '__proto__'],
  ],
  [
    'an object inside a list',
    z.object({ people: z.array(person) }),
    { people: [{ name: 'A' }, { x: 1 }] },
    ['people.1.x'],
  ],
  [
    'behind optional, nullable and default',
    z.object({ p: person.optional().nullable().default(null) }),
    { p: { x: 1 } },
    ['p.x'],
  ],
  ['behind a transform', person.transform(({ name }) => name), { name: 'A', x: 1 }, ['x']],
  ['behind a preprocess', z.preprocess((value) => value, person), { name: 'A', x: 1 }, ['x']],
  ['behind a refinement', person.refine(() => true), { name: 'A', x: 1 }, ['x']],
  ['the branch of a union that takes the value', z.union([person, z.object({ id: z.int() })]), { id: 1, x: 1 }, ['x']],
  ['a union in which no branch takes the value', z.union([z.null(), person]), { nam: 'A' }, ['nam']],
  [
    'a discriminated union',
    z.discriminatedUnion('k', [z.object({ k: z.literal('a'), one: z.int() }), z.object({ k: z.literal('b') })]),
    { k: 'b', one: 1 },
    ['one'],
  ],
  ['an intersection', z.intersection(person, z.object({ id: z.int() })), { name: 'A', id: 1, x: 1 }, ['x']],
  ['the values of a record', z.record(z.string(), person), { a: { name: 'A', x: 1 } }, ['a.x']],
  ['an object that takes any name', person.loose(), { name: 'A', x: 1 }, []],
  ['a list where an object is meant', person, [1], []],
  ['zod/mini', mini.object({ name: mini.optional(mini.string()) }), { nam: 1 }, ['nam']],
];
test.each(cases)('finds the names that %s does not declare', (_, schema, value, expected) => {
  expect(unknownNames(schema, value)).toEqual(expected);
});
