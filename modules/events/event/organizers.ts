import { and, asc, eq, notInArray } from 'drizzle-orm';
import { organizerById } from '#modules/organizers/index.ts';
import { mayTouch, organizersFor, type Person } from '#src/access/permissions.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { basisPoints, type Cents, zeroCents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { touchEvent } from '../changes/touch-event.ts';
import type { Catalog } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { eventOrganizers, events } from '../schema.ts';

/**
 * Defaults of a new event: no VAT for an exempt organizer, else 20 %, and the agreed fee per ticket.
 * @throws Problem NOT_FOUND for an unknown organizer
 */
export async function organizerDefaults(reader: Reader | Tx, organizerId: number | undefined) {
  const organizer =
    organizerId === undefined ? null : ((await organizerById(reader, organizerId)) ?? refuse('NOT_FOUND'));
  const taxExemption = organizer?.taxExemption ?? null;
  const agreedFee: Cents | null = organizer?.organizerProcessingFee ?? null;
  return {
    taxExemption,
    agreedFee,
    fields: { vat: basisPoints(taxExemption ? 0 : 20), organizerProcessingFee: agreedFee ?? zeroCents },
  };
}

/** The main organizer's account for payouts; `href`: the page to enter it, for those who may. */
export type BankAccount = { isThere: boolean; href: string | null };
export async function bankAccountOf(
  reader: Reader,
  { organizers }: Pick<Catalog, 'organizers'>,
  viewer: Person,
): Promise<BankAccount> {
  const main = organizers.find(({ isMain }) => isMain);
  if (!main) return { isThere: true, href: null };
  const organizer = await organizerById(reader, main.id);
  const mayEnter = mayTouch('organizer.change', viewer, { organizerIds: [main.id] });
  return { isThere: !!organizer?.iban, href: mayEnter ? `/admin/organizer/${main.id}#field-iban` : null };
}

/**
 * The named organizer, else the first one that the person works for. Super admins may create events without one.
 * @throws Problem NOT_FOUND for another's organizer
 */
export function organizerFor(viewer: Person, organizerId: number | undefined): number | undefined {
  if (organizerId === undefined) return organizersFor('event.change', viewer)[0];
  return mayTouch('event.change', viewer, { organizerIds: [organizerId] }) ? organizerId : refuse('NOT_FOUND');
}

const columns = { id: events.id, title: events.title, startTimestamp: events.startTimestamp };
export type OrganizerEvent = { id: number; title: string; startTimestamp: Instant; isMain: boolean };

export async function eventsOfOrganizer(reader: Reader | Tx, organizerId: number): Promise<OrganizerEvent[]> {
  if (!(await organizerById(reader, organizerId))) refuse('NOT_FOUND');
  return reader
    .select({ ...columns, isMain: eventOrganizers.isMain })
    .from(eventOrganizers)
    .innerJoin(events, eq(events.id, eventOrganizers.eventId))
    .where(eq(eventOrganizers.organizerId, organizerId))
    .orderBy(asc(events.startTimestamp), asc(events.id));
}

export async function eventsAvailableFor(reader: Reader | Tx, organizerId: number): Promise<OrganizerEvent[]> {
  const own = (await eventsOfOrganizer(reader, organizerId)).map(({ id }) => id);
  const rows = await reader
    .select(columns)
    .from(events)
    .where(notInArray(events.id, own))
    .orderBy(asc(events.startTimestamp), asc(events.id));
  return rows.map((row) => ({ ...row, isMain: false }));
}

/** The first organizer of an event is its main one. */
export async function assignOrganizer(work: Work, eventId: number, organizerId: number): Promise<void> {
  const known = await organizerById(work.tx, organizerId);
  const event = await work.tx.select({ id: events.id }).from(events).where(eq(events.id, eventId));
  if (!known || event.length === 0) return refuse('NOT_FOUND');
  const main = await work.tx
    .select({ id: eventOrganizers.organizerId })
    .from(eventOrganizers)
    .where(and(eq(eventOrganizers.eventId, eventId), eq(eventOrganizers.isMain, true)));
  await work.tx
    .insert(eventOrganizers)
    .values({ eventId, organizerId, isMain: main.length === 0 })
    .onConflictDoNothing();
}

/**
 * When the main organizer is removed, the one with the lowest id follows.
 * @throws Problem CANT_REMOVE_ORGANIZER_IS_LAST
 */
export async function removeOrganizer(work: Work, eventId: number, organizerId: number): Promise<void> {
  const roles = await work.tx
    .select()
    .from(eventOrganizers)
    .where(eq(eventOrganizers.eventId, eventId))
    .orderBy(asc(eventOrganizers.organizerId));
  const role = roles.find((each) => each.organizerId === organizerId) ?? refuse('NOT_FOUND');
  const next = roles.find((each) => each !== role) ?? refuse('CANT_REMOVE_ORGANIZER_IS_LAST');
  await work.tx
    .delete(eventOrganizers)
    .where(and(eq(eventOrganizers.eventId, eventId), eq(eventOrganizers.organizerId, organizerId)));
  if (role.isMain) await setMainOrganizer(work, eventId, next.organizerId);
  await touchEvent(work, eventId);
}

export async function setMainOrganizer(work: Work, eventId: number, organizerId: number): Promise<void> {
  await work.tx.update(eventOrganizers).set({ isMain: false }).where(eq(eventOrganizers.eventId, eventId));
  const changed = await work.tx
    .update(eventOrganizers)
    .set({ isMain: true })
    .where(and(eq(eventOrganizers.eventId, eventId), eq(eventOrganizers.organizerId, organizerId)))
    .returning({ eventId: eventOrganizers.eventId });
  if (changed.length === 0) refuse('NOT_FOUND');
  await touchEvent(work, eventId);
}
