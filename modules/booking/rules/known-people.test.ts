import { describe, expect, test } from 'vitest';
import {
  completeOwner,
  knownPeople,
  notYetEntered,
  type OrderedPerson,
} from '#modules/companions/rules/known-people.ts';
import { emptyParticipant } from '#modules/orders/rules/draft-answers.ts';
import { inputOf } from '#modules/orders/rules/participant.ts';
import { parseDate } from '#src/ui/format.ts';
import { applyIntent } from './draft-form.ts';

const readDate = (input: string) => parseDate(input, 'de');
let key = 0;
const person = (name: string, birthDate = '', change: Partial<OrderedPerson> = {}): OrderedPerson => {
  const [firstName = '', lastName = ''] = name.split(' ');
  key += 1;
  return { ...inputOf({ firstName, lastName, birthDate }), key, ...change };
};
const told = (people: readonly OrderedPerson[]) =>
  people.map(({ firstName, lastName, birthDate }) => `${firstName} ${lastName} ${birthDate}`.trim());
const entered = (name: string, birthDate = '') => {
  const { firstName, lastName } = person(name);
  const participants = [{ ...emptyParticipant('p'), firstName, lastName, birthDate }];
  return [{ localId: 't', competitionId: 1, teamName: '', participants }];
};

describe('people of earlier orders', () => {
  test.each([
    [
      'once, with the newest data',
      [person('Eva Maier', '1998-05-01'), person('eva MAIER', '1998-05-01')],
      ['Eva Maier 1998-05-01'],
    ],
    [
      'two of one name',
      [person('Eva Maier', '1998-05-01'), person('Eva Maier', '1970-01-01')],
      ['Eva Maier 1998-05-01', 'Eva Maier 1970-01-01'],
    ],
    [
      'the one with a birth date',
      [person('Eva Maier'), person('Jo Maier'), person('Eva Maier', '1998-05-01')],
      ['Jo Maier', 'Eva Maier 1998-05-01'],
    ],
    ['not oneself', [person('Ich Selbst', '1980-01-01'), person('Eva Maier')], ['Eva Maier']],
  ])('%s', (_, people, expected) => {
    expect(told(knownPeople(people, person('ich selbst')))).toEqual(expected);
  });

  test.each([
    [
      'the newest of theirs',
      [person('Ich Selbst', '', { gender: 'male' }), person('ich SELBST', '1980-01-01')],
      ['1980-01-01', 'male'],
    ],
    ['nothing of two of one name', [person('Ich Selbst', '1980-01-01'), person('Ich Selbst', '2012-01-01')], ['', '']],
    ['nothing of others', [person('Eva Maier', '1998-05-01')], ['', '']],
  ])('fill in what the account does not know of oneself: %s', (_, people, expected) => {
    const { birthDate, gender, firstName } = completeOwner(person('Ich Selbst'), people);
    expect([birthDate, gender]).toEqual(expected);
    expect(firstName).toBe('Ich');
  });

  test('what the account knows of oneself stays', () => {
    const me = person('Ich Selbst', '1980-01-01', { nationalityCountryCode: 'AT' });
    expect(
      completeOwner(me, [person('Ich Selbst', '1980-01-01', { nationalityCountryCode: 'DE', gender: 'male' })]),
    ).toMatchObject({
      nationalityCountryCode: 'AT',
      gender: 'male',
    });
  });

  test('are thirty at most, the newest', () => {
    const many = Array.from({ length: 40 }, (_, at) => person(`P${at} Q`));
    expect(knownPeople(many, null)).toEqual(many.slice(0, 30));
  });

  test('who stands in the form is not offered again', () => {
    const people = [person('Eva Maier', '1998-05-01'), person('Jo Maier')];
    expect(told(notYetEntered(people, entered('EVA maier', '1.5.98'), readDate))).toEqual(['Jo Maier']);
    expect(told(notYetEntered(people, entered('Eva Maier'), readDate))).toEqual(['Jo Maier']);
    expect(notYetEntered(people, entered('Eva Maier', '1970-01-01'), readDate)).toEqual(people);
  });

  test('are filled in by their key, and a key of nobody changes nothing', () => {
    const eva = person('Eva Maier', '1998-05-01', { gender: 'female', email: 'e@example.org' });
    const catalog = {
      event: { asksBirthDate: 'optional', asksGender: 'optional' } as const,
      formFields: [],
      competitions: [],
    };
    const teams = entered('');
    const { key: _, ...data } = eva;
    const filled = applyIntent(`known:0:0:${eva.key}`, catalog, teams, () => '', { people: [eva] });
    expect(filled?.[0]?.participants[0]).toEqual({ ...emptyParticipant('p'), ...data });
    expect(applyIntent('known:0:0:999', catalog, teams, () => '', { people: [eva] })).toEqual(teams);
    expect(applyIntent(`known:0:0:${eva.key}`, catalog, teams, () => '')).toEqual(teams);
  });
});
