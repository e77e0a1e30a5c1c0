import { expect, test } from 'vitest';
import { testShop } from '#tests/support/shop.ts';
import { bookingOf, makeRace, runner } from '../testing.ts';

const shown = (html: string) => html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]+>/g, ' ');

test.each([
  ['de', 2000, 'Gesamtbetrag inkl. USt.', 'inkl. USt.', 'darin 5,25\u00a0€ USt. (20 %)'],
  ['de', 0, 'Gesamtbetrag', null, '31,50\u00a0€ ohne USt.'],
  ['en', 2000, 'Total including VAT', 'VAT included', 'including €5.25 VAT (20%)'],
  ['en', 0, 'Total', null, '€31.50 without VAT'],
] as const)('what is said of tax is true, in %s at a rate of %i', async (acceptLanguage, vat, total, included, tax) => {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work, { event: { vat: vat as never } }));
  const eva = shop.visitor({ acceptLanguage });
  const { eventId } = race;
  await eva.json('POST', '/api/auth/code/unauthenticated-login', { email: 'eva@example.test', eventId });
  const person = { firstName: 'Eva', lastName: 'Maier', birthDate: '01.05.1990', gender: 'female', localId: 'a' };
  const [team, one] = ['teams[0]', 'teams[0].participants[0]'];
  await eva.form(`/events/${eventId}/competitions`, {
    [`${team}.competitionId`]: String(race.runId),
    [`${team}.localId`]: 't',
    ...Object.fromEntries(Object.entries(person).map(([name, text]) => [`${one}.${name}`, text])),
    intent: 'keep',
  });
  const step = shown(await (await eva.fetch(`/events/${eventId}/competitions`)).text());
  expect(step).toContain('31');
  const booked = await eva.json<{ orderId: number }>(
    'POST',
    `/api/events/${eventId}/book`,
    bookingOf(race, [runner()]),
  );
  const { orderId } = booked.body;
  const payment = shown(await (await eva.fetch(`/events/${eventId}/payment?order=${orderId}`)).text());
  for (const text of [step, payment])
    if (included) expect(text).toContain(included);
    else expect(text).not.toMatch(/inkl\. USt|VAT included/);
  await eva.json('POST', `/api/orders/${orderId}/payment-in-advance`, {});
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  await admin.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' });
  await shop.settle();
  const mail = (await shop.mails('eva@example.test')).find(({ html }) => html?.includes(total));
  const page = shown(await (await eva.fetch(`/orders/${orderId}`)).text());
  for (const text of [page, mail?.text ?? '']) {
    expect(text).toContain(total);
    // A mail says nothing of a tax that is not there.
    if (included || text === page) expect(text).toContain(tax);
    if (!included) expect(text).not.toMatch(/inkl\. USt|including VAT/);
  }
});
