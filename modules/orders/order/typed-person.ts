import { catalogOf } from '#modules/events/index.ts';
import { answerLabel, writtenAnswer } from '#modules/events/rules/answers.ts';
import type { Catalog, CatalogCompetition, CatalogFormField } from '#modules/events/rules/catalog.ts';
import { present } from '#src/kernel/assert.ts';
import type { Problem } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Reader } from '#src/platform/database.ts';
import type { Words } from '#src/platform/locale.ts';
import { parseDate } from '#src/ui/format.ts';
import { editableUntil } from '../participants/change-participant.ts';
import { competitionTexts } from '../participants/competition-texts.ts';
import type { OrderRecord, ParticipantRecord, TeamRecord } from '../read.ts';
import type { ParticipantChange } from '../rules/booking.ts';
import type { DraftParticipant } from '../rules/draft.ts';
import { emptyParticipant } from '../rules/draft-answers.ts';
import { type DraftFault, draftFaults, participantPath } from '../rules/draft-check.ts';
import { fieldsFor, isAskedFrom } from '../rules/entry-check.ts';
import { refuse } from '../rules/problems.ts';

/** A booked participant with everything that decides what may be said of them. */
export type PersonPlace = {
  order: OrderRecord;
  catalog: Catalog;
  competition: CatalogCompetition;
  team: TeamRecord;
  /** Which member of the team. */
  index: number;
  person: ParticipantRecord;
};

/** @throws Problem NOT_FOUND for somebody who is not in that order */
export async function personPlace(reader: Reader, order: OrderRecord, participantId: number): Promise<PersonPlace> {
  const isThem = ({ id }: ParticipantRecord) => id === participantId;
  const team =
    order.competitions.flatMap(({ teams }) => teams).find(({ participants }) => participants.some(isThem)) ??
    refuse('NOT_FOUND');
  const index = team.participants.findIndex(isThem);
  const person = present(team.participants[index], 'the team was found by them');
  const catalog = present(await catalogOf(reader, order.eventId), 'an order has an event');
  const competition = catalog.competitions.find(({ id }) => id === person.competitionId);
  return { order, catalog, competition: present(competition, 'a booked competition stays'), team, index, person };
}

/** Whether the people themselves may change what is said of them, and until when; a canceled order has nothing to change. */
export function mayChangePerson(order: OrderRecord, now: Instant): { may: boolean; until: Instant } {
  const until = editableUntil(order);
  return { may: order.status !== 'canceled' && now < until, until };
}

/** The fields that are asked of this person: the team's own questions are its first member's. */
export const askedOf = ({ catalog, competition, index }: PersonPlace): CatalogFormField[] =>
  fieldsFor(catalog, competition.id).filter((field) => isAskedFrom(field, index));

/** Answers that the team's first member gives for all. */
export const sharedOf = ({ catalog, competition, index }: PersonPlace): CatalogFormField[] =>
  fieldsFor(catalog, competition.id).filter((field) => !isAskedFrom(field, index));

const texts = ['firstName', 'lastName', 'email', 'birthDate', 'gender', 'nationalityCountryCode'] as const;
const longest = 5000;

/** What is known of a person, as it stands in the form. */
export function typedFrom({ person }: PersonPlace): DraftParticipant {
  return {
    ...emptyParticipant(person.localId),
    ...Object.fromEntries(texts.map((name) => [name, person[name] ?? ''])),
    fields: Object.fromEntries(person.formFieldsSelected.map(({ fieldId, value }) => [fieldId, value])),
  };
}

/** What the form carries. A box that is not ticked is no answer. */
export function typedOfForm(form: FormData, place: PersonPlace): DraftParticipant {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.slice(0, longest + 1) : '';
  };
  return {
    ...emptyParticipant(place.person.localId),
    ...Object.fromEntries(texts.map((name) => [name, text(name)])),
    fields: Object.fromEntries(askedOf(place).map(({ id }) => [id, text(`fields.${id}`)])),
  };
}

const readDateIn = (words: Words) => (typed: string) => parseDate(typed, words.locale);

function writtenAnswers(place: PersonPlace, typed: DraftParticipant, words: Words) {
  const readDate = readDateIn(words);
  return askedOf(place).map(({ id, type }) => {
    const text = (typed.fields[id] ?? '').trim();
    return { fieldId: id, value: type === 'date' ? (readDate(text) ?? text) : writtenAnswer(type, text) };
  });
}

/** What is typed as `changeParticipant` takes it. */
export function changeOf(place: PersonPlace, typed: DraftParticipant, words: Words): ParticipantChange {
  return {
    firstName: typed.firstName.trim(),
    lastName: typed.lastName.trim(),
    email: typed.email.trim() || null,
    birthDate: readDateIn(words)(typed.birthDate),
    gender: (['female', 'male', 'diverse'] as const).find((gender) => gender === typed.gender) ?? null,
    nationalityCountryCode: /^[A-Z]{2,3}$/.test(typed.nationalityCountryCode) ? typed.nationalityCountryCode : null,
    formFieldsSelected: writtenAnswers(place, typed, words),
  };
}

/** What is wrong with what was typed, by the names of the form; the rules are those of the booking. */
export function personFaults(
  place: PersonPlace,
  typed: DraftParticipant,
  words: Words,
  now: Instant,
  { needsEmail }: { needsEmail: boolean },
): Record<string, string> {
  const { catalog, competition, index, person } = place;
  // The rules look at whole teams; of this one only the person in question is looked at.
  const participants = Array.from({ length: index + 1 }, () => typed);
  const team = { localId: '', competitionId: competition.id, teamName: '', participants };
  const found = draftFaults(catalog, [team], readDateIn(words), now);
  const prefix = `${participantPath(0, index)}.`;
  const faults: Record<string, DraftFault> = {};
  for (const [path, { fault }] of Object.entries(found))
    if (path.startsWith(prefix)) faults[path.slice(prefix.length)] = fault;
  // An answer that stays as it was stands, even when its choice is offered no longer.
  for (const { fieldId, value } of writtenAnswers(place, typed, words)) {
    const stored = person.formFieldsSelected.find((answer) => answer.fieldId === fieldId)?.value;
    if (value !== '' && value === stored) delete faults[`fields.${fieldId}`];
  }
  if (needsEmail && typed.email.trim() === '') faults.email = 'required';
  return Object.fromEntries(
    Object.entries(faults).map(([name, fault]) => [name, sentenceOf(fault, competition, words, now)]),
  );
}

function sentenceOf(fault: DraftFault, competition: CatalogCompetition, words: Words, now: Instant): string {
  if (fault === 'age' || fault === 'gender') return competitionTexts(competition, words, now).faults[fault];
  return words.t(sentences[fault]);
}

const sentences = {
  required: 'ui.form.missing',
  number: 'orders.fault.number',
  date: 'ui.form.invalidDate',
  option: 'orders.fault.option',
  checkbox: 'orders.fault.option',
  tooLong: 'orders.fault.tooLong',
  email: 'ui.form.invalidEmail',
  birthDate: 'ui.form.invalidDate',
  birthDateMissing: 'orders.fault.birthDateMissing',
  birthDateInvalid: 'orders.fault.birthDateInvalid',
  teamSize: 'problem.REGISTERING_INVALID_TEAMSIZE',
  noCompetition: 'people.fault.noCompetition',
} as const;

/** What the verb refused, beside the field that it is about; null for what is no matter of a field. */
export function faultsOfProblem(
  problem: Problem,
  { competition }: PersonPlace,
  words: Words,
  now: Instant,
): Record<string, string> | null {
  const { faults } = competitionTexts(competition, words, now);
  if (problem.code === 'REGISTERING_INVALID_AGES') return { birthDate: faults.age };
  if (problem.code === 'REGISTERING_INVALID_GENDERS') return { gender: faults.gender };
  if (problem.code === 'TICKET_ALREADY_BOOKED') return { firstName: words.t('ownOrder.person.alreadyBooked') };
  // Of addresses alone.
  if (problem.code === 'TOO_MANY_REQUESTS') return { email: words.t('problem.TOO_MANY_REQUESTS') };
  const fields = problem.code === 'VALIDATION_FAILED' ? problem.details.fields : null;
  if (typeof fields !== 'object' || fields === null) return null;
  return Object.fromEntries(
    Object.entries(fields as Record<string, readonly string[]>).map(([path, said]) => {
      const key = `problem.field.${said[0]}`;
      return [path.replace('formFieldsSelected.', 'fields.'), words.t(words.has(key) ? key : 'ui.form.invalid')];
    }),
  );
}

/** What a person said, in the words of the reader; questions that were not answered are left out. */
export function answersInWords(
  { formFields }: Pick<OrderRecord, 'formFields'>,
  { formFieldsSelected }: Pick<ParticipantRecord, 'formFieldsSelected'>,
  words: Words,
  isShown: (field: CatalogFormField) => boolean = () => true,
): { label: string; value: string }[] {
  const language = words.locale === 'de' ? 'de' : 'en';
  return formFields.filter(isShown).flatMap((field) => {
    const value = formFieldsSelected.find((answer) => answer.fieldId === field.id)?.value ?? '';
    if (value === '') return [];
    const shown =
      field.type === 'date'
        ? words.calendarDate(value)
        : field.type === 'checkbox'
          ? words.t(value === 'true' ? 'checkin.answer.yes' : 'checkin.answer.no')
          : answerLabel(field, value, language);
    return [{ label: field.name[language] || field.name.de, value: shown }];
  });
}
