import { expect, test } from 'vitest';
import { minutes } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import { openTransfers } from './testing.ts';

test('an offer that the organizer sends again goes to whom it was made, and its link to nobody else', async () => {
  const shop = await testShop();
  const { organizer, orderId, offer } = await openTransfers(shop);
  const { link } = (await offer('new@example.test')).body;
  await shop.settle();
  const letters = `/admin/orders/${orderId}/mails`;
  const { rows } = (await organizer.json<{ rows: { id: number; type: string }[] }>('GET', `/api${letters}`)).body;
  const offered = rows.find(({ type }) => type === 'TransferOffered');
  shop.clock.advance(minutes(2));
  expect((await organizer.form(`${letters}/${offered?.id}/resend`, {})).status).toBe(303);
  await shop.settle();
  const withLink = async (email: string) =>
    (await shop.mails(email)).filter(({ text }) => text.includes(link ?? 'no link')).length;
  expect([await withLink('new@example.test'), await withLink('holder@example.test')]).toEqual([2, 0]);
});

test('an offer that ended is not offered to be sent again, nor sent', async () => {
  const shop = await testShop();
  const { organizer, orderId, offer } = await openTransfers(shop);
  const { link } = (await offer('new@example.test')).body;
  const id = /\/transfers\/(\d+)/.exec(link ?? '')?.[1];
  await shop.settle();
  const letters = `/admin/orders/${orderId}/mails`;
  const { rows } = (await organizer.json<{ rows: { id: number; type: string }[] }>('GET', `/api${letters}`)).body;
  const resend = `${letters}/${rows.find(({ type }) => type === 'TransferOffered')?.id}/resend`;
  const pages = async () =>
    [letters, `/admin/orders/${orderId}`].map(async (path) =>
      (await (await organizer.fetch(path)).text()).includes(resend),
    );
  expect(await Promise.all(await pages())).toEqual([true, true]);
  expect((await shop.visitor().json('POST', `/api/transfers/${id}/decline`, { link })).status).toBeLessThan(300);
  await shop.settle();
  expect(await Promise.all(await pages())).toEqual([false, false]);
  expect((await organizer.form(resend, {})).status).toBe(409);
  expect((await shop.mails('new@example.test')).filter(({ text }) => text.includes(link ?? 'no link'))).toHaveLength(1);
});
