import { eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { cents, withCents } from '#src/kernel/money.ts';
import { given } from '#src/kernel/pick.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { dateIn, type Instant, zonedInstant } from '#src/kernel/time.ts';
import { newVersion } from '../changes/touch-event.ts';
import { fitHolds } from '../place-holds.ts';
import { refuseForeignPicture } from '../records/refuse-foreign-picture.ts';
import { eventChanged } from '../rules/facts.ts';
import { refuse } from '../rules/problems.ts';
import { events, shippingCosts } from '../schema.ts';
import type { EventInput } from '../shapes.ts';
import { assignOrganizer } from './assign-organizers.ts';
import { organizerDefaults } from './organizer-defaults.ts';

const fees = ['processingFee', 'organizerProcessingFee'] as const;

export type NewEvent = EventInput & { title: string; organizerId?: number };

/** The first and the last minute of the day of `at` in a zone. */
function dayOf(at: Instant, timeZone: string): { start: Instant; end: Instant } {
  const start = zonedInstant(dateIn(at, timeZone), 0, 0, timeZone);
  return { start, end: lastMinuteOf(start, timeZone) };
}

function lastMinuteOf(at: Instant, timeZone: string): Instant {
  return zonedInstant(dateIn(at, timeZone), 23, 59, timeZone);
}

/**
 * Makes an event, by default of today, for nobody to see yet, with VAT and fee of its organizer, and answers its id.
 * @throws Problem NOT_FOUND without such an organizer, VALIDATION_FAILED when it would end before it starts.
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
      ...given(fields),
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

/** Changes what is given and leaves the rest. */
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
  await fitHolds(work, eventId);
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
