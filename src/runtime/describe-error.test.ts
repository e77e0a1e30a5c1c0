import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { AssertionFailed, OwnError } from '#src/kernel/assert.ts';
import { describeError, errorLine } from './describe-error.ts';

const marker = 'Zyxwvutson';
const thrown = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};
const coded = (message: string, fields: object) => Object.assign(new Error(message), fields);
const anything: unknown = marker;

test.each<[what: string, error: unknown]>([
  ['a statement', new DrizzleQueryError('insert into a values (?)', [marker], coded(marker, { code: 'SQLITE_ERROR' }))],
  ['a value in a statement', new DrizzleQueryError(`select '${marker}''s'`, [], new Error('x'))],
  ['a word of a search', coded(`SQLITE_ERROR: fts5: syntax error near "${marker}"`, { code: 'SQLITE_ERROR' })],
  ['a value in front of a known sentence', coded(`${marker} UNIQUE constraint failed`, { code: 'SQLITE_CONSTRAINT' })],
  ['JSON', thrown(() => JSON.parse(`{"name": ${marker}}`))],
  ['a schema', thrown(() => z.object({ name: z.literal('x', { error: marker }) }).parse({ name: marker }))],
  ['an address', thrown(() => new URL(`http://${marker} ${marker}`))],
  ['a call of what is no function', thrown(() => (anything as () => void)())],
  ['a method that is none', thrown(() => (`${marker}` as unknown as { foo(): void }).foo())],
  ['a header', thrown(() => new Headers({ x: `${marker}\n` }))],
  ['a time zone', thrown(() => new Intl.DateTimeFormat('de', { timeZone: marker }))],
  ['a number', thrown(() => BigInt(marker))],
  ['a message like frames', new Error(`x\n    at ${marker} (${marker}:1:1)\n    at x (${marker}.ts:1:1)`)],
  ['a message that was changed', Object.assign(new Error(`a\n    at b (${marker}:1:1)\nend`), { message: 'short' })],
  ['a cause', new Error('outside', { cause: new Error(marker, { cause: coded(marker, { code: `x ${marker}` }) }) })],
  ['a connection', coded(`connect ECONNREFUSED ${marker}`, { code: 'ECONNREFUSED', syscall: 'connect', path: marker })],
  ['no error at all', marker],
  ['an object', { message: marker }],
])('%s tells nothing of anybody', (_what, error) => {
  // Without the repair the message told it.
  const before = error instanceof Error ? `${error.message} ${error.stack} ${JSON.stringify(error.cause)}` : '';
  const described = JSON.stringify([describeError(error), errorLine(error)]);
  expect(described).not.toContain(marker);
  if (error instanceof Error) expect(before.length).toBeGreaterThan(0);
});

test('the old way would have told it', () => {
  const error = new DrizzleQueryError('insert into a values (?)', [marker], new Error(marker));
  expect(error.name, 'which is why nobody recognized it').toBe('Error');
  expect(`${error.message} ${error.stack}`).toContain(marker);
});

test('what we wrote ourselves, and known sentences, are told with their place', () => {
  expect(describeError(new AssertionFailed('a team has a name'))).toMatchObject({
    error: 'AssertionFailed',
    reason: 'a team has a name',
    stack: expect.stringContaining('describe-error.test.ts'),
  });
  expect(errorLine(new OwnError('no id_token'))).toBe('OwnError: no id_token');
  const cause = coded('SQLITE_CONSTRAINT: SQLite error: UNIQUE constraint failed: users.email', {
    code: 'SQLITE_CONSTRAINT',
  });
  expect(describeError(new DrizzleQueryError('insert into users (email) values (?)', [marker], cause))).toMatchObject({
    code: 'SQLITE_CONSTRAINT',
    reason: 'UNIQUE constraint failed: users.email',
    statement: 'insert into users (email) values (?)',
  });
  expect(errorLine(coded('connect ECONNREFUSED 127.0.0.1:25', { code: 'ECONNREFUSED', syscall: 'connect' }))).toBe(
    'Error ECONNREFUSED: connect failed',
  );
  expect(errorLine(thrown(() => (undefined as unknown as { a: string }).a))).toMatch(/^TypeError: undefined is not/);
});
