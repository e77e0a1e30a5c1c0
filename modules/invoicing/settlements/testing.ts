import { desc, eq } from 'drizzle-orm';
import { updateEvent } from '#modules/events/index.ts';
import { eventOrganizers } from '#modules/events/schema.ts';
import { updateOrganizer } from '#modules/organizers/index.ts';
import { camtFile, type MadeLine } from '#modules/payments/bank-files/testing.ts';
import { assignLine } from '#modules/payments/bank-import/assign-line.ts';
import { referenceOf, upload } from '#modules/payments/bank-import/testing.ts';
import { markPaid } from '#modules/payments/index.ts';
import { type RefundScene, refundScene } from '#modules/payments/refunds/testing.ts';
import { bankLines } from '#modules/payments/schema.ts';
import { order, race } from '#modules/payments/testing.ts';
import { cents } from '#src/kernel/money.ts';
import { closeSettlement } from './close-settlement.ts';
import { draftOf } from './read-draft.ts';

type Booked = { articles?: object[]; booking?: { totalPrice?: number; appliedVouchers?: { code: string }[] } };
export const payee = { iban: 'DE89370400440532013000', paymentReference: 'Kd 4711' };

/** The organizer pays 2.5 % disagio and 2.00 € per ticket; helpers for every payment method. */
export async function settlementScene(change: { disagio?: number; ticketFee?: number; iban?: string | null } = {}) {
  const scene: RefundScene = await refundScene();
  const { shop, editorId, admin } = scene;
  const place = await race(shop, { organizer: 'club@organizer.example' });
  const [main] = await shop.deps.read.select().from(eventOrganizers).where(eq(eventOrganizers.eventId, place.eventId));
  const organizerId = main?.organizerId ?? 0;
  await shop.deps.write(async (work) => {
    const { iban = payee.iban } = change;
    const terms = { disagioPercentage: change.disagio ?? 2.5, paymentReference: payee.paymentReference };
    await updateOrganizer(work, organizerId, { ...terms, ...(iban ? { iban } : {}) }, editorId);
    await updateEvent(work, place.eventId, { organizerProcessingFee: cents(change.ticketFee ?? 200) });
  });
  let people = 0;
  const pending = (change: Booked = {}) =>
    order(shop, place, {
      people: [{ firstName: 'Eva', lastName: `Muster ${++people}`, articles: change.articles ?? [] }],
      buyer: `buyer${people}@runner.example`,
      ...(change.booking ? { booking: change.booking } : {}),
    });
  return {
    ...scene,
    ...place,
    organizerId,
    pending,
    async byCard(method = 'visa', change: Booked = {}) {
      const orderId = await order(shop, place, {
        people: [{ firstName: 'Ida', lastName: `Karte ${++people}` }],
        ...change,
      });
      await scene.payOnline(orderId, method);
      return orderId;
    },
    /** Assigns the latest bank line to an order by hand. */
    async assignLast(orderId: number) {
      const [line] = await shop.deps.read.select().from(bankLines).orderBy(desc(bankLines.id)).limit(1);
      if (!line) throw new Error('there is no line');
      const shares = [{ orderId, amount: line.amount }];
      await shop.deps.write((work) => assignLine(work, { lineId: line.id, shares, editorId }));
    },
    bank: (lines: MadeLine[]) => upload(admin, camtFile(lines)),
    async byBank(change: Booked = {}) {
      const orderId = await pending(change);
      const amount = change.booking?.totalPrice ?? 3000;
      await upload(admin, camtFile([{ amount, text: referenceOf(orderId), bankReference: `B${orderId}` }]));
      return orderId;
    },
    async byHand(change: Booked = {}) {
      const orderId = await pending(change);
      await shop.deps.write((work) => markPaid(work, { orderId, editorId }));
      return orderId;
    },
    async draft() {
      const draft = await draftOf(shop.deps.read, place.eventId, shop.clock());
      if (!draft) throw new Error('there is no such event');
      return draft.figures;
    },
    close: () =>
      shop.deps.write((work) =>
        closeSettlement(work, { eventId: place.eventId, editorId, seller: shop.deps.config.seller }),
      ),
  };
}
export type SettlementScene = Awaited<ReturnType<typeof settlementScene>>;
