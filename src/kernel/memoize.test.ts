import { expect, test } from 'vitest';
import { memoize } from './memoize.ts';

test('what was answered to a text is kept, of few and short ones', () => {
  const asked: string[] = [];
  const length = memoize((text) => {
    asked.push(text);
    return text === '' ? null : `${text.length}`;
  }, 2);
  const long = 'x'.repeat(301);
  expect(['a', 'a', '', '', 'bb', 'a', long, long].map(length)).toEqual(['1', '1', null, null, '2', '1', '301', '301']);
  // The third different one forgets those before it.
  expect(asked).toEqual(['a', '', 'bb', 'a', long, long]);
});
