import { expect, test } from 'vitest';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { testShop } from '#tests/support/shop.ts';

async function scene() {
  const shop = await testShop({ now: '2026-03-02T09:00:00Z', env: { LIMIT_FACTOR: '0' } });
  const race = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'organizer@example.test');
    return makeRace(work, { event: { organizerId } });
  });
  const organizer = await shop.login('organizer@example.test');
  const { eventId } = race;
  const make = async (fields: object = {}): Promise<number> => {
    const made = await organizer.json<{ voucherTypeId: number }>('POST', '/api/vouchers/type', {
      eventId,
      name: 'Verein',
      ...fields,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    return made.body.voucherTypeId;
  };
  const typeOf = async (id: number) => {
    const { body } = await organizer.json<{ rows: { id: number }[] }>('GET', `/api/vouchers/list/${eventId}`);
    return body.rows.find((row) => row.id === id);
  };
  const open = async (path: string) => (await organizer.fetch(path)).text();
  return { shop, race, eventId, organizer, make, typeOf, open };
}

/** What the form on a page holds, as a browser would post it. */
function formIn(html: string): Record<string, string> {
  const form = /<form[^>]*data-guard[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const of = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(input)?.[1];
    const name = of('name');
    if (name && name !== 'csrf') fields[name] = (of('value') ?? '').replaceAll('&amp;', '&');
  }
  for (const [, name, options] of form.matchAll(/<select[^>]*\sname="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g))
    fields[name as string] = /<option[^>]*value="([^"]*)"[^>]*selected/.exec(options ?? '')?.[1] ?? '';
  return fields;
}

test('a kind of voucher is made by the form: until the event is over, in euros or percent, for what was chosen', async () => {
  const { race, eventId, organizer, typeOf, open } = await scene();
  const path = `/admin/voucher-types/${eventId}/new`;
  const begun = formIn(await open(path));
  expect(begun).toMatchObject({
    amount: '0',
    unit: 'fixed',
    target: 'event',
    useType: 'multi',
    validFrom: '02.03.2026 00:00',
    validTo: '02.05.2026 11:00',
  });
  const save = (fields: Record<string, string>) => organizer.form(path, { ...begun, name: 'Frühstarter', ...fields });
  const idOf = (response: Response) => {
    expect(response.status).toBe(303);
    return Number(response.headers.get('location')?.match(/\/(\d+)\?done=type$/)?.[1]);
  };
  const euros = await save({ amount: '12,5', target: 'competition', competitionId: String(race.runId) });
  expect(await typeOf(idOf(euros))).toMatchObject({
    amount: 1250,
    unit: 'fixed',
    competitionId: race.runId,
    validTo: '2026-05-02T09:00:59.999Z',
  });
  const percent = await save({ amount: '12,5 %', unit: 'percentage', articleId: String(race.shirtId), validTo: '' });
  // The article is not to be seen for the target "event", so it is not meant.
  expect(await typeOf(idOf(percent))).toMatchObject({ amount: 12.5, articleId: null, validTo: null });
  // A day as the end is all of that day.
  const day = await save({ amount: '1.000,50', validTo: '31.03.2026' });
  expect(await typeOf(idOf(day))).toMatchObject({ amount: 100_050, validTo: '2026-03-31T21:59:59.999Z' });
  for (const [fields, said] of [
    [{ amount: '12.50' }, 'Bitte gib einen Betrag in Euro'],
    [{ amount: '100.000,01' }, 'Höchstens 100.000,00'],
    [{ amount: 'zehn' }, 'Bitte gib einen Betrag in Euro'],
    [{ amount: '101', unit: 'percentage' }, '0 bis 100 Prozent'],
    [{ amount: '' }, 'Nachlass'],
    [{ name: '' }, 'Name'],
    [{ target: 'article' }, 'Bitte wähle, für welchen Artikel'],
    [{ target: 'competition' }, 'Bitte wähle, für welchen Bewerb'],
    [{ target: 'competitionPrice' }, 'Bitte wähle, für welchen Preis'],
    [{ validTo: '01.03.2026 10:00' }, 'Gültig bis'],
  ] as const) {
    const refused = await save(fields);
    const html = await refused.text();
    expect([fields, refused.status]).toEqual([fields, 400]);
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain(said);
  }
});

test('saves changed fields only and reports changes of other users', async () => {
  const { eventId, organizer, make, typeOf, open } = await scene();
  const id = await make({ amount: 500, validFrom: '2026-03-02T10:00:30Z', validTo: '2026-04-02T10:00:00Z' });
  const path = `/admin/voucher-types/${eventId}/${id}`;
  const opened = formIn(await open(path));
  expect(opened).toMatchObject({ amount: '5,00', validTo: '02.04.2026 12:00' });
  await organizer.json('PATCH', `/api/vouchers/types/${id}`, { amount: 700 });
  const refused = await organizer.form(path, { ...opened, name: 'Anders' });
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(html).toContain('Nachlass: jetzt 7,00.');
  expect(await typeOf(id)).toMatchObject({ name: 'Verein', amount: 700 });
  expect((await organizer.form(path, formIn(html))).status).toBe(303);
  // What was not touched stays to the millisecond.
  expect(await typeOf(id)).toMatchObject({
    name: 'Anders',
    amount: 700,
    validFrom: '2026-03-02T10:00:30.000Z',
    validTo: '2026-04-02T10:00:00.000Z',
  });
  expect(await open(`${path}?saved`)).toContain('Gespeichert');
});

test('the form says why a use type stays while orders hold codes', async () => {
  const { shop, race, eventId, organizer, make, open } = await scene();
  const id = await make({ amount: 500 });
  await organizer.json('POST', '/api/vouchers/code', { voucherTypeId: id, code: 'FIVE' });
  const buyer = await shop.login('buyer@example.test');
  const body = bookingOf(race, [runner()], { appliedVouchers: [{ code: 'FIVE' }], totalPrice: 2650 });
  expect((await buyer.json('POST', `/api/events/${race.eventId}/book`, body)).status).toBe(201);
  const path = `/admin/voucher-types/${eventId}/${id}`;
  const refused = await organizer.form(path, { ...formIn(await open(path)), useType: 'single' });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('lässt sich nicht mehr ändern');
});

test('the list says what each kind gives, when, and how far it was used', async () => {
  const { race, eventId, make, open } = await scene();
  expect(await open(`/admin/voucher-types/${eventId}`)).toContain('Noch keine Gutscheine.');
  await make({ amount: 10, unit: 'percentage', target: 'competition', competitionId: race.runId });
  await make({ target: 'competitionPrice', competitionPriceId: race.runPriceId, validFrom: null, validTo: null });
  await make({ name: 'Heute' });
  await make({ amount: 500, target: 'team', validTo: '2026-03-02T08:00:00Z', validFrom: null, useType: 'single' });
  const html = await open(`/admin/voucher-types/${eventId}`);
  for (const said of [
    '10 % auf 10 km',
    'Zugang zu 10 km, ohne Nachlass',
    '5,00\u00a0€ auf ein Team',
    'jeder Code beliebig oft',
    'jeder Code einmal',
    'immer',
    'nur am 02.03.2026',
    'bis 02.03.2026, 09:00',
    'abgelaufen',
    'noch keine Codes',
  ])
    expect(html).toContain(said);
});

test('codes are generated, named, found, switched off and on from their page', async () => {
  const { eventId, organizer, make, open } = await scene();
  const id = await make({ prefix: 'LC' });
  const path = `/admin/vouchers/${eventId}/${id}`;
  const post = (what: string, fields: Record<string, string>) => organizer.form(`${path}/${what}`, fields);
  const to = async (response: Promise<Response>) => (await response).headers.get('location');
  expect(await open(path)).toContain('Noch keine Codes.');
  expect(await to(post('generate', { count: '120' }))).toBe(`${path}?done=generated&count=120`);
  expect(await open(`${path}?done=generated&count=120`)).toContain('120 Codes sind erzeugt.');
  for (const count of ['', '0', '10.001', '-5', '1,5', '1.00', 'viele']) {
    const refused = await post('generate', { count });
    expect([count, refused.status]).toEqual([count, 400]);
    expect(await refused.text()).toContain('Zahl von 1 bis 10.000');
  }
  expect(await to(post('create', { code: ' verein 10 ' }))).toBe(`${path}?done=created`);
  const again = await post('create', { code: 'VEREIN10' });
  expect(again.status).toBe(400);
  const refused = await again.text();
  expect(refused).toContain('Diesen Gutscheincode gibt es schon.');
  const typed = (name: string) => new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(refused)?.[0];
  expect([typed('code')?.includes('value="VEREIN10"'), typed('count')?.includes('aria-invalid')]).toEqual([
    true,
    false,
  ]);
  expect((await post('create', { code: 'x'.repeat(60) })).status).toBe(400);
  const first = await open(path);
  expect(first).toContain('121 Codes');
  expect(/class="voucher-code">([^<]+)/.exec(first)?.[1], 'the newest stands first').toBe('verein 10');
  expect([...first.matchAll(/class="voucher-code"/g)]).toHaveLength(50);
  expect(first).toContain('?page=2');
  const last = await open(`${path}?page=9`);
  expect([...last.matchAll(/class="voucher-code"/g)], 'the last page there is').toHaveLength(21);
  expect(await open(`${path}?q=VEREIN+10`)).toContain('1 Code<');
  expect(await open(`${path}?q=nichts`)).toContain('Kein Code passt zu dieser Suche.');
  expect(await to(post('turn', { turn: 'deactivate' }))).toBe(`${path}?done=none`);
  expect(await to(post('turn', { turn: 'deactivate', code: 'verein 10' }))).toBe(`${path}?done=deactivated&count=1`);
  expect(await open(`${path}?status=deactivated`)).toContain('verein 10');
  expect(await open(`${path}/deactivate-all`)).toContain('120 freie Codes von „Verein“ deaktivieren?');
  expect((await post('deactivate-all', {})).status, 'not without a yes').toBe(400);
  expect(await to(post('deactivate-all', { confirmed: 'true' }))).toBe(`${path}?done=deactivated&count=120`);
  expect(await to(post('turn', { turn: 'activate', code: 'verein 10' }))).toBe(`${path}?done=activated&count=1`);
  expect(await open(`${path}?status=ready`)).toContain('1 Code<');
});

test('the file holds what the list shows, and no cell is a formula', async () => {
  const { shop, race, eventId, organizer, make } = await scene();
  const id = await make({ amount: 500 });
  for (const code of ['=1+1', 'A;"B"', 'FIVE'])
    await organizer.json('POST', '/api/vouchers/code', { voucherTypeId: id, code });
  const buyer = await shop.login('buyer@example.test');
  const body = bookingOf(race, [runner()], { appliedVouchers: [{ code: 'FIVE' }], totalPrice: 2650 });
  const { body: placed } = await buyer.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, body);
  const file = await organizer.fetch(`/admin/vouchers/${eventId}/${id}/export?sort=code`);
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(file.headers.get('content-disposition')).toContain(`attachment; filename=codes-${eventId}-${id}.csv`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe(
    [
      'Code;Status;Bestellungen;Nachlass (Euro)',
      "'=1+1;frei;;0,00",
      '"A;""B""";frei;;0,00',
      `FIVE;frei;${placed.orderId};5,00`,
      '',
    ].join('\r\n'),
  );
  const found = await (await organizer.fetch(`/admin/vouchers/${eventId}/${id}/export?q=five`)).text();
  expect(found.trim().split('\r\n')).toHaveLength(2);
});

test('a code is found whatever kind it is of, with the order that has it', async () => {
  const { shop, race, eventId, organizer, make, open } = await scene();
  const id = await make({ name: 'Fünf Euro', amount: 500, useType: 'single' });
  await make({ name: 'Andere' });
  await organizer.json('POST', '/api/vouchers/code', { voucherTypeId: id, code: 'FIVE' });
  const buyer = await shop.login('buyer@example.test');
  const body = bookingOf(race, [runner()], { appliedVouchers: [{ code: 'FIVE' }], totalPrice: 2650 });
  const { body: placed } = await buyer.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, body);
  const html = await open(`/admin/voucher-types/${eventId}?code=+fi+ve`);
  const row = /<tr[^>]*>(?:(?!<\/tr>)[\s\S])*class="voucher-code"[\s\S]*?<\/tr>/.exec(html)?.[0] ?? '';
  for (const said of [
    `/admin/vouchers/${eventId}/${id}?q=FIVE`,
    'Fünf Euro',
    'verbraucht',
    `/admin/orders/${placed.orderId}"`,
  ])
    expect(row).toContain(said);
  expect(await open(`/admin/voucher-types/${eventId}?code=nichts`)).toContain('Kein Code passt zu dieser Suche.');
});

test('before a competition, a price or an article goes, its page says which vouchers go along', async () => {
  const { race, eventId, organizer, make, open } = await scene();
  const id = await make({ name: 'Für den Lauf', target: 'competition', competitionId: race.runId });
  await organizer.json('POST', '/api/vouchers', { voucherTypeId: id, count: 12 });
  await make({ name: 'Für den Preis', target: 'competitionPrice', competitionPriceId: race.runPriceId });
  await make({ name: 'Fürs Shirt', target: 'article', articleId: race.shirtId });
  await make({ name: 'Für alle' });
  const ofCompetition = await open(`/admin/tickets/${eventId}/${race.runId}/delete`);
  expect(ofCompetition).toContain('„Für den Lauf“ gilt nur dafür und wird mit 12 Codes auch gelöscht.');
  expect(ofCompetition).toContain('„Für den Preis“ gilt nur dafür und wird auch gelöscht.');
  expect(ofCompetition).not.toContain('Für alle');
  expect(ofCompetition).not.toContain('Fürs Shirt');
  const ofPrice = await open(`/admin/tickets/${eventId}/${race.runId}/prices/${race.runPriceId}/delete`);
  expect(ofPrice).toContain('Für den Preis');
  expect(ofPrice).not.toContain('Für den Lauf');
  expect(await open(`/admin/events/${eventId}/articles/${race.shirtId}/delete`)).toContain('Fürs Shirt');
});

test('the event says which price nobody can buy, since no code opens it', async () => {
  const { race, eventId, organizer, make, open } = await scene();
  const said = '10 km gibt es nur mit Gutschein, aber';
  expect(await open(`/admin/events/${eventId}`)).not.toContain(said);
  await organizer.json('PATCH', `/api/admin/competition-prices/${race.runPriceId}`, { onlyBuyableWithVoucher: true });
  expect(await open(`/admin/events/${eventId}`)).toContain(said);
  const id = await make({ target: 'article', articleId: race.shirtId });
  await organizer.json('POST', '/api/vouchers/code', { voucherTypeId: id, code: 'SHIRT' });
  expect(await open(`/admin/events/${eventId}`), 'an article opens no start').toContain(said);
  const opening = await make({ target: 'competition', competitionId: race.runId });
  expect(await open(`/admin/events/${eventId}`), 'a kind without codes').toContain(said);
  await organizer.json('POST', '/api/vouchers/code', { voucherTypeId: opening, code: 'OPEN' });
  expect(await open(`/admin/events/${eventId}`)).not.toContain(said);
});
