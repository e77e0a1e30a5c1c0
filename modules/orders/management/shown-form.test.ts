import { expect, test } from 'vitest';
import { editOf, shownIn, shownName, shownValue } from './shown-form.ts';

test.each([
  ['nothing was touched', { a: '1' }, { a: '1' }, { a: '1' }, [], []],
  ['one changed it', { a: '1' }, { a: '2' }, { a: '1' }, ['a'], []],
  ['the other changed it', { a: '1' }, { a: '1' }, { a: '2' }, [], []],
  ['each another field', { a: '1', b: '1' }, { a: '2', b: '1' }, { a: '1', b: '2' }, ['a'], []],
  ['both the same field', { a: '1' }, { a: '2' }, { a: '3' }, ['a'], ['a']],
  ['both to the same', { a: '1' }, { a: '2' }, { a: '2' }, ['a'], []],
  ['ends of lines and outer spaces', { a: 'x\ny' }, { a: ' x\r\ny ' }, { a: 'x\ny' }, [], []],
  ['it does not say what it showed', null, { a: '2' }, { a: '1' }, ['a'], []],
])('what a form changes when %s', (_, shown, typed, stored, changed, disputed) => {
  expect(editOf(shown, typed, stored)).toEqual({ changed, disputed });
});

test('what a form showed comes back as it was, and nonsense as nothing', () => {
  const form = (text: string) => {
    const data = new FormData();
    data.set(shownName, text);
    return data;
  };
  expect(shownIn(form(shownValue({ a: 'ä"<' })))).toEqual({ a: 'ä"<' });
  expect(shownIn(form('{"a":1,"b":"x"}'))).toEqual({ b: 'x' });
  for (const text of ['', 'x', 'null', '[]', '7']) expect(shownIn(form(text)), text).toBeNull();
});
