import { type Gender, genders } from '#modules/accounts/rules/genders.ts';
import type { CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { AskSetting, Asks, EventFlag } from '#modules/events/rules/event-flags.ts';
import { type EmailError, emailError, emailLength, isEmail } from '#src/kernel/email.ts';
import { type CalendarDate, isCalendarDate } from '#src/kernel/time.ts';
import { type EntryRules, needsBirthDate } from './eligibility.ts';

/**
 * All fields of a participant. Forms, API, checks, lists, papers, search and tables derive from it; `schema.ts` defines
 * the columns, the locales `orders.field.<name>`, `participantList.column.<name>` and the sample
 * `checkin.sample.<name>`. Organizers add form fields.
 */
type FieldSpec = {
  /** Input type: `options` for a choice, ISO code for a country. */
  kind: 'text' | 'email' | 'date' | 'choice' | 'country';
  maxLength?: number;
  options?: readonly Gender[];
  /** Always required; `requiredFields` adds those of event and competition. */
  isRequired?: true;
  /** Asked as this event setting says; the API always accepts it. */
  askedBy?: EventFlag | AskSetting;
  /** Copied from the previous participant on request, because groups share it. */
  isShared?: true;
  /** Copied from the previous participant for a new one. */
  isAdopted?: true;
  /** Optional, so the booking folds it into one line. */
  isFolded?: true;
  /** Part of the search index, whose columns migrations define. */
  isSearched?: true;
  /** Printed on the ticket. */
  isPrinted?: true;
  /** Shown under the name in orders. */
  isBesideName?: true;
  /** Hidden in lists until it is chosen. */
  isLater?: true;
};

const participantSpec = {
  firstName: { kind: 'text', maxLength: 100, isRequired: true, isSearched: true },
  lastName: { kind: 'text', maxLength: 100, isRequired: true, isSearched: true, isShared: true },
  birthDate: { kind: 'date', maxLength: 10, askedBy: 'asksBirthDate', isPrinted: true, isLater: true },
  gender: { kind: 'choice', options: genders, askedBy: 'asksGender', isLater: true },
  nationalityCountryCode: {
    kind: 'country',
    maxLength: 3,
    isShared: true,
    isAdopted: true,
    isFolded: true,
    isPrinted: true,
    isLater: true,
  },
  email: {
    kind: 'email',
    maxLength: emailLength,
    isShared: true,
    isFolded: true,
    isSearched: true,
  },
  club: {
    kind: 'text',
    maxLength: 100,
    askedBy: 'asksClub',
    isShared: true,
    isFolded: true,
    isSearched: true,
    isPrinted: true,
    isBesideName: true,
    isLater: true,
  },
} as const satisfies Record<string, FieldSpec>;

type Spec = typeof participantSpec;
export type ParticipantField = keyof Spec;
type ValueOf<S> = S extends { kind: 'date' } ? CalendarDate : S extends { kind: 'choice' } ? Gender : string;
/** Stored form; null: no value. */
export type ParticipantData = {
  [Name in ParticipantField]: Spec[Name] extends { isRequired: true } ? string : ValueOf<Spec[Name]> | null;
};
export type ParticipantInput = Record<ParticipantField, string>;

export const participantFields = Object.keys(participantSpec) as ParticipantField[];
export const specOf = (name: ParticipantField): FieldSpec => participantSpec[name];
export const fieldsWith = (what: keyof FieldSpec): ParticipantField[] =>
  participantFields.filter((name) => specOf(name)[what]);
export const isParticipantField = (name: string): name is ParticipantField => Object.hasOwn(participantSpec, name);

export type AskingEvent = Readonly<Partial<Record<EventFlag, boolean>> & Record<AskSetting, Asks>>;
type CompetitionRules = Pick<EntryRules, 'gender' | 'minAge' | 'maxAge' | 'disableAgeCheck'>;

function asks(event: AskingEvent, name: ParticipantField): Asks {
  const { askedBy, isRequired } = specOf(name);
  if (isRequired) return 'required';
  const setting = askedBy === undefined || event[askedBy];
  return typeof setting === 'string' ? setting : setting ? 'optional' : 'no';
}
/** The competition's rules need this field, even if the event does not ask for it. */
const isNeeded = (competition: CompetitionRules, name: ParticipantField): boolean =>
  name === 'birthDate' ? needsBirthDate(competition) : name === 'gender' && competition.gender !== 'both';

export const requiredByEvent = (event: AskingEvent): ParticipantField[] =>
  participantFields.filter((name) => asks(event, name) === 'required');
export const requiredFields = (event: AskingEvent, competition: CompetitionRules): ParticipantField[] =>
  participantFields.filter((name) => asks(event, name) === 'required' || isNeeded(competition, name));
/** Fields of a form; stored values stay editable even if the event does not ask any more. */
export const askedFields = (
  event: AskingEvent,
  competitions: readonly CompetitionRules[],
  stored: Partial<ParticipantData> = {},
): ParticipantField[] =>
  participantFields.filter(
    (name) =>
      asks(event, name) !== 'no' || competitions.some((competition) => isNeeded(competition, name)) || stored[name],
  );

/** Optional fields are folded; a checkbox is not, because ticking it is as quick as unfolding. */
export const isFolded = (name: ParticipantField): boolean => specOf(name).isFolded === true;
export const isFoldedQuestion = ({ isRequired, type }: Pick<CatalogFormField, 'isRequired' | 'type'>): boolean =>
  !isRequired && type !== 'checkbox';
/** Booking order: folded fields come last. */
export const inFormOrder = <Question extends Pick<CatalogFormField, 'isRequired' | 'type'>>(
  names: readonly ParticipantField[],
  questions: readonly Question[],
): (ParticipantField | Question)[] => [
  ...names.filter((name) => !isFolded(name)),
  ...questions.filter((field) => !isFoldedQuestion(field)),
  ...names.filter(isFolded),
  ...questions.filter(isFoldedQuestion),
];

/** A record over all or some fields. */
export const eachField = <T>(of: (name: ParticipantField) => T, names = participantFields) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<ParticipantField, T>;

export const dataOf = (record: ParticipantData): ParticipantData =>
  eachField((name) => record[name]) as ParticipantData;
/** Form texts of stored data. */
export const inputOf = (stored: { readonly [Name in ParticipantField]?: string | null }): ParticipantInput =>
  eachField((name) => stored[name] ?? '');
export const searchedTexts = (person: Partial<ParticipantData>): (string | null | undefined)[] =>
  fieldsWith('isSearched').map((name) => person[name]);

export const besideName = (person: Partial<Record<ParticipantField, string | null>>): string[] =>
  fieldsWith('isBesideName').flatMap((name) => person[name]?.trim() || []);

/** Parses a date in the reader's notation; null: invalid. */
export type ReadDate = (text: string) => string | null;
export type FieldError = 'required' | 'tooLong' | EmailError | 'date' | 'option' | 'country';

/** Normalized text; unreadable input stays. */
export function writtenField(name: ParticipantField, text: string, readDate: ReadDate): string {
  const { kind } = specOf(name);
  const input = text.trim();
  if (kind === 'date') return readDate(input) ?? input;
  return kind === 'email' ? input.normalize('NFKC') : input;
}

/** Error of a normalized text; null: valid. */
export function fieldError(name: ParticipantField, written: string): FieldError | null {
  const { kind, isRequired, maxLength = 10, options } = specOf(name);
  if (written === '') return isRequired ? 'required' : null;
  if (kind === 'date') return isCalendarDate(written) ? null : 'date';
  if (written.length > maxLength) return 'tooLong';
  if (kind === 'email') return isEmail(written) ? null : emailError(written);
  if (kind === 'choice') return options?.some((option) => option === written) ? null : 'option';
  return kind === 'country' && !/^[A-Z]{2}$/.test(written) ? 'country' : null;
}

/** Stored data of readable texts; `fieldError` reports the others. */
export function dataOfInput(input: Readonly<ParticipantInput>, readDate: ReadDate): ParticipantData {
  const data = eachField((name) => {
    const written = writtenField(name, input[name], readDate);
    return specOf(name).isRequired || (written !== '' && fieldError(name, written) === null) ? written : null;
  });
  return data as ParticipantData;
}
