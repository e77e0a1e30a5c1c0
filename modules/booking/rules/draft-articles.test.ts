import { describe, expect, test } from 'vitest';
import type { DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';
import { emptyParticipant } from '#modules/orders/rules/draft-answers.ts';
import { article, catalog } from '#modules/orders/rules/testing.ts';
import { cents } from '#src/kernel/money.ts';
import {
  articleErrors,
  articlesFor,
  articlesOfForm,
  isChoice,
  shownAmount,
  shownQuantity,
  unansweredArticles,
} from './draft-articles.ts';

const shirt = article({
  maxAmountPerParticipant: 3,
  variants: [
    { id: 30, name: 'M', total: 50, sold: 0, sortOrder: 1 },
    { id: 31, name: 'L', total: 2, sold: 1, sortOrder: 2 },
    { id: 32, name: 'XL', total: 5, sold: 5, sortOrder: 3 },
  ],
});
const pasta = article({ id: 21, name: 'Pasta', teamArticle: true, variants: [{ ...shirt.variants[0]!, id: 40 }] });
const cap = article({
  id: 22,
  maxAmountPerParticipant: 1,
  variants: shirt.variants.map((each) => ({ ...each, id: each.id + 20 })),
});
const gift = article({
  id: 23,
  type: 'donation',
  minPrice: cents(500),
  maxPrice: cents(10_000),
  variants: [{ ...shirt.variants[0]!, id: 60 }],
});
const all = [shirt, pasta, cap, gift];
const person = (localId: string, change: Partial<DraftParticipant> = {}): DraftParticipant => ({
  ...emptyParticipant(localId),
  ...change,
});
const team = (...participants: DraftParticipant[]): DraftTeam => ({
  localId: `team-${participants[0]?.localId}`,
  competitionId: 10,
  teamName: '',
  participants,
});
const posted = (fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const chosen = (fields: Record<string, string>, teams = [team(person('a'))], locale: 'de' | 'en-us' = 'de') =>
  articlesOfForm(posted({ shown: 'a', ...fields }), all, teams, locale)[0]?.participants[0]?.articles ?? [];
const errorsOf = (...people: DraftParticipant[]) => articleErrors(catalog({ articles: all }), [team(...people)]);
const taking = (localId: string, variantId: number, quantity: number, articleId = 20): DraftParticipant =>
  person(localId, {
    articles: [{ uniqueLocalId: `${localId}-${variantId}`, articleId, variantId, quantity, unitPrice: null }],
  });

describe('what the articles’ form says', () => {
  test('is read by person and variant', () => {
    expect(chosen({ 'quantity.a.30': '2', 'quantity.a.31': '0', 'choice.a.22': '50' })).toEqual([
      { uniqueLocalId: 'a-30', articleId: 20, variantId: 30, quantity: 2, unitPrice: null },
      { uniqueLocalId: 'a-50', articleId: 22, variantId: 50, quantity: 1, unitPrice: null },
    ]);
  });

  test('touches nobody whom the form does not show', () => {
    const other = taking('b', 30, 1);
    const teams = articlesOfForm(posted({ shown: 'a', 'quantity.a.30': '1' }), all, [team(person('a'), other)], 'de');
    expect(teams[0]?.participants[1]).toEqual(other);
  });

  test.each([
    ['12,50', 'de', 1250],
    ['12.50', 'en-us', 1250],
    ['1.000', 'de', 100_000],
    ['25 €', 'de', 2500],
  ] as const)('a donation of %s in %s is %i cents', (input, locale, unitPrice) => {
    expect(chosen({ 'amount.a.23': input }, undefined, locale)[0]).toMatchObject({ quantity: 1, unitPrice });
  });

  test.each(['12.50', 'viel', '-5'])('an amount of %s stays as it was typed and is asked about', (input) => {
    const [choice] = chosen({ 'amount.a.23': input });
    expect(shownAmount(choice, 'de')).toBe(input === '-5' ? '-5,00' : input);
    expect(errorsOf(person('a', { articles: choice ? [choice] : [] }))['amount.a.23']).toBeDefined();
  });

  test('a number that is none stays as it was typed and is asked about', () => {
    const [choice] = chosen({ 'quantity.a.30': 'zwei' });
    expect(shownQuantity(choice)).toBe('zwei');
    expect(errorsOf(person('a', { articles: choice ? [choice] : [] }))).toEqual({
      'quantity.a.30': { error: 'number', limit: 0 },
    });
  });
});

test.each([
  ['the only thing on offer', [cap], { 'choice.a.22': '' }, true],
  ['one thing of two', [cap, shirt], { 'choice.a.22': '' }, undefined],
  ['nothing yet', [cap], {}, undefined],
  ['something', [cap], { 'choice.a.22': '50' }, undefined],
  ['the only thing beside a donation', [cap, gift], { 'choice.a.22': '' }, true],
  ['no donation', [gift], {}, undefined],
])('who says no to %s', (_, articles, fields, declined) => {
  const teams = articlesOfForm(posted({ shown: 'a', ...fields }), articles, [team(person('a'))], 'de');
  expect(teams[0]?.participants[0]?.declined).toBe(declined);
});

describe('what is offered', () => {
  test('leaves out what is gone, unless somebody chose it before', () => {
    const gone = article({ id: 25, variants: [{ id: 32, name: 'XL', total: 5, sold: 5, sortOrder: 1 }] });
    expect(articlesFor([gone], team(person('a')), 0)).toEqual([]);
    expect(articlesFor([gone], team(taking('a', 32, 1, 25)), 0)).toEqual([gone]);
  });
  test('an article of the team is the first member’s', () => {
    const two = team(person('a'), person('b'));
    expect([articlesFor(all, two, 0), articlesFor(all, two, 1)].map((list) => list.includes(pasta))).toEqual([
      true,
      false,
    ]);
  });
  test('one piece of several variants is a choice', () =>
    expect(all.map(isChoice)).toEqual([false, false, true, false]));
});

describe('what is wrong with a choice', () => {
  const limited = (change: Parameters<typeof article>[0], ...people: DraftParticipant[]) =>
    articleErrors(catalog({ articles: [article({ variants: shirt.variants, ...change })] }), [team(...people)]);
  test.each([
    ['too many for one', limited({ maxAmountPerParticipant: 3 }, taking('a', 30, 4)), 'a', 'max', 3],
    ['more than a hundred', limited({}, taking('a', 30, 101)), 'a', 'max', 100],
    ['too few for one', limited({ minAmountPerParticipant: 2 }, taking('a', 30, 1)), 'a', 'min', 2],
    [
      'too many for the team',
      limited({ maxAmountPerTeam: 2 }, taking('a', 30, 1), taking('b', 30, 2)),
      'b',
      'teamMax',
      2,
    ],
    [
      'too few for the team',
      limited({ minAmountPerTeam: 4 }, taking('a', 30, 1), taking('b', 30, 2)),
      'b',
      'teamMin',
      4,
    ],
  ])('%s', (_, errors, localId, error, limit) => {
    expect(errors).toEqual({ [`quantity.${localId}.30`]: { error, limit } });
  });

  test('stock that shrank is told to everybody who wants of it', () => {
    expect(errorsOf(taking('a', 31, 1), taking('b', 31, 1))).toEqual({
      'quantity.a.31': { error: 'stock', limit: 1 },
      'quantity.b.31': { error: 'stock', limit: 1 },
    });
    expect(errorsOf(taking('a', 32, 1))).toEqual({ 'quantity.a.32': { error: 'stock', limit: 0 } });
  });

  test('a donation outside its limits', () => {
    const giving = (unitPrice: number) =>
      person('a', { articles: [{ ...taking('a', 60, 1, 23).articles[0]!, unitPrice: cents(unitPrice) }] });
    expect([giving(499), giving(500), giving(10_001)].map((giver) => errorsOf(giver)['amount.a.23'])).toEqual([
      { error: 'donationMin', limit: 500 },
      undefined,
      { error: 'donationMax', limit: 10_000 },
    ]);
  });

  test('nothing, when nothing is chosen', () => expect(errorsOf(person('a'), person('b'))).toEqual({}));
});

test('who takes nothing is asked once, and nobody about a donation', () => {
  const teams = [team(person('a'), taking('b', 30, 1), person('c', { declined: true }))];
  expect(unansweredArticles(all, teams).map(({ localId }) => localId)).toEqual(['a']);
  expect(unansweredArticles(all, teams, 'b')).toEqual([]);
  expect(unansweredArticles([gift], teams)).toEqual([]);
});
