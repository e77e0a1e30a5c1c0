import { findOrCreateUser } from '#modules/accounts/index.ts';
import { createCompetition, createEvent, createPrice } from '#modules/events/index.ts';
import { placeOrder } from '#modules/orders/index.ts';
import { bookingSchema } from '#modules/orders/rules/booking.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { basisPoints } from '#src/kernel/money.ts';
import { fromIso } from '#src/kernel/time.ts';
import type { TestShop } from '#tests/support/shop.ts';

export const raceOrganizer = 'race@organizer.example';

/** A race with one competition at 30,00 €, its organizer, and optional transfers. */
export async function race(
  shop: TestShop,
  change: {
    paymentInAdvancePossible?: boolean;
    organizer?: string;
    price?: number;
    bankTransferHoldDays?: number;
    tickets?: number;
  } = {},
): Promise<{ eventId: number; competitionId: number }> {
  return shop.deps.write(async (work) => {
    const organizer = change.organizer ?? raceOrganizer;
    const organizerId = await createOrganizer(work, { name: `Club of ${organizer}` });
    await addOrganizerUser(work, organizerId, organizer);
    const eventId = await createEvent(work, {
      title: 'Donaulauf',
      organizerId,
      location: 'Hauptplatz, Linz',
      startTimestamp: fromIso('2026-05-17T07:00:00Z'),
      endTimestamp: fromIso('2026-05-17T16:00:00Z'),
      timeZone: 'Europe/Vienna',
      visible: true,
      vat: basisPoints(20),
      paymentInAdvancePossible: change.paymentInAdvancePossible ?? true,
      ...(change.bankTransferHoldDays === undefined ? {} : { bankTransferHoldDays: change.bankTransferHoldDays }),
    });
    const competitionId = await createCompetition(work, eventId, {
      title: 'Halbmarathon',
      timestamp: fromIso('2026-05-17T07:30:00Z'),
      totalTicketCount: change.tickets ?? 500,
    });
    await createPrice(work, competitionId, { price: change.price ?? 3000, quantity: change.tickets ?? 500 });
    return { eventId, competitionId };
  });
}

export async function order(
  shop: TestShop,
  { eventId, competitionId }: { eventId: number; competitionId: number },
  options: {
    buyer?: string;
    people?: { firstName: string; lastName: string; email?: string; articles?: object[] }[];
    price?: number;
    booking?: { totalPrice?: number; appliedVouchers?: { code: string }[] };
  } = {},
): Promise<number> {
  const people = options.people ?? [{ firstName: 'Zoë', lastName: 'Wałęsa', email: 'zoe@runner.example' }];
  return shop.deps.write(async (work) => {
    const buyer = await findOrCreateUser(work, options.buyer ?? 'buyer@runner.example', { language: 'de' });
    const placed = await placeOrder(work, {
      eventId,
      booking: bookingSchema.parse({
        teams: people.map((person, index) => ({
          competitionId,
          participants: [{ localId: `p${index}`, ...person }],
        })),
        totalPrice: people.length * (options.price ?? 3000),
        contactAddress: { firstName: 'Ada', lastName: 'Berger' },
        termsAccepted: true,
        eventConditionsAccepted: true,
        ...options.booking,
      }),
      viewer: { userId: buyer.id, visitId: `visit-${buyer.id}`, level: 'verified' },
      language: 'de',
      idempotencyKey: null,
      origin: { clientAddress: '', limitFactor: 0 },
    });
    return placed.orderId;
  });
}
