import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { companyScene } from '#modules/companies/testing.ts';
import { updateArticle } from '#modules/events/articles/save-articles.ts';
import { updateEvent, updateVariant } from '#modules/events/index.ts';
import { invoicingScene } from '#modules/invoicing/customer/testing.ts';
import { runner } from '#modules/orders/testing.ts';
import { moveBooked } from '#modules/payments/index.ts';
import { openTransfers } from '#modules/transfers/testing.ts';
import { days, minutes } from '#src/kernel/time.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { soldOutSize } from './testing.ts';

/** What other modules make of a size that somebody waited for: invoices, companies, moves, places that are passed on. */
type Race = { eventId: number; shirtId: number; shirtVariantId: number };

/** The shirts of a race are gone, and they have a list. */
const sellOut = ({ deps }: TestShop, { eventId, shirtId, shirtVariantId }: Race) =>
  deps.write(async (work) => {
    await updateEvent(work, eventId, { offerHours: 24 });
    await updateArticle(work, shirtId, { hasWaitlist: true });
    await updateVariant(work, shirtVariantId, { availableAmount: 0 });
  });

/** Somebody waits for a shirt; answers how one comes, and how they take it. */
async function waitsFor(shop: TestShop, race: Race, buyer: Caller, orderId: number) {
  const [person] = await shop.deps.read.all<{ id: number }>(
    sql`select id from participants where order_id = ${orderId} order by id`,
  );
  const variantId = race.shirtVariantId;
  const path = `/api/orders/${orderId}/waitlist`;
  const joined = await buyer.json('POST', path, { participantId: person?.id, variantId });
  expect(joined.status).toBe(201);
  const comes = async () => {
    await shop.deps.write((work) => updateVariant(work, variantId, { availableAmount: 1 }));
    await shop.settle();
  };
  const entry = async () => {
    const [row] = await shop.deps.read.all<{ id: number; state: string; competitionId: number }>(
      sql`select id, state, competition_id competitionId from waitlist_entries where participant_id = ${person?.id}
        order by id desc limit 1`,
    );
    return row ?? expect.fail();
  };
  const take = async () => buyer.json<{ code?: string }>('POST', `${path}/${(await entry()).id}/take`, { price: 2500 });
  return { comes, entry, take, participantId: person?.id ?? 0 };
}

test('an invoice that was issued is corrected by what came, and by what went again', async () => {
  const { shop, race, bought, said } = await invoicingScene();
  await sellOut(shop, race);
  const { orderId, buyer } = await bought([runner()]);
  expect(await said(orderId)).toEqual([['invoice', 3150]]);
  const { comes, take } = await waitsFor(shop, race, buyer, orderId);
  await comes();
  expect((await take()).status).toBe(204);
  expect((await said(orderId)).at(-1)).toEqual(['correction', 2500]);
  shop.clock.advance(days(10) + minutes(1));
  await shop.settle();
  const papers = await said(orderId);
  expect(papers.at(-1)).toEqual(['creditNote', -2500]);
  expect(papers.reduce((sum, [, total]) => sum + Number(total), 0)).toBe(3150);
});

test('an order on account grows, has nothing to pay, and keeps what came', async () => {
  const { shop, race, onAccount, order, look } = await companyScene();
  await sellOut(shop, race);
  const orderId = await onAccount();
  const eva = await shop.login('eva@acme.example');
  const before = (await look()).open;
  const { comes, take } = await waitsFor(shop, race, eva, orderId);
  await comes();
  expect((await take()).status).toBe(204);
  await shop.settle();
  expect((await look()).open).toBe(before + 2500);
  expect(await shop.deps.read.all(sql`select * from unpaid_additions`)).toEqual([]);
  const [mail] = await shop.mails('eva@acme.example');
  expect(mail?.subject).toBe('In deiner Bestellung: Finisher-Shirt, M');
  expect(mail?.text).not.toMatch(/Noch zu zahlen|Bitte zahle bis/);
  shop.clock.advance(days(11));
  await shop.settle();
  expect((await look()).open).toBe(before + 2500);
  expect(await order(orderId)).toMatchObject({ status: 'complete', payment_status: 'pending' });
});

test('whoever starts elsewhere by now waits on where the article is offered, and not where it is not', async () => {
  const { shop, race, bought, marathonId } = await invoicingScene();
  await sellOut(shop, race);
  const { orderId, buyer } = await bought([runner()]);
  const { entry, participantId, comes } = await waitsFor(shop, race, buyer, orderId);
  await shop.deps.write((work) =>
    updateArticle(work, race.shirtId, { competitionIds: [race.runId, race.relayId, marathonId] }),
  );
  const move = (competitionId: number) =>
    shop.deps.write((work) => moveBooked(work, { orderId, participantId, competitionId, editorId: 1 }));
  await move(marathonId);
  await comes();
  expect(await entry()).toMatchObject({ state: 'offered', competitionId: marathonId });
  await shop.deps.write((work) => updateArticle(work, race.shirtId, { competitionIds: [race.runId] }));
  await shop.settle();
  expect(await entry()).toMatchObject({ state: 'closed' });
});

test('who passes the place on waits for nothing any more, and who has it now may wait', async () => {
  const shop = await testShop();
  const { race, holder, taker, orderId, offer, take, pay } = await openTransfers(shop);
  await sellOut(shop, race);
  const { entry, participantId } = await waitsFor(shop, race, holder, orderId);
  const taken = await take((await offer()).body, 3000);
  expect(taken.status).toBe(201);
  await pay(taken.body.orderId);
  const joined = await taker.json('POST', `/api/orders/${taken.body.orderId}/waitlist`, {
    ...{ participantId, variantId: race.shirtVariantId },
  });
  expect(joined.status).toBe(201);
  await shop.settle();
  const states = await shop.deps.read.all(sql`select order_id orderId, state from waitlist_entries order by id`);
  expect(states).toEqual([
    { orderId, state: 'closed' },
    { orderId: taken.body.orderId, state: 'waiting' },
  ]);
  expect(await entry()).toMatchObject({ state: 'waiting' });
});

test('the owner of an account takes it along, and when it is erased the next one has what was offered', async () => {
  const { waits, free, statesOf, variantId, settle } = await soldOutSize();
  const [first, second] = [await waits(), await waits()];
  await free();
  const { body } = await first.caller.json<{ rows: object[] }>('GET', '/api/settings/waitlist');
  expect(body.rows).toMatchObject([
    {
      variantId,
      size: 'Finisher-Shirt, M',
      orderId: first.orderId,
      participantId: first.participantId,
      state: 'offered',
    },
  ]);
  const file = await (await first.caller.fetch('/api/settings/export')).text();
  expect(file).toContain('Finisher-Shirt, M');
  expect((await first.caller.form('/settings/data/delete', { sure: 'true', confirmed: 'true' })).status).toBe(303);
  await settle();
  expect(await statesOf()).toEqual(['offered']);
  expect(second.joined.status).toBe(201);
});

test('a canceled order with one does not come back while somebody waits', async () => {
  const { waits, free, office, deps } = await soldOutSize({ shirts: 2 });
  const ids = await deps.read.all<{ id: number }>(sql`select id from orders order by id`);
  const back = async () =>
    office.json<{ code?: string }>('PATCH', `/api/admin/orders/${ids.at(-1)?.id}/status`, { status: 'pending' });
  const { caller, entryId, orderId } = await waits();
  await free();
  expect((await back()).body.code).toBe('RESERVING_ARTICLES_FAILED');
  expect((await caller.json('GET', `/api/orders/${orderId}/waitlist`)).status).toBe(200);
  const eventId = (await deps.read.all<{ id: number }>(sql`select event_id id from orders limit 1`))[0]?.id;
  await office.json('POST', `/api/admin/events/${eventId}/waitlist/${entryId}/remove`);
  expect((await back()).status).toBe(200);
});
