import { and, desc, eq, isNull } from 'drizzle-orm';
import { addEventEntries, catalogOf, updateEvent } from '#modules/events/index.ts';
import { longestBody, longestSubject, type MailingText, mailingErrors } from '#modules/mailings/rules/mailing.ts';
import { refuse as refuseOrder } from '#modules/orders/rules/problems.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { zeroCents } from '#src/kernel/money.ts';
import { refuse, refuseFields } from '#src/kernel/problem.ts';
import { type EventRefundMode, eventCancellations } from '../schema.ts';
import { openOrderCount } from './read-scope.ts';

export type EventCancellation = typeof eventCancellations.$inferSelect;

export async function cancellationOf(reader: Reader | Tx, eventId: number): Promise<EventCancellation | null> {
  const [found] = await reader
    .select()
    .from(eventCancellations)
    .where(eq(eventCancellations.eventId, eventId))
    .orderBy(desc(eventCancellations.id))
    .limit(1);
  return found ?? null;
}

/** Placeholders without a value here: a participant of a canceled event has neither ticket nor competition. */
const pointless = /\{(competition|ticketLink)\}/g;

export function messageErrors(message: MailingText): ReturnType<typeof mailingErrors> {
  const errors = { ...mailingErrors(message) };
  for (const language of ['de', 'en-us'] as const)
    for (const part of ['subject', 'body'] as const) {
      const names = message[language]?.[part].match(pointless);
      if (names) errors[`${language}.${part}`] ??= { code: 'placeholder', names: [...new Set(names)] };
    }
  return errors;
}
export { longestBody, longestSubject };

type Start = { eventId: number; editorId: number; refundMode: EventRefundMode; message: MailingText | null };

/**
 * Stops the sale and stores the task for the job, in one write.
 * @throws Problem EVENT_CANCELED while one is running, VALIDATION_FAILED for an invalid text, NOT_FOUND
 */
export async function startCancellation(
  work: Work,
  { eventId, editorId, refundMode, message }: Start,
): Promise<number> {
  const { tx, now } = work;
  const catalog = (await catalogOf(tx, eventId)) ?? refuse('NOT_FOUND');
  const errors = Object.entries(message ? messageErrors(message) : {});
  if (errors.length > 0)
    refuseFields(Object.fromEntries(errors.map(([path, { code }]) => [`message.${path}`, [code]])));
  const [running] = await tx
    .select({ id: eventCancellations.id })
    .from(eventCancellations)
    .where(and(eq(eventCancellations.eventId, eventId), isNull(eventCancellations.finishedAt)));
  if (running) refuseOrder('EVENT_CANCELED');
  if (!catalog.event.canceled) await updateEvent(work, eventId, { canceled: true });
  const [made] = await tx
    .insert(eventCancellations)
    .values({
      ...{ eventId, startedBy: editorId, refundMode, message, createdAt: now },
      orderCount: await openOrderCount(tx, eventId),
      refundedCents: zeroCents,
    })
    .returning({ id: eventCancellations.id });
  const { id } = present(made, 'an insert returns its row');
  await addEventEntries(work, { userId: editorId }, eventId, [
    {
      ...{ kind: 'cancellation', action: 'created', recordId: id, name: catalog.event.title },
      changes: [{ field: 'cancellationRefund', before: null, after: refundMode }],
    },
  ]);
  return id;
}
