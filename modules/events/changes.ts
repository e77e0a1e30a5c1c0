import { and, eq, inArray } from 'drizzle-orm';
import { refuseFields } from '#src/kernel/problem.ts';
import { brokenConstraint } from '#src/platform/database.ts';
import type { Work } from '#src/platform/work.ts';
import { isArrangementOf } from './rules/order.ts';
import { refuse } from './rules/problems.ts';
import { competitions, events } from './schema.ts';

/** What the verbs that create, change and delete records of an event share. */

/** The foreign keys know every use, canceled ones too. */
export async function inUseRefuses<T>(code: Parameters<typeof refuse>[0], remove: () => Promise<T>): Promise<T> {
  try {
    return await remove();
  } catch (error) {
    if (brokenConstraint(error) === 'foreignKey') return refuse(code);
    throw error;
  }
}

/** Without what is undefined, so that spreading it changes only what is given. */
export const given = <T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as never;
export const hasAny = (input: object): boolean => Object.values(input).some((value) => value !== undefined);

export async function eventOfCompetition(work: Work, competitionId: number): Promise<number> {
  const [found] = await work.tx
    .select({ eventId: competitions.eventId })
    .from(competitions)
    .where(eq(competitions.id, competitionId));
  return found ? found.eventId : refuse('NOT_FOUND');
}

/** @throws Problem VALIDATION_FAILED for a competition that is not of this event. */
export async function refuseForeignCompetitions(work: Work, eventId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await work.tx
    .select({ id: competitions.id })
    .from(competitions)
    .where(and(eq(competitions.eventId, eventId), inArray(competitions.id, [...ids])));
  if (known.length < ids.length) refuseFields({ competitionIds: ['events.error.foreignCompetition'] });
}

/** @throws Problem NOT_FOUND */
export async function requireEvent(work: Work, eventId: number): Promise<void> {
  const found = await work.tx.select({ id: events.id }).from(events).where(eq(events.id, eventId));
  if (found.length === 0) refuse('NOT_FOUND');
}

/** @throws Problem VALIDATION_FAILED when these are not all known ids, each once. */
export function refuseOtherIds(field: string, known: readonly { id: number }[], ids: readonly number[]): void {
  const all = known.map(({ id }) => id);
  if (!isArrangementOf(all, ids)) refuseFields({ [field]: ['events.error.everyOnce'] });
}
