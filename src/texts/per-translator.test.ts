import { expect, test } from 'vitest';
import { translatorFor } from './locale.ts';
import { cacheJson, jsonOf, perThing, perTranslator } from './per-translator.ts';

test('what is made for a language is made once, and for another one anew', () => {
  let made = 0;
  const greeting = perTranslator((i18n) => ({ locale: i18n.locale, number: ++made }));
  expect(greeting(translatorFor('de'))).toBe(greeting(translatorFor('de')));
  expect(greeting(translatorFor('en-us'))).toEqual({ locale: 'en-us', number: 2 });
});

test('what is said of a thing is made once for each language and way to ask, and anew for another one', () => {
  const said = perThing<{ made: number }>();
  let made = 0;
  const [race, other] = [{ title: 'Lauf' }, { title: 'Lauf' }];
  const ask = (thing: object, locale: 'de' | 'en-us' = 'de', by = '7') =>
    said(thing, translatorFor(locale), by, () => ({ made: ++made })).made;
  const inTokyo = () => said(race, translatorFor('de', 'packages', 'Asia/Tokyo'), '7', () => ({ made: ++made })).made;
  expect([ask(race), ask(race), ask(race, 'en-us'), ask(race, 'de', 'lauf'), inTokyo(), ask(other)]).toEqual([
    1, 1, 2, 3, 4, 5,
  ]);
  expect([ask(race), ask(race, 'en-us'), ask(other)]).toEqual([1, 2, 5]);
  // Somebody who writes the name of an event in ever other ways takes no room.
  for (let at = 0; at < 100; at += 1) ask(race, 'de', `LAUF${at}`);
  expect(ask(race)).toBe(106);
});

test('the JSON is that of JSON.stringify, also the second time and around parts that are kept', () => {
  const texts = cacheJson({ title: 'Anmelden', deep: { 'a "quoted" key': [1, null, { x: 'ß' }] } });
  const values = [
    { texts, own: { texts, list: [texts], missing: undefined, nothing: null, flag: true, n: 1.5, empty: {} } },
    { a: { b: { c: { d: { e: { f: texts } } } } } },
    [texts],
    'text',
    7,
    null,
  ];
  for (const value of [...values, ...values]) expect(jsonOf(value)).toBe(JSON.stringify(value));
});

test('in a page no text of it ends a script or begins a comment, and each comes back as it was', () => {
  const evil = '</script><!-- <b>';
  const values = [evil, [evil], { [evil]: evil, kept: cacheJson({ evil }), deep: { a: { b: { c: { d: evil } } } } }];
  for (const value of [...values, ...values]) {
    const json = jsonOf(value) ?? '';
    expect(json).not.toContain('<');
    expect(JSON.parse(json)).toEqual(value);
  }
});
