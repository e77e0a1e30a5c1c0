import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { cancelOrder, orderOf } from '#modules/orders/index.ts';
import type { MoneyOfCancellation } from '#modules/orders/rules/cancel-refund.ts';
import { orderPaid } from '#modules/orders/rules/facts.ts';
import { runner } from '#modules/orders/testing.ts';
import { updateOrganizer } from '#modules/organizers/index.ts';
import { camtFile } from '#modules/payments/bank-files/testing.ts';
import { referenceOf, upload } from '#modules/payments/bank-import/testing.ts';
import { markPaid, moveBooked, openCancellationRefund, setOrderStatus } from '#modules/payments/index.ts';
import { createCode, createVoucherType } from '#modules/vouchers/index.ts';
import { modules } from '#src/app/modules.ts';
import { basisPoints } from '#src/kernel/money.ts';
import { days } from '#src/kernel/time.ts';
import { invoicingData } from '../module.ts';
import { paperFile } from '../papers/paper-file.ts';
import { ciiOf } from '../rules/cii.ts';
import { closeSettlement } from '../settlements/close-settlement.ts';
import { buyerAddress, clubAddress, invoicingScene, raceOffice } from './testing.ts';

type Refused = { code: string; details?: { reason?: string } };
const editor = { userId: 1 };
type Scene = Awaited<ReturnType<typeof invoicingScene>>;

const withArticle = (scene: Scene, what: 'book' | 'donation' | 'shirt', quantity = 1, unitPrice?: number) => {
  const [articleId, variantId] = {
    book: [scene.bookId, scene.bookVariantId],
    donation: [scene.donationId, scene.donationVariantId],
    shirt: [scene.race.shirtId, scene.race.shirtVariantId],
  }[what];
  return { uniqueLocalId: `${what}${quantity}`, articleId, variantId, quantity, ...(unitPrice ? { unitPrice } : {}) };
};
const cancel = (scene: Scene, orderId: number, decided: MoneyOfCancellation) =>
  scene.shop.deps.write((work) =>
    cancelOrder(work, { orderId, editorId: 1, reason: 'byAdmin', giveBack: openCancellationRefund(decided) }),
  );
async function move(scene: Scene, orderId: number, competitionId: number) {
  const order = (await orderOf(scene.shop.deps.read, orderId)) ?? expect.fail();
  const participantId = order.competitions[0]?.teams[0]?.participants[0]?.id ?? expect.fail();
  await scene.shop.deps.write((work) => moveBooked(work, { orderId, participantId, competitionId, editorId: 1 }));
}

describe('an invoice', () => {
  test('is issued once an order is paid and has its address, and says what the law wants', async () => {
    const scene = await invoicingScene();
    const people = [runner({ articles: [withArticle(scene, 'book', 2), withArticle(scene, 'donation', 1, 700)] })];
    const { orderId, buyer } = await scene.bought(people, { totalPrice: 7850 });
    const [paper, ...more] = await scene.papers(orderId);
    expect(more).toEqual([]);
    const data = paper?.data ?? expect.fail();
    expect(data).toMatchObject({
      kind: 'invoice',
      number: `R${scene.organizerId}-000001`,
      language: 'de',
      issuedOn: '2026-03-02',
      supply: { from: '2026-05-01', to: '2026-05-02' },
      subject: 'Donaulauf, Linz',
      orderNumber: String(orderId),
      issuedBy: 'Ausgestellt durch Startblock im Namen und auf Rechnung von Laufverein Donau.',
      seller: { name: 'Laufverein Donau', street: 'Hauptplatz 1', countryCode: 'AT', vatId: 'ATU12345675' },
      buyer: { name: 'Ada Berger', street: 'Ring 5', zipCode: '1010', city: 'Wien', countryCode: 'AT', email: null },
      totals: { gross: 7850, prepaid: 7850, due: 0 },
      payment: { means: 'bank', paidOn: '2026-03-02' },
    });
    expect(data.taxes.map(({ category, rate, gross, reason }) => [category, rate, gross, reason])).toEqual([
      ['S', 2000, 3150, null],
      ['S', 1000, 4000, null],
      ['E', 0, 700, 'Spende, kein Leistungsaustausch'],
    ]);
    // Neither who starts nor where they can be reached is on it.
    expect(JSON.stringify(data)).not.toMatch(/Wałęsa|@example\.test|buyer\d/);

    const { body } = await buyer.json<{ downloadLink: string }>('GET', `/api/orders/${orderId}/invoice`);
    const file = await scene.shop
      .visitor()
      .fetch(new URL(body.downloadLink).pathname + new URL(body.downloadLink).search);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(new TextDecoder('latin1').decode(await file.arrayBuffer())).toContain('factur-x.xml');
    expect(await scene.said(orderId)).toEqual([['invoice', 7850]]);
  });

  test('is issued once when the address follows, however often facts repeat', async () => {
    const scene = await invoicingScene();
    const { orderId, buyer } = await scene.bought([runner()], {}, { hasAddress: false });
    expect(await scene.said(orderId)).toEqual([]);
    const refused = await buyer.json<Refused>('GET', `/api/orders/${orderId}/invoice`);
    expect([refused.status, refused.body.code]).toEqual([409, 'CANT_CREATE_INVOICE_NO_ADDRESS']);
    type Set = { order: { invoiceDownloadable: boolean } };
    const set = await buyer.json<Set>('POST', `/api/orders/${orderId}/invoice-address`, buyerAddress);
    expect(set.body.order.invoiceDownloadable).toBe(true);
    expect(await scene.said(orderId)).toEqual([['invoice', 3150]]);
    for (let again = 0; again < 3; again += 1)
      await scene.shop.deps.write((work) => work.announce(orderPaid({ orderId })));
    await Promise.all([1, 2, 3].map(() => buyer.json('GET', `/api/orders/${orderId}/invoice`)));
    expect(await scene.said(orderId)).toEqual([['invoice', 3150]]);
  });

  test.each(['settled', '95 days over'] as const)(
    'is too late for an event that is %s: no request for an address, no offer by call or page',
    async (when) => {
      const scene = await invoicingScene();
      const { shop, race } = scene;
      const office = () => shop.login('admin@example.test', { superAdmin: true });
      const { orderId, buyer } = await scene.bought([runner()], {}, { isPaid: false, hasAddress: false });
      const line = { amount: 3150, text: referenceOf(orderId), bankReference: 'B1' };
      await upload(await office(), camtFile([line]));
      await shop.settle();
      const ways = [`/orders/${orderId}/invoice-address`, `/orders/${orderId}/invoice`];
      type Shown = { order: { invoiceDownloadable: boolean } };
      const shown = async (who: typeof buyer) => {
        const { body } = await who.json<Shown>('GET', `/api/orders/${orderId}`);
        const page = await (await who.fetch(`/orders/${orderId}`)).text();
        return [body.order.invoiceDownloadable, ...ways.map((way) => page.includes(`href="${way}"`))];
      };
      expect(await shown(buyer)).toEqual([false, true, false]);
      const order = (await orderOf(shop.deps.read, orderId)) ?? expect.fail();
      shop.clock.set((order.event.endTimestamp + days(when === 'settled' ? 10 : 95)) as never);
      const close = { eventId: race.eventId, editorId: 1, seller: null };
      if (when === 'settled') await shop.deps.write((work) => closeSettlement(work, close));
      const late = await shop.login('buyer1@example.test');
      expect(await shown(late)).toEqual([false, false, false]);
      const refused = { status: 409, body: { code: 'CANT_CREATE_INVOICE_TOO_LATE' } };
      expect(await late.json('GET', `/api/orders/${orderId}/invoice`)).toMatchObject(refused);
      expect(await late.json('POST', `/api/orders/${orderId}/invoice-address`, buyerAddress)).toMatchObject(refused);
      const form = await late.fetch(ways[0] ?? '');
      expect([form.status, form.headers.get('location')]).toEqual([303, `/orders/${orderId}`]);
      // Nor after staff entered the address.
      const change = { invoiceAddress: buyerAddress };
      const changed = await (await office()).json<Shown>('PATCH', `/api/admin/orders/${orderId}/data`, change);
      expect(changed).toMatchObject({ status: 200, body: { order: { invoiceDownloadable: false } } });
      expect(await shown(late)).toEqual([false, false, false]);
    },
  );

  test('is refused with the reason: not paid, canceled, free, none of this event, too late, an organizer without address', async () => {
    const scene = await invoicingScene();
    const { shop, race } = scene;
    const refusalOf = async ({ orderId, buyer }: Awaited<ReturnType<Scene['bought']>>) => {
      const { status, body } = await buyer.json<Refused>('GET', `/api/orders/${orderId}/invoice`);
      return [status, body.code, body.details?.reason ?? null];
    };
    const open = await scene.bought([runner()], {}, { isPaid: false });
    expect(await refusalOf(open)).toEqual([409, 'CANT_CREATE_INVOICE', 'notPaid']);
    await cancel(scene, open.orderId, { mode: 'none' });
    expect(await refusalOf(open)).toEqual([409, 'CANT_CREATE_INVOICE', 'canceled']);
    await shop.deps.write(async (work) => {
      const fields = { name: 'Frei', amount: 100, unit: 'percentage', target: 'order', useType: 'multi' } as const;
      const typeId = await createVoucherType(work, { ...fields, eventId: race.eventId }, editor);
      await createCode(work, { voucherTypeId: typeId, code: 'FREI' }, editor);
    });
    const free = await scene.bought(
      [runner()],
      { totalPrice: 0, appliedVouchers: [{ code: 'FREI' }] },
      { isPaid: false },
    );
    expect(await refusalOf(free)).toEqual([409, 'CANT_CREATE_INVOICE', 'free']);

    const late = await scene.bought([runner()], {}, { hasAddress: false });
    await shop.deps.write((work) => updateOrganizer(work, scene.organizerId, { address: null }, 1));
    await late.buyer.json('POST', `/api/orders/${late.orderId}/invoice-address`, buyerAddress);
    expect(await refusalOf(late)).toEqual([409, 'CANT_CREATE_INVOICE', 'sellerAddress']);
    await shop.deps.write((work) => updateEvent(work, race.eventId, { generateInvoice: false }));
    expect(await refusalOf(late)).toEqual([409, 'CANT_CREATE_INVOICE_EVENT', null]);
    await shop.deps.write((work) => updateEvent(work, race.eventId, { generateInvoice: true }));
    const order = (await orderOf(shop.deps.read, late.orderId)) ?? expect.fail();
    shop.clock.set((order.event.endTimestamp + days(90) + 1) as never);
    const buyer = await shop.login('buyer3@example.test');
    expect(await refusalOf({ ...late, buyer })).toEqual([409, 'CANT_CREATE_INVOICE_TOO_LATE', null]);
  });

  test('is issued once the organizer has an address, also after a credit note', async () => {
    const scene = await invoicingScene();
    const { shop, organizerId } = scene;
    const sellerIs = (address: typeof clubAddress | null) =>
      shop.deps.write((work) => updateOrganizer(work, organizerId, { address }, 1));
    const again = await scene.bought([runner()]);
    await cancel(scene, again.orderId, { mode: 'full' });
    const credited = [
      ['invoice', 3150],
      ['creditNote', -3150],
    ];
    expect(await scene.said(again.orderId)).toEqual(credited);
    await sellerIs(null);
    const first = await scene.bought([runner()]);
    // Its money is still here, so it is paid again as soon as it comes back.
    await shop.deps.write((work) => setOrderStatus(work, { orderId: again.orderId, to: 'pending', editorId: 1 }));
    expect([await scene.said(again.orderId), await scene.said(first.orderId)]).toEqual([credited, []]);
    await sellerIs(clubAddress);
    await shop.settle();
    expect(await scene.said(first.orderId)).toEqual([['invoice', 3150]]);
    expect(await scene.said(again.orderId)).toEqual([...credited, ['invoice', 3150]]);
  });

  test('is too late once the books are closed after the event, though its 90 days are not over; before, it is not', async () => {
    const scene = await invoicingScene();
    const { shop, race } = scene;
    const office = () => shop.login('admin@example.test', { superAdmin: true });
    /** Paid by a transfer, and without an address. */
    const paid = async () => {
      const made = await scene.bought([runner()], {}, { isPaid: false, hasAddress: false });
      const line = { amount: 3150, text: referenceOf(made.orderId), bankReference: `B${made.orderId}` };
      await upload(await office(), camtFile([line]));
      return made.orderId;
    };
    const close = () =>
      shop.deps.write((work) => closeSettlement(work, { eventId: race.eventId, editorId: 1, seller: null }));
    const setAddress = async (orderId: number) => {
      const change = { invoiceAddress: buyerAddress };
      const { status } = await (await office()).json('PATCH', `/api/admin/orders/${orderId}/data`, change);
      expect(status).toBe(200);
    };
    const [early, late] = [await paid(), await paid()];
    await close();
    await setAddress(early);
    expect(await scene.said(early), 'closed before the event').toEqual([['invoice', 3150]]);
    const other = await paid();
    const order = (await orderOf(shop.deps.read, late)) ?? expect.fail();
    shop.clock.set((order.event.endTimestamp + days(10)) as never);
    await close();
    for (const orderId of [late, other]) {
      await setAddress(orderId);
      expect(await scene.papers(orderId)).toEqual([]);
      const asked = await (await office()).json<Refused>('GET', `/api/orders/${orderId}/invoice`);
      expect([asked.status, asked.body.code]).toEqual([409, 'CANT_CREATE_INVOICE_TOO_LATE']);
    }
    // The paper that there is opens whenever.
    expect((await (await office()).json('GET', `/api/orders/${early}/invoice`)).status).toBe(200);
  });

  test('opens for the buyer and the organizer’s staff only', async () => {
    const scene = await invoicingScene();
    const { orderId } = await scene.bought([runner()]);
    const ask = async (email: string) =>
      (await (await scene.shop.login(email)).json('GET', `/api/orders/${orderId}/invoice`)).status;
    expect(await ask(raceOffice)).toBe(200);
    expect(await ask('stranger@example.test')).toBe(404);
    expect((await scene.shop.visitor().json('GET', `/api/orders/${orderId}/invoice`)).status).toBe(401);
    const [paper] = await scene.papers(orderId);
    const pageOf = async (email: string, path: string) => (await (await scene.shop.login(email)).fetch(path)).text();
    const shown = `Rechnung ${paper?.number} über 31,50\u00a0€ (PDF)`;
    expect(await pageOf('buyer1@example.test', `/orders/${orderId}`)).toContain(shown);
    expect(await pageOf('buyer1@example.test', '/orders')).toContain(`href="/orders/${orderId}/invoice"`);
    expect(await pageOf(raceOffice, `/admin/orders/${orderId}`)).toContain(`>${paper?.number}</a>`);
    const opened = await (await scene.shop.login('buyer1@example.test')).fetch(`/orders/${orderId}/invoice`);
    expect(opened.headers.get('location')).toContain(`/documents/papers/${paper?.id}?`);
    expect((await scene.shop.visitor().fetch(`/documents/papers/${paper?.id}`)).status).toBe(404);
  });

  test('of more than a small amount takes the address of the recipient and the number of the seller', async () => {
    const scene = await invoicingScene({
      organizer: { address: { zipCode: '4020', city: 'Linz', countryCode: 'AT' } },
    });
    const incomplete = { invoiceAddress: { firstName: 'Ada', lastName: 'Berger' } };
    const many = await scene.bought(
      Array.from({ length: 14 }, () => runner()),
      { totalPrice: 14 * 3000 + 150, ...incomplete },
    );
    const refusal = async () => {
      const { body } = await many.buyer.json<Refused>('GET', `/api/orders/${many.orderId}/invoice`);
      return [body.code, body.details?.reason];
    };
    expect(await refusal()).toEqual(['CANT_CREATE_INVOICE', 'sellerTaxId']);
    await scene.shop.deps.write((work) => updateOrganizer(work, scene.organizerId, { taxNumber: '12 345/6789' }, 1));
    expect(await refusal()).toEqual(['CANT_CREATE_INVOICE_NO_ADDRESS', 'buyerAddress']);
  });
});

describe('what happens later makes papers of its own:', () => {
  const cases = [
    ['full', { mode: 'full' }, 3150],
    ['all but the fee', { mode: 'withoutProcessingFee' }, 3000],
    ['a sum', { mode: 'custom', amount: 1234 }, 1234],
  ] as const;
  test.each(cases)('a cancellation that gives back %s is a credit note of it', async (_, decided, back) => {
    const scene = await invoicingScene();
    const { orderId } = await scene.bought([runner()]);
    await cancel(scene, orderId, decided);
    expect(await scene.said(orderId)).toEqual([
      ['invoice', 3150],
      ['creditNote', -back],
    ]);
    const [invoice, credit] = await scene.papers(orderId);
    expect(credit?.data).toMatchObject({
      refersTo: { number: invoice?.number, issuedOn: '2026-03-02' },
      buyer: { name: 'Ada Berger' },
      totals: { gross: back, due: back },
    });
    const told = (await scene.shop.mails('buyer1@example.test')).filter(({ subject }) => /^Storniert: /.test(subject));
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('Die Stornorechnung dazu findest du auf der Seite deiner Bestellung.');
  });

  test('refunds in parts take back the net and the tax that were billed, and the last one says what is left', async () => {
    const scene = await invoicingScene();
    const organizer = await scene.shop.login(raceOffice);
    const { orderId } = await scene.bought([runner()]);
    for (const amount of [100, 100, 100, 1, 1, 2448, 400]) {
      const path = '/api/admin/orders/refund-orders';
      const { status } = await organizer.json('POST', path, { orderIds: [orderId], mode: 'custom', amount });
      expect(status).toBe(200);
      await scene.shop.settle();
    }
    const [invoice, ...credits] = (await scene.papers(orderId)).map(({ data }) => data);
    expect(credits.map(({ kind, totals }) => [kind, totals.gross])).toEqual(
      [100, 100, 100, 1, 1, 2448, 400].map((gross) => ['creditNote', gross]),
    );
    const sum = (name: 'net' | 'tax') => credits.reduce((total, { totals }) => total + totals[name], 0);
    expect([sum('net'), sum('tax')]).toEqual([invoice?.totals.net, invoice?.totals.tax]);
    expect(credits[0]?.lines).toMatchObject([{ name: 'Erstatteter Betrag', quantity: 1, gross: 100 }]);
    expect(credits.at(-1)?.lines.map(({ name, gross }) => [name, gross])).toEqual([
      ['Restlicher Betrag', 250],
      [expect.stringContaining('gebühr'), 150],
    ]);
  });

  test('leaves the invoice without a refund; a later refund is one credit note', async () => {
    const scene = await invoicingScene();
    const { orderId } = await scene.bought([runner({ articles: [withArticle(scene, 'book')] })], { totalPrice: 5150 });
    await cancel(scene, orderId, { mode: 'none' });
    expect(await scene.said(orderId)).toEqual([['invoice', 5150]]);
    const told = (await scene.shop.mails('buyer1@example.test')).find(({ subject }) => /^Storniert: /.test(subject));
    expect(told?.text).not.toContain('Stornorechnung');
    const admin = await scene.shop.login('admin@example.test', { superAdmin: true });
    const refund = (amount: number) =>
      admin.json('POST', '/api/admin/orders/refund-orders', { orderIds: [orderId], mode: 'custom', amount });
    await refund(1000);
    await refund(500);
    await scene.shop.settle();
    expect(await scene.said(orderId)).toEqual([
      ['invoice', 5150],
      ['creditNote', -1500],
    ]);
    // In proportion to the rates of what is given back: 30 € at 20 %, 20 € at 10 %.
    const [, credit] = await scene.papers(orderId);
    expect(credit?.data.taxes.map(({ rate, gross }) => [rate, gross])).toEqual([
      [2000, 900],
      [1000, 600],
    ]);
    await refund(3650);
    expect((await scene.said(orderId)).at(-1)).toEqual(['creditNote', -3650]);
  });

  test('an article that is taken off makes a credit note, one that is swapped a correction by the difference', async () => {
    const scene = await invoicingScene();
    const { orderId } = await scene.bought([runner({ articles: [withArticle(scene, 'book', 2)] })], {
      totalPrice: 7150,
    });
    const admin = await scene.shop.login('admin@example.test', { superAdmin: true });
    const order = (await orderOf(scene.shop.deps.read, orderId)) ?? expect.fail();
    const participantId = order.competitions[0]?.teams[0]?.participants[0]?.id;
    const piecesOf = (what: 'book' | 'shirt') => {
      const { articleId, variantId, quantity } = withArticle(scene, what);
      return { articleId, variantId, quantity };
    };
    const change = async (body: object) => {
      const path = `/api/admin/orders/${orderId}/articles/change`;
      expect((await admin.json('POST', path, { participantId, ...body })).status).toBe(200);
      await scene.shop.settle();
    };
    await change({ from: piecesOf('book') });
    expect((await scene.papers(orderId)).at(-1)?.data).toMatchObject({
      kind: 'creditNote',
      totals: { gross: 2000 },
      lines: [{ quantity: 1, gross: 2000 }],
    });
    await change({ from: piecesOf('book'), to: piecesOf('shirt') });
    expect(await scene.said(orderId)).toEqual([
      ['invoice', 7150],
      ['creditNote', -2000],
      ['correction', 500],
    ]);
  });

  test('a move to what costs more, less or the same is a correction by the difference', async () => {
    const scene = await invoicingScene();
    const { orderId } = await scene.bought([runner()]);
    await move(scene, orderId, scene.marathonId);
    expect((await scene.papers(orderId)).at(-1)?.data).toMatchObject({
      kind: 'correction',
      totals: { gross: 2000, prepaid: 0, due: 2000 },
      lines: [
        { name: 'Marathon', quantity: 1, gross: 5000 },
        { name: '10 km', quantity: -1, gross: -3000 },
      ],
    });
    await move(scene, orderId, scene.funId);
    await scene.shop.settle();
    await move(scene, orderId, scene.race.runId);
    await scene.shop.settle();
    await move(scene, orderId, scene.likeId);
    expect(await scene.said(orderId)).toEqual([
      ['invoice', 3150],
      ['correction', 2000],
      ['correction', -4000],
      ['correction', 2000],
      ['correction', 0],
    ]);
  });

  test('a new address reverses and reissues the invoice; an erased one changes nothing', async () => {
    const scene = await invoicingScene();
    const { orderId } = await scene.bought([runner()]);
    const admin = await scene.shop.login('admin@example.test', { superAdmin: true });
    const set = (invoiceAddress: unknown) =>
      admin.json('PATCH', `/api/admin/orders/${orderId}/data`, { invoiceAddress });
    await set({ ...buyerAddress, companyName: 'Berger GmbH' });
    const [first, back, anew, ...more] = await scene.papers(orderId);
    expect(more).toEqual([]);
    expect([back?.kind, back?.total, back?.data.totals.due, back?.data.buyer?.name]).toEqual([
      'creditNote',
      -3150,
      0,
      'Ada Berger',
    ]);
    expect([anew?.kind, anew?.total, anew?.data.buyer?.name, anew?.data.buyer?.contact]).toEqual([
      'invoice',
      3150,
      'Berger GmbH',
      'Ada Berger',
    ]);
    expect(anew?.data.notes).toEqual([`Ersetzt die Rechnung ${first?.number}.`]);
    await set(null);
    expect(await scene.papers(orderId)).toHaveLength(3);
  });

  test('an order that comes back has a new invoice after a full credit note, else a correction', async () => {
    const scene = await invoicingScene();
    for (const [mode, expected] of [
      [
        'full',
        [
          ['invoice', 3150],
          ['creditNote', -3150],
          ['invoice', 3150],
        ],
      ],
      [
        'withoutProcessingFee',
        [
          ['invoice', 3150],
          ['creditNote', -3000],
          ['correction', 3000],
        ],
      ],
    ] as const) {
      const { orderId } = await scene.bought([runner()]);
      await cancel(scene, orderId, { mode });
      await scene.shop.settle();
      await scene.shop.deps.write((work) => setOrderStatus(work, { orderId, to: 'pending', editorId: 1 }));
      expect(await scene.said(orderId)).toEqual(expected);
    }
  });

  test('bills a reopened and paid order at its cost, regardless of earlier refunds', async () => {
    const scene = await invoicingScene();
    const { orderId } = await scene.bought([runner()]);
    await cancel(scene, orderId, { mode: 'full' });
    await scene.shop.settle();
    const admin = await scene.shop.login('admin@example.test', { superAdmin: true });
    await admin.json('POST', '/api/admin/orders/set-refund-status', { orderIds: [orderId], refundStatus: 'completed' });
    await scene.shop.deps.write((work) => setOrderStatus(work, { orderId, to: 'pending', editorId: 1 }));
    await scene.shop.settle();
    const before = await scene.said(orderId);
    await scene.shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
    expect([before.length, (await scene.said(orderId)).at(-1)]).toEqual([2, ['invoice', 3150]]);
  });
});

test('a voucher lowers the base of its rate', async () => {
  const scene = await invoicingScene();
  await scene.shop.deps.write(async (work) => {
    const fields = { name: 'Treue', amount: 500, unit: 'fixed', target: 'order', useType: 'multi' } as const;
    const typeId = await createVoucherType(work, { ...fields, eventId: scene.race.eventId }, editor);
    await createCode(work, { voucherTypeId: typeId, code: 'TREUE' }, editor);
  });
  const { orderId } = await scene.bought([runner({ articles: [withArticle(scene, 'book')] })], {
    totalPrice: 4650,
    appliedVouchers: [{ code: 'TREUE' }],
  });
  const [paper] = await scene.papers(orderId);
  expect(paper?.data.taxes.map(({ rate, gross }) => [rate, gross])).toEqual([
    [2000, 2850],
    [1000, 1800],
  ]);
  expect(paper?.data.lines.filter(({ name }) => name === 'Treue').map(({ gross, detail }) => [gross, detail])).toEqual([
    [-300, 'TREUE'],
    [-200, 'TREUE'],
  ]);
});

test('what a voucher takes off a donation is said to be of the donation, and nothing of an exemption', async () => {
  const scene = await invoicingScene();
  await scene.shop.deps.write(async (work) => {
    const fields = { name: 'Treue', amount: 1000, unit: 'fixed', target: 'order', useType: 'multi' } as const;
    const typeId = await createVoucherType(work, { ...fields, eventId: scene.race.eventId }, editor);
    await createCode(work, { voucherTypeId: typeId, code: 'TREUE' }, editor);
  });
  const { orderId } = await scene.bought([runner({ articles: [withArticle(scene, 'donation', 1, 1000)] })], {
    totalPrice: 3150,
    appliedVouchers: [{ code: 'TREUE' }],
  });
  const [paper] = await scene.papers(orderId);
  expect(paper?.data.taxes.map(({ rate, gross, reason }) => [rate, gross, reason])).toEqual([
    [2000, 2400, null],
    [0, 750, 'Spende, kein Leistungsaustausch'],
  ]);
});

test.each([
  ['atClub', 'Steuerfrei gemäß § 6 Abs. 1 Z 14 UStG'],
  ['deSmallBusiness', 'Gemäß § 19 UStG wird keine Umsatzsteuer berechnet'],
  [null, 'Nach Angabe des Veranstalters umsatzsteuerfrei'],
] as const)('where the rate is 0 the paper says why: %s', async (taxExemption, text) => {
  const scene = await invoicingScene({ organizer: { taxExemption }, event: { vat: basisPoints(0) } });
  const { orderId } = await scene.bought([runner()]);
  const [paper] = await scene.papers(orderId);
  expect(paper?.data.taxes).toEqual([{ category: 'E', rate: 0, net: 3150, tax: 0, gross: 3150, reason: text }]);
});

test('issues invoices of paid orders once when an event turns them on later', async () => {
  const scene = await invoicingScene();
  const { shop, race } = scene;
  const issuing = (generateInvoice: boolean) =>
    shop.deps.write((work) => updateEvent(work, race.eventId, { generateInvoice }));
  const orders = [];
  for (let at = 0; at < 3; at += 1) orders.push((await scene.bought([runner()], {}, { isPaid: false })).orderId);
  await issuing(false);
  await shop.settle();
  for (const orderId of orders.slice(0, 2)) await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  await shop.settle();
  expect(await scene.said(orders[0] as number)).toEqual([]);
  // A broken order does not stop the others.
  const { orderId: broken } = await scene.bought([runner()]);
  await shop.deps.write(({ tx }) =>
    tx.run(
      sql`update orders set invoice_address = '{"firstName":"Ada","lastName":"B","street":1}' where id = ${broken}`,
    ),
  );
  const { orderId: behind } = await scene.bought([runner()]);
  orders.push(behind);
  await issuing(true);
  await shop.settle();
  await shop.settle();
  const all = await Promise.all(orders.map((orderId) => scene.said(orderId)));
  expect(all).toEqual([[['invoice', 3150]], [['invoice', 3150]], [], [['invoice', 3150]]]);
});

test('the organizer lists what it billed by days of issue, and nobody else does', async () => {
  const scene = await invoicingScene();
  const { orderId } = await scene.bought([runner()]);
  scene.shop.clock.set('2026-03-03T23:30:00Z' as never);
  await cancel(scene, orderId, { mode: 'full' });
  await scene.shop.settle();
  const path = `/api/admin/organizer-invoices/${scene.organizerId}/customer-invoices`;
  const listed = async (query = '') => {
    const boss = await scene.shop.login(raceOffice);
    const { status, body } = await boss.json<{ rows: { number: string }[] }>('GET', path + query);
    expect(status).toBe(200);
    return body.rows;
  };
  expect(await listed()).toMatchObject([
    {
      number: `R${scene.organizerId}-000001`,
      organizerName: 'Laufverein Donau',
      eventId: scene.race.eventId,
      orderId,
      kind: 'invoice',
      total: 3150,
      fromDate: '2026-05-01',
      toDate: '2026-05-02',
      sentEmailAddress: null,
      shouldSendEmail: false,
    },
    { kind: 'creditNote', total: -3150 },
  ]);
  // Half an hour past midnight in Vienna.
  expect((await listed('?from=2026-03-04&to=2026-03-04')).map(({ number }) => number)).toEqual([
    `R${scene.organizerId}-000002`,
  ]);
  expect(await listed('?to=2026-03-02')).toHaveLength(1);
  expect((await (await scene.shop.login(raceOffice)).json('GET', `${path}?from=gestern`)).status).toBe(400);
  expect((await (await scene.shop.login('stranger@example.test')).json('GET', path)).status).toBe(403);
});

test('an export holds every paper as the list does, of one event or of all', async () => {
  const scene = await invoicingScene();
  const { orderId } = await scene.bought([runner()]);
  await cancel(scene, orderId, { mode: 'full' });
  await scene.shop.settle();
  const admin = await scene.shop.login('admin@example.test', { superAdmin: true });
  const { body: listed } = await admin.json<{ rows: Record<string, unknown>[] }>(
    'GET',
    `/api/admin/organizer-invoices/${scene.organizerId}/customer-invoices`,
  );
  const path = '/api/admin/exports';
  for (const eventId of [undefined, scene.race.eventId]) {
    const asked = { kind: 'customer-invoices', format: 'csv', from: '2026-01-01', to: '2026-12-31' };
    const answer = await admin.json('POST', path, eventId ? { ...asked, eventId } : asked);
    expect([answer.status, answer.body]).toMatchObject([201, {}]);
  }
  await scene.shop.settle();
  const { body: made } = await admin.json<{ rows: { downloadLink: string }[] }>('GET', path);
  expect(made.rows).toHaveLength(2);
  for (const { downloadLink } of made.rows) {
    const { pathname, search } = new URL(downloadLink);
    const text = await (await admin.fetch(pathname + search)).text();
    const rows: Record<string, string>[] = parse(text, { bom: true, delimiter: ';', columns: true });
    const german = (day: unknown) => String(day).split('-').reverse().join('.');
    expect(rows).toEqual(
      listed.rows.map(({ downloadLink: _, total, fromDate, toDate, ...row }) => ({
        ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? '' : String(value)])),
        total: total === 3150 ? '31,50' : '-31,50',
        fromDate: german(fromDate),
        toDate: german(toDate),
      })),
    );
  }
  const none = await admin.json<{ code: string }>('POST', path, {
    kind: 'organizer-invoices',
    format: 'csv',
    from: '2020-01-01',
    to: '2020-01-02',
  });
  expect(none.status, JSON.stringify(none.body)).toBe(201);
});

test('retains papers of erased buyers with the legal content only', async () => {
  const scene = await invoicingScene();
  const contactAddress = { ...buyerAddress, phoneNumber: { countryCode: '43', number: '6647654321' } };
  const { orderId, buyer } = await scene.bought([runner({ email: 'zoe@runner.example', club: 'LC Geheim' })], {
    contactAddress,
    invoiceAddress: { ...buyerAddress, phoneNumber: { countryCode: '43', number: '6641234567' } },
  });
  const before = await scene.papers(orderId);
  const user = await buyer.json<{ userData: { id: number } }>('GET', '/api/settings');
  const own = await invoicingData.collect(scene.shop.deps.read, user.body.userData.id);
  expect(own.papers).toHaveLength(1);
  await scene.shop.deps.write(async (work) => {
    for (const { personalData } of [...modules].reverse()) await personalData?.erase(work, user.body.userData.id);
  });
  expect(await scene.papers(orderId)).toEqual(before);
  const found = /@runner|@example|Wałęsa|Zoë|Geheim|1994|birth|phone|664/i;
  expect(JSON.stringify(before)).not.toMatch(found);
  // Nor does the invoice for machines that is in the file, also when it is drawn after that.
  const [paper] = before;
  expect(ciiOf(paper?.data ?? expect.fail())).not.toMatch(found);
  expect((await paperFile(scene.shop.deps, paper?.id ?? 0)).bytes.length).toBeGreaterThan(1000);
});
