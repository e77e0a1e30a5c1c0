import { expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { orders } from '#modules/orders/schema.ts';
import { makeRace } from '#modules/orders/testing.ts';
import { createOrganizer, updateOrganizer } from '#modules/organizers/index.ts';
import { testShop } from '#tests/support/shop.ts';
import { newsletterConsents } from './schema.ts';

async function atCheckOrder(birthDate = '01.05.1990') {
  const shop = await testShop({ demo: false });
  const { race, organizerId } = await shop.deps.write(async (work) => {
    const made = await createOrganizer(work, { name: 'LC Linz' });
    const event = { organizerId: made, offersNewsletter: true, needsName: true };
    return { organizerId: made, race: await makeRace(work, { event }) };
  });
  const { eventId } = race;
  const visitor = shop.visitor();
  await visitor.json('POST', '/api/auth/code/unauthenticated-login', { email: 'e@example.test', eventId });
  const path = (step: string) => `/events/${eventId}/${step}`;
  await visitor.form(path('competitions'), {
    'teams[0].competitionId': String(race.runId),
    'teams[0].localId': 't0',
    'teams[0].participants[0].localId': 'p0',
    'teams[0].participants[0].firstName': 'Eva',
    'teams[0].participants[0].lastName': 'Maier',
    'teams[0].participants[0].birthDate': birthDate,
    'teams[0].participants[0].gender': 'female',
    intent: 'next',
  });
  await visitor.form(path('articles'), { declined: 'true', shown: 'p0' });
  await visitor.form(path('delivery-address'), { 'contact.firstName': 'Eva', 'contact.lastName': 'Maier' });
  const boxIn = (html: string) => /<input[^>]* name="newsletter"[^>]*>/.exec(html)?.[0] ?? null;
  const page = async (query = '') => (await visitor.fetch(path('check-order') + query)).text();
  const valuesIn = (html: string) => {
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
    const newsletter = / value="([^"]*)"/.exec(boxIn(html) ?? '')?.[1] ?? '';
    return { key: value('key'), totalPrice: value('totalPrice'), newsletter };
  };
  const send = (fields: Record<string, string>) => visitor.form(path('check-order'), fields);
  const both = { accepted: 'true', intent: 'next' };
  const consents = () => shop.deps.read.select().from(newsletterConsents);
  const ordered = async () => (await shop.deps.read.select().from(orders)).length;
  return { ...shop, eventId, organizerId, page, boxIn, valuesIn, send, both, consents, ordered };
}

test('the box is never preselected, keeps its state, and its sentence is stored with the order', async () => {
  const at = await atCheckOrder();
  const html = await at.page();
  expect(html).toContain('Ja, LC Linz darf mir per E-Mail Neuigkeiten');
  expect(at.boxIn(html)).not.toContain('checked');
  expect(at.boxIn(html)).not.toContain('required');
  const { newsletter, ...others } = at.valuesIn(html);
  const refused = await at.send({ ...others, newsletter, intent: 'next' });
  expect([refused.status, at.boxIn(await refused.text())?.includes('checked')]).toEqual([400, true]);
  const voucher = await at.send({ ...others, newsletter, voucherCode: 'NONE', intent: 'voucher' });
  expect(at.boxIn(await voucher.text())).toContain('checked');
  const unticked = await at.send({ ...others, voucherCode: 'NONE', intent: 'voucher' });
  expect(at.boxIn(await unticked.text())).not.toContain('checked');
  // The box is not ticked after a reload, nor in another language.
  for (const query of ['', '?lang=en-us', '?lang=de']) expect(at.boxIn(await at.page(query))).not.toContain('checked');
  expect((await at.send({ ...at.valuesIn(await at.page()), ...at.both })).status).toBe(303);
  expect(await at.consents()).toEqual([
    expect.objectContaining({ email: 'e@example.test', lastName: 'Maier', language: 'de', provenAt: null }),
  ]);
});

test('an order without a tick stores no consent', async () => {
  const at = await atCheckOrder();
  const { newsletter: _, ...others } = at.valuesIn(await at.page());
  expect((await at.send({ ...others, ...at.both })).status).toBe(303);
  expect([await at.ordered(), await at.consents()]).toEqual([1, []]);
});

test.each([
  [
    'the organizer has another name by now',
    async (at: Awaited<ReturnType<typeof atCheckOrder>>) => {
      await at.deps.write((work) => updateOrganizer(work, at.organizerId, { name: 'Andere GmbH' }, 1));
      await at.settle();
    },
  ],
  [
    'the organizer stopped asking',
    (at: Awaited<ReturnType<typeof atCheckOrder>>) =>
      at.deps.write((work) => updateEvent(work, at.eventId, { offersNewsletter: false })),
  ],
] as const)(
  'a sentence that is another one by now was not agreed to, and the order goes through: %s',
  async (_, happens) => {
    const at = await atCheckOrder();
    const values = at.valuesIn(await at.page());
    await happens(at);
    expect((await at.send({ ...values, ...at.both })).status).toBe(303);
    expect([await at.ordered(), await at.consents()]).toEqual([1, []]);
  },
);

test('an empty or invalid field stores no consent', async () => {
  const at = await atCheckOrder();
  const values = at.valuesIn(await at.page());
  expect((await at.send({ ...values, ...at.both, newsletter: 'true' })).status).toBe(303);
  expect([await at.ordered(), await at.consents()]).toEqual([1, []]);
});

test('a buyer who enters only children is not asked', async () => {
  const at = await atCheckOrder('01.05.2012');
  const html = await at.page();
  expect(at.boxIn(html)).toBeNull();
  expect((await at.send({ ...at.valuesIn(html), ...at.both })).status).toBe(303);
  expect([await at.ordered(), await at.consents()]).toEqual([1, []]);
});
