import { writtenAnswer } from '#modules/events/rules/answers.ts';
import type { Catalog, CatalogCompetition, CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Basket, BookingParticipant } from './booking.ts';
import type { DraftTeam } from './draft.ts';
import { type EntryProblem, entryProblems, isRightTeamSize } from './eligibility.ts';
import { type AnswerError, answerError, fieldsFor, isRequiredFrom } from './entry-check.ts';
import {
  type AskingEvent,
  dataOfInput,
  type FieldError,
  fieldError,
  inFormOrder,
  type ParticipantField,
  type ParticipantInput,
  participantFields,
  type ReadDate,
  requiredFields,
  writtenField,
} from './participant.ts';

/** Draft errors by control name, for page and island. */
export type DraftError = AnswerError | FieldError | EntryProblem | 'teamSize' | 'noCompetition';
/** `count`: members of a team of the wrong size. */
export type DraftErrors = Record<string, { error: DraftError; competitionId: number; count?: number }>;

export const participantPath = (teamIndex: number, index: number): string =>
  `teams[${teamIndex}].participants[${index}]`;

export const teamsInPageOrder = <Team extends { competitionId: number }>(
  { competitions }: Pick<Catalog, 'competitions'>,
  teams: readonly Team[],
): { competition: CatalogCompetition; team: Team; teamIndex: number }[] =>
  competitions.flatMap((competition) =>
    teams.flatMap((team, teamIndex) =>
      team.competitionId === competition.id ? [{ competition, team, teamIndex }] : [],
    ),
  );

type CheckedEvent = AskingEvent & { timeZone: string };

/** By control name, in page order. */
export function draftErrors(
  catalog: Pick<Catalog, 'competitions' | 'formFields'> & { event: CheckedEvent },
  teams: readonly DraftTeam[],
  readDate: ReadDate,
  now: Instant,
): DraftErrors {
  const errors: DraftErrors = {};
  if (teams.length === 0) errors.competition = { error: 'noCompetition', competitionId: 0 };
  for (const { competition, team, teamIndex } of teamsInPageOrder(catalog, teams)) {
    const note = (path: string, error: DraftError) => {
      errors[path] ??= { error, competitionId: competition.id };
    };
    const count = team.participants.length;
    if (team.teamName.length > 150) note(`teams[${teamIndex}].teamName`, 'tooLong');
    if (!isRightTeamSize(competition, count))
      errors[`teams[${teamIndex}]`] = { error: 'teamSize', competitionId: competition.id, count };
    for (const [index, person] of team.participants.entries()) {
      const path = participantPath(teamIndex, index);
      const found = participantErrors(catalog.event, competition, person, readDate, now);
      const fields = fieldsFor(catalog, competition.id).filter((field) => isRequiredFrom(field, index));
      for (const item of inFormOrder(participantFields, fields)) {
        const isOwn = typeof item !== 'string';
        const error = isOwn
          ? answerError(item, answerOf(item.type, person.fields[item.id] ?? '', readDate))
          : found[item];
        if (error) note(`${path}.${isOwn ? `fields.${item.id}` : item}`, error);
      }
    }
  }
  return errors;
}

export function participantErrors(
  event: CheckedEvent,
  competition: CatalogCompetition,
  person: ParticipantInput,
  readDate: ReadDate,
  now: Instant,
): Partial<Record<ParticipantField, DraftError>> {
  const errors: Partial<Record<ParticipantField, DraftError>> = {};
  for (const name of participantFields) {
    const error = fieldError(name, writtenField(name, person[name], readDate));
    if (error) errors[name] = error;
  }
  const data = dataOfInput(person, readDate);
  for (const problem of entryProblems(competition, event.timeZone, data, now)) {
    if (problem === 'gender') errors.gender ??= data.gender === null ? 'required' : 'gender';
    else errors.birthDate ??= problem;
  }
  for (const name of requiredFields(event, competition)) if (person[name].trim() === '') errors[name] ??= 'required';
  return errors;
}

/** Answer in the booking's form: dates by locale, numbers in any notation. */
function answerOf(type: CatalogFormField['type'], input: string, readDate: ReadDate): string {
  const text = input.trim();
  return type === 'date' ? (readDate(text) ?? text) : writtenAnswer(type, text);
}

/** Basket of a draft without unreadable values; not validated. */
export function basketOfDraft(
  catalog: Pick<Catalog, 'formFields' | 'cancellationProtections'>,
  draft: { teams: readonly DraftTeam[]; protectionIds: readonly number[] },
  readDate: ReadDate,
): Omit<Basket, 'contactAddress' | 'deliveryAddress' | 'invoiceAddress'> {
  return {
    teams: draft.teams.map((team) => ({
      competitionId: team.competitionId,
      teamName: team.teamName.trim() || null,
      participants: team.participants.map(
        (person): BookingParticipant => ({
          localId: person.localId,
          ...dataOfInput(person, readDate),
          formFieldsSelected: fieldsFor(catalog, team.competitionId)
            .map((field) => ({
              fieldId: field.id,
              value: answerOf(field.type, person.fields[field.id] ?? '', readDate),
            }))
            .filter((answer) => answer.value !== ''),
          articles: person.articles
            .filter(({ typed: input }) => input === undefined)
            .map(({ typed: _, ...article }) => article),
        }),
      ),
    })),
    // Codes are handled by `draft-vouchers.ts`.
    appliedVouchers: [],
    cancellationProtections: draft.protectionIds.flatMap((id) => {
      const protection = catalog.cancellationProtections.find((candidate) => candidate.id === id);
      return protection ? [{ id, price: protection.price }] : [];
    }),
  };
}

/** Error texts; `emailLetter` contains `{letter}`. */
export type DraftErrorTexts = Record<Exclude<DraftError, `emailLetter:${string}`> | 'emailLetter', string>;
export function draftErrorText(texts: DraftErrorTexts, error: DraftError): string {
  const [key, letter = ''] = error.split(':') as [keyof DraftErrorTexts, string?];
  return texts[key].replace('{letter}', letter);
}
