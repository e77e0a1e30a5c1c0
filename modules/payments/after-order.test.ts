import { expect, test } from 'vitest';
import { putShortlink, updateEvent } from '#modules/events/index.ts';
import { cancelOrder } from '#modules/orders/index.ts';
import { makeRace, type Race } from '#modules/orders/testing.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { shown } from '#tests/support/shown.ts';
import { makeApple, makeGoogle } from '#tests/support/wallets.ts';
import { markPaid } from './mark-paid.ts';
import { openCancellationRefund } from './refunds/giving-back.ts';
import { order, race, raceOrganizer } from './testing.ts';

const pageOf = async (caller: Caller, path: string) => {
  const answer = await caller.fetch(path);
  return {
    status: answer.status,
    to: answer.headers.get('location'),
    headers: answer.headers,
    html: await answer.text(),
  };
};
/** Name, state and whether it links back, of each numbered step. */
const stepsIn = (html: string) =>
  [...html.matchAll(/<li class="step" data-state="(\w+)".*?<\/li>/g)].map(([item, state]) => [
    /<span class="step-label">(?:<span[^>]*>[^<]*<\/span>)?([^<]+)/.exec(item)?.[1],
    state,
    item.includes('href='),
  ]);

async function booked(env: Record<string, string> = {}): Promise<{ shop: TestShop; race: Race; visitor: Caller }> {
  const shop = await testShop({ env });
  const made = await shop.deps.write((work) => makeRace(work, { event: { needsName: true } }));
  await shop.deps.write((work) => putShortlink(work, made.eventId, 'donaulauf'));
  const visitor = shop.visitor();
  await visitor.json('POST', '/api/auth/code/unauthenticated-login', {
    email: 'eva@visit.example',
    eventId: made.eventId,
  });
  return { shop, race: made, visitor };
}

/** Orders as the last booking step does, with the draft that remembers it. */
async function orderInVisit(visitor: Caller, eventRef: string | number, { runId }: Race): Promise<number> {
  const step = (name: string) => `/events/${eventRef}/${name}`;
  await visitor.form(step('competitions'), { intent: `add:${runId}` });
  const typed = await visitor.fetch(step('competitions'));
  const fields = Object.fromEntries(
    [...(await typed.text()).matchAll(/<input[^>]*?name="(teams[^"]*)"[^>]*?>/g)].map(([tag, name]) => [
      name as string,
      / value="([^"]*)"/.exec(tag)?.[1] ?? '',
    ]),
  );
  const first = 'teams[0].participants[0]';
  await visitor.form(step('competitions'), {
    ...fields,
    [`${first}.firstName`]: 'Eva',
    [`${first}.lastName`]: 'Maier',
    [`${first}.birthDate`]: '1.5.1998',
    [`${first}.gender`]: 'female',
    intent: 'next',
  });
  await visitor.form(step('delivery-address'), { 'contact.firstName': 'Eva', 'contact.lastName': 'Maier' });
  const check = await (await visitor.fetch(step('check-order'))).text();
  const value = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(check)?.[1] ?? '';
  const ordered = await visitor.form(step('check-order'), {
    key: value('key'),
    totalPrice: value('totalPrice'),
    accepted: 'true',
  });
  return Number(/order=(\d+)$/.exec(ordered.headers.get('location') ?? '')?.[1]);
}

test('shows the steps to the end: done ones have no link, and only those of the event are numbered', async () => {
  const { shop, race: made, visitor } = await booked();
  const orderId = await orderInVisit(visitor, made.eventId, made);
  const done = [
    ['Teilnehmer', 'complete', false],
    ['Artikel', 'complete', false],
    ['Stornoschutz', 'complete', false],
    ['Kontaktdaten', 'complete', false],
    ['Bestellung prüfen', 'complete', false],
  ];
  const paying = [...done, ['Bezahlen', 'current', false], ['Fertig', 'ahead', false]];
  const payment = `/events/${made.eventId}/payment?order=${orderId}`;
  expect(stepsIn((await pageOf(visitor, payment)).html)).toEqual(paying);
  expect(stepsIn((await pageOf(visitor, `/payment-fail/${orderId}`)).html)).toEqual(paying);
  await visitor.form(payment, { paymentMethod: 'bank' });
  expect(stepsIn((await pageOf(visitor, `/payment-in-advance/${orderId}`)).html)).toEqual(paying);
  const completed = `/events/${made.eventId}/completed?order=${orderId}`;
  expect(stepsIn((await pageOf(visitor, completed)).html)).toEqual(paying);
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  expect(stepsIn((await pageOf(visitor, completed)).html)).toEqual([
    ...done,
    ['Bezahlen', 'complete', false],
    ['Fertig', 'current', false],
  ]);
  const small = await race(shop);
  const buyer = await shop.login('buyer@runner.example');
  const plain = await order(shop, small);
  expect(stepsIn((await pageOf(buyer, `/events/${small.eventId}/payment?order=${plain}`)).html)).toEqual([
    ['Teilnehmer', 'complete', false],
    ['Bestellung prüfen', 'complete', false],
    ['Bezahlen', 'current', false],
    ['Fertig', 'ahead', false],
  ]);
});

test('payment and success pages find the order of this visit by number and shortlink', async () => {
  const { shop, race: made, visitor } = await booked();
  const ways = [made.eventId, 'donaulauf'];
  for (const way of ways) {
    expect((await pageOf(visitor, `/events/${way}/payment`)).to).toBe(`/events/${way}/check-order`);
  }
  const orderId = await orderInVisit(visitor, 'donaulauf', made);
  for (const way of ways) {
    expect((await pageOf(visitor, `/events/${way}/payment`)).html).toContain(`payment?order=${orderId}`);
    expect((await pageOf(visitor, `/events/${way}/completed`)).html).toContain('Deine Bestellung ist da');
  }
  const other = shop.visitor();
  await other.json('POST', '/api/auth/code/unauthenticated-login', {
    email: 'eva@visit.example',
    eventId: made.eventId,
  });
  expect((await pageOf(other, `/events/donaulauf/payment`)).to).toBe('/events/donaulauf/check-order');
  expect((await pageOf(other, `/events/donaulauf/payment?order=${orderId}`)).status).toBe(404);
  expect((await pageOf(other, `/events/donaulauf/completed`)).html).not.toMatch(/Maier|Geschafft/);
  const chosen = await visitor.form('/events/donaulauf/payment', { paymentMethod: 'bank' });
  expect(chosen.headers.get('location')).toBe(`/payment-in-advance/${orderId}`);
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  expect((await pageOf(visitor, '/events/donaulauf/payment')).to).toBe('/events/donaulauf/check-order');
  expect((await pageOf(visitor, '/events/donaulauf/completed')).html).toContain('Geschafft');
  expect((await pageOf(shop.visitor(), '/events/nirgends/completed')).to).toBe('/');
});

test('success and fail pages show the current state, to the owner only', async () => {
  const shop = await testShop();
  const made = await race(shop);
  const orderId = await order(shop, made);
  const buyer = await shop.login('buyer@runner.example');
  const success = () => pageOf(buyer, `/payment-success/${orderId}`);
  const fail = () => pageOf(buyer, `/payment-fail/${orderId}`);

  expect((await success()).html).toContain('Deine Zahlung ist noch nicht bestätigt');
  expect((await success()).html).not.toMatch(/Danke|Geschafft/);
  expect((await success()).html).toContain('bezahl bitte nicht noch einmal');
  const failed = await fail();
  expect(failed.html).toContain('Deine Bestellung ist noch nicht bezahlt');
  expect(failed.html).toMatch(/reserviert/);
  expect(failed.html).toContain('href="/orders"');
  // The buyer retries on the same page, by the form of the payment step.
  expect(failed.html).toMatch(new RegExp(`<form[^>]*action="/events/${made.eventId}/payment\\?order=${orderId}"`));
  expect(failed.html).toContain('name="paymentMethod"');
  for (const answer of [
    await success(),
    failed,
    await pageOf(buyer, `/events/${made.eventId}/payment?order=${orderId}`),
  ]) {
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.html).toContain('data-reload-restored');
    expect(answer.html).toMatch(/<script[^>]*runtime-/);
  }
  await buyer.form(`/events/${made.eventId}/payment?order=${orderId}`, { paymentMethod: 'bank' });
  expect((await fail()).html).toContain(`href="/payment-in-advance/${orderId}"`);
  expect((await success()).html).not.toContain('bezahl bitte nicht noch einmal');

  const stranger = await shop.login('other@runner.example');
  for (const person of [stranger, shop.visitor()]) {
    for (const path of [`/payment-success/${orderId}`, `/payment-fail/${orderId}`]) {
      const shown = await pageOf(person, path);
      expect(shown.html).not.toMatch(/Donaulauf|Wałęsa|Danke|step-number/);
      const unknown = await pageOf(person, path.replace(/\d+$/, '98765'));
      const withoutIds = (html: string) => html.replaceAll(/\d+|csrf[^>]*/g, '');
      expect(withoutIds(unknown.html)).toBe(withoutIds(shown.html));
    }
  }

  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  for (const shown of [await success(), await fail()]) {
    expect(shown.html).toContain('Danke, deine Zahlung ist angekommen');
    expect(shown.html).not.toContain('noch nicht bezahlt');
  }
  const second = await order(shop, made, { people: [{ firstName: 'Max', lastName: 'Huber' }] });
  await shop.deps.write((work) =>
    cancelOrder(work, {
      orderId: second,
      editorId: null,
      reason: 'expired',
      giveBack: openCancellationRefund({ mode: 'full' }),
    }),
  );
  for (const path of ['payment-success', 'payment-fail']) {
    const shown = await pageOf(buyer, `/${path}/${second}`);
    expect(shown.html).toContain('Diese Bestellung ist storniert');
    expect(shown.html).not.toMatch(/name="paymentMethod"|Danke/);
  }
});

test('the success page has tickets, wallets, mails, the calendar and a note for the team', async () => {
  const shop = await testShop({ env: { ...makeApple().env, ...makeGoogle().env } });
  const made = await race(shop);
  const people = [
    { firstName: 'Zoë', lastName: 'Wałęsa', email: 'zoe@runner.example' },
    { firstName: 'Jörg', lastName: 'Groß' },
  ];
  const orderId = await order(shop, made, { people });
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  const buyer = await shop.login('buyer@runner.example');
  const path = `/events/${made.eventId}/completed?order=${orderId}`;
  const { html } = await pageOf(buyer, path);
  for (const id of [1, 2]) expect(html).toContain(`href="/orders/${orderId}/tickets/${id}"`);
  expect(html.match(/href="\/tickets\/\d\/wallet\.pkpass\?/g)).toHaveLength(2);
  expect(html.match(/href="https:\/\/pay\.google\.com\/gp\/v\/save\//g)).toHaveLength(2);
  expect(shown(html)).toMatch(/Die Bestellbestätigung geht an buyer@runner\.example\./);
  expect(html).toContain('Eine Startkarte geht an die angegebene Adresse.');
  expect(html).toContain('Für eine Person ohne E-Mail-Adresse');
  const message = `Ich bin am 17. Mai 2026 bei Donaulauf dabei. Du auch? Hier kannst du dich anmelden: http://shop.test/events/${made.eventId}`;
  expect(html).toContain(message);
  expect(html).toContain(`https://wa.me/?text=${encodeURIComponent(message)}`);
  expect(html).toMatch(/href="mailto:\?subject=Donaulauf&amp;body=/);
  expect(html).toContain('Sag es deinem Team');
  await shop.deps.write((work) => updateEvent(work, made.eventId, { useAlternateTranslation: true }));
  expect((await pageOf(buyer, `${path}&lang=en-us`)).html).toContain('Tell your group');

  const calendar = await buyer.fetch(`/orders/${orderId}/calendar.ics?lang=de`);
  expect(calendar.headers.get('content-type')).toContain('text/calendar');
  const text = await calendar.text();
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(text).toContain('DTSTART;TZID=Europe/Vienna:20260517T093000');
  expect(text).toContain('DESCRIPTION:Zoë Wałęsa\\nJörg Groß');
  expect(text).toContain('TRIGGER:-P1D');
  expect((await shop.visitor().fetch(`/orders/${orderId}/calendar.ics`)).status).toBe(303);
  expect((await (await shop.login('other@runner.example')).fetch(`/orders/${orderId}/calendar.ics`)).status).toBe(404);
  await shop.deps.write((work) =>
    cancelOrder(work, { orderId, editorId: 1, reason: 'byAdmin', giveBack: openCancellationRefund({ mode: 'none' }) }),
  );
  const after = await (await buyer.fetch(`/orders/${orderId}/calendar.ics`)).text();
  expect(after).toContain('STATUS:CANCELLED');
  const sequenceOf = (file: string) => Number(/SEQUENCE:(\d+)/.exec(file)?.[1]);
  expect(sequenceOf(after)).toBeGreaterThan(sequenceOf(text));
});

test('shows no choice when no method is possible', async () => {
  const shop = await testShop();
  const made = await race(shop, { paymentInAdvancePossible: false });
  const organizer = await shop.login(raceOrganizer);
  const none = await organizer.json('PATCH', `/api/admin/events/${made.eventId}`, { paymentMethods: [] });
  expect(none.status).toBe(200);
  const orderId = await order(shop, made);
  const buyer = await shop.login('buyer@runner.example');
  for (const path of [`/events/${made.eventId}/payment?order=${orderId}`, `/payment-fail/${orderId}`]) {
    const { html } = await pageOf(buyer, path);
    expect(html).toMatch(/Schreib uns|schreib uns/);
    expect(html).not.toMatch(/Wähl (unten|aus)|auch später bezahlen/);
  }
});
