import { describe, expect, test } from 'vitest';
import { quoteRequestSchema } from './booking.ts';
import {
  dataOfInput,
  eachField,
  fieldError,
  inputOf,
  type ParticipantField,
  participantFields,
  specOf,
  writtenField,
} from './participant.ts';

const iso = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : null);
type Kind = ReturnType<typeof specOf>['kind'];
/** By kind, so that a new field has its cases: what is typed, its written form, what is wrong with it. */
const cases: Record<Kind, readonly (readonly [typed: string, written: string, error: string | null])[]> = {
  text: [
    ['  LC Łódź ', 'LC Łódź', null],
    ['x'.repeat(100), 'x'.repeat(100), null],
    ['x'.repeat(101), 'x'.repeat(101), 'tooLong'],
  ],
  email: [
    [' Zoe@Example.test ', 'Zoe@Example.test', null],
    ['zoe＠example.test', 'zoe@example.test', null],
    ['a..b@x.at', 'a..b@x.at', 'email'],
    [`${'x'.repeat(250)}@x.at`, `${'x'.repeat(250)}@x.at`, 'tooLong'],
  ],
  date: [
    [' 1990-05-01 ', '1990-05-01', null],
    ['yesterday', 'yesterday', 'date'],
    ['1990-02-30', '1990-02-30', 'date'],
  ],
  choice: [
    ['diverse', 'diverse', null],
    ['Diverse', 'Diverse', 'option'],
  ],
  country: [
    ['AT', 'AT', null],
    ['AUT', 'AUT', 'country'],
    ['at', 'at', 'country'],
  ],
};

describe.each(participantFields)('%s', (name) => {
  test.each(cases[specOf(name).kind])('%j is written %j: %s', (input, written, error) => {
    expect(writtenField(name, input, iso)).toBe(written);
    expect(fieldError(name, written)).toBe(error);
    // Calls refuse and keep the same.
    const person = { localId: 'a', firstName: 'Zoë', lastName: 'Wałęsa', [name]: input.trim() };
    const sent = quoteRequestSchema.safeParse({ teams: [{ competitionId: 1, participants: [person] }] });
    expect(sent.success).toBe(error === null);
    expect(sent.data?.teams[0]?.participants[0]?.[name]).toBe(error === null ? written : undefined);
  });
  test('may be empty unless nobody is without it', () => {
    expect(fieldError(name, '')).toBe(specOf(name).isRequired ? 'required' : null);
  });
});

test('what is typed of somebody and what is stored are the same both ways', () => {
  const stored = { ...dataOfInput(inputOf({ firstName: 'Zoë', lastName: 'Wałęsa' }), iso) };
  expect(stored).toEqual({ ...eachField(() => null), firstName: 'Zoë', lastName: 'Wałęsa' });
  const input = eachField((name: ParticipantField) => cases[specOf(name).kind][0]?.[1] ?? '');
  expect(inputOf(dataOfInput(input, iso))).toEqual(input);
});
