import { expect, test } from 'vitest';
import { days } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import { chooseBankTransfer } from './choose-bank-transfer.ts';
import { markPaid } from './mark-paid.ts';
import { order, race } from './testing.ts';

test.each([
  ['after half of the days of its event', { bankTransferHoldDays: 8 }, days(4)],
  ['after a week where the event sets none', {}, days(7)],
] as const)('who chose a transfer and has not paid is reminded once %s', async (_, change, after) => {
  const shop = await testShop();
  const orderId = await order(shop, await race(shop, change));
  await shop.deps.write((work) => chooseBankTransfer(work, { orderId, bank: shop.deps.config.bank }));
  const reminders = async () => {
    await shop.settle();
    return (await shop.mails()).filter(({ subject }) => /^(Erinnerung|Reminder)/.test(subject));
  };
  shop.clock.advance(after - days(1));
  expect(await reminders()).toEqual([]);
  shop.clock.advance(days(1));
  const [reminder] = await reminders();
  expect(reminder?.text).toMatch(/SB\d+/);
  expect(reminder?.text).toContain('AT61 1904 3002 3457 3201');
  shop.clock.advance(days(1));
  expect(await reminders()).toHaveLength(1);
});

test('sends no reminder for a paid order', async () => {
  const shop = await testShop();
  const orderId = await order(shop, await race(shop));
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  const editorId = Number((await admin.json<{ userData: { id: number } }>('GET', '/api/settings')).body.userData.id);
  await shop.deps.write((work) => chooseBankTransfer(work, { orderId, bank: shop.deps.config.bank }));
  await shop.deps.write((work) => markPaid(work, { orderId, editorId }));
  shop.clock.advance(days(10));
  await shop.settle();
  expect((await shop.mails()).filter(({ subject }) => /^(Erinnerung|Reminder)/.test(subject))).toEqual([]);
});
