import { and, asc, eq, isNull } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import { minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { Job } from '#src/platform/jobs.ts';
import type { Work } from '#src/platform/work.ts';
import { invoiceBacklogs } from '../schema.ts';
import { keepPapers } from './bill-order.ts';
import { ordersToInvoice } from './read-bill-needs.ts';

export const backlogJob = 'invoicing.backlog';
/** Orders that one write goes through: a booking that comes in between waits for one portion. */
const portion = 20;

/** An event may have turned invoices on, or off and on again. Answers whether there is something for the job. */
export async function noteBacklog({ tx }: Work, eventId: number): Promise<boolean> {
  const catalog = await catalogOf(tx, eventId);
  if (!catalog) return false;
  const isOn = catalog.event.generateInvoice;
  const [known] = await tx.select().from(invoiceBacklogs).where(eq(invoiceBacklogs.eventId, eventId));
  if (known?.isOn === isOn || (!known && !isOn)) return false;
  const begun = { isOn, lastOrderId: 0, finishedAt: null };
  await tx
    .insert(invoiceBacklogs)
    .values({ eventId, ...begun })
    .onConflictDoUpdate({ target: invoiceBacklogs.eventId, set: begun });
  return isOn;
}

/** Issues the invoices of orders that were paid before their event turned invoices on, portion by portion. */
export const issueBacklogJob = (deps: Pick<Deps, 'read' | 'write'>): Job => ({
  name: backlogJob,
  everyMs: minutes(1),
  async run() {
    const [waiting] = await deps.read
      .select()
      .from(invoiceBacklogs)
      .where(and(eq(invoiceBacklogs.isOn, true), isNull(invoiceBacklogs.finishedAt)))
      .orderBy(asc(invoiceBacklogs.eventId))
      .limit(1);
    if (!waiting) return false;
    await deps.write((work) => issuePortion(work, waiting.eventId));
    return true;
  },
});

async function issuePortion(work: Work, eventId: number): Promise<void> {
  const { tx, now } = work;
  const isThis = eq(invoiceBacklogs.eventId, eventId);
  const [backlog] = await tx.select().from(invoiceBacklogs).where(isThis);
  // Somebody turned it off meanwhile.
  if (!backlog?.isOn || backlog.finishedAt !== null) return;
  const next = await ordersToInvoice(tx, eventId, backlog.lastOrderId, portion);
  for (const orderId of next) await keepPapers(work, orderId);
  const last = next.at(-1);
  await tx
    .update(invoiceBacklogs)
    .set(last === undefined ? { finishedAt: now } : { lastOrderId: last })
    .where(isThis);
}
