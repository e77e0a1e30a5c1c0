import { describe, expect, test } from 'vitest';
import { makeRace, type Race } from '#modules/orders/testing.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';

/** The whole booking as a browser without JavaScript does it: forms are posted, redirects followed. */
const event = { needsName: true, needsContactAddress: true } as const;

async function begun(): Promise<{ shop: TestShop; race: Race; visitor: Caller }> {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work, { event }));
  const visitor = shop.visitor();
  await visitor.json('POST', '/api/auth/code/unauthenticated-login', {
    email: 'eva@example.test',
    eventId: race.eventId,
  });
  return { shop, race, visitor };
}
const stepOf = (race: Race, step: string) => `/events/${race.eventId}/${step}`;
const inputs = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input[^>]*?>/g)].flatMap(([tag]) => {
      const name = / name="([^"]*)"/.exec(tag)?.[1];
      return name && name !== 'csrf' && !/type="checkbox"/.test(tag)
        ? [[name, / value="([^"]*)"/.exec(tag)?.[1] ?? '']]
        : [];
    }),
  );
const person = (index: number, change: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries({
      firstName: 'Eva',
      lastName: `Maier ${index}`,
      birthDate: '1.5.98',
      gender: 'female',
      ...change,
    }).map(([name, value]) => [`teams[${index}].participants[0].${name}`, value]),
  );

async function withRunner(race: Race, visitor: Caller) {
  const page = stepOf(race, 'competitions');
  await visitor.form(page, { intent: `add:${race.runId}` });
  const html = await (await visitor.fetch(page)).text();
  return { page, fields: inputs(html), html };
}

async function toCheckOrder(race: Race, visitor: Caller): Promise<Record<string, string>> {
  const { page, fields } = await withRunner(race, visitor);
  const posted = await visitor.form(page, { ...fields, ...person(0), intent: 'next' });
  expect([posted.status, posted.headers.get('location')]).toEqual([303, stepOf(race, 'articles')]);
  const asked = await visitor.form(stepOf(race, 'articles'), {});
  expect(asked.headers.get('location')).toBe(`${stepOf(race, 'articles')}?decline`);
  const question = await (await visitor.fetch(`${stepOf(race, 'articles')}?decline`)).text();
  expect(question).toContain('Ohne Artikel: Eva Maier 0.');
  const declined = await visitor.form(stepOf(race, 'articles'), inputs(question));
  expect(declined.headers.get('location')).toBe(stepOf(race, 'cancellation-protection'));
  await visitor.form(stepOf(race, 'cancellation-protection'), { [`protection.${race.protectionId}`]: 'true' });
  const address = await visitor.form(stepOf(race, 'delivery-address'), {
    'contact.firstName': 'Eva',
    'contact.lastName': 'Maier',
    'contact.street': 'Hauptstraße',
    'contact.zipCode': '4020',
    'contact.city': 'Linz',
    'contact.countryCode': 'AT',
  });
  expect(address.headers.get('location')).toBe(stepOf(race, 'check-order'));
  const html = await (await visitor.fetch(stepOf(race, 'check-order'))).text();
  expect(html).toContain('Zahlungspflichtig bestellen');
  const { key, totalPrice } = inputs(html);
  expect(totalPrice).toBe(String(3000 + 500 + 150));
  return { key: key ?? '', totalPrice: totalPrice ?? '' };
}

describe('booking without JavaScript', () => {
  test('leads from the first runner to the payment, and orders once however often one presses', async () => {
    const { race, visitor } = await begun();
    const check = await toCheckOrder(race, visitor);
    const refused = await visitor.form(stepOf(race, 'check-order'), check);
    expect(refused.status).toBe(400);
    const accepted = { ...check, accepted: 'true' };
    const answers = await Promise.all([1, 2].map(() => visitor.form(stepOf(race, 'check-order'), accepted)));
    const late = await visitor.form(stepOf(race, 'check-order'), accepted);
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual([
      `/events/${race.eventId}/payment?order=1`,
      `/events/${race.eventId}/payment?order=1`,
    ]);
    expect(late.headers.get('location')).toBe('/orders/1');
    const order = await (await visitor.fetch('/orders/1')).text();
    expect(order).toContain('Eva Maier 0');
    expect(order).toContain('noch nicht bezahlt');
    const done = await (await visitor.fetch(`/events/${race.eventId}/completed?order=1`)).text();
    expect(done).toContain('Eva Maier 0');
  });

  test('keeps what was typed when something is wrong, and says where', async () => {
    const { race, visitor } = await begun();
    const { page, fields } = await withRunner(race, visitor);
    const wrong = await visitor.form(page, {
      ...fields,
      ...person(0, { birthDate: 'gestern', email: 'eva@' }),
      intent: 'next',
    });
    const html = await wrong.text();
    expect(wrong.status).toBe(400);
    expect(html).toContain('value="gestern"');
    expect(html).toContain('Bitte gib eine gültige Email-Adresse ein');
    expect(html).toContain('aria-invalid="true"');
    const again = await (await visitor.fetch(page)).text();
    expect(again).toContain('value="gestern"');
    const added = await visitor.form(page, { ...inputs(again), intent: `add:${race.relayId}` });
    expect(added.status).toBe(303);
    const three = await (await visitor.fetch(page)).text();
    expect(three.match(/data-person=/g)).toHaveLength(3);
    expect(three).toContain('value="gestern"');
    await visitor.form(page, { ...inputs(three), intent: 'remove:0:0' });
    expect((await (await visitor.fetch(page)).text()).match(/data-person=/g)).toHaveLength(2);
  });

  test('sends people to the step that they are ready for', async () => {
    const { shop, race, visitor } = await begun();
    const where = async (who: Caller, path: string) => (await who.fetch(path)).headers.get('location');
    expect(await where(visitor, stepOf(race, 'check-order'))).toBe(`/events/${race.eventId}`);
    const { page, fields } = await withRunner(race, visitor);
    expect(await where(visitor, stepOf(race, 'check-order'))).toBe(`${stepOf(race, 'competitions')}?check=1`);
    await visitor.form(page, { ...fields, ...person(0), intent: 'next' });
    expect(await where(visitor, stepOf(race, 'check-order'))).toBe(stepOf(race, 'delivery-address'));
    expect(await where(shop.visitor(), page)).toMatch(/^\/auth\?to=/);
    expect(await where(visitor, '/events/999/competitions')).toBe('/');
  });

  test('drops entries for a competition that is not there, and nothing else', async () => {
    const { race, visitor } = await begun();
    const { page, fields } = await withRunner(race, visitor);
    const gone = {
      'teams[1].competitionId': '999999',
      'teams[1].localId': 'x',
      'teams[1].participants[0].localId': 'y',
    };
    const posted = await visitor.form(page, { ...fields, ...person(0), ...person(1), ...gone, intent: 'next' });
    expect([posted.status, posted.headers.get('location')]).toEqual([303, stepOf(race, 'articles')]);
    const html = await (await visitor.fetch(page)).text();
    expect(html).toContain('value="Maier 0"');
    expect(html).not.toContain('Maier 1');
  });

  test('another language takes along what was typed, and orders nothing', async () => {
    const { race, visitor } = await begun();
    const { page, fields } = await withRunner(race, visitor);
    const input = { ...fields, ...person(0, { birthDate: '1.2.1990' }) };
    const switched = await visitor.form(page, { ...input, intent: 'lang:en-us' });
    expect([switched.status, switched.headers.get('location')]).toEqual([303, `${page}?lang=en-us`]);
    const english = await (await visitor.fetch(`${page}?lang=en-us`)).text();
    expect(english).toContain('value="02/01/1990"');
    expect(english).toContain('value="lang:de"');
    const asking = await (await visitor.fetch(`${page}?check=1`)).text();
    expect(asking).toContain(`formAction="${page}?check=1"`);
    const kept = await visitor.form(`${page}?check=1&lang=de`, { ...input, intent: 'lang:en-us' });
    expect(kept.headers.get('location')).toBe(`${page}?check=1&lang=en-us`);
    await visitor.fetch(`${page}?lang=de`);
    const check = await toCheckOrder(race, visitor);
    const accepted = { ...check, accepted: 'true', intent: 'lang:en-us' };
    const asked = await visitor.form(stepOf(race, 'check-order'), accepted);
    expect(asked.headers.get('location')).toBe(`${stepOf(race, 'check-order')}?lang=en-us`);
    expect(await (await visitor.fetch(`${stepOf(race, 'check-order')}?lang=en-us`)).text()).toContain(
      'Order with obligation to pay',
    );
    const odd = await visitor.form(page, { ...fields, intent: 'lang:xx' });
    expect(odd.status).toBeLessThan(500);
  });

  test('a size that was sold out since stays in view, marked, and may be given up', async () => {
    const { shop, race, visitor } = await begun();
    const { page, fields } = await withRunner(race, visitor);
    await visitor.form(page, { ...fields, ...person(0), intent: 'next' });
    const articles = stepOf(race, 'articles');
    const shown = inputs(await (await visitor.fetch(articles)).text());
    const name = Object.keys(shown).find((each) => each.endsWith(`.${race.shirtVariantId}`)) ?? '';
    await visitor.form(articles, { ...shown, [name]: '2', intent: 'next' });
    const admin = await shop.login('admin@example.test', { superAdmin: true });
    await admin.json('PATCH', `/api/admin/article-variants/${race.shirtVariantId}`, { availableAmount: 0 });
    const check = await visitor.fetch(stepOf(race, 'cancellation-protection'));
    expect(check.headers.get('location')).toBe(`${articles}?check=1`);
    const marked = await (await visitor.fetch(`${articles}?check=1`)).text();
    expect(marked).toContain(`name="${name}"`);
    expect(marked).toContain('Leider nicht mehr da.');
    const given = await visitor.form(articles, { ...inputs(marked), [name]: '', declined: 'true', intent: 'next' });
    expect(given.headers.get('location')).toBe(stepOf(race, 'cancellation-protection'));
  });

  test('a sold-out size with a list is named with the way to wait for it, and no other one', async () => {
    const { shop, race, visitor } = await begun();
    const { page, fields } = await withRunner(race, visitor);
    await visitor.form(page, { ...fields, ...person(0), intent: 'next' });
    const admin = await shop.login('admin@example.test', { superAdmin: true });
    const { eventId, shirtId, shirtVariantId } = race;
    await admin.json('POST', `/api/admin/article-variants/${shirtId}`, { name: 'L', availableAmount: 5 });
    await admin.json('PATCH', `/api/admin/events/${eventId}`, { offerHours: 24 });
    const shown = async () => (await (await visitor.fetch(stepOf(race, 'articles'))).text()).replaceAll('<!-- -->', '');
    const note = /ist ausverkauft\. Nach dem Bestellen/;
    await admin.json('PATCH', `/api/admin/articles/${shirtId}`, { hasWaitlist: true });
    expect(await shown()).not.toMatch(note);
    await admin.json('PATCH', `/api/admin/article-variants/${shirtVariantId}`, { availableAmount: 0 });
    expect(await shown()).toMatch(/<p>Finisher-Shirt, M ist ausverkauft\. Nach dem Bestellen/);
    await admin.json('PATCH', `/api/admin/articles/${shirtId}`, { hasWaitlist: false });
    expect(await shown()).not.toMatch(note);
  });

  test('shows a new price before it is charged', async () => {
    const { shop, race, visitor } = await begun();
    const check = await toCheckOrder(race, visitor);
    const admin = await shop.login('admin@example.test', { superAdmin: true });
    await admin.json('PATCH', `/api/admin/competition-prices/${race.runPriceId}`, { price: 3500 });
    const dearer = await visitor.form(stepOf(race, 'check-order'), {
      ...check,
      accepted: 'true',
    });
    const html = await dearer.text();
    expect(dearer.status).toBe(409);
    expect(html).toMatch(/<div class="alert"[^>]* autofocus=""[^>]*><p><strong>Die Summe hat sich geändert/);
    expect(inputs(html).totalPrice).toBe(String(3500 + 500 + 150));
  });
});

describe('an order’s pages', () => {
  test('are the buyer’s alone, and cancel after a question', async () => {
    const { shop, race, visitor } = await begun();
    const check = await toCheckOrder(race, visitor);
    await visitor.form(stepOf(race, 'check-order'), {
      ...check,
      accepted: 'true',
    });
    const other = await shop.login('other@example.test');
    expect((await other.fetch('/orders/1')).status).toBe(404);
    expect(await (await other.fetch(`/payment-fail/1`)).text()).not.toContain('Maier');
    const verified = await shop.login('eva@example.test');
    expect(await (await verified.fetch('/orders')).text()).toContain('Eva Maier 0');
    expect(await (await visitor.fetch('/orders/1/cancel')).text()).toContain('Ja, stornieren');
    expect((await visitor.form('/orders/1/cancel', {})).headers.get('location')).toBe('/orders/1');
    expect(await (await visitor.fetch('/orders/1')).text()).toContain('Storniert');
  });
});
