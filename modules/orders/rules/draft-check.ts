import { writtenAnswer } from '#modules/events/rules/answers.ts';
import type { Catalog, CatalogCompetition, CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Basket, BookingParticipant } from './booking.ts';
import type { DraftParticipant, DraftTeam } from './draft.ts';
import { entryFindings, isRightTeamSize, needsBirthDate } from './eligibility.ts';
import { isEmail } from './email-shape.ts';
import { type AnswerFault, answerFault, fieldsFor, isAskedFrom } from './entry-check.ts';

/**
 * What is wrong with what was typed, field by field and in the names of the form, so that page and island say the same.
 */
export type DraftFault =
  | AnswerFault
  | 'email'
  | 'birthDate'
  | 'birthDateMissing'
  | 'birthDateInvalid'
  | 'age'
  | 'gender'
  | 'teamSize'
  | 'noCompetition';
/** Reads a date as the reader's language types it; null when it is none. */
export type ReadDate = (typed: string) => string | null;
/** `count`: how many members the team has that is too small or too big. */
export type DraftFaults = Record<string, { fault: DraftFault; competitionId: number; count?: number }>;

export const participantPath = (teamIndex: number, index: number): string =>
  `teams[${teamIndex}].participants[${index}]`;
const longest = 100;

export function draftFaults(
  catalog: Pick<Catalog, 'competitions' | 'formFields'> & { event: { timeZone: string } },
  teams: readonly DraftTeam[],
  readDate: ReadDate,
  now: Instant,
): DraftFaults {
  const faults: DraftFaults = {};
  if (teams.length === 0) faults.competition = { fault: 'noCompetition', competitionId: 0 };
  for (const [teamIndex, team] of teams.entries()) {
    const competition = catalog.competitions.find((candidate) => candidate.id === team.competitionId);
    if (!competition) continue;
    const note = (path: string, fault: DraftFault) => {
      faults[path] ??= { fault, competitionId: competition.id };
    };
    const count = team.participants.length;
    if (!isRightTeamSize(competition, count))
      faults[`teams[${teamIndex}]`] = { fault: 'teamSize', competitionId: competition.id, count };
    if (team.teamName.length > 150) note(`teams[${teamIndex}].teamName`, 'tooLong');
    for (const [index, person] of team.participants.entries()) {
      const path = participantPath(teamIndex, index);
      personFaults(competition, catalog.event.timeZone, person, readDate, now, (name, fault) =>
        note(`${path}.${name}`, fault),
      );
      for (const field of fieldsFor(catalog, competition.id)) {
        if (!isAskedFrom(field, index)) continue;
        const fault = answerFault(field, answerOf(field.type, person.fields[field.id] ?? '', readDate));
        if (fault) note(`${path}.fields.${field.id}`, fault);
      }
    }
  }
  return faults;
}

function personFaults(
  competition: CatalogCompetition,
  timeZone: string,
  person: DraftParticipant,
  readDate: ReadDate,
  now: Instant,
  note: (name: string, fault: DraftFault) => void,
): void {
  for (const name of ['firstName', 'lastName'] as const) {
    if (person[name].trim() === '') note(name, 'required');
    else if (person[name].trim().length > longest) note(name, 'tooLong');
  }
  if (person.email.trim() !== '' && !isEmail(person.email.trim())) note('email', 'email');
  const typed = person.birthDate.trim();
  const birthDate = readDate(typed);
  if (typed !== '' && birthDate === null) note('birthDate', 'birthDate');
  const gender = genderOf(person.gender);
  for (const finding of entryFindings(competition, timeZone, { birthDate, gender }, now)) {
    if (finding === 'gender') note('gender', gender === null ? 'required' : 'gender');
    else note('birthDate', finding);
  }
}

const genderOf = (text: string): BookingParticipant['gender'] =>
  text === 'female' || text === 'male' || text === 'diverse' ? text : null;

/** As the booking wants it: dates are typed in the reader's way, numbers in anybody's. */
function answerOf(type: CatalogFormField['type'], typed: string, readDate: ReadDate): string {
  const text = typed.trim();
  return type === 'date' ? (readDate(text) ?? text) : writtenAnswer(type, text);
}

/** Which fields of a participant must be filled in for this competition. */
export const requiredOf = (competition: CatalogCompetition): { birthDate: boolean; gender: boolean } => ({
  birthDate: needsBirthDate(competition),
  gender: competition.gender !== 'both',
});

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
          firstName: person.firstName.trim(),
          lastName: person.lastName.trim(),
          email: person.email.trim() || null,
          birthDate: readDate(person.birthDate),
          gender: genderOf(person.gender),
          nationalityCountryCode: person.nationalityCountryCode || null,
          formFieldsSelected: fieldsFor(catalog, team.competitionId)
            .map((field) => ({
              fieldId: field.id,
              value: answerOf(field.type, person.fields[field.id] ?? '', readDate),
            }))
            .filter((answer) => answer.value !== ''),
          articles: person.articles
            .filter(({ typed }) => typed === undefined)
            .map(({ uniqueLocalId, articleId, variantId, quantity, unitPrice }) => ({
              uniqueLocalId,
              articleId,
              variantId,
              quantity,
              unitPrice,
            })),
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
