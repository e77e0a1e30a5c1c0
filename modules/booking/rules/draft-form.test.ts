import { describe, expect, test } from 'vitest';
import type { CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { emptyParticipant } from '#modules/orders/rules/draft-answers.ts';
import { competition } from '#modules/orders/rules/testing.ts';
import { applyIntent, type KnownPerson } from './draft-form.ts';

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
const catalog = {
  event: { asksBirthDate: 'optional', asksGender: 'optional' } as const,
  formFields: [
    field(7),
    field(8, { editableOnlyOncePerTeam: true }),
    field(9, { defaultValue: 'M', adoptPrevious: true }),
    field(10, { competitionIds: [2], adoptPrevious: true }),
    field(11, { type: 'checkbox', adoptPrevious: true, defaultValue: 'true' }),
  ],
  competitions: [competition({ id: 1 }), competition({ id: 2 }), competition({ id: 3, type: 'team', minTeamSize: 3 })],
};
const noNewId = () => 'new';
const me: KnownPerson = {
  firstName: 'Jördis',
  lastName: 'Großkopf',
  email: 'j@example.org',
  birthDate: '09.03.1988',
  gender: 'female',
  nationalityCountryCode: 'AT',
  club: '',
};
const eva = { ...emptyParticipant('a'), ...me, fields: { 7: 'SV Linden', 9: 'L' } };
const single = (person: DraftTeam['participants'][number]): DraftTeam => ({
  localId: `team-${person.localId}`,
  competitionId: 1,
  teamName: '',
  participants: [person],
});

describe('copying the person before', () => {
  const shared = { lastName: 'Großkopf', email: 'j@example.org', nationalityCountryCode: 'AT', fields: eva.fields };
  test('takes over what people who sign up together share, and nothing that is one person’s own', () => {
    const teams = [single(eva), single(emptyParticipant('b'))];
    const person = applyIntent('copy:1:0', catalog, teams, noNewId)?.[1]?.participants[0];
    expect(person).toEqual({ ...emptyParticipant('b'), ...shared });
  });
  test('works within a team, and leaves what was typed', () => {
    const input = { ...emptyParticipant('b'), lastName: 'Çelik', fields: { 7: 'TV Au', 9: 'M' } };
    const team = { ...single(eva), participants: [eva, input] };
    const person = applyIntent('copy:0:1', catalog, [team], noNewId)?.[0]?.participants[1];
    expect(person).toEqual({
      ...input,
      email: shared.email,
      nationalityCountryCode: 'AT',
      fields: { 7: 'TV Au', 9: 'L' },
    });
  });
  test('takes what the first of a team said for all, and leaves what is not asked here', () => {
    const first = { ...eva, fields: { 7: 'Linz', 8: 'für alle', 9: 'L', 10: 'nur dort' } };
    const last = { ...eva, localId: 'z', fields: { 7: 'Wels', 11: 'true' } };
    const teams = [{ ...single(first), competitionId: 2, participants: [first, last] }, single(emptyParticipant('b'))];
    const person = applyIntent('copy:1:0', catalog, teams, noNewId)?.[1]?.participants[0];
    expect(person?.fields).toEqual({ 7: 'Wels', 8: 'für alle', 11: 'true' });
  });
  test.each(['copy:0:0', 'copy:9:9', 'copy:x'])('%s changes nothing', (intent) => {
    const teams = [single(eva)];
    expect(applyIntent(intent, catalog, teams, noNewId)).toEqual(teams);
  });
});

describe("that's me", () => {
  test('fills what is empty from the account', () => {
    const teams = [single({ ...emptyParticipant('b'), firstName: 'Jo' })];
    const person = applyIntent('me:0:0', catalog, teams, noNewId, { me })?.[0]?.participants[0];
    expect(person).toEqual({ ...emptyParticipant('b'), ...me, firstName: 'Jo' });
  });
  test('means nobody for an address that was only typed', () => {
    const teams = [single(emptyParticipant('b'))];
    expect(applyIntent('me:0:0', catalog, teams, noNewId)).toEqual(teams);
  });
});

describe('the answers of one more', () => {
  const answers = (intent: string, teams: DraftTeam[]) =>
    applyIntent(intent, catalog, teams, noNewId)?.map((team) => team.participants.map(({ fields }) => fields));
  const there = { ...eva, fields: { 9: 'XL', 10: 'Wels' } };
  test('are those of the last one who was asked, though others stand between', () => {
    const teams = [{ ...single(there), competitionId: 2 }, single(eva)];
    expect(answers('add:2', teams)?.[2]).toEqual([{ 9: 'L', 10: 'Wels' }]);
  });
  test('are adopted by members whose name is still missing, step by step, unless they said something else', () => {
    const bea = { ...eva, localId: 'b', firstName: '', lastName: '', fields: { 9: 'M' } };
    const team = {
      ...single(there),
      participants: [there, bea, { ...bea, fields: { 9: 'S' } }, { ...eva, fields: {} }],
    };
    expect(answers('member:0', [team])?.[0]).toEqual([there.fields, { 9: 'XL' }, { 9: 'S' }, {}, { 9: 'M' }]);
  });
  test('begin with the default, for a whole team at once', () => {
    expect(answers('add:3', [])).toEqual([Array(3).fill({ 9: 'M', 11: 'true' })]);
  });
});
