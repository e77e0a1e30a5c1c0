import type { Viewer } from '#src/access/viewer.ts';
import { ready } from '#src/data/hot-statements.ts';
import { type Counted, countAtOnce, hasRoomFor, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from '#src/kernel/problem.ts';
import { days, hours, type Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';

/**
 * What somebody may hold, and have mailed, who has typed an address and proved none. A login by code has none of these
 * limits. Why the numbers are what they are stands in the README of booking.
 *
 * Of orders and places counts what is open: neither paid, canceled nor proven. A visit and a typed address are made by
 * whoever sits at a network address, as many as they like, so their numbers go with its factor.
 */
export const maxOpen = { orders: 40, places: 200, transfers: 30 } as const;
const ordersOfNetwork: Limit = { name: 'guest-orders', most: 500, windowMs: hours(1), per: 'address' };
const placesOfNetwork: Limit = { name: 'guest-places', most: 1000, windowMs: hours(1), per: 'address' };
/** Of the typed address: its owner has asked for nothing. */
const mailsAnHour: Limit = { name: 'guest-mails', most: 30, windowMs: hours(1), per: 'account' };
const mailsADay: Limit = { name: 'guest-mails-day', most: 50, windowMs: days(1), per: 'account' };

/** Where a booking comes from. */
export type Origin = { clientAddress: string; limitFactor: number };
type Guest = Pick<Viewer, 'userId' | 'visitId' | 'level'>;

/**
 * Before a guest's order takes its places.
 * @throws Problem TOO_MANY_REQUESTS with `details.reason`: guestPlaces, guestOrders, guestMails, guestNetwork
 */
export async function requireRoomForGuest(
  work: Work,
  guest: Guest,
  { places, isFree, origin }: { places: number; isFree: boolean; origin: Origin },
): Promise<void> {
  if (guest.level === 'verified') return;
  const { clientAddress, limitFactor } = origin;
  // More than this at once is no family and no team, whatever the factor is.
  if (places > maxOpen.places) tooMany('guestPlaces', maxOpen.places, null, work.now);
  if (limitFactor > 0) {
    const [orders, all] = [Math.ceil(maxOpen.orders * limitFactor), Math.ceil(maxOpen.places * limitFactor)];
    for (const open of await openOf(work, guest, orders)) {
      if (open.orders >= orders) tooMany('guestOrders', orders, open.until, work.now);
      if (open.places + places > all) tooMany('guestPlaces', all, open.until, work.now);
    }
  }
  await countAtOnce(
    work,
    [
      { limit: ordersOfNetwork, key: clientAddress, reason: 'guestNetwork' },
      { limit: placesOfNetwork, key: clientAddress, times: places, reason: 'guestNetwork' },
      // A free order is confirmed at once; every other one has no mail before its transfer is chosen.
      ...(isFree ? mailTo(guest.userId) : []),
    ],
    limitFactor,
  );
}

/**
 * Before a guest's order waits for a transfer: it then keeps its places for days, and the account goes out by mail.
 * @throws Problem TOO_MANY_REQUESTS with `details.reason`: guestTransfers, guestMails
 */
export async function requireRoomForTransfer(
  work: Work,
  order: { userId: number; visitId: string; awaitsProof: boolean },
): Promise<void> {
  if (!order.awaitsProof) return;
  for (const { transfers, until } of await openOf(work, order, 500)) {
    if (transfers >= maxOpen.transfers) tooMany('guestTransfers', maxOpen.transfers, until, work.now);
  }
  await countAtOnce(work, mailTo(order.userId), 1);
}

/** Whether a mail may go out for which nobody pressed a button now: that an order is about to end, or has. */
export async function mayMailGuest(
  { write }: Pick<Deps, 'write'>,
  { awaitsProof, userId }: { awaitsProof: boolean; userId: number },
): Promise<boolean> {
  return !awaitsProof || (await write((work) => hasRoomForMail(work, userId)));
}

/** Whether one more mail may go to a typed address, which is counted then; the work goes on without one that may not. */
export const hasRoomForMail = (work: Work, userId: number): Promise<boolean> => hasRoomFor(work, mailTo(userId), 1);

const mailTo = (userId: number): Counted[] =>
  [mailsAnHour, mailsADay].map((limit) => ({ limit, key: String(userId), reason: 'guestMails' }));

/** Retrying makes sense when the first of what is open ends, and that is asked again within the hour. */
function tooMany(reason: string, most: number, until: Instant | null, now: Instant): never {
  const wait = until === null ? hours(1) : Math.min(Math.max(until - now, 1000), hours(1));
  return refuse('TOO_MANY_REQUESTS', { reason, most, retryAfterSeconds: Math.ceil(wait / 1000) });
}

type Open = { orders: number; transfers: number; places: number; until: Instant | null };

/** What is open of this visit, and of this address in all visits; `most`: more than that is not counted. */
async function openOf({ tx }: Work, { visitId, userId }: Pick<Guest, 'visitId' | 'userId'>, most: number) {
  return await tx.all<Open>(ready(openText, [visitId, visitId, most, userId, userId, most]));
}

const pendingBy = { visit: 'orders_pending_visit', user: 'orders_user' };
const openBy = (whose: 'visit' | 'user'): string => {
  const some = (index: string, which: string) =>
    `select o.id, o.payment_method, o.expires_at from orders o indexed by ${index}
      where ${whose}_id = ? and awaits_proof = 1 and ${which}`;
  return `select count(*) orders, coalesce(sum(payment_method = 'bank'), 0) transfers, coalesce(sum(places), 0) places,
    min(expires_at) until
  from (
    select payment_method, expires_at, (select count(*) from participants p where p.order_id = o.id) places
    from (
      ${some(pendingBy[whose], `status = 'pending'`)}
      union all
      ${some(`orders_guest_${whose}`, `total_cents = 0 and status in ('complete', 'shipped')`)}
    ) o
    limit ?
  )`;
};
const openText = `${openBy('visit')} union all ${openBy('user')}`;
