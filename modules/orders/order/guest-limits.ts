import type { Viewer } from '#src/access/viewer.ts';
import { ready } from '#src/data/hot-statements.ts';
import { type Counted, countAtOnce, hasRoomFor, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from '#src/kernel/problem.ts';
import { days, hours, type Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';

/**
 * Limits for guests with an unproven address; a login by code has none. The booking README explains the numbers. Counts
 * open orders and places: neither paid, canceled nor proven. Limits grow with the factor of the network address.
 */
export const maxOpen = { orders: 40, places: 200, transfers: 30 } as const;
const ordersOfNetwork: Limit = { name: 'guest-orders', most: 500, windowMs: hours(1), per: 'address' };
const placesOfNetwork: Limit = { name: 'guest-places', most: 1000, windowMs: hours(1), per: 'address' };
const mailsAnHour: Limit = { name: 'guest-mails', most: 30, windowMs: hours(1), per: 'account' };
const mailsADay: Limit = { name: 'guest-mails-day', most: 50, windowMs: days(1), per: 'account' };

export type Origin = { clientAddress: string; limitFactor: number };
type Guest = Pick<Viewer, 'userId' | 'visitId' | 'level'>;

/**
 * Checked before a guest's order is written.
 * @throws Problem TOO_MANY_REQUESTS with `details.reason`: guestPlaces, guestOrders, guestMails, guestNetwork
 */
export async function requireRoomForGuest(
  work: Work,
  guest: Guest,
  { places, isFree, origin }: { places: number; isFree: boolean; origin: Origin },
): Promise<void> {
  if (guest.level === 'verified') return;
  const { clientAddress, limitFactor } = origin;
  // Absolute limit, whatever the factor.
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
      // Only a free order sends a mail now.
      ...(isFree ? mailTo(guest.userId) : []),
    ],
    limitFactor,
  );
}

/**
 * Checked before a guest chooses a transfer, which holds places for days and sends a mail.
 * @throws Problem TOO_MANY_REQUESTS with `details.reason`: guestTransfers, guestMails
 */
export async function refuseTooManyTransfers(
  work: Work,
  order: { userId: number; visitId: string; awaitsProof: boolean },
): Promise<void> {
  if (!order.awaitsProof) return;
  for (const { transfers, until } of await openOf(work, order, 500)) {
    if (transfers >= maxOpen.transfers) tooMany('guestTransfers', maxOpen.transfers, until, work.now);
  }
  await countAtOnce(work, mailTo(order.userId), 1);
}

export async function mayMailGuest(
  { write }: Pick<Deps, 'write'>,
  { awaitsProof, userId }: { awaitsProof: boolean; userId: number },
): Promise<boolean> {
  return !awaitsProof || (await write((work) => hasRoomForMail(work, userId)));
}

/** Counts a mail to an unproven address; false when the limit is reached. */
export const hasRoomForMail = (work: Work, userId: number): Promise<boolean> => hasRoomFor(work, mailTo(userId), 1);

const mailTo = (userId: number): Counted[] =>
  [mailsAnHour, mailsADay].map((limit) => ({ limit, key: String(userId), reason: 'guestMails' }));

/** Suggests a retry when the first open order ends, at most in an hour. */
function tooMany(reason: string, most: number, until: Instant | null, now: Instant): never {
  const wait = until === null ? hours(1) : Math.min(Math.max(until - now, 1000), hours(1));
  return refuse('TOO_MANY_REQUESTS', { reason, most, retryAfterSeconds: Math.ceil(wait / 1000) });
}

type Open = { orders: number; transfers: number; places: number; until: Instant | null };

/** Open orders and places of this visit and of this address, counted up to `most`. */
async function openOf({ tx }: Work, { visitId, userId }: Pick<Guest, 'visitId' | 'userId'>, most: number) {
  return await tx.all<Open>(ready(openText, [visitId, visitId, most, userId, userId, most]));
}

const pendingBy = { visit: 'orders_pending_visit', user: 'orders_user' };
const openBy = (scope: 'visit' | 'user'): string => {
  const some = (index: string, which: string) =>
    `select o.id, o.payment_method, o.expires_at from orders o indexed by ${index}
      where ${scope}_id = ? and awaits_proof = 1 and ${which}`;
  return `select count(*) orders, coalesce(sum(payment_method = 'bank'), 0) transfers, coalesce(sum(places), 0) places,
    min(expires_at) until
  from (
    select payment_method, expires_at, (select count(*) from participants p where p.order_id = o.id) places
    from (
      ${some(pendingBy[scope], `status = 'pending'`)}
      union all
      ${some(`orders_guest_${scope}`, `total_cents = 0 and status in ('complete', 'shipped')`)}
    ) o
    limit ?
  )`;
};
const openText = `${openBy('visit')} union all ${openBy('user')}`;
