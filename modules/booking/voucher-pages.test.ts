import { expect, test } from 'vitest';
import { updatePrice } from '#modules/events/index.ts';
import { bookingOf, makeRace, type Race, runner } from '#modules/orders/testing.ts';
import { makeVoucher } from '#modules/vouchers/testing.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';

/** The voucher box as a browser without JavaScript meets it, in every step; and as the script of the first step does. */
type Codes = Parameters<typeof makeVoucher>[3];

async function begun(codes: Record<string, Codes>, change: Parameters<typeof makeRace>[1] = {}) {
  const shop = await testShop();
  const race = await shop.deps.write((work) =>
    makeRace(work, { event: { needsName: true, needsContactAddress: true }, ...change }),
  );
  for (const [code, terms] of Object.entries(codes)) {
    await shop.deps.write((work) => makeVoucher(work, race.eventId, code, terms));
  }
  const visitor = shop.visitor();
  await visitor.json('POST', '/api/auth/code/unauthenticated-login', {
    email: 'eva@example.test',
    eventId: race.eventId,
  });
  return { shop, race, visitor };
}

const stepOf = (race: Race, step: string) => `/events/${race.eventId}/${step}`;
const eva = (race: Race) => ({
  'teams[0].localId': 't1',
  'teams[0].competitionId': String(race.runId),
  'teams[0].participants[0].localId': 'eva',
  'teams[0].participants[0].firstName': 'Eva',
  'teams[0].participants[0].lastName': 'Maier',
  'teams[0].participants[0].birthDate': '1.5.1998',
  'teams[0].participants[0].gender': 'female',
});
const address = {
  'contact.firstName': 'Eva',
  'contact.lastName': 'Maier',
  'contact.street': 'Hauptstraße',
  'contact.zipCode': '4020',
  'contact.city': 'Linz',
  'contact.countryCode': 'AT',
};
const contactAddress = Object.fromEntries(
  Object.entries(address).map(([name, value]) => [name.replace('contact.', ''), value]),
);
const accepted = { accepted: 'true' };
const plain = (html: string) => html.replaceAll(/<!-- -->|\u00a0/g, (found) => (found === '\u00a0' ? ' ' : ''));
/** The main part of a page, so that a failure shows little else. */
const mainOf = async (answer: Response) => {
  const html = plain(await answer.text());
  return html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replaceAll(/<script type="application\/json">[^<]*</g, '');
};
const shown = async (visitor: Caller, path: string) => mainOf(await visitor.fetch(path));
const hidden = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))].map(([, value]) => value ?? '');
const enter = (code: string) => ({ intent: 'voucher', voucherCode: code });

async function toCheck(race: Race, visitor: Caller): Promise<string> {
  await visitor.form(stepOf(race, 'competitions'), { ...eva(race), intent: 'next' });
  await visitor.form(stepOf(race, 'delivery-address'), { ...address, intent: 'next' });
  return shown(visitor, stepOf(race, 'check-order'));
}

test('a code that is entered in a step keeps what was typed there, and says beside the price what it gives', async () => {
  const { race, visitor } = await begun({ LAUF899: { amount: 899, name: 'Laufgruß' } });
  const steps: [string, Record<string, string>, string][] = [
    ['competitions', eva(race), 'value="Maier"'],
    ['articles', { shown: 'eva', [`quantity.eva.${race.shirtVariantId}`]: '1' }, 'value="1"'],
    ['cancellation-protection', { [`protection.${race.protectionId}`]: 'true' }, 'checked=""'],
    ['delivery-address', address, 'value="Hauptstraße"'],
  ];
  for (const [step, typed, kept] of steps) {
    const path = stepOf(race, step);
    const wrong = await visitor.form(path, { ...typed, ...enter('NEBEL') });
    const refused = await mainOf(wrong);
    expect([step, wrong.status]).toEqual([step, 400]);
    expect(refused, step).toContain(kept);
    expect(refused, step).toMatch(/<input[^>]*autofocus=""[^>]*value="NEBEL"/i);
    expect(refused, step).toMatch(/role="alert">Diesen Code kennen wir nicht\./);

    const right = await visitor.form(path, { ...typed, ...enter(' lauf 899') });
    expect([step, right.status, right.headers.get('location')]).toEqual([step, 303, `${path}#vouchers`]);
    const html = await shown(visitor, path);
    expect(html, step).toContain(kept);
    expect(html, step).toMatch(/voucher-effect">−8,99 €</);
    const twice = await mainOf(await visitor.form(path, { ...typed, ...enter('LAUF899') }));
    expect(twice, step).toContain('Diesen Code hast du schon eingegeben.');

    const removed = await visitor.form(path, { ...typed, intent: 'voucher-remove:LAUF899' });
    expect([step, removed.status]).toEqual([step, 303]);
    expect(await shown(visitor, path), step).not.toContain('LAUF899');
    await visitor.form(path, { ...typed, declined: 'true', intent: 'next' });
  }
});

test('Enter in a step redeems what stands in the field; a refused code keeps nobody from the next step', async () => {
  const { race, visitor } = await begun({ LAUF: { amount: 500 } });
  const path = stepOf(race, 'competitions');
  const post = (fields: Record<string, string>) => visitor.form(path, { ...eva(race), ...fields });
  expect((await post({ intent: 'enter', voucherCode: 'LAUF' })).headers.get('location')).toBe(`${path}#vouchers`);
  expect((await post({ intent: 'next', voucherCode: 'NEBEL' })).status).toBe(400);
  expect((await post({ intent: 'enter', voucherCode: 'NEBEL', voucherTried: 'NEBEL' })).status).toBe(400);
  const on = await post({ intent: 'next', voucherCode: 'NEBEL', voucherTried: 'NEBEL' });
  expect(on.headers.get('location')).toBe(stepOf(race, 'articles'));
});

test('a code that was typed and not redeemed stays in the field when another button is pressed', async () => {
  const { race, visitor } = await begun({ LAUF: { amount: 500 } });
  const path = stepOf(race, 'competitions');
  const post = (fields: Record<string, string>) => visitor.form(path, { ...eva(race), ...fields });
  const field = async () => /<input id="field-voucherCode"[^>]*>/.exec(await shown(visitor, path))?.[0];
  await post({ intent: `add:${race.runId}`, voucherCode: ' HALB GE ' });
  expect(await field()).toContain('value="HALB GE"');
  await post(enter('LAUF'));
  expect(await field()).toContain('value=""');
  await post({ intent: 'voucher-remove:LAUF', voucherCode: 'NEBEL' });
  expect(await field()).toContain('value="NEBEL"');
  await post({ intent: 'voucher-remove:LAUF', voucherCode: ' lauf' });
  expect(await field(), 'what was taken out is not redeemed again').toContain('value=""');
  await post({ intent: `add:${race.runId}`, voucherCode: 'NEBEL' });
  await post({ intent: 'next', voucherCode: '' });
  expect(await field(), 'what was cleared stays away').toContain('value=""');
});

test('the script of the first step gets codes and what is behind them, by the same post', async () => {
  const { race, visitor } = await begun({ LAUF: { amount: 500 } });
  const page = stepOf(race, 'competitions');
  const csrf = /name="csrf" value="([^"]*)"/.exec(await shown(visitor, page))?.[1] ?? '';
  const post = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ csrf, ...eva(race), ...fields });
    const answer = await visitor.fetch(page, { method: 'POST', body, headers: { accept: 'application/json' } });
    return { status: answer.status, body: await answer.json() };
  };
  expect(await post(enter('lauf'))).toMatchObject({
    status: 200,
    body: { voucherCodes: ['LAUF'], vouchers: [{ code: 'LAUF', amount: 500, target: 'event' }], refused: null },
  });
  expect(await post(enter('NEBEL'))).toMatchObject({
    status: 200,
    body: { voucherCodes: ['LAUF'], refused: { code: 'NEBEL', text: expect.stringContaining('kennen wir nicht') } },
  });
  expect(await post({ intent: 'voucher-remove:LAUF' })).toMatchObject({ body: { voucherCodes: [], vouchers: [] } });
  expect(await shown(visitor, page)).toContain('value="Maier"');
});

test('check-order keeps its boxes, follows the code to a free order, and books what it showed', async () => {
  const { shop, race, visitor } = await begun({ ALLES: { unit: 'percentage', amount: 10_000, target: 'order' } });
  const path = stepOf(race, 'check-order');
  expect(await toCheck(race, visitor)).toContain('Zahlungspflichtig bestellen');
  const entered = await visitor.form(path, { accepted: 'true', ...enter('alles') });
  const html = await mainOf(entered);
  expect(entered.status).toBe(200);
  expect(html).toContain('Kostenlos anmelden');
  expect(html).not.toContain('Zahlungspflichtig bestellen');
  expect(/<input[^>]*name="accepted"[^>]*>/.exec(html)?.[0]).toContain('checked');
  expect(hidden(html, 'totalPrice')).toEqual(['0']);
  expect(hidden(html, 'appliedCode')).toEqual(['ALLES']);
  expect((await visitor.form(path, { ...accepted, intent: 'enter' })).status, 'Enter never orders').toBe(200);
  const ordered = await visitor.form(path, {
    ...accepted,
    intent: 'next',
    key: hidden(html, 'key')[0] ?? '',
    totalPrice: '0',
    appliedCode: 'ALLES',
  });
  expect(ordered.headers.get('location')).toMatch(/\/completed\?order=1$/);
  const order = await shown(visitor, '/orders/1');
  expect(order).toContain('ALLES');
  expect(order).toContain('−30,00 €');
  await shop.settle();
  expect((await shop.mails('eva@example.test')).map(({ text }) => text).join()).toContain('ALLES');
});

test('a code that somebody else took meanwhile is named and left out, and nothing else is lost', async () => {
  const { shop, race, visitor } = await begun({ EINMAL: { amount: 1000, useType: 'single' } });
  await toCheck(race, visitor);
  const path = stepOf(race, 'check-order');
  const html = await mainOf(await visitor.form(path, enter('EINMAL')));
  expect(hidden(html, 'totalPrice')).toEqual(['2150']);
  const rival = await shop.login('rivalin@example.test');
  const booked = bookingOf(race, [runner()], {
    appliedVouchers: [{ code: 'EINMAL' }],
    totalPrice: 2150,
    contactAddress,
  });
  expect((await rival.json('POST', `/api/events/${race.eventId}/book`, booked)).status).toBe(201);
  const late = await visitor.form(path, {
    ...accepted,
    intent: 'next',
    key: hidden(html, 'key')[0] ?? '',
    totalPrice: '2150',
    appliedCode: 'EINMAL',
  });
  const again = await mainOf(late);
  expect(late.status).toBe(409);
  expect(again).toContain('Gutschein EINMAL: Dieser Gutschein wurde schon eingelöst.');
  expect(hidden(again, 'totalPrice')).toEqual(['3150']);
  expect(hidden(again, 'appliedCode')).toEqual([]);
  expect(again).toContain('Eva Maier');
  expect(/<input[^>]*name="accepted"[^>]*>/.exec(again)?.[0]).toContain('checked');
});

test('a ticket for voucher holders is named where it refuses, and its code opens the way', async () => {
  const { shop, race, visitor } = await begun({ GAST: { amount: 0, target: 'competition' } });
  await shop.deps.write((work) => updatePrice(work, race.runPriceId, { onlyBuyableWithVoucher: true }));
  const path = stepOf(race, 'competitions');
  const without = await visitor.form(path, { ...eva(race), intent: 'next' });
  const refused = await mainOf(without);
  expect(without.status).toBe(400);
  expect(refused).toContain('Das Ticket für Eva Maier gibt es nur mit einem Gutschein.');
  expect(refused).toContain('href="#field-voucherCode"');
  expect(refused).toContain('name="voucherCode"');
  for (const step of ['articles', 'check-order']) {
    await visitor.form(stepOf(race, 'delivery-address'), { ...address, intent: 'next' });
    const html = await shown(visitor, stepOf(race, step));
    expect(html, step).toContain('Das Ticket für Eva Maier gibt es nur mit einem Gutschein.');
    expect(html, step).toContain('name="voucherCode"');
  }
});

test('a code of the wrong kind is kept and explained until something fits', async () => {
  const { race, visitor } = await begun({ TEAM: { amount: 500, target: 'team' } });
  const path = stepOf(race, 'competitions');
  await visitor.form(path, { ...eva(race), ...enter('TEAM') });
  expect(await shown(visitor, path)).toContain('Dieser Gutschein gilt für Teams. Du hast noch keines angemeldet.');
  const html = await toCheck(race, visitor);
  expect(html).toContain('Du hast noch keines angemeldet.');
  expect(hidden(html, 'appliedCode')).toEqual([]);
});
