import { describe, expect, test } from 'vitest';
import type { DraftParticipant } from '#modules/orders/rules/draft.ts';
import { emptyParticipant } from '#modules/orders/rules/draft-answers.ts';
import { article, catalog, competition, now } from '#modules/orders/rules/testing.ts';
import { parseDate } from '#src/ui/format.ts';
import { fittingElsewhere } from './fitting-competitions.ts';
import { finishedIn } from './folded-people.ts';

const readDate = (input: string) => parseDate(input, 'de');
const person = (localId: string, change: Partial<DraftParticipant> = {}): DraftParticipant => ({
  ...emptyParticipant(localId),
  firstName: 'Eva',
  lastName: 'Maier',
  birthDate: '1998-05-01',
  gender: 'female',
  ...change,
});
const team = (...participants: DraftParticipant[]) => ({ localId: 't', competitionId: 10, teamName: '', participants });
const shirt = { uniqueLocalId: 'x', articleId: 20, variantId: 30, quantity: 1, unitPrice: null };

describe('finished is', () => {
  const finished = (articles: ReturnType<typeof article>[], ...people: DraftParticipant[]) =>
    finishedIn(catalog({ articles }), [team(...people)], readDate, now);
  test.each([
    ['nobody without a name', [], [person('a', { lastName: '' })], []],
    ['nobody whose date is none', [], [person('a', { birthDate: '31.02.1990' })], []],
    ['whoever has all that is asked', [], [person('a'), person('b', { firstName: '' })], ['a']],
    ['nobody who has not said what they take along', [article()], [person('a')], []],
    ['who takes something', [article()], [person('a', { articles: [shirt] })], ['a']],
    ['who takes nothing and said so', [article()], [person('a', { declined: true })], ['a']],
    ['who is only asked for a donation', [article({ type: 'donation' })], [person('a')], ['a']],
  ])('%s', (_, articles, people, expected) => expect(finished(articles, ...people)).toEqual(expected));
});

describe('where somebody may start instead', () => {
  const run = competition({ id: 10, title: '10 km', minAge: 18 });
  const children = competition({ id: 11, title: 'Kinderlauf', minAge: 6, maxAge: 11 });
  const youth = competition({ id: 12, title: 'Jugendlauf', minAge: 12, maxAge: 15 });
  const soldOut = competition({ id: 13, title: 'Bambinilauf', minAge: 0, maxAge: 20, totalTicketCount: 1, sold: 1 });
  const relay = competition({ id: 14, title: 'Staffel', type: 'team' });
  const shop = catalog({ competitions: [run, children, youth, soldOut, relay] });
  const elsewhere = (birthDate: string) =>
    fittingElsewhere(shop, 10, person('a', { birthDate }), readDate, now).map(({ title }) => title);
  test.each([
    ['2017-03-01', ['Kinderlauf']],
    ['01.03.2012', ['Jugendlauf']],
    ['1990-01-01', []],
    ['gestern', []],
    ['', []],
  ])('born %s', (birthDate, titles) => expect(elsewhere(birthDate)).toEqual(titles));
});
