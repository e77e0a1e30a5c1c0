import type { Address } from '#modules/accounts/rules/address.ts';
import { type AnswerFormatError, answerShapeError, writtenAnswer } from '#modules/events/rules/answers.ts';
import type { Catalog, CatalogCompetition, CatalogFormField } from '#modules/events/rules/catalog.ts';
import { type FieldErrors, refuseFields } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Basket, BookingParticipant, BookingTeam } from './booking.ts';
import { entryProblems, isRightTeamSize } from './eligibility.ts';
import { requiredByEvent } from './participant.ts';
import { refuse } from './problems.ts';

export const fieldsFor = (catalog: Pick<Catalog, 'formFields'>, competitionId: number): CatalogFormField[] =>
  catalog.formFields
    .filter((field) => field.competitionIds.length === 0 || field.competitionIds.includes(competitionId))
    .sort((a, b) => a.formFieldOrder - b.formFieldOrder || a.id - b.id);

/** False: the member takes the first member's answer. */
export const isRequiredFrom = (field: CatalogFormField, memberIndex: number): boolean =>
  memberIndex === 0 || !field.editableOnlyOncePerTeam;

/** The basket as booked: team email and answers copied, numbers normalized, empty answers and articles dropped. */
export function completeBasket<B extends Basket>(catalog: Catalog, basket: B): B {
  return {
    ...basket,
    teams: basket.teams.map((team) => {
      const first = team.participants[0];
      const askedFields = fieldsFor(catalog, team.competitionId);
      const once = askedFields.filter((field) => field.editableOnlyOncePerTeam);
      return {
        ...team,
        participants: team.participants.map((participant, index): BookingParticipant => {
          const own = participant.formFieldsSelected.filter(
            ({ fieldId, value }) => value !== '' && (index === 0 || !once.some((field) => field.id === fieldId)),
          );
          const shared =
            index === 0
              ? []
              : (first?.formFieldsSelected ?? []).filter(
                  ({ fieldId, value }) => value !== '' && once.some((field) => field.id === fieldId),
                );
          return {
            ...participant,
            email: participant.email ?? (catalog.event.adoptTeamEmail ? (first?.email ?? null) : null),
            formFieldsSelected: [...own, ...shared].map(({ fieldId, value }) => {
              const type = askedFields.find(({ id }) => id === fieldId)?.type;
              return { fieldId, value: type ? writtenAnswer(type, value) : value };
            }),
            articles: participant.articles.filter((article) => article.quantity > 0),
          };
        }),
      };
    }),
  };
}

/**
 * Checks entries and answers against the event; the schema checks shapes.
 * @throws Problem VALIDATION_FAILED, REGISTERING_INVALID_TEAMSIZE, REGISTERING_INVALID_AGES,
 * REGISTERING_INVALID_GENDERS
 */
export function checkEntries(
  catalog: Catalog,
  basket: Basket,
  now: Instant,
  limit = maxPeople(catalog.competitions),
): void {
  if (countPeople(basket.teams) > limit) {
    refuse('VALIDATION_FAILED', { fields: { teams: ['tooManyPeople'] }, most: limit });
  }
  const fields: FieldErrors = {};
  const ages: string[] = [];
  const genders: string[] = [];
  const seenIds = new Set<string>();
  for (const [teamIndex, team] of basket.teams.entries()) {
    const competition =
      catalog.competitions.find((candidate) => candidate.id === team.competitionId) ??
      refuse('TICKET_DOES_NOT_EXIST', { competitionId: team.competitionId });
    requireTeamSize(competition, team);
    for (const [index, participant] of team.participants.entries()) {
      const path = `teams.${teamIndex}.participants.${index}`;
      if (seenIds.has(participant.localId)) fields[`${path}.localId`] = ['twice'];
      seenIds.add(participant.localId);
      for (const problem of entryProblems(competition, catalog.event.timeZone, participant, now)) {
        if (problem === 'age') ages.push(participant.localId);
        else if (problem === 'gender') genders.push(participant.localId);
        else fields[`${path}.birthDate`] = [problem];
      }
      for (const name of requiredByEvent(catalog.event))
        if (!participant[name]) fields[`${path}.${name}`] ??= ['required'];
      Object.assign(fields, answerErrors(catalog, team.competitionId, participant, index, path));
    }
  }
  if (Object.keys(fields).length > 0) refuseFields(fields);
  if (ages.length > 0) refuse('REGISTERING_INVALID_AGES', { participants: ages });
  if (genders.length > 0) refuse('REGISTERING_INVALID_GENDERS', { participants: genders });
}

function requireTeamSize(competition: CatalogCompetition, team: BookingTeam): void {
  if (isRightTeamSize(competition, team.participants.length)) return;
  const { minTeamSize, maxTeamSize } = competition.type === 'single' ? { minTeamSize: 1, maxTeamSize: 1 } : competition;
  refuse('REGISTERING_INVALID_TEAMSIZE', {
    competitionId: competition.id,
    participants: team.participants.map((participant) => participant.localId),
    min: minTeamSize,
    max: maxTeamSize,
    count: team.participants.length,
  });
}

export type AnswerError = 'required' | AnswerFormatError;

export function answerError(field: CatalogFormField, value: string): AnswerError | null {
  if (value === '' || (field.type === 'checkbox' && value === 'false')) return field.isRequired ? 'required' : null;
  return answerShapeError(field, value);
}

/** Errors by `path` of the participant. */
export function answerErrors(
  catalog: Catalog,
  competitionId: number,
  participant: Pick<BookingParticipant, 'formFieldsSelected'>,
  memberIndex: number,
  path: string,
): FieldErrors {
  const errors: FieldErrors = {};
  const askedFields = fieldsFor(catalog, competitionId);
  for (const { fieldId } of participant.formFieldsSelected) {
    if (!askedFields.some((field) => field.id === fieldId))
      errors[`${path}.formFieldsSelected.${fieldId}`] = ['unknown'];
  }
  for (const field of askedFields) {
    if (!isRequiredFrom(field, memberIndex)) continue;
    const value = participant.formFieldsSelected.find((answer) => answer.fieldId === field.id)?.value ?? '';
    const error = answerError(field, value);
    if (error) errors[`${path}.formFieldsSelected.${field.id}`] = [error];
  }
  return errors;
}

/** Whether the address step applies. */
export const needsContact = (event: Pick<Catalog['event'], 'needsName' | 'needsContactAddress'>): boolean =>
  event.needsName || event.needsContactAddress;

export const postalFields = ['street', 'zipCode', 'city', 'countryCode'] as const;

/** Missing contact fields, as paths below `contactAddress`. */
export function missingContact(event: Catalog['event'], address: Address | null): FieldErrors {
  if (!needsContact(event)) return {};
  if (!address) return { contactAddress: ['required'] };
  if (!event.needsContactAddress) return {};
  return Object.fromEntries(
    postalFields.filter((name) => !address[name]?.trim()).map((name) => [`contactAddress.${name}`, ['required']]),
  );
}

/** Enough for clubs and schools; bigger groups place several orders. */
const defaultMax = 200;
/** Limit of the request schema. */
const maxPeopleOfRequest = 500;

/** People per order; a whole team always fits. */
export const maxPeople = (competitions: readonly Pick<CatalogCompetition, 'type' | 'maxTeamSize'>[]): number =>
  Math.min(
    maxPeopleOfRequest,
    Math.max(defaultMax, ...competitions.map(({ type, maxTeamSize }) => (type === 'team' ? maxTeamSize : 1))),
  );

export const countPeople = (teams: readonly { participants: readonly unknown[] }[]): number =>
  teams.reduce((sum, { participants }) => sum + participants.length, 0);

export const isTooLarge = (
  competitions: Parameters<typeof maxPeople>[0],
  teams: Parameters<typeof countPeople>[0],
): boolean => countPeople(teams) > maxPeople(competitions);
