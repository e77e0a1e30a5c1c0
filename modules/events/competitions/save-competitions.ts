import { and, eq, sql } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { given } from '#src/kernel/pick.ts';
import type { FieldErrors } from '#src/kernel/problem.ts';
import { changeRecord, createRecord, refuseErrors } from '../records/save.ts';
import { refuse } from '../rules/problems.ts';
import { competitions, events } from '../schema.ts';
import type { CompetitionInput } from '../shapes.ts';

type Limits = Pick<
  typeof competitions.$inferSelect,
  'timestamp' | 'endTimestamp' | 'minAge' | 'maxAge' | 'minTeamSize' | 'maxTeamSize' | 'ageCheckMode' | 'ageCheckDate'
>;

/** Fields that contradict each other; the texts are keys of the locales. */
function refuseContradictions(limits: Limits): void {
  const fields: FieldErrors = {};
  if (limits.maxAge > 0 && limits.maxAge < limits.minAge) fields.maxAge = ['events.error.maxBelowMin'];
  if (limits.maxTeamSize < limits.minTeamSize) fields.maxTeamSize = ['events.error.maxBelowMin'];
  if (limits.ageCheckMode === 'givenDate' && limits.ageCheckDate === null)
    fields.ageCheckDate = ['events.error.ageCheckDateMissing'];
  if (limits.endTimestamp !== null && limits.endTimestamp < limits.timestamp)
    fields.endTimestamp = ['events.error.endBeforeStart'];
  refuseErrors(fields);
}

/** Makes a competition; without a moment of its own it starts with the event. Answers its id. */
export const createCompetition = (
  work: Work,
  eventId: number,
  input: CompetitionInput & { title: string },
): Promise<number> =>
  createRecord(work, 'competition', eventId, async (siblings) => {
    const [event] = await work.tx
      .select({ timestamp: events.startTimestamp })
      .from(events)
      .where(eq(events.id, eventId));
    const defaults: Limits = {
      ...present(event, 'a competition is of an event'),
      endTimestamp: null,
      minAge: 0,
      maxAge: 0,
      minTeamSize: 1,
      maxTeamSize: Math.max(10, input.minTeamSize ?? 1),
      ageCheckMode: 'dayOfCompetition',
      ageCheckDate: null,
    };
    refuseContradictions({ ...defaults, ...given(input) });
    return {
      timestamp: defaults.timestamp,
      maxTeamSize: defaults.maxTeamSize,
      sortOrder: siblings + 1,
      ...given(input),
      title: input.title,
      eventId,
    };
  });

/**
 * Changes what is given.
 * @throws Problem CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE with `details.sold` when fewer tickets would be left
 *   than are sold, VALIDATION_FAILED when single starters would become teams, or teams single starters.
 */
export const updateCompetition = (work: Work, competitionId: number, input: CompetitionInput): Promise<void> =>
  changeRecord(work, 'competition', competitionId, async (before) => {
    const { totalTicketCount, ...fields } = input;
    refuseContradictions({ ...before, ...given(input) });
    const { type = before.type } = input;
    // Everyone stands in a team, with a name or without one: by their papers, lists and ranks they are what they booked as.
    if (type !== before.type && before.sold > 0) refuseErrors({ type: ['events.error.typeSold'] });
    if (totalTicketCount !== undefined) await setTotal(work, competitionId, totalTicketCount);
    return fields;
  });

/** Decided by the statement itself: another process may be selling at this moment. */
async function setTotal(work: Work, competitionId: number, totalTicketCount: number): Promise<void> {
  const { id, sold } = competitions;
  const changed = await work.tx
    .update(competitions)
    .set({ totalTicketCount })
    .where(and(eq(id, competitionId), sql`${sold} <= ${totalTicketCount}`))
    .returning({ id });
  if (changed.length === 1) return;
  const [now] = await work.tx.select({ sold }).from(competitions).where(eq(id, competitionId));
  refuse('CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE', { sold: now?.sold ?? 0 });
}
