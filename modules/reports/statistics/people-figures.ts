import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { type Figures, figuresOf } from './figures.tsx';
import type { Area, Club, Group } from './read-people.ts';
import { shares } from './sales-figures.tsx';

/** Lower bounds of the age classes used by races. */
const firstAges = [0, 10, 14, 18, 20, 30, 40, 50, 60, 70, 80] as const;

export type AgeClass = { from: number; to: number | null };
export const ageClasses: readonly AgeClass[] = firstAges.map((from, index) => {
  const next = firstAges[index + 1];
  return { from, to: next === undefined ? null : next - 1 };
});

export function ageClassOf(birthYear: string, eventYear: number): AgeClass | null {
  if (!/^\d{4}$/.test(birthYear)) return null;
  const age = Math.max(0, eventYear - Number(birthYear));
  return ageClasses.find(({ to }) => to === null || age <= to) ?? null;
}

const total = (rows: readonly { people: number }[]): number => rows.reduce((sum, { people }) => sum + people, 0);

const genderText = (gender: string, i18n: Translator): string => {
  const key = `statistics.gender.${gender}`;
  return i18n.has(key) ? i18n.t(key) : i18n.t('statistics.unknown');
};
const genders = ['female', 'male', 'diverse', ''] as const;

/** Participants by age in the year of the event, and gender. */
export function ages(groups: readonly Group[], eventYear: number, i18n: Translator): Figures {
  const classes = [...ageClasses, null].map((ageClass) => ({
    ageClass,
    of: groups.filter(({ birthYear }) => ageClassOf(birthYear, eventYear)?.from === ageClass?.from),
  }));
  const label = (ageClass: (typeof classes)[number]['ageClass']): string => {
    if (!ageClass) return i18n.t('statistics.unknown');
    const { from, to } = ageClass;
    if (to === null) return i18n.t('statistics.age.from', { from });
    return from === 0 ? i18n.t('statistics.age.to', { to }) : i18n.t('statistics.age.between', { from, to });
  };
  const shown = genders.filter((gender) => groups.some((group) => group.gender === gender));
  return figuresOf(
    {
      name: 'ages',
      title: i18n.t('statistics.ages'),
      text: i18n.t('statistics.agesText'),
      empty: i18n.t('statistics.nothingYet'),
    },
    [
      { title: i18n.t('statistics.column.age'), kind: 'text', of: ({ ageClass }) => label(ageClass) },
      ...shown.map((gender) => ({
        title: genderText(gender, i18n),
        kind: 'number' as const,
        of: ({ of }: (typeof classes)[number]) => total(of.filter((group) => group.gender === gender)),
      })),
      { title: i18n.t('statistics.column.people'), kind: 'number', of: ({ of }) => total(of) },
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
  i18n: Translator,
): Figures => {
  const about = { name, title: i18n.t(title), column: i18n.t(column), kind: 'number' as const };
  return shares({ ...about, measure: i18n.t('statistics.column.people') }, rows, i18n);
};

export const byGender = (groups: readonly Group[], i18n: Translator): Figures =>
  people(
    'genders',
    'statistics.column.gender',
    'statistics.genders',
    grouped(groups, 'gender', (gender) => genderText(gender, i18n)),
    i18n,
  );

export const byNation = (groups: readonly Group[], i18n: Translator): Figures =>
  people(
    'nations',
    'statistics.column.nation',
    'statistics.nations',
    grouped(groups, 'nation', (nation) => (nation ? i18n.country(nation) : i18n.t('statistics.unknown'))),
    i18n,
  );

export const byClub = (clubs: readonly Club[], i18n: Translator): Figures =>
  people(
    'clubs',
    'statistics.column.club',
    'statistics.clubs',
    clubs.map(({ club, people: value }) => ({ label: club || i18n.t('statistics.unknown'), value })),
    i18n,
  );

export const byArea = (areas: readonly Area[], i18n: Translator): Figures =>
  figuresOf(
    {
      name: 'zip-codes',
      title: i18n.t('statistics.zips'),
      text: i18n.t('statistics.zipsText'),
      empty: i18n.t('statistics.nothingYet'),
    },
    [
      {
        title: i18n.t('statistics.column.zip'),
        kind: 'text',
        of: ({ zipCode }) => zipCode || i18n.t('statistics.unknown'),
      },
      {
        title: i18n.t('statistics.column.country'),
        kind: 'text',
        of: ({ countryCode }) => (countryCode ? i18n.country(countryCode) : null),
      },
      { title: i18n.t('statistics.column.people'), kind: 'number', of: ({ people: value }) => value },
    ],
    areas,
    ({ people: value }) => value,
  );
