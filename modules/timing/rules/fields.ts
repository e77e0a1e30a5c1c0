import type { Gender } from '#modules/accounts/rules/genders.ts';
import { isCalendarDate } from '#src/kernel/time.ts';
import { countryOf, type NationFormat, nationOf } from './nations.ts';

export type TimingPerson = {
  participantId: number;
  firstName: string;
  lastName: string;
  gender: Gender | null;
  birthDate: string | null;
  nationalityCountryCode: string | null;
  club: string | null;
  email: string | null;
  language: string;
  /** Null: a single starter. */
  team: { id: number; name: string | null; position: number } | null;
  rrContestId: number | null;
  /** Title of the start wave; missing or null: none. */
  wave?: string | null;
  /** Timing chip; missing: none known. */
  chip?: string | null;
  /** Questions that have a field name at RACE RESULT. */
  answers: readonly { rrName: string; type: string; value: string }[];
};

/** Documented maximum lengths of RACE RESULT fields. */
const lengths: Readonly<Record<string, number>> = {
  Lastname: 100,
  Firstname: 100,
  Club: 100,
  Nation: 50,
  Email: 100,
  Transponder1: 40,
  Language: 2,
};
const lengthOfOwn = 255;

/** Length in UTF-16 units, as RACE RESULT counts. Never splits a character. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  let result = '';
  for (const { segment } of graphemes.segment(text)) {
    if (result.length + segment.length > length) break;
    result += segment;
  }
  return result.trimEnd();
}
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const sexes: Readonly<Record<Gender, string>> = { female: 'f', male: 'm', diverse: 'd' };
export const sexOf = (gender: Gender | null): string => (gender === null ? '' : sexes[gender]);
function genderOf(sex: string): Gender | null {
  const normalized = sex.trim().toLowerCase();
  if (normalized === 'w') return 'female';
  return (Object.keys(sexes) as Gender[]).find((gender) => sexes[gender] === normalized) ?? null;
}

/** RACE RESULT wants 1 or 0 for a check box. */
const written = (type: string, value: string): string =>
  type === 'checkbox' ? (value === 'true' ? '1' : '0') : cut(value.replace(/\s*[\r\n]+\s*/g, ' '), lengthOfOwn);

/** Fields written by this module; neither a question nor a field of the settings overwrites them. */
const reserved = new Set(['id', 'bib', 'foreignkey', 'contest', 'status', 'groupid', 'groupregpos']);

export type Fields = Readonly<Record<string, string | number>>;

/** Omits empty values, so that nothing is overwritten with them, except the wave: who left a wave starts in none. */
export function fieldsOf(
  person: TimingPerson,
  settings: { nationFormat: NationFormat; teamField: string | null; waveField: string | null },
): Fields {
  const texts: Record<string, string> = {
    Firstname: person.firstName,
    Lastname: person.lastName,
    Sex: sexOf(person.gender),
    DateOfBirth: person.birthDate ?? '',
    Nation: nationOf(person.nationalityCountryCode, settings.nationFormat),
    Club: person.club ?? '',
    Email: person.email ?? '',
    Language: person.language,
    Transponder1: person.chip ?? '',
  };
  const own = person.answers
    .filter(({ rrName, value }) => value !== '' && !reserved.has(rrName.toLowerCase()))
    .map(({ rrName, type, value }) => [rrName, written(type, value)] as const);
  const filled = Object.entries(texts)
    .filter(([, text]) => text.trim() !== '')
    .map(([name, text]) => [name, cut(text.trim(), lengths[name] ?? lengthOfOwn)] as const);
  const { team } = person;
  return {
    ...Object.fromEntries(own),
    ...Object.fromEntries(filled),
    ...(person.rrContestId === null ? {} : { Contest: person.rrContestId }),
    ...(team ? { GroupID: team.id, GroupRegPos: team.position + 1 } : {}),
    ...(team?.name ? customField(settings.teamField, team.name) : {}),
    ...customField(settings.waveField, person.wave ?? ''),
    ForeignKey: String(person.participantId),
  };
}

const customField = (name: string | null, text: string): Fields =>
  name && !reserved.has(name.toLowerCase()) ? { [name]: cut(text, lengthOfOwn) } : {};

/** Inputs of the age group at RACE RESULT. */
export const agedBy = ({ birthDate, gender, rrContestId }: TimingPerson): string =>
  [birthDate ?? '', sexOf(gender), rrContestId ?? ''].join('|');

/** RACE RESULT accepts whole numbers only. */
export const isBibThere = (bib: string): boolean => /^[1-9]\d{0,8}$/.test(bib);

export const fieldsHere = {
  Firstname: 'firstName',
  Lastname: 'lastName',
  Sex: 'gender',
  DateOfBirth: 'birthDate',
  Nation: 'nationalityCountryCode',
  Club: 'club',
  Email: 'email',
} as const;
export type TimingField = keyof typeof fieldsHere;
export type ParticipantValue = (typeof fieldsHere)[TimingField];

export function fromTimingValue(field: TimingField, value: string, nationFormat: NationFormat): string | null {
  const text = value.trim();
  if (text === '') return null;
  switch (field) {
    case 'Sex':
      return genderOf(text);
    case 'DateOfBirth': {
      const day = text.slice(0, 10);
      return isCalendarDate(day) && !day.startsWith('0') ? day : null;
    }
    case 'Nation':
      return countryOf(text, nationFormat);
    default:
      return text;
  }
}

export function fromTimingValues(
  values: Readonly<Record<string, string>>,
  nationFormat: NationFormat,
): Partial<Record<ParticipantValue, string>> {
  const named: Record<string, string> = { ...values, ...(values.Gender && !values.Sex ? { Sex: values.Gender } : {}) };
  return Object.fromEntries(
    (Object.keys(fieldsHere) as TimingField[]).flatMap((field) => {
      const value = fromTimingValue(field, named[field] ?? '', nationFormat);
      return value === null ? [] : [[fieldsHere[field], value]];
    }),
  );
}
