import { expect, test } from 'vitest';
import { orderOf } from '#modules/orders/index.ts';
import { testShop } from '#tests/support/shop.ts';
import { markPaid } from '../mark-paid.ts';
import { order, race, raceOrganizer } from '../testing.ts';

/** Two unpaid orders, a paid one and a canceled one. */
async function scene() {
  const shop = await testShop();
  const made = await race(shop);
  const office = await shop.login(raceOrganizer);
  const people = (firstName: string) => [{ firstName, lastName: 'Huber', email: `${firstName}@runner.example` }];
  const ids: number[] = [];
  for (const name of ['ana', 'bea', 'cem', 'dana'])
    ids.push(await order(shop, made, { people: people(name), buyer: `${name}@buyer.example` }));
  const [first = 0, second = 0, paid = 0, canceled = 0] = ids;
  await shop.deps.write((work) => markPaid(work, { orderId: paid, editorId: 1 }));
  await office.json('PATCH', `/api/admin/orders/${canceled}/cancel`, {});
  await shop.settle();
  const statuses = async () => {
    const found = [];
    for (const id of ids) found.push((await orderOf(shop.deps.read, id))?.status);
    return found;
  };
  return { shop, made, office, ids, first, second, statuses };
}

test('marks all open ones as paid, once; the others are skipped', async () => {
  const { shop, office, ids, statuses } = await scene();
  const { status, body } = await office.json<{ count: number }>('PATCH', '/api/admin/orders/mark-paid', {
    orderIds: [...ids, ...ids],
    comment: 'Sparkasse, 12. März',
  });
  expect([status, body.count]).toEqual([200, 2]);
  await shop.settle();
  expect(await statuses()).toEqual(['complete', 'complete', 'complete', 'canceled']);
  expect(await shop.mails('ana@runner.example')).toHaveLength(1);
  const again = await office.json<{ count: number }>('PATCH', '/api/admin/orders/mark-paid', { orderIds: ids });
  expect(again.body.count).toBe(0);
});

test('another organizer marks none of them, and nobody without the permission', async () => {
  const { shop, made, ids, statuses } = await scene();
  await race(shop, { organizer: 'other@organizer.example' });
  const other = await shop.login('other@organizer.example');
  const path = '/api/admin/orders/mark-paid';
  expect((await other.json('PATCH', path, { orderIds: ids })).status).toBe(404);
  expect((await (await shop.login('ana@buyer.example')).json('PATCH', path, { orderIds: ids })).status).toBe(403);
  expect(await statuses()).toEqual(['pending', 'pending', 'complete', 'canceled']);
  expect(made.eventId).toBeGreaterThan(0);
});

test('the list leads to a page with names and the sum, which marks exactly what it showed', async () => {
  const { office, ids, first, second, statuses } = await scene();
  const list = await (await office.fetch('/admin/orders')).text();
  expect(list).toContain('formAction="/admin/mark-orders-paid"');
  const query = new URLSearchParams(ids.map((id) => ['order', String(id)]));
  const question = (await (await office.fetch(`/admin/mark-orders-paid?${query}`)).text()).replaceAll('<!-- -->', '');
  expect(question).toContain('ana Huber');
  expect(question).toContain('2 Bestellungen sind schon bezahlt oder storniert');
  expect(question).toContain('60,00');
  const fields = { back: '/admin/orders', order: [String(first), String(second)] };
  const stale = await office.form('/admin/mark-orders-paid', {
    ...{ ...fields, [`open-${first}`]: '3000', [`open-${second}`]: '2900' },
  });
  expect(stale.status).toBe(409);
  expect(await stale.text()).toContain(`Bestellung ${second}`);
  expect(await statuses()).toEqual(['pending', 'pending', 'complete', 'canceled']);
  const done = await office.form('/admin/mark-orders-paid', {
    ...{ ...fields, [`open-${first}`]: '3000', [`open-${second}`]: '3000' },
  });
  expect(done.headers.get('location')).toBe('/admin/orders?paid=2');
  expect(await (await office.fetch('/admin/orders?paid=2')).text()).toContain(
    '2 Bestellungen sind als bezahlt markiert',
  );
  expect(await statuses()).toEqual(['complete', 'complete', 'complete', 'canceled']);
});
