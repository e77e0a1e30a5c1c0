import { createPrice, updatePrice } from '#modules/events/index.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { markPaid } from '#modules/payments/index.ts';
import { minutes, plus } from '#src/kernel/time.ts';
import type { Caller, TestShop } from '#tests/support/shop.ts';

export type OwnOffer = {
  transfer: { id: number; state: string; newOrderId: number | null } | null;
  link: string | null;
};

/** The person whom a test registers. */
export const newcomer = (change: Record<string, unknown> = {}) =>
  runner({ firstName: 'Lena', lastName: 'Vogel', birthDate: '1990-02-03', email: 'lena@example.test', ...change });

/** An event with transfers enabled, and a paid order of a buyer with these runners. */
export async function openTransfers(
  shop: TestShop,
  settings: Record<string, unknown> = {},
  runners = [runner({ firstName: 'Ana', lastName: 'Huber' })],
  booking: Record<string, unknown> = {},
) {
  const race = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'organizer@example.test', null, 'owner');
    return makeRace(work, { event: { organizerId, paymentInAdvancePossible: true }, tickets: 3 });
  });
  const organizer = await shop.login('organizer@example.test');
  const holder = await shop.login('holder@example.test');
  const taker = await shop.login('taker@example.test');
  const path = `/api/admin/events/${race.eventId}/transfers`;
  const initial = { mode: 'allowed', feePrice: 500, priceRule: 'today', refundRule: 'paidLessFee', ...settings };
  const set = (change: Record<string, unknown>) => organizer.json('PATCH', path, change);
  await set(initial);
  const { body } = await holder.json<{ orderId: number }>(
    'POST',
    `/api/events/${race.eventId}/book`,
    bookingOf(race, runners, booking),
  );
  const { orderId } = body;
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  await shop.settle();
  const participantIds = (
    await shop.deps.read.all<{ id: number }>(`select id from participants where order_id = ${orderId} order by id`)
  ).map(({ id }) => Number(id));
  const ownPath = (participantId = participantIds[0]) =>
    `/api/orders/${orderId}/participants/${participantId}/transfer`;
  const offer = (email: string | null = null, who: Caller = holder, participantId = participantIds[0]) =>
    who.json<OwnOffer & { code: string; details: { reason: string } }>('POST', ownPath(participantId), { email });
  const take = (
    { transfer, link }: OwnOffer,
    totalPrice: number,
    person: ReturnType<typeof runner> = newcomer(),
    who: Caller = taker,
  ) =>
    who.json<{ orderId: number; code: string; details: Record<string, unknown> }>(
      'POST',
      `/api/transfers/${transfer?.id}/take`,
      {
        ...{ link, totalPrice, termsAccepted: true, eventConditionsAccepted: true },
        teams: [{ competitionId: race.runId, participants: [person] }],
      },
    );
  const pay = async (id: number) => {
    await shop.deps.write((work) => markPaid(work, { orderId: id, editorId: 1 }));
    await shop.settle();
  };
  const sellAt = (price: number) =>
    shop.deps.write(async (work) => {
      await updatePrice(work, race.runPriceId, { availableTo: plus(work.now, -minutes(1)) });
      await createPrice(work, race.runId, { price, quantity: 3, priceOrder: 2 });
    });
  return { race, organizer, holder, taker, orderId, participantIds, set, offer, take, pay, sellAt, ownPath, path };
}
