import { expect, test } from 'vitest';
import type { AdminOrderJson } from '#modules/orders/shapes.ts';
import { camtFile } from './bank-files/testing.ts';
import { referenceOf, upload } from './bank-import/testing.ts';
import { markPaid } from './mark-paid.ts';
import { refundScene } from './refunds/testing.ts';
import { order, race } from './testing.ts';

test('an order says whether a person entered its money, or a provider, a bank file or a sum of zero did', async () => {
  const scene = await refundScene();
  const { shop, admin } = scene;
  const place = await race(shop);
  const person = (firstName: string) => ({ people: [{ firstName, lastName: 'Maier' }] });
  const modeOf = async (orderId: number) => {
    const { body } = await admin.json<{ order: AdminOrderJson }>('GET', `/api/admin/orders/${orderId}`);
    return body.order.paymentMode;
  };
  const costsNothing = await race(shop, { organizer: 'free@organizer.example', price: 0 });
  const [pending, byHand, byFile, free] = [
    await order(shop, place, person('Ada')),
    await order(shop, place, person('Ben')),
    await order(shop, place, person('Cem')),
    await order(shop, costsNothing, { ...person('Dora'), price: 0 }),
  ];
  await shop.deps.write((work) => markPaid(work, { orderId: byHand, editorId: 1 }));
  await upload(admin, camtFile([{ amount: 3000, text: referenceOf(byFile), bankReference: 'B1' }]));
  const byCard = await scene.paidOnline();
  await shop.settle();
  expect(await Promise.all([pending, byHand, byFile, byCard, free].map(modeOf))).toEqual([
    null,
    'manual',
    'automatic',
    'automatic',
    'automatic',
  ]);
  await admin.json('PATCH', `/api/admin/orders/${byHand}/cancel`, { refund: { mode: 'none' } });
  expect(await modeOf(byHand)).toBe('manual');
});
