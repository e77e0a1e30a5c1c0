import { expect, test } from 'vitest';
import { orderOf, peopleOf } from '#modules/orders/index.ts';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { present } from '#src/kernel/assert.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { testShop } from '#tests/support/shop.ts';
import { transferData } from './personal-data.ts';
import { openTransfers } from './testing.ts';

const typed = (change: Record<string, string> = {}) => ({
  'teams[0].participants[0].firstName': 'Lena',
  'teams[0].participants[0].lastName': 'Vogel',
  'teams[0].participants[0].birthDate': '03.02.1990',
  'teams[0].participants[0].email': 'lena@example.test',
  ...{ key: 'tap', totalPrice: '3000', accepted: 'true' },
  ...change,
});

test('without a script: asked, approved, taken by somebody with nothing but an address, once', async () => {
  const shop = await testShop();
  const at = await openTransfers(shop, { mode: 'off' });
  const manage = `/admin/events/${at.race.eventId}/transfers`;
  const own = `/orders/${at.orderId}/participants/${at.participantIds[0]}/transfer`;
  expect(await (await at.holder.fetch(own)).text()).toContain('lassen sich Startplätze nicht weitergeben');
  expect(await (await at.holder.fetch(`/orders/${at.orderId}`)).text()).not.toContain('/transfer"');
  const wrong = await at.organizer.form(manage, {
    mode: 'approval',
    refundRule: 'paidLessFee',
    priceRule: 'old',
    feePrice: '-1',
  });
  expect(wrong.status).toBe(400);
  const saved = await at.organizer.form(manage, {
    mode: 'approval',
    refundRule: 'paidLessFee',
    priceRule: 'old',
    feePrice: '5',
  });
  expect([saved.status, saved.headers.get('location')]).toEqual([303, `${manage}?done=saved`]);
  const history = await (await at.organizer.fetch(`/admin/events/${at.race.eventId}/history`)).text();
  expect(history).toContain('erlaubt, ich bestätige jede einzeln');

  expect((await at.holder.form(own, { email: 'no address' })).status).toBe(400);
  expect((await at.holder.form(own, { email: '' })).headers.get('location')).toBe(`${own}?done=offered`);
  expect((await at.taker.form(own, { email: '' })).status).toBe(404);
  const list = await (await at.organizer.fetch(manage)).text();
  expect(list).toContain(`${manage}/1/approve`);
  expect((await at.organizer.form(`${manage}/1/approve`, {})).headers.get('location')).toBe(`${manage}?done=approved`);
  expect((await at.organizer.form(`${manage}/1/refuse`, {})).status).toBe(409);
  const link = /value="http:\/\/shop\.test(\/events[^"]+)"/.exec(await (await at.holder.fetch(own)).text())?.[1] ?? '';
  const path = link.replaceAll('&amp;', '&');

  const guest = shop.visitor();
  const offer = await (await guest.fetch(path)).text();
  expect(offer).toContain('Ana Huber');
  expect(offer).not.toContain('zoe@example.test');
  expect(offer).not.toContain('gehen mit');
  await shop.deps.write(({ tx }) => tx.run("update participants set rr_bib = '7'"));
  expect(await (await guest.fetch(path)).text()).toContain('gehen mit');
  expect((await guest.fetch(path.replace(/signature=./, 'signature=_'))).status).toBe(404);
  const take = path.replace('?', '/take?');
  expect((await guest.fetch(take)).headers.get('location')).toBe(`/auth?to=${encodeURIComponent(take)}`);
  await guest.form('/auth', { email: 'lena@example.test', way: 'alone', to: take });
  const { accepted: _, ...unaccepted } = typed();
  expect((await guest.form(take, unaccepted)).status).toBe(400);
  expect((await guest.form(take, typed({ totalPrice: '1' }))).status).toBe(409);
  const ordered = await guest.form(take, typed());
  const to = ordered.headers.get('location') ?? '';
  expect([ordered.status, to]).toEqual([303, expect.stringMatching(/\/payment\?order=\d+$/)]);
  const newId = Number(/order=(\d+)/.exec(to)?.[1]);
  expect((await guest.form(take, typed())).headers.get('location')).toBe(`/orders/${newId}`);
  expect(await (await guest.fetch(`/orders/${newId}`)).text()).toContain('wartet auf die Zahlung');
  const over = await shop.visitor().fetch(path);
  expect([over.status, (await over.text()).includes('schon bestellt')]).toEqual([410, true]);
  await at.pay(newId);
  expect(peopleOf((await orderOf(shop.deps.read, newId)) ?? expect.fail())[0]?.person.lastName).toBe('Vogel');
  expect(await (await at.holder.fetch(`/orders/${at.orderId}`)).text()).toContain('Der Startplatz von Ana Huber wurde');
  const before = await (await at.organizer.fetch(`/admin/orders/${at.orderId}`)).text();
  expect(before).toContain('Ein Startplatz ist an jemand anderen übergegangen.');
  expect(before).not.toContain('Vogel');
});

test('without a script: declined, and withdrawn', async () => {
  const shop = await testShop();
  const at = await openTransfers(shop);
  const own = `/orders/${at.orderId}/participants/${at.participantIds[0]}/transfer`;
  const { body } = await at.offer();
  const path = (body.link ?? '').replace('http://shop.test', '');
  const declined = await shop.visitor().form(path.replace('?', '/decline?'), {});
  expect(declined.status).toBe(303);
  const said = await shop.visitor().fetch(declined.headers.get('location') ?? '');
  expect([said.status, (await said.text()).includes('Danke fürs Bescheidsagen')]).toEqual([200, true]);
  expect(await (await at.holder.fetch(own)).text()).toContain('Dein letztes Angebot wurde abgelehnt');
  await at.offer();
  expect((await at.holder.form(`${own}/withdraw`, {})).headers.get('location')).toBe(`${own}?done=withdrawn`);
  expect((await at.holder.form(`${own}/withdraw`, {})).status).toBe(303);
  expect(await (await at.holder.fetch(`${own}?done=withdrawn`)).text()).toContain('Es bleibt dein Platz');
});

test('whoever was mailed an offer hears that it is gone: withdrawn, or its order canceled; not before it went out', async () => {
  const shop = await testShop();
  const at = await openTransfers(shop, { mode: 'approval' });
  const gone = async () => {
    await shop.settle();
    return (await shop.mails('new@example.test')).filter(({ subject }) => subject.startsWith('Nicht mehr zu haben: '));
  };
  const own = `/orders/${at.orderId}/participants/${at.participantIds[0]}/transfer`;
  await at.offer('new@example.test');
  await at.holder.form(`${own}/withdraw`, {});
  expect(await gone()).toEqual([]);
  await at.set({ mode: 'allowed' });
  await at.offer('new@example.test');
  await shop.settle();
  await at.holder.form(`${own}/withdraw`, {});
  const [first, ...more] = await gone();
  expect([first?.subject, more]).toEqual(['Nicht mehr zu haben: 10 km, Donaulauf', []]);
  await at.offer('new@example.test');
  await shop.settle();
  await at.organizer.json('PATCH', `/api/admin/orders/${at.orderId}/cancel`);
  const told = await gone();
  expect(told).toHaveLength(2);
  for (const { text } of told) {
    expect(text).toContain('wird nicht mehr weitergegeben');
    expect(text).not.toContain('Warteliste');
  }
});

test('what somebody offered goes along with their data, and is forgotten with their account', async () => {
  const shop = await testShop();
  const at = await openTransfers(shop);
  await at.offer('new@example.test');
  const [holder] = await shop.deps.read.all<{ id: number }>("select id from users where email = 'holder@example.test'");
  const found = await transferData.collect(shop.deps.read, Number(holder?.id));
  expect(found).toMatchObject({ transfers: [{ heldBy: 'Ana Huber', state: 'offered' }] });
  await shop.deps.write((work) => transferData.erase(work, Number(holder?.id)));
  const [row] = await shop.deps.read.all<{ held_by: string; email: string | null; state: string }>(
    'select held_by, email, state from transfers',
  );
  expect(row).toMatchObject({ held_by: '', email: null, state: 'withdrawn' });
});

test('whom somebody entered for a place that they have not paid goes along with their data', async () => {
  const shop = await testShop();
  const at = await openTransfers(shop);
  const { body } = await at.offer();
  expect((await at.take(body, 3000)).status).toBe(201);
  const [taker] = await shop.deps.read.all<{ id: number }>("select id from users where email = 'taker@example.test'");
  const found = await transferData.collect(shop.deps.read, Number(taker?.id));
  expect(found).toMatchObject({ transfers: [], entrants: [{ person: { lastName: 'Vogel' } }] });
});

test('of a place that costs nothing, nobody is told to pay or what comes back', async () => {
  const shop = await testShop();
  const at = await openTransfers(shop);
  await at.sellAt(0);
  const booking = bookingOf(at.race, [runner({ firstName: 'Kim', lastName: 'Frei' })], { totalPrice: 0 });
  const booked = await at.holder.json<{ orderId: number }>('POST', `/api/events/${at.race.eventId}/book`, booking);
  const order = present(await orderOf(shop.deps.read, booked.body.orderId), 'the free order');
  const own = `/orders/${order.id}/participants/${peopleOf(order)[0]?.person.id}/transfer`;
  const { t } = translatorFor('de');
  const asked = await (await at.holder.fetch(own)).text();
  expect(asked).toContain(t('transfers.holder.step3Free'));
  expect(asked).not.toMatch(/0,00\s€/);
  await at.holder.form(own, { email: '' });
  const link = /value="http:\/\/shop\.test(\/events[^"]+)"/.exec(await (await at.holder.fetch(own)).text())?.[1] ?? '';
  const offered = await (await shop.visitor().fetch(link.replaceAll('&amp;', '&'))).text();
  expect(offered).toContain(t('transfers.offered.firstFree'));
  expect(offered).not.toContain(t('transfers.offered.first'));
});
