import { sql } from 'drizzle-orm';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';

/**
 * A race with `tickets` places of which all are sold, to `buyer`, in orders of one place each; offers last 24 hours. It is
 * noon in Vienna.
 */
export async function soldOut(
  change: { tickets?: number; event?: Record<string, unknown>; env?: Record<string, string> } = {},
) {
  const { tickets = 3, event = {}, env } = change;
  const shop = await testShop({ now: '2026-03-02T11:00:00Z', ...(env ? { env } : {}) });
  const race = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'office@example.test', null, 'owner');
    return makeRace(work, {
      tickets,
      event: { organizerId, offerHours: 24, onlinePaymentHoldMinutes: 43_200, ...event },
    });
  });
  const { eventId, runId } = race;
  const book = (who: Caller, count = 1) =>
    who.json<{ orderId: number; code?: string; details?: Record<string, unknown> }>(
      'POST',
      `/api/events/${eventId}/book`,
      bookingOf(
        race,
        Array.from({ length: count }, () => runner()),
      ),
    );
  const buyer = await shop.login('buyer@example.test');
  const orderIds: number[] = [];
  for (let n = 0; n < tickets; n += 1) orderIds.push((await book(buyer)).body.orderId);
  await shop.settle();
  /** Gives a place back and lets the rest of the house hear of it. */
  const cancel = async () => {
    const { status } = await buyer.json('PATCH', `/api/orders/${orderIds.pop()}/cancel`);
    if (status >= 300) throw new Error(`an order was not canceled: ${status}`);
    await shop.settle();
  };
  const join = (who: Caller, body: object = {}) =>
    who.json<{ state: string; position: number | null; code?: string; details?: { reason?: string } }>(
      'POST',
      `/api/events/${eventId}/waitlist`,
      { competitionId: runId, ...body },
    );
  let people = 0;
  /** Somebody with a proven mailbox, on the list. */
  const waits = async (body: object = {}) => {
    people += 1;
    const email = `w${people}@example.test`;
    const caller = await shop.login(email);
    const joined = await join(caller, body);
    await shop.settle();
    return { caller, email, joined };
  };
  /** The address of the page of the newest mail to somebody about a list. */
  const linkOf = async (email: string, step = '') => {
    for (const { text } of await shop.mails(email)) {
      const found = new RegExp(`http://shop\\.test(/waitlist/\\d+${step}\\?signature=\\S+)`).exec(text)?.[1];
      if (found) return found;
    }
    throw new Error(`no mail about a list to ${email}`);
  };
  const statesOf = async () =>
    (
      await shop.deps.read.all<{ email: string; state: string }>(
        sql`select email, state from waitlist_entries order by id`,
      )
    ).map(({ state }) => state);
  const stepOf = (link: string, step: string) => link.replace('?', `/${step}?`);
  const office = await shop.login('office@example.test');
  return { ...shop, shop, race, book, cancel, join, waits, linkOf, stepOf, statesOf, office, buyer, orderIds };
}
