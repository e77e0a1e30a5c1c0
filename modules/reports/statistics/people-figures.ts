import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { ageClasses, ageClassOf } from '../rules/ages.ts';
import { type Figures, figuresOf } from './figures.ts';
import type { Area, Club, Group } from './read-people.ts';
import { shares } from './sales-figures.tsx';

const total = (rows: readonly { people: number }[]): number => rows.reduce((sum, { people }) => sum + people, 0);

const genderText = (gender: string, words: Translator): string => {
  const key = `statistics.gender.${gender}`;
  return words.has(key) ? words.t(key) : words.t('statistics.unknown');
};
const genders = ['female', 'male', 'diverse', ''] as const;

/** How old people are in the year of the event, and of which gender. */
export function ages(groups: readonly Group[], eventYear: number, words: Translator): Figures {
  const classes = [...ageClasses, null].map((ageClass) => ({
    ageClass,
    of: groups.filter(({ birthYear }) => ageClassOf(birthYear, eventYear)?.from === ageClass?.from),
  }));
  const label = (ageClass: (typeof classes)[number]['ageClass']): string => {
    if (!ageClass) return words.t('statistics.unknown');
    const { from, to } = ageClass;
    if (to === null) return words.t('statistics.age.from', { from });
    return from === 0 ? words.t('statistics.age.to', { to }) : words.t('statistics.age.between', { from, to });
  };
  const shown = genders.filter((gender) => groups.some((group) => group.gender === gender));
  return figuresOf(
    {
      name: 'ages',
      title: words.t('statistics.ages'),
      text: words.t('statistics.agesText'),
      empty: words.t('statistics.nothingYet'),
    },
    [
      { title: words.t('statistics.column.age'), kind: 'text', of: ({ ageClass }) => label(ageClass) },
      ...shown.map((gender) => ({
        title: genderText(gender, words),
        kind: 'number' as const,
        of: ({ of }: (typeof classes)[number]) => total(of.filter((group) => group.gender === gender)),
      })),
      { title: words.t('statistics.column.people'), kind: 'number', of: ({ of }) => total(of) },
    ],
    classes.filter(({ of }) => of.length > 0),
    ({ of }) => total(of),
  );
}

const grouped = (groups: readonly Group[], key: 'gender' | 'nation', say: (value: string) => string) =>
  [...Map.groupBy(groups, (group) => say(group[key]))].map(([label, of]) => ({ label, value: total(of) }));

const people = (
  name: string,
  column: MessageKey,
  title: MessageKey,
  rows: readonly { label: string; value: number }[],
  words: Translator,
): Figures => {
  const about = { name, title: words.t(title), column: words.t(column), kind: 'number' as const };
  return shares({ ...about, measure: words.t('statistics.column.people') }, rows, words);
};

export const byGender = (groups: readonly Group[], words: Translator): Figures =>
  people(
    'genders',
    'statistics.column.gender',
    'statistics.genders',
    grouped(groups, 'gender', (gender) => genderText(gender, words)),
    words,
  );

export const byNation = (groups: readonly Group[], words: Translator): Figures =>
  people(
    'nations',
    'statistics.column.nation',
    'statistics.nations',
    grouped(groups, 'nation', (nation) => (nation ? words.country(nation) : words.t('statistics.unknown'))),
    words,
  );

export const byClub = (clubs: readonly Club[], words: Translator): Figures =>
  people(
    'clubs',
    'statistics.column.club',
    'statistics.clubs',
    clubs.map(({ club, people: value }) => ({ label: club || words.t('statistics.unknown'), value })),
    words,
  );

export const byArea = (areas: readonly Area[], words: Translator): Figures =>
  figuresOf(
    {
      name: 'zip-codes',
      title: words.t('statistics.zips'),
      text: words.t('statistics.zipsText'),
      empty: words.t('statistics.nothingYet'),
    },
    [
      {
        title: words.t('statistics.column.zip'),
        kind: 'text',
        of: ({ zipCode }) => zipCode || words.t('statistics.unknown'),
      },
      {
        title: words.t('statistics.column.country'),
        kind: 'text',
        of: ({ countryCode }) => (countryCode ? words.country(countryCode) : null),
      },
      { title: words.t('statistics.column.people'), kind: 'number', of: ({ people: value }) => value },
    ],
    areas,
    ({ people: value }) => value,
  );
