import { expect, test } from 'vitest';
import { createArticle, createVariant } from '#modules/events/index.ts';
import { makeVoucher } from '#modules/vouchers/testing.ts';
import { basisPoints } from '#src/kernel/money.ts';
import { testShop } from '#tests/support/shop.ts';
import { bookingOf, makeRace, runner } from '../testing.ts';

test('a code stands with its name and what it took, at each rate, on every page and paper of the order', async () => {
  const shop = await testShop();
  const { race, bookId, variantId } = await shop.deps.write(async (work) => {
    const race = await makeRace(work);
    const bookId = await createArticle(work, race.eventId, { name: 'Streckenbuch', price: 1000, vat: basisPoints(10) });
    const variantId = await createVariant(work, bookId, { name: '', availableAmount: 9 });
    await makeVoucher(work, race.eventId, 'VEREIN-10', {
      name: 'Vereinsrabatt',
      unit: 'percentage',
      amount: 1000,
      target: 'order',
    });
    return { race, bookId, variantId };
  });
  const eva = await shop.login('eva@example.test');
  const article = { uniqueLocalId: 'b', articleId: bookId, variantId, quantity: 1 };
  const booking = bookingOf(race, [runner({ articles: [article] })], {
    appliedVouchers: [{ code: 'verein-10' }],
    totalPrice: 3000 + 1000 - 400 + 150,
  });
  const booked = await eva.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, booking);
  expect(booked.status).toBe(201);
  const { orderId } = booked.body;
  const lines = ['Vereinsrabatt (Code VEREIN-10)', '−3,00', '−1,00'];

  const page = await (await eva.fetch(`/orders/${orderId}`)).text();
  const taxes = ['darin 4,75\u00a0€ USt. (20 %)', 'darin 0,82\u00a0€ USt. (10 %)'];
  for (const text of [...lines, ...taxes]) expect(page).toContain(text);
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  const adminPage = await (await admin.fetch(`/admin/orders/${orderId}`)).text();
  for (const text of lines) expect(adminPage).toContain(text);

  await eva.json('POST', `/api/orders/${orderId}/payment-in-advance`, {});
  await admin.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' });
  await shop.settle();
  const mail = (await shop.mails('eva@example.test')).find(({ subject }) => subject.includes('Bestellbestätigung'));
  for (const text of [...lines, ...taxes]) expect(mail?.text).toContain(text);

  const { body } = await eva.json<{ downloadLink: string }>('GET', `/api/orders/${orderId}/confirmation`);
  const { pathname, search } = new URL(body.downloadLink);
  const paper = await eva.fetch(pathname + search);
  expect(paper.headers.get('content-type')).toBe('application/pdf');
});
