import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { articles } from '#modules/events/schema.ts';
import { makeRace, type Race } from '#modules/orders/testing.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { drafts } from './schema.ts';

/** With a script the first page holds what the next ones ask, and the page of the address orders. */
const page = (race: Race, step: string) => `/events/${race.eventId}/${step}`;
const eva = (race: Race) => ({
  seen: 'p1',
  'teams[0].competitionId': String(race.runId),
  'teams[0].localId': 't1',
  'teams[0].participants[0].localId': 'p1',
  'teams[0].participants[0].firstName': 'Eva',
  'teams[0].participants[0].lastName': 'Maier',
  'teams[0].participants[0].birthDate': '1.5.1998',
  intent: 'next',
});
const contact = {
  'contact.firstName': 'Eva',
  'contact.lastName': 'Maier',
  'contact.street': 'Hauptstraße',
  'contact.houseNumber': '7',
  'contact.zipCode': '4020',
  'contact.city': 'Linz',
  'contact.countryCode': 'AT',
};
const protections = { protections: 'cancellation-protection:' };

async function begun(event: Parameters<typeof makeRace>[1] = {}) {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work, event));
  const visitor = shop.visitor();
  await visitor.json('POST', '/api/auth/code/unauthenticated-login', {
    email: 'eva@people.test',
    eventId: race.eventId,
  });
  const draft = async () => {
    const [row] = await shop.deps.read.select().from(drafts).where(eq(drafts.eventId, race.eventId));
    return row?.data;
  };
  const go = async (fields: Record<string, string>) =>
    (await visitor.form(page(race, 'competitions'), { ...eva(race), ...fields })).headers.get('location');
  return { shop, race, visitor, draft, go };
}

test('the page that orders says of each kind of line whether one may go back on it', async () => {
  const { shop, race, visitor, go } = await begun();
  const said = async () => {
    const html = await (await visitor.fetch(page(race, 'check-order'))).text();
    return html.slice(html.indexOf('id="ways-to-pay"'));
  };
  await go({ shown: 'p1', ...protections });
  expect(await said()).toContain('Startplätze gelten für einen festen Termin. Für sie gibt es kein Widerrufsrecht.');
  expect(await said()).not.toContain('Finisher-Shirt: 14 Tage');
  await go({ shown: 'p1', [`quantity.p1.${race.shirtVariantId}`]: '1', ...protections });
  expect(await said()).toContain('Finisher-Shirt: 14 Tage Widerrufsrecht');
  await shop.deps.write(({ tx }) =>
    tx.update(articles).set({ withdrawalRight: 'custom_made' }).where(eq(articles.id, race.shirtId)),
  );
  await shop.deps.write((work) => updateEvent(work, race.eventId, { title: 'Donaulauf 2' }));
  expect(await said()).toContain('Finisher-Shirt: Wird nach deinen Wünschen gefertigt');
});

test('an article without a picture shows the default', async () => {
  const { race, visitor, go } = await begun();
  await go({});
  const html = await (await visitor.fetch(page(race, 'articles'))).text();
  expect(html).toMatch(/<img[^>]*\/article-/);
});

describe('the cards of the first page', () => {
  test('answer articles and protection: the way goes on to the first step that still asks', async () => {
    const { race, draft, go } = await begun();
    const shirt = { shown: 'p1', [`quantity.p1.${race.shirtVariantId}`]: '1' };
    expect(await go({ ...shirt, ...protections, [`protection.${race.protectionId}`]: 'on' })).toBe(
      page(race, 'check-order'),
    );
    expect(await draft()).toMatchObject({
      protectionIds: [race.protectionId],
      teams: [{ participants: [{ articles: [{ variantId: race.shirtVariantId, quantity: 1 }] }] }],
    });
    // The same once more without the boxes: what was ticked there is not any more.
    expect(await go({ ...shirt, ...protections })).toBe(page(race, 'check-order'));
    expect(await draft()).toMatchObject({ protectionIds: [] });
  });

  test('without them each step keeps its page, and nothing that was chosen there goes', async () => {
    const { race, visitor, draft, go } = await begun();
    expect(await go({})).toBe(page(race, 'articles'));
    await visitor.form(page(race, 'articles'), {
      shown: 'p1',
      [`quantity.p1.${race.shirtVariantId}`]: '2',
      intent: 'next',
    });
    await visitor.form(page(race, 'cancellation-protection'), {
      [`protection.${race.protectionId}`]: 'on',
      intent: 'next',
    });
    expect(await go({})).toBe(page(race, 'articles'));
    expect(await draft()).toMatchObject({
      protectionIds: [race.protectionId],
      teams: [{ participants: [{ articles: [{ quantity: 2 }] }] }],
    });
  });

  test.each([
    ['who takes nothing and was not asked yet', {}],
    ['more than one may take', { 'quantity.p1.SHIRT': '3' }],
    ['a number that is none', { 'quantity.p1.SHIRT': 'zwei' }],
  ])('%s: the page of the articles asks', async (_, fields) => {
    const { race, go } = await begun();
    const named = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name.replace('SHIRT', String(race.shirtVariantId)), value]),
    );
    expect(await go({ shown: 'p1', ...protections, ...named })).toBe(page(race, 'articles'));
  });

  test('who said that nothing is meant is not asked again', async () => {
    const { race, draft, go } = await begun();
    expect(await go({ shown: 'p1', declined: 'true', ...protections })).toBe(page(race, 'check-order'));
    expect(await draft()).toMatchObject({ teams: [{ participants: [{ articles: [], declined: true }] }] });
  });

  test('a page of before takes back nothing that was chosen on another one since', async () => {
    const { race, draft, go } = await begun();
    const shirt = (quantity: string) => ({ shown: 'p1', [`quantity.p1.${race.shirtVariantId}`]: quantity });
    await go({ ...shirt('2'), typed: '2000:p1', ...protections, [`protection.${race.protectionId}`]: 'on' });
    await go({ ...shirt('1'), ...protections, typed: '1000:p1' });
    expect(await draft()).toMatchObject({ teams: [{ participants: [{ articles: [{ quantity: 2 }] }] }] });
  });
});

const withAddress = {
  needsName: true,
  needsContactAddress: true,
  defaultShippingCost: 390,
  shippingCosts: { countries: [{ countryCode: 'DE', cost: 990 }] },
};
/** The fields of a page, outside its script. */
async function fieldsOf(visitor: Caller, path: string): Promise<Record<string, string>> {
  const html = (await (await visitor.fetch(path)).text()).replace(/<script type="application\/json">[^<]*</g, '');
  const hidden = html.slice(html.indexOf('id="order-fields"'), html.indexOf('id="order-lines"'));
  return Object.fromEntries(
    [...hidden.matchAll(/name="([^"]+)"[^>]*value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
}
async function atTheAddress() {
  const all = await begun({ event: withAddress, run: { withShipping: true } });
  const { race, visitor, go } = all;
  expect(await go({ shown: 'p1', declined: 'true', ...protections })).toBe(page(race, 'delivery-address'));
  const path = page(race, 'delivery-address');
  const order = async (change: Record<string, string> = {}) =>
    visitor.form(path, {
      ...contact,
      ...(await fieldsOf(visitor, path)),
      accepted: 'true',
      paymentMethod: 'bank',
      intent: 'order',
      ...change,
    });
  return { ...all, path, order };
}

describe('the page of the address', () => {
  test('orders and leads to the account; pressed twice it orders once', async () => {
    const { visitor, path, order } = await atTheAddress();
    const fields = { ...contact, ...(await fieldsOf(visitor, path)), accepted: 'true', paymentMethod: 'bank' };
    expect((await order()).headers.get('location')).toBe('/payment-in-advance/1');
    const again = await visitor.form(path, { ...fields, intent: 'order' });
    expect(again.headers.get('location')).toBe('/orders/1');
    const { body } = await visitor.json<{ order: Record<string, unknown> }>('GET', '/api/orders/1');
    expect(body.order).toMatchObject({ contactAddress: { street: 'Hauptstraße', city: 'Linz' } });
  });

  test('says what is wrong with the address and with the rest, and orders nothing', async () => {
    const { visitor, path, order, draft } = await atTheAddress();
    const noStreet = await order({ 'contact.street': '' });
    expect([noStreet.status, await noStreet.text()]).toEqual([400, expect.stringMatching(/aria-invalid="true"/)]);
    const { accepted: _, ...rest } = { ...contact, ...(await fieldsOf(visitor, path)), accepted: 'true' };
    const notAccepted = await visitor.form(path, { ...rest, paymentMethod: 'bank', intent: 'order' });
    expect(notAccepted.status).toBe(400);
    const html = await notAccepted.text();
    expect(html).toContain('href="#field-accepted">Bitte akzeptiere die Bedingungen, bevor du bestellst.');
    expect(html, 'the way to pay stays chosen').toMatch(/checked=""[^>]*value="bank"|value="bank"[^>]*checked=""/);
    expect((await draft())?.teams).toHaveLength(1);
  });

  test('a country with other shipping costs is refused at the old sum and shown at the new one', async () => {
    const { visitor, path, order } = await atTheAddress();
    const refused = await order({ 'contact.countryCode': 'DE' });
    expect(refused.status).toBe(409);
    const { totalPrice } = await fieldsOf(visitor, path);
    expect(totalPrice).toBe(String(3000 + 150 + 990));
    expect((await order({ 'contact.countryCode': 'DE' })).headers.get('location')).toBe('/payment-in-advance/1');
  });

  test('orders nothing that it did not show: somebody entered in another tab', async () => {
    const { race, visitor, path, order } = await atTheAddress();
    const shown = await fieldsOf(visitor, path);
    await visitor.form(page(race, 'competitions'), {
      ...eva(race),
      seen: 'p2',
      'teams[0].localId': 't2',
      'teams[0].participants[0].localId': 'p2',
      'teams[0].participants[0].firstName': 'Olaf',
      shown: 'p2',
      declined: 'true',
    });
    const refused = await order(shown);
    expect(refused.status).toBe(409);
    expect((await visitor.fetch('/api/orders/1')).status).toBe(404);
  });

  test('an event that is canceled meanwhile leads to its page', async () => {
    const { shop, race, visitor, path } = await atTheAddress();
    await shop.deps.write((work) => updateEvent(work, race.eventId, { canceled: true }));
    const answer = await visitor.fetch(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/events/${race.eventId}`]);
  });
});
