import { and, count, eq, sql } from 'drizzle-orm';
import { present } from '#src/kernel/assert.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Work } from '#src/platform/work.ts';
import { eventOfCompetition, given, hasAny, inUseRefuses } from '../changes.ts';
import { touchEvent } from '../event/change-event.ts';
import { refuseForeignPicture } from '../pictures/refuse-foreign-picture.ts';
import { refuse } from '../rules/problems.ts';
import { competitions, events } from '../schema.ts';
import type { CompetitionInput } from '../shapes.ts';

type Limits = {
  minAge: number;
  maxAge: number;
  minTeamSize: number;
  maxTeamSize: number;
  ageCheckMode: string;
  ageCheckDate: string | null;
};

/** Fields that contradict each other; the texts are keys of the locales. */
function refuseContradictions(limits: Limits): void {
  const fields: Record<string, string[]> = {};
  if (limits.maxAge > 0 && limits.maxAge < limits.minAge) fields.maxAge = ['events.error.maxBelowMin'];
  if (limits.maxTeamSize < limits.minTeamSize) fields.maxTeamSize = ['events.error.maxBelowMin'];
  if (limits.ageCheckMode === 'givenDate' && limits.ageCheckDate === null)
    fields.ageCheckDate = ['events.error.ageCheckDateMissing'];
  if (Object.keys(fields).length > 0) refuseFields(fields);
}

/** Makes a competition; without a moment of its own it starts with the event. Answers its id. */
export async function createCompetition(
  work: Work,
  eventId: number,
  input: CompetitionInput & { title: string },
): Promise<number> {
  const [event] = await work.tx
    .select({ start: events.startTimestamp, competitions: count(competitions.id) })
    .from(events)
    .leftJoin(competitions, eq(competitions.eventId, events.id))
    .where(eq(events.id, eventId))
    .groupBy(events.id);
  if (!event) return refuse('NOT_FOUND');
  const defaults: Limits = {
    minAge: 0,
    maxAge: 0,
    minTeamSize: 1,
    maxTeamSize: Math.max(10, input.minTeamSize ?? 1),
    ageCheckMode: 'dayOfCompetition',
    ageCheckDate: null,
  };
  refuseContradictions({ ...defaults, ...given(input) });
  await refuseForeignPicture(work, eventId, input.previewPicture, 'previewPicture');
  const [made] = await work.tx
    .insert(competitions)
    .values({
      maxTeamSize: defaults.maxTeamSize,
      timestamp: event.start,
      sortOrder: event.competitions + 1,
      ...given(input),
      title: input.title,
      eventId,
    })
    .returning({ id: competitions.id });
  await touchEvent(work, eventId);
  return present(made, 'an inserted competition has an id').id;
}

/**
 * Changes what is given.
 * @throws Problem CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE with `details.sold` when fewer tickets would be left
 *   than are sold.
 */
export async function updateCompetition(work: Work, competitionId: number, input: CompetitionInput): Promise<void> {
  const [before] = await work.tx.select().from(competitions).where(eq(competitions.id, competitionId));
  if (!before) return refuse('NOT_FOUND');
  const after = { ...before, ...given(input) };
  refuseContradictions(after);
  await refuseForeignPicture(work, before.eventId, input.previewPicture, 'previewPicture');
  if (hasAny(input)) {
    // Decided by the statement itself: another process may be selling at this moment.
    const changed = await work.tx
      .update(competitions)
      .set(input)
      .where(and(eq(competitions.id, competitionId), sql`${competitions.sold} <= ${after.totalTicketCount}`))
      .returning({ id: competitions.id });
    if (changed.length === 0) return refuseTooFew(work, competitionId);
  }
  await touchEvent(work, before.eventId);
}

async function refuseTooFew(work: Work, competitionId: number): Promise<never> {
  const [now] = await work.tx
    .select({ sold: competitions.sold })
    .from(competitions)
    .where(eq(competitions.id, competitionId));
  return refuse('CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE', { sold: now?.sold ?? 0 });
}

/** @throws Problem CANT_DELETE_COMPETITION_HAS_PARTICIPANTS when anyone ever registered. */
export async function deleteCompetition(work: Work, competitionId: number): Promise<void> {
  const eventId = await eventOfCompetition(work, competitionId);
  const gone = await inUseRefuses('CANT_DELETE_COMPETITION_HAS_PARTICIPANTS', () =>
    work.tx
      .delete(competitions)
      .where(and(eq(competitions.id, competitionId), eq(competitions.sold, 0)))
      .returning({ id: competitions.id }),
  );
  if (gone.length === 0) refuse('CANT_DELETE_COMPETITION_HAS_PARTICIPANTS');
  await touchEvent(work, eventId);
}
