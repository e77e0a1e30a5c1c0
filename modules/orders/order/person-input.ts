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
import { competitionTexts, errorTexts } from '../participants/texts.ts';
import { personIn } from '../people.ts';
import type { OrderRecord, ParticipantRecord, TeamRecord } from '../read.ts';
import type { AdminOrderRecord } from '../read-admin.ts';
import type { ParticipantChange } from '../rules/booking.ts';
import { editableUntil } from '../rules/buyer-changes.ts';
import type { DraftParticipant } from '../rules/draft.ts';
import { type DraftError, draftErrorText, participantErrors } from '../rules/draft-check.ts';
import { answerError, fieldsFor, isRequiredFrom } from '../rules/entry-check.ts';
import {
  askedFields,
  fieldError,
  inputOf,
  isParticipantField,
  type ParticipantField,
  specOf,
  writtenField,
} from '../rules/participant.ts';

export type PersonPlace<Order extends OrderRecord = OrderRecord> = {
  order: Order;
  catalog: Catalog;
  competition: CatalogCompetition;
  team: TeamRecord;
  index: number;
  person: ParticipantRecord;
  /** Form fields of this person; team questions belong to the first member. */
  asked: CatalogFormField[];
};

export async function personPlace<Order extends OrderRecord>(
  reader: Reader,
  order: Order,
  participantId: number,
): Promise<PersonPlace<Order>> {
  return placeOfSeat(reader, order, personIn(order, participantId));
}

type Seat = Pick<PersonPlace, 'person' | 'team' | 'index'>;

export async function placeOfSeat<Order extends OrderRecord>(
  reader: Reader,
  order: Order,
  { person, team, index }: Seat,
): Promise<PersonPlace<Order>> {
  const catalog = present(await catalogOf(reader, order.eventId), 'an order has an event');
  const found = catalog.competitions.find(({ id }) => id === person.competitionId);
  const competition = present(found, 'a booked competition stays');
  const asked = fieldsFor(catalog, competition.id)
    .filter((field) => isRequiredFrom(field, index))
    .map((field) => withFormerChoice(field, answerOf(person, field.id)));
  return { order, catalog, competition, team, index, person, asked };
}

/** Loaders of routes: a participant of one's own and of a managed order. @throws Problem NOT_FOUND */
export const loadOwnPerson = async (call: NamesPerson): Promise<PersonPlace> =>
  personPlace(call.deps.read, await loadOwnOrder(call), call.params.participantId);
export const loadManagedPerson = async (call: NamesPerson): Promise<PersonPlace<AdminOrderRecord>> =>
  personPlace(call.deps.read, await loadAdminOrder(call), call.params.participantId);
type NamesPerson = NamesOrder & { params: { participantId: number } };

const answerOf = ({ formFieldsSelected }: ParticipantRecord, id: number): string =>
  formFieldsSelected.find(({ fieldId }) => fieldId === id)?.value ?? '';

/** A removed choice stays selectable for participants who have it. */
function withFormerChoice(field: CatalogFormField, value: string): CatalogFormField {
  const former = field.formerOptions.find((option) => option.value === value);
  return former ? { ...field, options: [...field.options, former] } : field;
}

/** Whether owner and participant may still change the data, and until when; never for canceled orders. */
export function mayChangePerson(order: OrderRecord, now: Instant): { may: boolean; until: Instant } {
  const until = editableUntil(order);
  return { may: order.status !== 'canceled' && now < until, until };
}

export const sharedOf = ({ catalog, competition, index }: PersonPlace): CatalogFormField[] =>
  fieldsFor(catalog, competition.id).filter((field) => !isRequiredFrom(field, index));

export type PersonInput = Readonly<Record<string, string>>;

export const answerName = (fieldId: number): string => `fields.${fieldId}`;
/** `formFieldsSelected.12` → `fields.12`. */
export const controlOfPath = (path: string): string => path.replace(/^formFieldsSelected\./, 'fields.');
export const namesOf = ({ order, competition, person }: PersonPlace) => askedFields(order.event, [competition], person);
const maxPostedLength = 6000;

const textsBy = (
  place: PersonPlace,
  textOf: (name: ReturnType<typeof namesOf>[number]) => string,
  answer: (field: CatalogFormField) => string,
): PersonInput =>
  Object.fromEntries([
    ...namesOf(place).map((name) => [name, textOf(name)]),
    ...place.asked.map((field) => [answerName(field.id), answer(field)]),
  ]);

export const storedInput = (place: PersonPlace): PersonInput =>
  textsBy(
    place,
    (name) => place.person[name] ?? '',
    ({ id, type }) => {
      const value = answerOf(place.person, id);
      return type === 'checkbox' && value !== 'true' ? '' : value;
    },
  );

/** Posted values in stored form; unreadable dates and numbers stay as typed. */
export function postedInput(form: FormData, place: PersonPlace, { locale }: Pick<Translator, 'locale'>): PersonInput {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, maxPostedLength);
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

/** The person as form and booking rules expect it. */
export const personOf = (input: PersonInput): Pick<DraftParticipant, keyof ReturnType<typeof inputOf> | 'fields'> => ({
  ...inputOf(input),
  fields: Object.fromEntries(answersIn(input).map(({ fieldId, value }) => [fieldId, value])),
});

/** The change described by the form; other data stays. @throws Problem VALIDATION_FAILED by control name */
export function changeOf(input: PersonInput): ParticipantChange {
  const typedPerson = Object.entries(input).flatMap(([name, text]) =>
    isParticipantField(name) ? [{ name, text }] : [],
  );
  const errors = typedPerson.flatMap(({ name, text }) => {
    const error = fieldError(name, text.trim()) ?? realError(name, text.trim());
    return error ? [[name, [error]]] : [];
  });
  if (errors.length > 0) refuseFields(Object.fromEntries(errors));
  const formFieldsSelected = answersIn(input);
  return {
    ...Object.fromEntries(typedPerson.map(({ name, text }) => [name, text.trim() || null])),
    ...(formFieldsSelected.length > 0 ? { formFieldsSelected } : {}),
  };
}

/** Only new values are checked; stored ones may break newer rules. */
function realError(name: ParticipantField, text: string): 'webAddress' | 'country' | null {
  const { kind } = specOf(name);
  if (kind === 'text' && holdsWebAddress(text)) return 'webAddress';
  return kind === 'country' && text !== '' && !isCountryCode(text) ? 'country' : null;
}

export function personErrors(
  place: PersonPlace,
  input: PersonInput,
  i18n: Translator,
  now: Instant,
  { needsEmail }: { needsEmail: boolean },
): Record<string, string> {
  const { catalog, competition, asked, person } = place;
  const typedPerson = personOf(input);
  const written = (text: string) => (isCalendarDate(text) ? text : null);
  const errors: Record<string, DraftError> = participantErrors(catalog.event, competition, typedPerson, written, now);
  for (const field of asked) {
    const value = typedPerson.fields[field.id] ?? '';
    // An unchanged answer stays valid even when its choice was removed.
    const error = value !== '' && value === answerOf(person, field.id) ? null : answerError(field, value);
    if (error) errors[answerName(field.id)] = error;
  }
  if (needsEmail && typedPerson.email === '') errors.email = 'required';
  const texts = { ...errorTexts(i18n), ...competitionTexts(competition, i18n, now).errors };
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, draftErrorText(texts, error)]));
}

/** Field errors of a refusal; null: it is shown above the form. */
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
  // Only addresses are limited.
  return code === 'TOO_MANY_REQUESTS' ? { email: i18n.t('problem.TOO_MANY_REQUESTS') } : null;
}

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
