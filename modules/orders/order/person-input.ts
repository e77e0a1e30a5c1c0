import { holdsWebAddress } from '#modules/accounts/rules/web-address.ts';
import { catalogOf } from '#modules/events/index.ts';
import { answerLabel, writtenAnswer } from '#modules/events/rules/answers.ts';
import type { Catalog, CatalogCompetition, CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { Reader } from '#src/data/database.ts';
import { present } from '#src/kernel/assert.ts';
import { isCountryCode } from '#src/kernel/countries.ts';
import { type Problem, refuseFields } from '#src/kernel/problem.ts';
import { type Instant, isCalendarDate } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { parseDate } from '#src/ui/format.ts';
import { loadAdminOrder, loadOwnOrder, type NamesOrder } from '../load.ts';
import { editableUntil } from '../participants/change-participant.ts';
import { competitionTexts } from '../participants/competition-texts.ts';
import { errorTexts } from '../participants/participant-words.ts';
import { personIn } from '../people.ts';
import type { OrderRecord, ParticipantRecord, TeamRecord } from '../read.ts';
import type { AdminOrderRecord } from '../read-admin.ts';
import type { ParticipantChange } from '../rules/booking.ts';
import type { DraftParticipant } from '../rules/draft.ts';
import { type DraftError, participantErrors } from '../rules/draft-check.ts';
import { draftErrorText } from '../rules/draft-error-text.ts';
import { answerError, fieldsFor, isRequiredFrom } from '../rules/entry-check.ts';
import {
  fieldError,
  fieldsOfForm,
  inputOf,
  isParticipantField,
  type ParticipantField,
  specOf,
  writtenField,
} from '../rules/participant.ts';

/** A booked participant with everything that decides what may be said of them. */
export type PersonPlace<Order extends OrderRecord = OrderRecord> = {
  order: Order;
  catalog: Catalog;
  competition: CatalogCompetition;
  team: TeamRecord;
  /** Which member of the team. */
  index: number;
  person: ParticipantRecord;
  /** The form fields that are asked of this person: the team's own questions are its first member's. */
  asked: CatalogFormField[];
};

/** @throws Problem NOT_FOUND for somebody who is not in that order */
export async function personPlace<Order extends OrderRecord>(
  reader: Reader,
  order: Order,
  participantId: number,
): Promise<PersonPlace<Order>> {
  const { person, team, index } = personIn(order, participantId);
  const catalog = present(await catalogOf(reader, order.eventId), 'an order has an event');
  const found = catalog.competitions.find(({ id }) => id === person.competitionId);
  const competition = present(found, 'a booked competition stays');
  const asked = fieldsFor(catalog, competition.id)
    .filter((field) => isRequiredFrom(field, index))
    .map((field) => withFormerChoice(field, answerOf(person, field.id)));
  return { order, catalog, competition, team, index, person, asked };
}

/** Loaders of routes: the booked participant of one's own order, and of one that is managed. @throws Problem NOT_FOUND */
export const loadOwnPerson = async (call: NamesPerson): Promise<PersonPlace> =>
  personPlace(call.deps.read, await loadOwnOrder(call), call.params.participantId);
export const loadManagedPerson = async (call: NamesPerson): Promise<PersonPlace<AdminOrderRecord>> =>
  personPlace(call.deps.read, await loadAdminOrder(call), call.params.participantId);
type NamesPerson = NamesOrder & { params: { participantId: number } };

const answerOf = ({ formFieldsSelected }: ParticipantRecord, id: number): string =>
  formFieldsSelected.find(({ fieldId }) => fieldId === id)?.value ?? '';

/** A choice that is offered no longer stays choosable for whoever made it. */
function withFormerChoice(field: CatalogFormField, value: string): CatalogFormField {
  const former = field.formerOptions.find((option) => option.value === value);
  return former ? { ...field, options: [...field.options, former] } : field;
}

/** Whether the people themselves may change what is said of them, and until when; a canceled order has nothing to change. */
export function mayChangePerson(order: OrderRecord, now: Instant): { may: boolean; until: Instant } {
  const until = editableUntil(order);
  return { may: order.status !== 'canceled' && now < until, until };
}

/** Answers that the team's first member gives for all. */
export const sharedOf = ({ catalog, competition, index }: PersonPlace): CatalogFormField[] =>
  fieldsFor(catalog, competition.id).filter((field) => !isRequiredFrom(field, index));

/** A form about one person as texts by the names of its controls; dates as `1998-05-01`, numbers as `1.5`. */
export type PersonInput = Readonly<Record<string, string>>;

export const answerName = (fieldId: number): string => `fields.${fieldId}`;
/** `formFieldsSelected.12` → `fields.12`: the control that a refusal means. */
export const controlOfPath = (path: string): string => path.replace(/^formFieldsSelected\./, 'fields.');
export const namesOf = ({ order, person }: PersonPlace) => fieldsOfForm(order.event, person);
const longest = 6000;

const textsBy = (
  place: PersonPlace,
  textOf: (name: ReturnType<typeof namesOf>[number]) => string,
  answer: (field: CatalogFormField) => string,
): PersonInput =>
  Object.fromEntries([
    ...namesOf(place).map((name) => [name, textOf(name)]),
    ...place.asked.map((field) => [answerName(field.id), answer(field)]),
  ]);

/** What is known of a person. A box that is not ticked is posted as nothing. */
export const storedInput = (place: PersonPlace): PersonInput =>
  textsBy(
    place,
    (name) => place.person[name] ?? '',
    ({ id, type }) => {
      const value = answerOf(place.person, id);
      return type === 'checkbox' && value !== 'true' ? '' : value;
    },
  );

/** What the form carries; what cannot be read as a date or a number stays as it was typed. */
export function postedInput(form: FormData, place: PersonPlace, { locale }: Pick<Translator, 'locale'>): PersonInput {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, longest);
  const readDate = (input: string) => parseDate(input, locale);
  return textsBy(
    place,
    (name) => writtenField(name, text(name), readDate),
    ({ id, type }) => {
      const input = text(answerName(id)).trim();
      return type === 'date' ? (readDate(input) ?? input) : writtenAnswer(type, input);
    },
  );
}

const answersIn = (input: PersonInput) =>
  Object.entries(input).flatMap(([name, value]) => {
    const [, fieldId] = /^fields\.(\d+)$/.exec(name) ?? [];
    return fieldId ? [{ fieldId: Number(fieldId), value }] : [];
  });

/** As the form shows it and the rules of the booking look at it. */
export const personOf = (input: PersonInput): Pick<DraftParticipant, keyof ReturnType<typeof inputOf> | 'fields'> => ({
  ...inputOf(input),
  fields: Object.fromEntries(answersIn(input).map(({ fieldId, value }) => [fieldId, value])),
});

/**
 * The change that the texts mean; what the form does not hold stays.
 * @throws Problem VALIDATION_FAILED by the names of the controls
 */
export function changeOf(input: PersonInput): ParticipantChange {
  const said = Object.entries(input).flatMap(([name, text]) => (isParticipantField(name) ? [{ name, text }] : []));
  const errors = said.flatMap(({ name, text }) => {
    const error = fieldError(name, text.trim()) ?? realError(name, text.trim());
    return error ? [[name, [error]]] : [];
  });
  if (errors.length > 0) refuseFields(Object.fromEntries(errors));
  const formFieldsSelected = answersIn(input);
  return {
    ...Object.fromEntries(said.map(({ name, text }) => [name, text.trim() || null])),
    ...(formFieldsSelected.length > 0 ? { formFieldsSelected } : {}),
  };
}

/** Of what is new alone: what was said before these rules may stay. */
function realError(name: ParticipantField, text: string): 'webAddress' | 'country' | null {
  const { kind } = specOf(name);
  if (kind === 'text' && holdsWebAddress(text)) return 'webAddress';
  return kind === 'country' && text !== '' && !isCountryCode(text) ? 'country' : null;
}

/** What is wrong with what was typed, by the names of the form; the rules are those of the booking. */
export function personErrors(
  place: PersonPlace,
  input: PersonInput,
  i18n: Translator,
  now: Instant,
  { needsEmail }: { needsEmail: boolean },
): Record<string, string> {
  const { catalog, competition, asked, person } = place;
  const said = personOf(input);
  const written = (text: string) => (isCalendarDate(text) ? text : null);
  const errors: Record<string, DraftError> = participantErrors(competition, catalog.event.timeZone, said, written, now);
  for (const field of asked) {
    const value = said.fields[field.id] ?? '';
    // An answer that stays as it was stands, even when its choice is offered no longer.
    const error = value !== '' && value === answerOf(person, field.id) ? null : answerError(field, value);
    if (error) errors[answerName(field.id)] = error;
  }
  if (needsEmail && said.email === '') errors.email = 'required';
  const texts = { ...errorTexts(i18n), ...competitionTexts(competition, i18n, now).errors };
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, draftErrorText(texts, error)]));
}

/** What the verb refused, beside the field that it is about; null for what the form says above all fields. */
export function errorsOfProblem(
  { code }: Problem,
  { competition }: PersonPlace,
  i18n: Translator,
  now: Instant,
  isOrganizer: boolean,
): Record<string, string> | null {
  const { age, gender } = competitionTexts(competition, i18n, now).errors;
  if (code === 'REGISTERING_INVALID_AGES') return { birthDate: age };
  if (code === 'REGISTERING_INVALID_GENDERS') return { gender };
  if (isOrganizer) return null;
  if (code === 'TICKET_ALREADY_BOOKED') return { firstName: i18n.t('ownOrder.person.alreadyBooked') };
  // Of addresses alone.
  return code === 'TOO_MANY_REQUESTS' ? { email: i18n.t('problem.TOO_MANY_REQUESTS') } : null;
}

/** What a person said, in the words of the reader; questions that were not answered are left out. */
export function answersInWords(
  { formFields }: Pick<OrderRecord, 'formFields'>,
  { formFieldsSelected }: Pick<ParticipantRecord, 'formFieldsSelected'>,
  i18n: Translator,
  isShown: (field: CatalogFormField) => boolean = () => true,
): { label: string; value: string }[] {
  const language = i18n.locale === 'de' ? 'de' : 'en';
  return formFields.filter(isShown).flatMap((field) => {
    const value = formFieldsSelected.find((answer) => answer.fieldId === field.id)?.value ?? '';
    if (value === '') return [];
    const shown =
      field.type === 'date'
        ? i18n.calendarDate(value)
        : field.type === 'checkbox'
          ? i18n.t(value === 'true' ? 'checkin.answer.yes' : 'checkin.answer.no')
          : answerLabel(field, value, language);
    return [{ label: field.name[language] || field.name.de, value: shown }];
  });
}
