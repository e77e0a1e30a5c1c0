import { and, eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { cents, withCents } from '#src/kernel/money.ts';
import { withoutUndefined } from '#src/kernel/pick.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { dateIn, type Instant, zonedInstant } from '#src/kernel/time.ts';
import { newVersion, touchEvent } from '../changes/touch-event.ts';
import { reduceHoldsToRoom } from '../place-holds.ts';
import { eventIdOf } from '../read-catalog.ts';
import { refuseForeignPicture } from '../records/save.ts';
import { eventChanged } from '../rules/facts.ts';
import { refuse } from '../rules/problems.ts';
import { events, shippingCosts, shortlinks } from '../schema.ts';
import { type EventInput, reservedShortlinks, shortlinkPattern } from '../shapes.ts';
import { assignOrganizer, organizerDefaults } from './organizers.ts';

const fees = ['processingFee', 'organizerProcessingFee', 'deskSurcharge'] as const;

export type NewEvent = EventInput & { title: string; organizerId?: number };

function dayOf(at: Instant, timeZone: string): { start: Instant; end: Instant } {
  const start = zonedInstant(dateIn(at, timeZone), 0, 0, timeZone);
  return { start, end: lastMinuteOf(start, timeZone) };
}

function lastMinuteOf(at: Instant, timeZone: string): Instant {
  return zonedInstant(dateIn(at, timeZone), 23, 59, timeZone);
}

/**
 * Creates a hidden event, by default of today, with VAT and fee of its organizer.
 * @throws Problem NOT_FOUND for an unknown organizer; VALIDATION_FAILED when it ends before it starts
 */
export async function createEvent(work: Work, input: NewEvent): Promise<number> {
  const { organizerId, shippingCosts: shipping, ...rest } = input;
  const fields = withCents(rest, fees);
  const timeZone = fields.timeZone ?? 'Europe/Vienna';
  const startTimestamp = fields.startTimestamp ?? dayOf(work.now, timeZone).start;
  const endTimestamp = fields.endTimestamp ?? lastMinuteOf(startTimestamp, timeZone);
  refuseWrongOrder(startTimestamp, endTimestamp);
  const { fields: defaults } = await organizerDefaults(work.tx, organizerId);
  const [event] = await work.tx
    .insert(events)
    .values({
      ...defaults,
      ...withoutUndefined(fields),
      startTimestamp,
      endTimestamp,
      defaultShippingCost: cents(shipping?.defaultShippingCost ?? 0),
      version: newVersion(),
      createdAt: work.now,
    })
    .returning({ id: events.id });
  const { id } = present(event, 'an inserted event has an id');
  await refuseForeignPicture(work, id, fields.titlePicture, 'titlePicture');
  if (organizerId !== undefined) await assignOrganizer(work, id, organizerId);
  if (shipping?.countries) await setShippingCountries(work, id, shipping.countries);
  await work.announce(eventChanged({ eventId: id }));
  return id;
}

export async function updateEvent(work: Work, eventId: number, input: EventInput): Promise<void> {
  const { shippingCosts: shipping, ...rest } = input;
  const fields = withCents(rest, fees);
  const [before] = await work.tx
    .select({ start: events.startTimestamp, end: events.endTimestamp, timeZone: events.timeZone })
    .from(events)
    .where(eq(events.id, eventId));
  if (!before) return refuse('NOT_FOUND');
  refuseWrongOrder(fields.startTimestamp ?? before.start, fields.endTimestamp ?? before.end);
  await refuseForeignPicture(work, eventId, fields.titlePicture, 'titlePicture');
  await work.tx
    .update(events)
    .set({
      ...fields,
      ...(shipping?.defaultShippingCost === undefined
        ? {}
        : { defaultShippingCost: cents(shipping.defaultShippingCost) }),
      version: newVersion(),
    })
    .where(eq(events.id, eventId));
  if (shipping?.countries) await setShippingCountries(work, eventId, shipping.countries);
  await reduceHoldsToRoom(work, eventId);
  await work.announce(eventChanged({ eventId }));
}

async function setShippingCountries(
  work: Work,
  eventId: number,
  countries: readonly { countryCode: string; cost: number }[],
): Promise<void> {
  await work.tx.delete(shippingCosts).where(eq(shippingCosts.eventId, eventId));
  if (countries.length === 0) return;
  const costs = countries.map(({ countryCode, cost }) => ({ eventId, countryCode, cost: cents(cost) }));
  await work.tx.insert(shippingCosts).values(costs);
}

export function refuseWrongOrder(start: Instant, end: Instant): void {
  if (end < start) refuseFields({ endTimestamp: ['events.error.endBeforeStart'] });
}

export async function setWaitingRoom(work: Work, eventId: number, isOn: boolean): Promise<void> {
  await work.tx.update(events).set({ waitingRoom: isOn }).where(eq(events.id, eventId));
  await touchEvent(work, eventId);
}

/**
 * Idempotent.
 * @throws Problem SHORTLINK_ALREADY_EXISTS when another event has it; VALIDATION_FAILED for other characters than a to
 * z and hyphens, and for reserved words
 */
export async function putShortlink(work: Work, eventId: number, shortlink: string): Promise<void> {
  if (!shortlinkPattern.test(shortlink)) refuseFields({ shortlink: ['events.error.shortlink'] });
  if (reservedShortlinks.includes(shortlink)) refuseFields({ shortlink: ['events.error.shortlinkReserved'] });
  if ((await eventIdOf(work.tx, String(eventId))) === 0) refuse('NOT_FOUND');
  await work.tx.insert(shortlinks).values({ shortlink, eventId }).onConflictDoNothing();
  const [owner] = await work.tx
    .select({ eventId: shortlinks.eventId })
    .from(shortlinks)
    .where(eq(shortlinks.shortlink, shortlink));
  if (owner?.eventId !== eventId) refuse('SHORTLINK_ALREADY_EXISTS', { shortlink });
  await touchEvent(work, eventId);
}

export async function deleteShortlink(work: Work, eventId: number, shortlink: string): Promise<void> {
  const deleted = await work.tx
    .delete(shortlinks)
    .where(and(eq(shortlinks.shortlink, shortlink), eq(shortlinks.eventId, eventId)))
    .returning({ eventId: shortlinks.eventId });
  if (deleted.length === 0) refuse('NOT_FOUND');
  await touchEvent(work, eventId);
}
