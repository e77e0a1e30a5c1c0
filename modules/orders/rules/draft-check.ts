import { writtenAnswer } from '#modules/events/rules/answers.ts';
import type { Catalog, CatalogCompetition, CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Basket, BookingParticipant } from './booking.ts';
import type { DraftTeam } from './draft.ts';
import { type EntryProblem, entryProblems, isRightTeamSize, needsBirthDate } from './eligibility.ts';
import { type AnswerError, answerError, fieldsFor, isRequiredFrom } from './entry-check.ts';
import {
  dataOfInput,
  type FieldError,
  fieldError,
  fieldsWith,
  inFormOrder,
  type ParticipantField,
  type ParticipantInput,
  participantFields,
  type ReadDate,
  writtenField,
} from './participant.ts';

/**
 * What is wrong with what was typed, field by field and in the names of the form, so that page and island say the same.
 */
export type DraftError = AnswerError | FieldError | EntryProblem | 'teamSize' | 'noCompetition';
/** `count`: how many members the team has that is too small or too big. */
export type DraftErrors = Record<string, { error: DraftError; competitionId: number; count?: number }>;

export const participantPath = (teamIndex: number, index: number): string =>
  `teams[${teamIndex}].participants[${index}]`;

/** The teams of a draft as their page shows them: by competition. */
export const asShown = <Team extends { competitionId: number }>(
  { competitions }: Pick<Catalog, 'competitions'>,
  teams: readonly Team[],
): { competition: CatalogCompetition; team: Team; teamIndex: number }[] =>
  competitions.flatMap((competition) =>
    teams.flatMap((team, teamIndex) =>
      team.competitionId === competition.id ? [{ competition, team, teamIndex }] : [],
    ),
  );

/** By the names of the controls, in the order in which the page shows them. */
export function draftErrors(
  catalog: Pick<Catalog, 'competitions' | 'formFields'> & { event: { timeZone: string } },
  teams: readonly DraftTeam[],
  readDate: ReadDate,
  now: Instant,
): DraftErrors {
  const errors: DraftErrors = {};
  if (teams.length === 0) errors.competition = { error: 'noCompetition', competitionId: 0 };
  for (const { competition, team, teamIndex } of asShown(catalog, teams)) {
    const note = (path: string, error: DraftError) => {
      errors[path] ??= { error, competitionId: competition.id };
    };
    const count = team.participants.length;
    if (team.teamName.length > 150) note(`teams[${teamIndex}].teamName`, 'tooLong');
    if (!isRightTeamSize(competition, count))
      errors[`teams[${teamIndex}]`] = { error: 'teamSize', competitionId: competition.id, count };
    for (const [index, person] of team.participants.entries()) {
      const path = participantPath(teamIndex, index);
      const found = participantErrors(competition, catalog.event.timeZone, person, readDate, now);
      const asked = fieldsFor(catalog, competition.id).filter((field) => isRequiredFrom(field, index));
      for (const shown of inFormOrder(participantFields, asked)) {
        const isOwn = typeof shown !== 'string';
        const error = isOwn
          ? answerError(shown, answerOf(shown.type, person.fields[shown.id] ?? '', readDate))
          : found[shown];
        if (error) note(`${path}.${isOwn ? `fields.${shown.id}` : shown}`, error);
      }
    }
  }
  return errors;
}

/** What is wrong with what was typed of one participant, by field. */
export function participantErrors(
  competition: CatalogCompetition,
  timeZone: string,
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
  for (const problem of entryProblems(competition, timeZone, data, now)) {
    if (problem === 'gender') errors.gender ??= data.gender === null ? 'required' : 'gender';
    else errors.birthDate ??= problem;
  }
  return errors;
}

/** As the booking wants it: dates are typed in the reader's way, numbers in anybody's. */
function answerOf(type: CatalogFormField['type'], input: string, readDate: ReadDate): string {
  const text = input.trim();
  return type === 'date' ? (readDate(text) ?? text) : writtenAnswer(type, text);
}

/** What must be said of a participant in this competition. */
export const requiredFields = (competition: CatalogCompetition): ParticipantField[] => [
  ...fieldsWith('isRequired'),
  ...(needsBirthDate(competition) ? (['birthDate'] as const) : []),
  ...(competition.gender === 'both' ? [] : (['gender'] as const)),
];

/** The basket of a draft; what cannot be read is left out. Checking it is for others. */
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
    // Which codes work is another question: `draft-vouchers.ts`.
    appliedVouchers: [],
    cancellationProtections: draft.protectionIds.flatMap((id) => {
      const known = catalog.cancellationProtections.find((candidate) => candidate.id === id);
      return known ? [{ id, price: known.price }] : [];
    }),
  };
}
