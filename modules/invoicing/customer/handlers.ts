import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import { eventChanged } from '#modules/events/rules/facts.ts';
import { buyerChanged, orderCanceled, orderChanged, orderPaid } from '#modules/orders/rules/facts.ts';
import { organizerById } from '#modules/organizers/index.ts';
import { isPostal } from '#modules/organizers/rules/address.ts';
import { organizerChanged } from '#modules/organizers/rules/facts.ts';
import { refundOpened } from '#modules/payments/rules/facts.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
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
/** Orders per round; a concurrent booking waits for one round only. */
const portion = 10;

/** Starts the backlog when an event turns invoices on. Returns whether the job has work. */
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

/** Restarts the backlog when an organizer adds its address or tax number. Returns whether the job has work. */
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
 * Issues invoices of orders paid before their event or organizer could issue them. Repeats are harmless, so a killed
 * process resumes. A failing order does not stop the others.
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
    // Parallel writes share commits; the queue keeps their order.
    await Promise.all(next.map((orderId) => issueOne(deps, orderId)));
    await deps.write(async ({ tx, now }) => {
      const last = next.at(-1);
      await tx
        .update(invoiceBacklogs)
        .set(last === undefined ? { finishedAt: now } : { lastOrderId: last })
        // Guards against a restart of the backlog meanwhile.
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

/** Recomputes the papers after every change of an order. */
export const customerHandlers = ({ runNow }: Pick<Deps, 'runNow'>): readonly FactHandler[] => [
  onFact(orderPaid, 'invoicing.order-paid', (work, { orderId }) => savePapers(work, orderId)),
  onFact(orderChanged, 'invoicing.order-changed', (work, { orderId }) => savePapers(work, orderId)),
  onFact(orderCanceled, 'invoicing.order-canceled', (work, { orderId }) => savePapers(work, orderId)),
  onFact(buyerChanged, 'invoicing.buyer-changed', (work, { orderId }) => savePapers(work, orderId)),
  onFact(refundOpened, 'invoicing.refund-opened', (work, { orderId }) => savePapers(work, orderId)),
  onFact(eventChanged, 'invoicing.event-changed', async (work, { eventId }) => {
    if (await noteBacklog(work, eventId)) runNow(backlogJob);
  }),
  onFact(organizerChanged, 'invoicing.organizer-changed', async (work, { organizerId }) => {
    if (await noteSellerBacklog(work, organizerId)) runNow(backlogJob);
  }),
];
