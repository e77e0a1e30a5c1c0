import { type Gender, genders } from '#modules/accounts/rules/genders.ts';
import type { CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { EventFlag } from '#modules/events/rules/event-flags.ts';
import { type EmailError, emailError, emailLength, isEmail } from '#src/kernel/email.ts';
import { type CalendarDate, isCalendarDate } from '#src/kernel/time.ts';

/**
 * What is known of every participant, once. Forms, calls, checks, words, lists, papers, search and tables follow from it;
 * `schema.ts` writes the columns; the locales say `orders.field.<name>`, `participantList.column.<name>` and, for the
 * invented person of all samples, `checkin.sample.<name>`. What an organizer asks besides are form fields.
 */
type FieldSpec = {
  /** How it is typed, checked and said. A choice is one of `options`, a country the code of one. */
  kind: 'text' | 'email' | 'date' | 'choice' | 'country';
  maxLength?: number;
  options?: readonly Gender[];
  /** Nobody is without it. What a competition needs besides is said by `requiredFields`. */
  isRequired?: true;
  /** Asked by events with this setting alone; calls take it anyway. */
  askedBy?: EventFlag;
  /** Who signs up together often shares it: it is copied from the one before. */
  isShared?: true;
  /** Of somebody new it is that of the one before from the start. */
  isAdopted?: true;
  /** Nobody has to say it, so in the booking it takes one line until somebody wants to. */
  isFolded?: true;
  /** People and their orders are found by it; the index of words itself is written in migrations. */
  isSearched?: true;
  /** Stands on the ticket. */
  isPrinted?: true;
  /** Says who is meant: it stands under the name wherever an order shows its people. */
  isBesideName?: true;
  /** Lists show it when one asks for it. */
  isLater?: true;
};

/** In the sequence of the forms, two in a row. */
const participantSpec = {
  firstName: { kind: 'text', maxLength: 100, isRequired: true, isSearched: true },
  lastName: { kind: 'text', maxLength: 100, isRequired: true, isSearched: true, isShared: true },
  birthDate: { kind: 'date', maxLength: 10, isPrinted: true },
  gender: { kind: 'choice', options: genders, isLater: true },
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
/** As it is stored and answered; null: nothing was said. */
export type ParticipantData = {
  [Name in ParticipantField]: Spec[Name] extends { isRequired: true } ? string : ValueOf<Spec[Name]> | null;
};
/** As it is typed, or posted by a form. */
export type ParticipantInput = Record<ParticipantField, string>;

export const participantFields = Object.keys(participantSpec) as ParticipantField[];
export const specOf = (name: ParticipantField): FieldSpec => participantSpec[name];
export const fieldsWith = (what: keyof FieldSpec): ParticipantField[] =>
  participantFields.filter((name) => specOf(name)[what]);
export const isParticipantField = (name: string): name is ParticipantField => Object.hasOwn(participantSpec, name);

type Flags = Partial<Readonly<Record<EventFlag, boolean>>>;
/** What an event asks of its participants. */
export const isRequiredBy = (event: Flags, name: ParticipantField): boolean => {
  const { askedBy } = specOf(name);
  return askedBy === undefined || event[askedBy] === true;
};
/** In a form about somebody who is booked: what was said once can be corrected, whatever the event asks by now. */
export const fieldsOfForm = (event: Flags, said: Partial<ParticipantData> = {}): ParticipantField[] =>
  participantFields.filter((name) => isRequiredBy(event, name) || said[name]);

/** What nobody has to say takes one line in the booking; ticking a box is as quick as opening it. */
export const isFolded = (name: ParticipantField): boolean => specOf(name).isFolded === true;
export const isFoldedQuestion = ({ isRequired, type }: Pick<CatalogFormField, 'isRequired' | 'type'>): boolean =>
  !isRequired && type !== 'checkbox';
/** Fields and questions as the booking shows them: what is folded stands below all else. */
export const inFormOrder = <Question extends Pick<CatalogFormField, 'isRequired' | 'type'>>(
  names: readonly ParticipantField[],
  asked: readonly Question[],
): (ParticipantField | Question)[] => [
  ...names.filter((name) => !isFolded(name)),
  ...asked.filter((field) => !isFoldedQuestion(field)),
  ...names.filter(isFolded),
  ...asked.filter(isFoldedQuestion),
];

/** A record of all fields, or of some. */
export const eachField = <T>(of: (name: ParticipantField) => T, names = participantFields) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<ParticipantField, T>;

/** Of a record that holds more. */
export const dataOf = (record: ParticipantData): ParticipantData =>
  eachField((name) => record[name]) as ParticipantData;
/** Stored, or of somebody's account, as it would be typed. */
export const inputOf = (said: { readonly [Name in ParticipantField]?: string | null }): ParticipantInput =>
  eachField((name) => said[name] ?? '');
export const searchedTexts = (person: Partial<ParticipantData>): (string | null | undefined)[] =>
  fieldsWith('isSearched').map((name) => person[name]);

/** What stands under a name. */
export const besideName = (person: Partial<Record<ParticipantField, string | null>>): string[] =>
  fieldsWith('isBesideName').flatMap((name) => person[name]?.trim() || []);

/** Reads a date as the reader's language types it; null when it is none. */
export type ReadDate = (text: string) => string | null;
export type FieldError = 'required' | 'tooLong' | EmailError | 'date' | 'option' | 'country';

/** The one written form of what was typed; what cannot be read stays as it is. */
export function writtenField(name: ParticipantField, text: string, readDate: ReadDate): string {
  const { kind } = specOf(name);
  const input = text.trim();
  if (kind === 'date') return readDate(input) ?? input;
  return kind === 'email' ? input.normalize('NFKC') : input;
}

/** What is wrong with a text in its written form; null: nothing. An empty one is wrong where nobody may be without it. */
export function fieldError(name: ParticipantField, written: string): FieldError | null {
  const { kind, isRequired, maxLength = 10, options } = specOf(name);
  if (written === '') return isRequired ? 'required' : null;
  if (kind === 'date') return isCalendarDate(written) ? null : 'date';
  if (written.length > maxLength) return 'tooLong';
  if (kind === 'email') return isEmail(written) ? null : emailError(written);
  if (kind === 'choice') return options?.some((option) => option === written) ? null : 'option';
  return kind === 'country' && !/^[A-Z]{2}$/.test(written) ? 'country' : null;
}

/** What of these texts can be read, as it is stored; the rest is left out, which is said by `fieldError`. */
export function dataOfInput(input: Readonly<ParticipantInput>, readDate: ReadDate): ParticipantData {
  const data = eachField((name) => {
    const written = writtenField(name, input[name], readDate);
    return specOf(name).isRequired || (written !== '' && fieldError(name, written) === null) ? written : null;
  });
  return data as ParticipantData;
}
