import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { brokenConstraint } from '#src/data/database.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { ParticipantRecord } from '../read.ts';
import { entryProblems } from '../rules/eligibility.ts';
import { refuse } from '../rules/problems.ts';

/**
 * The rules of a competition for somebody who is booked already.
 * @throws Problem REGISTERING_INVALID_AGES, REGISTERING_INVALID_GENDERS, VALIDATION_FAILED (`birthDate`)
 */
export function requireEligible(
  competition: CatalogCompetition,
  timeZone: string,
  person: ParticipantRecord,
  now: Instant,
): void {
  for (const problem of entryProblems(competition, timeZone, person, now)) {
    if (problem === 'age') refuse('REGISTERING_INVALID_AGES', { participants: [person.localId] });
    else if (problem === 'gender') refuse('REGISTERING_INVALID_GENDERS', { participants: [person.localId] });
    else refuseFields({ birthDate: [problem] });
  }
}

/** What the database says of somebody who starts there already. @throws Problem TICKET_ALREADY_BOOKED */
export const refuseTwice =
  ({ localId }: ParticipantRecord) =>
  (error: unknown): never => {
    if (brokenConstraint(error) !== 'unique') throw error;
    return refuse('TICKET_ALREADY_BOOKED', { participants: [localId] });
  };
