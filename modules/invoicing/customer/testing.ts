import { createArticle, createCompetition, createPrice, createVariant, updateEvent } from '#modules/events/index.ts';
import { bookingOf, makeRace, type runner } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer, type OrganizerInput } from '#modules/organizers/index.ts';
import { markPaid } from '#modules/payments/index.ts';
import { basisPoints } from '#src/kernel/money.ts';
import { brokenRules } from '#tests/support/en16931.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { ciiOf, isEInvoice } from '../rules/cii.ts';
import { papersOf } from './order-papers.ts';

export const clubAddress = {
  street: 'Hauptplatz',
  houseNumber: '1',
  zipCode: '4020',
  city: 'Linz',
  countryCode: 'AT',
  vatId: 'ATU12345675',
};
export const buyerAddress = {
  firstName: 'Ada',
  lastName: 'Berger',
  street: 'Ring',
  houseNumber: '5',
  zipCode: '1010',
  city: 'Wien',
  countryCode: 'AT',
};
export const raceOffice = 'race@organizer.example';

/** A race of `makeRace` with invoices: a book at 10 %, a donation, a dearer and a cheaper run. */
export async function invoicingScene(
  change: { organizer?: Partial<OrganizerInput>; event?: Parameters<typeof updateEvent>[2] } = {},
) {
  const shop: TestShop = await testShop();
  const made = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, {
      name: 'Laufverein Donau',
      email: 'info@laufverein.example',
      address: clubAddress,
      ...change.organizer,
    });
    await addOrganizerUser(work, organizerId, raceOffice);
    const race = await makeRace(work, { event: { organizerId, generateInvoice: true, location: 'Linz' } });
    const { eventId } = race;
    if (change.event) await updateEvent(work, eventId, change.event);
    const at = async (title: string, price: number) => {
      const id = await createCompetition(work, eventId, { title, totalTicketCount: 100 });
      await createPrice(work, id, { price, quantity: 100 });
      return id;
    };
    const [marathonId, funId, likeId] = [
      await at('Marathon', 5000),
      await at('Fun Run', 1000),
      await at('11 km', 3000),
    ];
    const offered = { competitionIds: [], maxAmountPerParticipant: 10 };
    const bookId = await createArticle(work, eventId, {
      name: 'Laufbuch',
      price: 2000,
      vat: basisPoints(10),
      ...offered,
    });
    const bookVariantId = await createVariant(work, bookId, { name: '', availableAmount: 100 });
    const donationId = await createArticle(work, eventId, { name: 'Spende', type: 'donation', ...offered });
    const donationVariantId = await createVariant(work, donationId, { name: '', availableAmount: 1000 });
    return { organizerId, race, marathonId, funId, likeId, bookId, bookVariantId, donationId, donationVariantId };
  });
  await shop.settle();
  let buyers = 0;
  const scene = {
    ...made,
    shop,
    /** By default one person at 31.50 €, paid, with an address. */
    async bought(
      runners: ReturnType<typeof runner>[],
      booking: Record<string, unknown> = {},
      { isPaid = true, hasAddress = true } = {},
    ) {
      buyers += 1;
      const buyer = await shop.login(`buyer${buyers}@example.test`);
      const { status, body } = await buyer.json<{ orderId: number }>(
        'POST',
        `/api/events/${made.race.eventId}/book`,
        bookingOf(made.race, runners, { ...(hasAddress ? { invoiceAddress: buyerAddress } : {}), ...booking }),
      );
      if (status !== 201) throw new Error(JSON.stringify(body));
      const { orderId } = body;
      if (isPaid) await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
      await shop.settle();
      return { orderId, buyer };
    },
    /** Checks each paper against EN 16931, too. */
    async papers(orderId: number) {
      await shop.settle();
      const rows = await papersOf(shop.deps.read, orderId);
      for (const { data } of rows) {
        const broken = isEInvoice(data) ? brokenRules(ciiOf(data)) : [];
        if (broken.length > 0) throw new Error(`${data.number} breaks ${broken.join(', ')}`);
      }
      return rows;
    },
    async said(orderId: number) {
      return (await scene.papers(orderId)).map(({ kind, total }) => [kind, total]);
    },
  };
  return scene;
}
