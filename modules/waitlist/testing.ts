import { sql } from 'drizzle-orm';
import { updateArticle } from '#modules/events/articles/save-articles.ts';
import { orderOf } from '#modules/orders/index.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { refuse } from './rules/problems.ts';

/** All places are sold to `buyer` in orders of one place; offers last 24 hours. It is noon in Vienna. */
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
  const waits = async (body: object = {}) => {
    people += 1;
    const email = `w${people}@example.test`;
    const caller = await shop.login(email);
    const joined = await join(caller, body);
    await shop.settle();
    return { caller, email, joined };
  };
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

/** All `shirts` of size M are sold to one buyer, one per order; the shirt has a list. */
export async function soldOutSize(change: { shirts?: number; event?: Record<string, unknown> } = {}) {
  const { shirts = 1, event = {} } = change;
  const shop = await testShop({
    now: '2026-03-02T11:00:00Z',
    env: { BANK_IBAN: 'AT61 1904 3002 3457 3201', BANK_PAYEE: 'Startblock GmbH' },
  });
  const race = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'office@example.test', null, 'owner');
    const made = await makeRace(work, {
      shirts,
      event: { organizerId, offerHours: 24, onlinePaymentHoldMinutes: 43_200, ...event },
    });
    await updateArticle(work, made.shirtId, { hasWaitlist: true });
    return made;
  });
  const { eventId, shirtId, shirtVariantId: variantId } = race;
  type Booked = { orderId: number; code?: string };
  const bookWith = (who: Caller, shirtsEach: number, change: Record<string, unknown> = {}) => {
    const articles = [{ articleId: shirtId, variantId, quantity: shirtsEach, uniqueLocalId: 'a1' }];
    const person = runner({ ...change, articles: shirtsEach > 0 ? articles : [] });
    const totalPrice = 3000 + 150 + shirtsEach * 2500;
    return who.json<Booked>('POST', `/api/events/${eventId}/book`, bookingOf(race, [person], { totalPrice }));
  };
  const office = await shop.login('office@example.test');
  const owner = await shop.login('owner@example.test');
  const sold: number[] = [];
  for (let n = 0; n < shirts; n += 1) sold.push((await bookWith(owner, 1)).body.orderId);
  await shop.settle();
  const free = async () => {
    const { status } = await owner.json('PATCH', `/api/orders/${sold.pop()}/cancel`);
    if (status >= 300) throw new Error(`an order was not canceled: ${status}`);
    await shop.settle();
  };
  const personOf = async (orderId: number) => {
    const [row] = await shop.deps.read.all<{ id: number }>(
      sql`select id from participants where order_id = ${orderId} order by id`,
    );
    return row?.id ?? 0;
  };
  type Joined = { state: string; position: number | null; code?: string; details?: Record<string, unknown> };
  const join = async (who: Caller, orderId: number, body: object = {}) =>
    who.json<Joined>('POST', `/api/orders/${orderId}/waitlist`, {
      ...{ participantId: await personOf(orderId), variantId, ...body },
    });
  let people = 0;
  /** Orders a run without a shirt and waits for size M. `isPaid`: of that order. */
  const waits = async ({ isPaid = true, ...body }: { isPaid?: boolean; places?: number } = {}) => {
    people += 1;
    const email = `s${people}@example.test`;
    const caller = await shop.login(email);
    const { orderId } = (await bookWith(caller, 0)).body;
    if (isPaid) await office.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' });
    await shop.settle();
    const joined = await join(caller, orderId, body);
    await shop.settle();
    const [entry] = await shop.deps.read.all<{ id: number }>(
      sql`select id from waitlist_entries where order_id = ${orderId} order by id desc`,
    );
    return { caller, email, orderId, joined, entryId: entry?.id ?? 0, participantId: await personOf(orderId) };
  };
  type Waiting = Pick<Awaited<ReturnType<typeof waits>>, 'caller' | 'orderId' | 'entryId'>;
  const take = ({ caller, orderId, entryId }: Waiting, price = 2500) =>
    caller.json<{ code?: string; details?: Record<string, unknown> }>(
      'POST',
      `/api/orders/${orderId}/waitlist/${entryId}/take`,
      { price },
    );
  const linkOf = async (email: string) => {
    for (const { text } of await shop.mails(email)) {
      const found = /http:\/\/shop\.test(\/waitlist\/\d+\?signature=\S+)/.exec(text)?.[1];
      if (found) return found;
    }
    throw new Error(`no mail about a list to ${email}`);
  };
  const statesOf = async () =>
    (await shop.deps.read.all<{ state: string }>(sql`select state from waitlist_entries order by id`)).map(
      ({ state }) => state,
    );
  /** Sold and total pieces of size M, and whether it is held for its list. */
  const stockOf = async () => {
    const [row] = await shop.deps.read.all<{ sold: number; total: number; kept: number }>(
      sql`select sold, total, (select count(*) from kept_variants k where k.variant_id = v.id) kept
        from article_variants v where id = ${variantId}`,
    );
    return [row?.sold, row?.total, row?.kept];
  };
  const setStock = (availableAmount: number) =>
    office.json('PATCH', `/api/admin/article-variants/${variantId}`, { availableAmount });
  const moneyOf = async (orderId: number) => {
    const order = (await orderOf(shop.deps.read, orderId)) ?? refuse('NOT_FOUND');
    const money = await shop.deps.orderMoney(order);
    return { total: order.totalPrice, open: money.open, status: order.status, paymentStatus: order.paymentStatus };
  };
  return {
    ...{ ...shop, shop, race, variantId, office, owner, bookWith, free, join, waits, take, linkOf },
    statesOf,
    stockOf,
    setStock,
    moneyOf,
    personOf,
  };
}
