import { asc, eq, inArray, isNull } from 'drizzle-orm';
import { addEventEntries, catalogOf } from '#modules/events/index.ts';
import { cancelPortion } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Job } from '#src/data/jobs.ts';
import { mails } from '#src/data/schema.ts';
import type { Work } from '#src/data/work.ts';
import { isEmail } from '#src/kernel/email.ts';
import { type Cents, sumCents } from '#src/kernel/money.ts';
import { seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { openCancellationRefund } from '../refunds/giving-back.ts';
import { eventCancellations } from '../schema.ts';
import { type OpenOrder, openOrdersAfter, startersOf } from './read-scope.ts';
import type { EventCancellation } from './start-cancellation.ts';

const portion = 25;
/** After codes and confirmations, before newsletters. */
const priority = 7;
export const cancellationJob = 'payments.cancel-events';

/** Cancels one batch of orders per write. The progress is stored with it, so a killed process resumes. */
export const cancelEventsJob = (deps: Pick<Deps, 'read' | 'write'>): Job => ({
  name: cancellationJob,
  everyMs: seconds(10),
  async run() {
    const [running] = await deps.read
      .select({ id: eventCancellations.id })
      .from(eventCancellations)
      .where(isNull(eventCancellations.finishedAt))
      .orderBy(asc(eventCancellations.id))
      .limit(1);
    if (!running) return false;
    await deps.write((work) => advanceCancellation(work, running.id));
    await new Promise<void>((resume) => setImmediate(resume));
    return true;
  },
});

/** Cancels the next orders, opens their refunds, and mails buyers and participants. */
export async function advanceCancellation(work: Work, id: number): Promise<void> {
  const { tx, now } = work;
  const [cancellation] = await tx.select().from(eventCancellations).where(eq(eventCancellations.id, id));
  if (!cancellation || cancellation.finishedAt !== null) return;
  const { eventId, startedBy, refundMode, lastOrderId } = cancellation;
  const next = await openOrdersAfter(tx, eventId, lastOrderId, portion);
  const posted = await writeTo(work, cancellation, next);
  const back: Cents[] = [];
  const giveBack = openCancellationRefund({ mode: refundMode, isEach: true });
  const canceled = await cancelPortion(
    work,
    next.map((order) => order.id),
    {
      editorId: startedBy,
      reason: 'byAdmin',
      giveBack: async (inWork, order) => {
        const amount = await giveBack(inWork, order);
        back.push(amount);
        return amount;
      },
    },
  );
  const isLast = next.length < portion;
  const done = {
    lastOrderId: next.at(-1)?.id ?? lastOrderId,
    canceledCount: cancellation.canceledCount + canceled,
    mailCount: cancellation.mailCount + posted,
    refundedCents: sumCents([cancellation.refundedCents, ...back]),
    ...(isLast ? { finishedAt: now } : {}),
  };
  await tx.update(eventCancellations).set(done).where(eq(eventCancellations.id, id));
  if (isLast) await record(work, { ...cancellation, ...done });
}

async function record(work: Work, cancellation: EventCancellation): Promise<void> {
  const { id, eventId, startedBy, canceledCount, refundedCents, mailCount } = cancellation;
  const catalog = await catalogOf(work.tx, eventId);
  await addEventEntries(work, { userId: startedBy }, eventId, [
    {
      ...{ kind: 'cancellation', action: 'changed', recordId: id, name: catalog?.event.title ?? '' },
      changes: [
        { field: 'cancellationOrders', before: null, after: canceledCount },
        { field: 'cancellationRefunded', before: null, after: refundedCents },
        { field: 'cancellationMails', before: null, after: mailCount },
      ],
    },
  ]);
}

/** Mails the buyers and the participants of paid orders, once per address. Returns the number of mails. */
async function writeTo(
  work: Work,
  { id, eventId, message }: EventCancellation,
  next: readonly OpenOrder[],
): Promise<number> {
  if (!message || next.length === 0) return 0;
  const people = await startersOf(
    work.tx,
    next.map((order) => order.id),
  );
  const peopleOf = Map.groupBy(people, ({ orderId }) => orderId);
  const recipients = next.flatMap((order) => [
    { order, participantId: null, address: order.email },
    ...(isPaidStatus(order.status) ? (peopleOf.get(order.id) ?? []) : []).flatMap(({ id: participantId, email }) =>
      email ? [{ order, participantId, address: email }] : [],
    ),
  ]);
  // Buyers registered at the desk may have no address.
  const readers = recipients.filter(({ address }) => isEmail(address));
  const keyed = new Map(
    readers.map((reader) => [`EventCanceled|${id}|${reader.address.trim().toLowerCase()}`, reader] as const).reverse(),
  );
  const known = await work.tx
    .select({ key: mails.uniqueKey })
    .from(mails)
    .where(inArray(mails.uniqueKey, [...keyed.keys()]));
  const isPosted = new Set(known.map(({ key }) => key));
  const waiting = [...keyed].filter(([key]) => !isPosted.has(key));
  for (const [uniqueKey, { order, participantId, address }] of waiting)
    await work.post({
      type: 'EventCanceled',
      uniqueKey,
      recipient: address,
      locale: message['en-us'] ? order.language : 'de',
      params: { cancellationId: id, eventId, orderId: order.id, participantId },
      orderId: order.id,
      priority,
    });
  return waiting.length;
}
