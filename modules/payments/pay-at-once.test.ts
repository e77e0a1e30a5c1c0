import { expect, test } from 'vitest';
import { orderStateOf } from '#modules/orders/index.ts';
import { shopWithProvider } from '#tests/support/saferpay.ts';
import { shown } from '#tests/support/shown.ts';
import { paymentAttempts } from './schema.ts';
import { race } from './testing.ts';

/** The last step orders and pays: the chosen method leads straight to its payment. */
const names = ['Zoë Wałęsa', 'Emil Öst'];

async function atCheckOrder(options: Parameters<typeof race>[1] = {}) {
  const { shop, provider } = await shopWithProvider();
  const { eventId, competitionId } = await race(shop, options);
  const visitor = shop.visitor();
  await visitor.json('POST', '/api/auth/code/unauthenticated-login', { email: 'zoe@runner.example', eventId });
  const step = (name: string) => `/events/${eventId}/${name}`;
  const people: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const [firstName = '', lastName = ''] = name.split(' ');
    people[`teams[${index}].competitionId`] = String(competitionId);
    people[`teams[${index}].localId`] = `t${index}`;
    people[`teams[${index}].participants[0].localId`] = `p${index}`;
    people[`teams[${index}].participants[0].firstName`] = firstName;
    people[`teams[${index}].participants[0].lastName`] = lastName;
  }
  const posted = await visitor.form(step('competitions'), { ...people, intent: 'next' });
  expect(posted.headers.get('location')).toBe(step('check-order'));
  const answer = await visitor.fetch(step('check-order'));
  const html = await answer.text();
  const value = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1] ?? '';
  const accepted = { accepted: 'true' };
  const order = (fields: Record<string, string>, ticked: Record<string, string> = accepted) =>
    visitor.form(step('check-order'), { key: value('key'), totalPrice: value('totalPrice'), ...ticked, ...fields });
  return { shop, provider, visitor, eventId, html, answer, order };
}

const methodsIn = (html: string) =>
  [...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(([tag]) => /value="(\w+)"/.exec(tag)?.[1]);

test('a card leads straight to the provider’s page, and the order stores the method', async () => {
  const { shop, provider, visitor, html, answer, order } = await atCheckOrder();
  expect(methodsIn(html)).toEqual(['visa', 'mastercard', 'applepay', 'googlepay', 'eps', 'bank']);
  expect(html).toMatch(/<input[^>]*checked=""[^>]*value="visa"|value="visa"[^>]*checked=""/);
  expect(answer.headers.get('content-security-policy')).toContain(new URL(provider.url).origin);
  expect(shown(html), 'whose each line is').toContain(`für ${names.join(', ')}`);
  const ordered = await order({ paymentMethod: 'visa' });
  expect(ordered.status).toBe(303);
  expect(ordered.headers.get('location')).toMatch(new RegExp(`^${provider.url}`));
  expect(await shop.deps.read.select().from(paymentAttempts)).toMatchObject([{ method: 'visa', amount: 6000 }]);
  expect((await order({ paymentMethod: 'visa' })).headers.get('location'), 'ordered once').toBe('/orders/1');
  expect((await visitor.fetch('/payment-fail/1')).status, 'tried again there').toBe(200);
});

test('a transfer leads to the account', async () => {
  const { shop, order } = await atCheckOrder();
  expect((await order({ paymentMethod: 'bank' })).headers.get('location')).toBe('/payment-in-advance/1');
  expect(await orderStateOf(shop.deps.read, 1)).toMatchObject({ status: 'pending', paymentMethod: 'bank' });
});

test('refuses a method that is not offered at its field, and orders nothing', async () => {
  const { shop, order } = await atCheckOrder({ paymentInAdvancePossible: false });
  for (const paymentMethod of ['bank', 'sofort', 'x'.repeat(500), '']) {
    const answer = await order({ paymentMethod });
    const html = await answer.text();
    expect([paymentMethod.slice(0, 9), answer.status]).toEqual([paymentMethod.slice(0, 9), 400]);
    expect(html).toContain('href="#field-paymentMethod">Wähl bitte eine Zahlungsart aus.');
    expect(html, 'what was ticked stays').toMatch(/name="accepted"[^>]*checked|checked[^>]*name="accepted"/);
  }
  expect(await orderStateOf(shop.deps.read, 1)).toBeNull();
});

test('orders nothing without accepted conditions: the error links to the box, and the method stays chosen', async () => {
  const { order } = await atCheckOrder();
  const refused = await order({ paymentMethod: 'eps' }, {});
  const html = await refused.text();
  expect(refused.status).toBe(400);
  expect(html).toContain('href="#field-accepted">Bitte akzeptiere die Bedingungen, bevor du bestellst.');
  expect(html).toMatch(/<input[^>]*checked=""[^>]*value="eps"|value="eps"[^>]*checked=""/);
});

test('keeps the order when the provider does not answer, and shows why on the payment page', async () => {
  const { shop, visitor, eventId, order } = await atCheckOrder();
  Object.assign(shop.deps.config.saferpay ?? {}, { url: 'http://127.0.0.1:9/api' });
  const to = (await order({ paymentMethod: 'visa' })).headers.get('location') ?? '';
  expect(to).toMatch(new RegExp(`^/events/${eventId}/payment\\?order=1&refused=[A-Z_]+`));
  const page = await visitor.fetch(to);
  expect(page.status).toBe(200);
  expect(shown(await page.text())).toMatch(/Zahlungsanbieter|Zahlung konnte nicht/);
  expect(await orderStateOf(shop.deps.read, 1)).toMatchObject({ status: 'pending' });
  const strange = await visitor.fetch(`/events/${eventId}/payment?order=1&refused=%3Cb%3E`);
  expect(await strange.text()).not.toContain('<b>');
});

test('asks for no method when the order is free', async () => {
  const { html, order } = await atCheckOrder({ price: 0 });
  expect(methodsIn(html)).toEqual([]);
  expect((await order({})).headers.get('location')).toMatch(/completed\?order=1$/);
});
