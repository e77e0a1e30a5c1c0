import { describe, expect, test } from 'vitest';
import type { DraftTeam } from './draft.ts';
import { applyIntent, emptyParticipant, type KnownPerson } from './draft-form.ts';

const catalog = { formFields: [], competitions: [] };
const noNewId = () => 'new';
const me: KnownPerson = {
  firstName: 'Jördis',
  lastName: 'Großkopf',
  email: 'j@example.org',
  birthDate: '09.03.1988',
  gender: 'female',
  nationalityCountryCode: 'AT',
};
const eva = { ...emptyParticipant('a'), ...me, fields: { 7: 'SV Linden' } };
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
    const typed = { ...emptyParticipant('b'), lastName: 'Çelik', fields: { 7: 'TV Au' } };
    const team = { ...single(eva), participants: [eva, typed] };
    const person = applyIntent('copy:0:1', catalog, [team], noNewId)?.[0]?.participants[1];
    expect(person).toEqual({ ...typed, email: shared.email, nationalityCountryCode: 'AT' });
  });
  test.each(['copy:0:0', 'copy:9:9', 'copy:x'])('%s changes nothing', (intent) => {
    const teams = [single(eva)];
    expect(applyIntent(intent, catalog, teams, noNewId)).toEqual(teams);
  });
});

describe("that's me", () => {
  test('fills what is empty from the account', () => {
    const teams = [single({ ...emptyParticipant('b'), firstName: 'Jo' })];
    const person = applyIntent('me:0:0', catalog, teams, noNewId, me)?.[0]?.participants[0];
    expect(person).toEqual({ ...emptyParticipant('b'), ...me, firstName: 'Jo' });
  });
  test('means nobody for an address that was only typed', () => {
    const teams = [single(emptyParticipant('b'))];
    expect(applyIntent('me:0:0', catalog, teams, noNewId)).toEqual(teams);
  });
});
