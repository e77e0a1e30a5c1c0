import { expect, test } from 'vitest';
import { createFormField, createProtection, updateEvent } from '#modules/events/index.ts';
import { markPaid } from '#modules/payments/index.ts';
import { order, race } from '#modules/payments/testing.ts';
import { present } from '#src/kernel/assert.ts';
import { cents } from '#src/kernel/money.ts';
import { fromIso } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import { orderOf } from '../read.ts';
import { orderProtections } from '../schema.ts';

const buyerEmail = 'buyer@runner.example';

test('the buyer changes people, sets the invoice address once, and reads what a cancellation costs', async () => {
  const shop = await testShop();
  const { eventId, competitionId } = await race(shop);
  const { fieldId, protectionId } = await shop.deps.write(async (work) => {
    await updateEvent(work, eventId, { userEditTillTime: fromIso('2026-05-10T22:00:00Z'), generateInvoice: true });
    return {
      fieldId: await createFormField(work, eventId, {
        name: { de: 'Größe', en: 'Size' },
        type: 'select',
        options: [{ value: 'm', label: { de: 'Mittel', en: 'Medium' } }],
      }),
      protectionId: await createProtection(work, eventId, { title: 'Stornoschutz', price: 500 }),
    };
  });
  const orderId = await order(shop, { eventId, competitionId });
  const kept = async () => present(await orderOf(shop.deps.read, orderId), 'it was just placed');
  const participantId = (await kept()).competitions[0]?.teams[0]?.participants[0]?.id as number;
  const buyer = await shop.login(buyerEmail);
  const stranger = await shop.login('stranger@runner.example');
  const path = `/orders/${orderId}/participants/${participantId}`;
  const input = { firstName: 'Zoë', lastName: 'Neu', email: 'neu@runner.example', birthDate: '01.05.1994' };

  const page = await (await buyer.fetch(path)).text();
  expect(page).toContain('Ändern kannst du bis 11. Mai 2026, 00:00 Uhr.');
  expect(page).toContain('Mittel');
  for (const call of [
    stranger.fetch(path),
    stranger.form(path, input),
    buyer.fetch(`/orders/${orderId}/participants/999`),
  ])
    expect((await call).status).toBe(404);
  const refused = await buyer.form(path, { ...input, birthDate: 'bald', [`fields.${fieldId}`]: 'xl' });
  expect(refused.status).toBe(400);
  const text = await refused.text();
  expect(text).toContain('value="bald"');
  expect(text).toContain('value="Neu"');
  expect(text).toContain('Größe: Bitte wähle eine der Möglichkeiten.');
  const done = await buyer.form(path, { ...input, [`fields.${fieldId}`]: 'm' });
  expect([done.status, done.headers.get('location')]).toEqual([303, `/orders/${orderId}?saved=person`]);
  expect(await (await buyer.fetch(done.headers.get('location') ?? '')).text()).toContain(
    'Die Angaben sind gespeichert.',
  );
  expect((await kept()).competitions[0]?.teams[0]?.participants[0]).toMatchObject({
    lastName: 'Neu',
    email: 'neu@runner.example',
    birthDate: '1994-05-01',
    formFieldsSelected: [{ fieldId, value: 'm' }],
  });

  const invoice = `/orders/${orderId}/invoice-address`;
  const address = {
    'invoice.gender': 'female',
    'invoice.firstName': 'Ada',
    'invoice.lastName': 'Berger',
    'invoice.street': 'Hauptplatz',
    'invoice.zipCode': '4020',
    'invoice.city': 'Linz',
    'invoice.countryCode': 'AT',
  };
  const missing = await buyer.form(invoice, { ...address, 'invoice.city': '', 'invoice.vatId': 'ATU1' });
  expect(missing.status).toBe(400);
  expect((await missing.text()).match(/class="field-error"/g)).toHaveLength(2);
  expect((await stranger.form(invoice, address)).status).toBe(404);
  expect((await buyer.form(invoice, { ...address, 'invoice.phoneNumber': '12' })).status).toBe(400);
  expect((await buyer.form(invoice, address)).status).toBe(303);
  const shown = await (await buyer.fetch(invoice)).text();
  expect(shown).toContain('4020 Linz');
  expect(shown).toContain('Ändern kann sie jetzt nur noch der Veranstalter.');
  const twice = await buyer.form(invoice, { ...address, 'invoice.city': 'Wels' });
  expect(twice.status).toBe(409);
  expect(await twice.text()).toContain('Die Rechnungsadresse kann nur einmal angegeben werden.');
  expect((await kept()).invoiceAddress?.city).toBe('Linz');

  expect(await (await buyer.fetch(`/orders/${orderId}/cancel`)).text()).toContain('Du hast noch nichts bezahlt.');
  await shop.deps.write(async (work) => {
    await work.tx.insert(orderProtections).values({ orderId, protectionId, title: 'Stornoschutz', price: cents(500) });
    await markPaid(work, { orderId, editorId: 1 });
  });
  const question = await (await buyer.fetch(`/orders/${orderId}/cancel`)).text();
  expect(question).toContain('30,00\u00a0€');
  expect(question).toContain('Wir überweisen das Geld auf das Konto, von dem es kam.');
  const detail = await (await buyer.fetch(`/orders/${orderId}`)).text();
  expect(detail).toContain(`/orders/${orderId}/tickets/${participantId}/pdf`);

  shop.clock.set('2026-05-10T22:00:00Z');
  const again = await shop.login(buyerEmail);
  expect(await (await again.fetch(path)).text()).toContain(
    'Ändern konntest du die Angaben bis 11. Mai 2026, 00:00 Uhr.',
  );
  expect(await (await again.fetch(`/orders/${orderId}`)).text()).not.toContain(path);
  expect((await again.form(path, input)).status).toBe(409);
});

test('lists twenty own orders per page, newest first', async () => {
  const shop = await testShop();
  const event = await race(shop);
  const ids: number[] = [];
  for (let i = 0; i < 23; i++) {
    shop.clock.advance(1000);
    ids.push(await order(shop, event, { people: [{ firstName: 'Person', lastName: String(i) }] }));
  }
  const buyer = await shop.login(buyerEmail);
  const shownAt = async (path: string) =>
    [...(await (await buyer.fetch(path)).text()).matchAll(/<h2><a href="\/orders\/(\d+)"/g)].map(([, id]) =>
      Number(id),
    );
  const newest = ids.toReversed();
  expect(await shownAt('/orders')).toEqual(newest.slice(0, 20));
  expect(await shownAt('/orders?page=2')).toEqual(newest.slice(20));
  for (const page of ['99', '0', '-1', '1e9', 'x', '2.5'])
    expect((await buyer.fetch(`/orders?page=${page}`)).status).toBe(200);
  expect(await shownAt('/orders?page=99')).toEqual(newest.slice(20));
});
