import { describe, expect, test } from 'vitest';
import type { CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';
import { emptyParticipant } from '#modules/orders/rules/draft-answers.ts';
import { article, catalog, competition, now, price } from '#modules/orders/rules/testing.ts';
import { articlesLost, moveEntry, moveTargets } from './draft-move.ts';

const field = (id: number, change: Partial<CatalogFormField> = {}): CatalogFormField => ({
  id,
  name: { de: '', en: '' },
  type: 'text',
  options: [],
  formerOptions: [],
  defaultValue: null,
  isRequired: false,
  adoptPrevious: false,
  editableOnlyOncePerTeam: false,
  includeInConfirmationPdf: false,
  formFieldOrder: id,
  competitionIds: [],
  rrName: null,
  ...change,
});
const [run, half, relay, duo] = [1, 2, 3, 4] as const;
const event = catalog({
  competitions: [
    competition({ id: run }),
    competition({ id: half }),
    competition({ id: relay, type: 'team', minTeamSize: 3, maxTeamSize: 4 }),
    competition({ id: duo, type: 'team', minTeamSize: 2, maxTeamSize: 2 }),
  ],
  articles: [article({ id: 20, name: 'Shirt', competitionIds: [] })],
  formFields: [
    field(1),
    field(2, { competitionIds: [run] }),
    field(3, { competitionIds: [half], defaultValue: 'neu' }),
    field(4, { editableOnlyOncePerTeam: true, competitionIds: [run, relay, duo, half] }),
    field(5, { type: 'checkbox', defaultValue: 'true' }),
  ],
});
const shirt = { uniqueLocalId: 'u', articleId: 20, variantId: 30, quantity: 2, unitPrice: null };
const person = (localId: string, change: Partial<DraftParticipant> = {}): DraftParticipant => ({
  ...emptyParticipant(localId),
  firstName: localId,
  lastName: 'Maier',
  birthDate: '1.5.98',
  email: `${localId}@example.org`,
  ...change,
});
const team = (competitionId: number, participants: DraftParticipant[], teamName = ''): DraftTeam => ({
  localId: `t-${participants[0]?.localId}`,
  competitionId,
  teamName,
  participants,
});
const move = (teams: DraftTeam[], at: number, to: number) => {
  let next = 0;
  return moveEntry(event, teams, at, to, () => `new${++next}`);
};
const names = (teams: readonly DraftTeam[]) =>
  teams.map(({ competitionId, participants }) => [competitionId, ...participants.map(({ firstName }) => firstName)]);

describe('moving to another competition', () => {
  test('keeps the person, and the answers of fields that both ask', () => {
    const eva = person('eva', { fields: { 1: 'überall', 2: 'nur hier', 4: 'einmal' }, articles: [shirt] });
    const [moved] = move([team(run, [eva])], 0, half);
    expect(moved).toEqual({
      ...team(half, [{ ...eva, fields: { 1: 'überall', 3: 'neu', 4: 'einmal' }, articles: [] }]),
    });
  });

  test.each([
    ['single to team', [team(run, [person('eva')])], relay, [[relay, 'eva', '', '']]],
    [
      'team to single',
      [team(relay, [person('a'), person('b'), person('c')], 'Wir')],
      run,
      [
        [run, 'a'],
        [run, 'b'],
        [run, 'c'],
      ],
    ],
    ['a half-filled team to single', [team(relay, [emptyParticipant('a'), person('b')])], run, [[run, 'b']]],
    ['an empty team to single', [team(relay, [emptyParticipant('a'), emptyParticipant('b')])], run, [[run, '']]],
    ['team to smaller team', [team(relay, [person('a'), person('b'), person('c')])], duo, [[duo, 'a', 'b', 'c']]],
    ['to where one is', [team(run, [person('eva')])], run, [[run, 'eva']]],
    ['to nowhere', [team(run, [person('eva')])], 99, [[run, 'eva']]],
  ] as const)('%s', (_, teams, to, expected) => {
    expect(names(move([...teams] as DraftTeam[], 0, to))).toEqual(expected);
  });

  test('leaves everybody else in place, and the team its name', () => {
    const before = [team(run, [person('x')]), team(relay, [person('a'), person('b')], 'Wir'), team(run, [person('y')])];
    expect(move(before, 1, duo).map(({ localId, teamName }) => [localId, teamName])).toEqual([
      ['t-x', ''],
      ['t-a', 'Wir'],
      ['t-y', ''],
    ]);
    expect(names(move(before, 1, half))).toEqual([
      [run, 'x'],
      [half, 'a'],
      [half, 'b'],
      [run, 'y'],
    ]);
  });

  test('gives each member of a team what the first one said for all, and an unticked box stays unticked', () => {
    const members = [person('a', { fields: { 4: 'Linz', 5: 'true' } }), person('b', { fields: { 4: 'anders' } })];
    const moved = move([team(relay, members)], 0, run);
    expect(moved.map(({ participants }) => participants[0]?.fields)).toEqual([{ 4: 'Linz', 5: 'true' }, { 4: 'Linz' }]);
  });
});

describe('where one can go', () => {
  const open = (id: number, change = {}) => competition({ id, prices: [price()], ...change });
  const soldTo = (left: number) => ({ totalTicketCount: 10, sold: 10 - left });
  const single = team(run, [person('eva')]);
  test.each([
    ['a competition on sale', [open(half)], single, [half]],
    ['not one that is over', [open(half, { timestamp: now - 1 })], single, []],
    ['not one without a price', [competition({ id: half, prices: [] })], single, []],
    ['not one that is sold out', [open(half, soldTo(0))], single, []],
    ['the last place', [open(half, soldTo(1))], single, [half]],
    ['not a relay without room for all', [open(relay, { type: 'team', minTeamSize: 3, ...soldTo(2) })], single, []],
    ['not with more than there is room for', [open(half, soldTo(1))], team(relay, [person('a'), person('b')]), [run]],
  ])('%s', (_, others, who, expected) => {
    expect(moveTargets([open(run), ...others], [who], who, now).map(({ id }) => id)).toEqual(expected);
  });

  test('what stands in the basket is gone', () => {
    const others = [open(half, soldTo(1))];
    expect(moveTargets(others, [single, team(half, [person('x')])], single, now)).toEqual([]);
  });
});

test('the warning names whom it takes what', () => {
  const two = { ...article(), variants: [article().variants[0]!, { ...article().variants[0]!, id: 31, name: 'L' }] };
  const who = team(relay, [
    person('eva', { articles: [shirt] }),
    person('jo'),
    person('x', { firstName: '', lastName: '', articles: [{ ...shirt, quantity: 1, variantId: 31 }] }),
  ]);
  expect(articlesLost([two], who)).toEqual([
    { place: 1, name: 'eva Maier', articles: [{ quantity: 2, name: 'Shirt', variant: 'M' }] },
    { place: 3, name: '', articles: [{ quantity: 1, name: 'Shirt', variant: 'L' }] },
  ]);
  expect(articlesLost(event.articles, team(run, [person('eva')]))).toEqual([]);
});
