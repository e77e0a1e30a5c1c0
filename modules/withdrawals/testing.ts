import { bookingOf, makeRace, type Race, runner } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { markPaid } from '#modules/payments/index.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';

export const buyerMail = 'buyer@runner.example';
export const strangerMail = 'stranger@else.example';
export const officeMail = 'office@club.example';

/** A race with a shirt, and a paid order of one runner with two shirts. */
export async function shopWithShirts(env: Record<string, string> = { LIMIT_FACTOR: '0' }): Promise<{
  shop: TestShop;
  race: Race;
  buyer: Caller;
  office: Caller;
  organizerId: number;
  order(change?: { quantity?: number; isPaid?: boolean }): Promise<number>;
}> {
  const shop = await testShop({ env });
  const { race, organizerId } = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz', email: 'mail@club.example' });
    await addOrganizerUser(work, organizerId, officeMail, null, 'manager');
    const race = await makeRace(work, { event: { organizerId } });
    return { race, organizerId };
  });
  const [buyer, office] = [await shop.login(buyerMail), await shop.login(officeMail)];
  return {
    shop,
    race,
    organizerId,
    buyer,
    office,
    async order({ quantity = 2, isPaid = true } = {}) {
      const articles = [{ uniqueLocalId: 'u', articleId: race.shirtId, variantId: race.shirtVariantId, quantity }];
      const totalPrice = 3150 + quantity * 2500;
      const booking = bookingOf(race, [runner({ articles })], { totalPrice });
      const { body } = await buyer.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, booking);
      if (isPaid) await shop.deps.write((work) => markPaid(work, { orderId: body.orderId, editorId: 1 }));
      await shop.settle();
      return body.orderId;
    },
  };
}
