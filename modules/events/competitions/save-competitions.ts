import { and, eq, sql } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { withoutUndefined } from '#src/kernel/pick.ts';
import type { FieldErrors } from '#src/kernel/problem.ts';
import { changeRecord, createRecord, refuseErrors } from '../records/save.ts';
import { refuse } from '../rules/problems.ts';
import { competitions, events } from '../schema.ts';
import type { CompetitionInput } from '../shapes.ts';

type Limits = Pick<
  typeof competitions.$inferSelect,
  'timestamp' | 'endTimestamp' | 'minAge' | 'maxAge' | 'minTeamSize' | 'maxTeamSize' | 'ageCheckMode' | 'ageCheckDate'
>;

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

/** Creates a competition; by default it starts with the event. */
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
    refuseContradictions({ ...defaults, ...withoutUndefined(input) });
    return {
      timestamp: defaults.timestamp,
      maxTeamSize: defaults.maxTeamSize,
      sortOrder: siblings + 1,
      ...withoutUndefined(input),
      title: input.title,
      eventId,
    };
  });

/**
 * @throws Problem CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE with `details.sold`; VALIDATION_FAILED when the type
 * changes after a sale
 */
export const updateCompetition = (work: Work, competitionId: number, input: CompetitionInput): Promise<void> =>
  changeRecord(work, 'competition', competitionId, async (before) => {
    const { totalTicketCount, ...fields } = input;
    refuseContradictions({ ...before, ...withoutUndefined(input) });
    const { type = before.type } = input;
    // Tickets, lists and ranks depend on the type that was booked.
    if (type !== before.type && before.sold > 0) refuseErrors({ type: ['events.error.typeSold'] });
    if (totalTicketCount !== undefined) await setTotal(work, competitionId, totalTicketCount);
    return fields;
  });

/** A conditional UPDATE, since other processes sell at the same time. */
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
