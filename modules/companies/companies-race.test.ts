import { expect, test } from 'vitest';
import { Database } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import { companyOrders } from './schema.ts';
import { companyScene } from './testing.ts';

const crowd = 40;

test('accepts of forty concurrent orders on account only as many as the limit allows', {
  timeout: 300_000,
}, async () => {
  const at = await companyScene({ limit: 5 * 3150 + 3149 });
  const orders: number[] = [];
  for (let n = 0; n < crowd; n += 1) orders.push(await at.book(at.eva));
  const put = await Promise.all(orders.map((orderId) => at.put(at.eva, orderId)));
  expect(put.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(put.filter(({ body }) => body.code === 'COMPANY_LIMIT_REACHED')).toHaveLength(crowd - 5);
  const [open] = await at.deps.read.all<{ orders: number; cents: number }>(
    ready("select count(*) orders, sum(total_cents) cents from orders where payment_method = 'account'", []),
  );
  expect(open).toEqual({ orders: 5, cents: 5 * 3150 });
  // Two in the office make the bill and enter its money at once: there is one bill, and its money is here once.
  const make = () => at.office.json<{ bill: { id: number } }>('POST', `/api/admin/companies/${at.companyId}/bills`);
  const bills = await Promise.all([make(), make()]);
  expect(bills.map(({ status }) => status).sort()).toEqual([201, 409]);
  const first = bills.find(({ status }) => status === 201)?.body.bill.id;
  // Two take it back, and it is made anew.
  const take = () => at.office.json('POST', `/api/admin/company-bills/${first}/withdraw`);
  const taken = await Promise.all([take(), take()]);
  expect(taken.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { bill } = (await make()).body;
  const pay = () => at.office.json('POST', `/api/admin/company-bills/${bill.id}/paid`, {});
  const paid = await Promise.all([pay(), pay()]);
  expect(paid.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [ledger] = await at.deps.read.all<{ cents: number }>(
    ready('select sum(amount_cents) cents from ledger_entries', []),
  );
  expect(ledger?.cents).toBe(5 * 3150);
});

test.each([
  [3149, 'refuses'],
  [3150, 'takes'],
])(
  'with a limit of %i the trigger alone %s an order that was paid, given back and is open again',
  async (limit, does) => {
    const at = await companyScene({ limit });
    const orderId = await at.book(at.eva);
    await at.setStatus(orderId, 'complete');
    const admin = await at.login('admin@example.test', { superAdmin: true });
    const cancel = { refund: { mode: 'full' } };
    expect((await admin.json('PATCH', `/api/admin/orders/${orderId}/cancel`, cancel)).status).toBe(200);
    const told = { orderIds: [orderId], refundStatus: 'completed' };
    expect((await admin.json('POST', '/api/admin/orders/set-refund-status', told)).status).toBe(200);
    await at.setStatus(orderId, 'pending');
    expect((await at.order(orderId))?.status).toBe('pending');
    const placed = at.deps.write(({ tx, now }) =>
      tx.insert(companyOrders).values({ orderId, companyId: at.companyId, placedAt: now }),
    );
    if (does === 'takes') await placed;
    else await expect(placed).rejects.toThrow();
    expect((await at.deps.read.select().from(companyOrders)).length).toBe(does === 'takes' ? 1 : 0);
    expect((await at.put(at.eva, orderId)).body.code).toBe(does === 'takes' ? undefined : 'COMPANY_LIMIT_REACHED');
  },
);

/** The negative control: each of the same crowd looks what is open, and adds its order afterwards. */
test('without the guard the same crowd goes beyond the limit', async () => {
  const database = await Database.open('file::memory:?cache=shared');
  await database.transact((tx) => tx.run(ready('create table account (open integer not null)', [])));
  await database.transact((tx) => tx.run(ready('insert into account values (0)', [])));
  const put = async () => {
    const [row] = await database.read.all<{ open: number }>(ready('select open from account', []));
    if ((row?.open ?? 0) + 3150 > 5 * 3150) return false;
    await database.transact((tx) => tx.run(ready('update account set open = open + 3150', [])));
    return true;
  };
  const taken = await Promise.all(Array.from({ length: crowd }, put));
  await database.close();
  expect(taken.filter(Boolean).length).toBeGreaterThan(5);
});
