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
