import { expect, test } from 'vitest';
import { withArticles } from '#islands/participants/named.ts';
import type { DraftTeam } from './draft.ts';
import { emptyParticipant } from './draft-answers.ts';
import { draftErrors } from './draft-check.ts';
import { catalog, competition, now } from './testing.ts';

const question = {
  ...{
    type: 'text' as const,
    options: [],
    formerOptions: [],
    defaultValue: null,
    adoptPrevious: false,
    editableOnlyOncePerTeam: false,
  },
  ...{ includeInConfirmationPdf: false, formFieldOrder: 1, competitionIds: [], rrName: null },
};
const shop = catalog({
  competitions: [
    competition({ id: 10, minAge: 18 }),
    competition({ id: 11, type: 'team', minTeamSize: 2, maxTeamSize: 3 }),
  ],
  formFields: [
    { ...question, id: 5, type: 'number', isRequired: false, name: { de: 'Schuhgröße', en: 'Shoe size' } },
    { ...question, id: 6, isRequired: true, name: { de: 'Verein', en: 'Club' } },
  ],
});
const wrong = {
  ...emptyParticipant(''),
  lastName: 'Maier',
  birthDate: '2020-01-01',
  email: 'eva@',
  fields: { 5: 'x' },
};
const team = (competitionId: number, localId: string, teamName = ''): DraftTeam => ({
  ...{ localId: `team-${localId}`, competitionId, teamName },
  participants: [{ ...wrong, localId }],
});
const teams = [team(11, 'a', 'x'.repeat(151)), team(10, 'b')];
const found = Object.keys(draftErrors(shop, teams, (text) => text, now));

test('orders errors as the page does: by competition, folded fields last', () => {
  const of = (path: string) => ['firstName', 'fields.6', 'email', 'fields.5'].map((name) => `${path}.${name}`);
  const [first = '', ...others] = of('teams[1].participants[0]');
  expect(found).toEqual([
    first,
    'teams[1].participants[0].birthDate',
    ...others,
    'teams[0].teamName',
    'teams[0]',
    ...of('teams[0].participants[0]'),
  ]);
});

test('shows the articles of a participant after the fields', () => {
  const sentences = Object.fromEntries(found.map((name) => [name, name]));
  const articles = { 'choice.b.20': 'of b', 'choice.a.20': 'of a' };
  const all = Object.values(withArticles(sentences, articles, shop, teams));
  expect(all.indexOf('of b')).toBe(found.indexOf('teams[0].teamName'));
  expect(all.at(-1)).toBe('of a');
});
