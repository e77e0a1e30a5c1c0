import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import { organizerById } from '#modules/organizers/index.ts';
import { isPostal } from '#modules/organizers/rules/address.ts';
import type { Job } from '#src/data/jobs.ts';
import { storageFaultOf } from '#src/data/storage-faults.ts';
import type { Work } from '#src/data/work.ts';
import { minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { describeError } from '#src/runtime/log.ts';
import { invoiceBacklogs } from '../schema.ts';
import { savePapers } from './bill-order.ts';
import { eventsWithoutInvoices, ordersToInvoice } from './read-bill-needs.ts';

export const backlogJob = 'invoicing.backlog';
/** Orders that are gone through at once: a booking that comes in between waits for one portion. */
const portion = 10;

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

/**
 * An organizer may have got the address or the tax number that its invoices lacked. Answers whether there is something for
 * the job.
 */
export async function noteSellerBacklog({ tx }: Work, organizerId: number): Promise<boolean> {
  const organizer = await organizerById(tx, organizerId);
  if (!isPostal(organizer?.address ?? null)) return false;
  const eventIds = await eventsWithoutInvoices(tx, organizerId);
  if (eventIds.length === 0) return false;
  await tx
    .update(invoiceBacklogs)
    .set({ lastOrderId: 0, finishedAt: null })
    .where(and(inArray(invoiceBacklogs.eventId, eventIds), eq(invoiceBacklogs.isOn, true)));
  return true;
}

/**
 * Issues the invoices of orders that were paid before their event turned invoices on or its organizer had an address,
 * portion by portion; killed in between it goes through the portion again, which does nothing twice. An order that fails
 * keeps nobody else from theirs.
 */
export const issueBacklogJob = (deps: Pick<Deps, 'read' | 'write' | 'log'>): Job => ({
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
    const { eventId, lastOrderId } = waiting;
    const next = await ordersToInvoice(deps.read, eventId, lastOrderId, portion);
    // All at once, so that they share commits; the queue keeps their sequence.
    await Promise.all(next.map((orderId) => issueOne(deps, orderId)));
    await deps.write(async ({ tx, now }) => {
      const last = next.at(-1);
      await tx
        .update(invoiceBacklogs)
        .set(last === undefined ? { finishedAt: now } : { lastOrderId: last })
        // Somebody may have turned it off and on again meanwhile.
        .where(and(eq(invoiceBacklogs.eventId, eventId), eq(invoiceBacklogs.lastOrderId, lastOrderId)));
    });
    return true;
  },
});

async function issueOne(deps: Pick<Deps, 'write' | 'log'>, orderId: number): Promise<void> {
  try {
    await deps.write((work) => savePapers(work, orderId));
  } catch (error) {
    if (storageFaultOf(error)) throw error;
    deps.log.error('an invoice could not be issued', { orderId, ...describeError(error) });
  }
}
