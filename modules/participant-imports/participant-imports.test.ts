import { count, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { companies, companyOrders } from '#modules/companies/schema.ts';
import { updateEvent } from '#modules/events/index.ts';
import { orderAudits, orders, participants, teams } from '#modules/orders/schema.ts';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { tableBytes } from '#src/files/tables/table-file.ts';
import { hours } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import { workbookOf } from '#tests/support/workbook.ts';
import { forgetOldImports } from './imports.ts';
import { importData } from './module.ts';
import { participantImports } from './schema.ts';
import { clubAddress, csvOf, importScene, listOrganizer } from './testing.ts';

const head = ['Vorname', 'Nachname', 'Geburtsdatum', 'Geschlecht', 'E-Mail', 'Bewerb', 'Teamname'];
const person = (lastName: string, more: Partial<Record<number, string>> = {}) =>
  ['Zoë', lastName, '31.01.1990', 'w', '', '10 km', ''].map((cell, at) => more[at] ?? cell);

test('marks each line new, duplicate or refused with its reason in the caller’s language', async () => {
  const { send, organizer, race } = await importScene(await testShop());
  await organizer.json('POST', `/api/events/${race.eventId}/book`, {
    ...bookingOf(race, [runner({ firstName: 'ZOE\u0308', lastName: 'Da', birthDate: '1990-01-31' })]),
  });
  const list = csvOf(
    head,
    person('Da'),
    person('Neu', { 3: 'weiblich', 4: 'neu@example.test' }),
    person('neu'),
    person('Falsch', { 2: '31.02.1990', 3: 'foo', 4: 'keine-adresse' }),
    person('Wo', { 5: '42 km' }),
    person('www.example.com'),
    person('Eins', { 5: 'Staffel', 6: 'Die Schnellen' }),
    person('Zwei', { 5: 'Staffel', 6: 'die schnellen' }),
    person('Allein', { 5: 'Staffel', 6: 'Einsam' }),
    person('Ohne', { 5: 'Staffel' }),
    person('Gut', { 5: 'Staffel', 6: 'Halb' }),
    person('', { 5: 'Staffel', 6: 'Halb' }),
  );
  const { status, body } = await send(list);
  expect(status).toBe(201);
  expect(body.import.rows.map(({ line, outcome, errors }) => [line, outcome, errors])).toEqual([
    [2, 'duplicate', ['Ist für diesen Bewerb schon angemeldet.']],
    [3, 'new', []],
    [4, 'duplicate', ['Steht schon in Zeile 3.']],
    [
      5,
      'refused',
      [
        'Geschlecht: „foo“ kennen wir nicht. Möglich sind w, m und d.',
        expect.stringContaining('Geburtsdatum: '),
        expect.stringContaining('E-Mail: '),
      ],
    ],
    [6, 'refused', ['Bewerb: „42 km“ gibt es hier nicht.']],
    [7, 'refused', [expect.stringContaining('Nachname: ')]],
    [8, 'new', []],
    [9, 'new', []],
    [10, 'refused', [expect.stringContaining('2')]],
    [11, 'refused', ['Der Teamname fehlt.']],
    [12, 'refused', ['Das Team ist so nicht vollständig: Sieh dir Zeile 13 an.']],
    [13, 'refused', [expect.stringContaining('Nachname: ')]],
  ]);
  expect(body.import.counts).toEqual({ new: 3, duplicate: 2, refused: 7 });
  expect(body.import.quote?.totalPrice).toBe(3000 + 2 * 2000 + 150);
  expect(body.import.rows[6]?.participant).toMatchObject({
    ...{ firstName: 'Zoë', lastName: 'Eins', birthDate: '1990-01-31', gender: 'female' },
    ...{ competitionId: race.relayId, teamName: 'Die Schnellen' },
  });
  const english = await send(list, { language: 'en-us' });
  expect(english.body.import.rows[2]?.errors).toEqual(['Already on line 3.']);
});

test('a field that the event requires is required here, and one that it does not ask is no column', async () => {
  const event = { asksBirthDate: 'required', asksGender: 'no' } as const;
  const { send } = await importScene(await testShop(), { event });
  const { body } = await send(csvOf(head, person('Ohne', { 2: '' }), person('Mit')));
  expect(body.import.rows.map(({ outcome, errors }) => [outcome, errors.length])).toEqual([
    ['refused', 1],
    ['new', 0],
  ]);
  expect(body.import.rows[0]?.errors[0]).toContain('Geburtsdatum: ');
  expect(body.import.columns.find((column) => column.head === 'Geschlecht')?.field).toBe('ignored');
});

test('books nothing before it is applied, then one order for the payer', async () => {
  const { send, apply, race, deps, settle, mails } = await importScene(await testShop());
  const { body } = await send(
    csvOf(
      head,
      person('Eins', { 4: 'eins@example.test' }),
      person('Zwei', { 5: 'Staffel', 6: 'A' }),
      person('Drei', { 5: 'Staffel', 6: 'A' }),
    ),
  );
  expect(await deps.read.select().from(orders)).toEqual([]);
  const applied = await apply(body.import.id);
  expect(applied.status).toBe(201);
  const { orderId } = applied.body;
  const [order] = await deps.read.select().from(orders);
  expect(order).toMatchObject({
    ...{ id: orderId, status: 'pending', paymentMethod: 'bank', totalPrice: 3000 + 4000 + 150, awaitsProof: false },
    contactAddress: { companyName: 'SV Linz' },
  });
  expect((await deps.read.select().from(teams)).map(({ teamName }) => teamName)).toEqual([null, 'A']);
  expect(await deps.read.$count(participants, eq(participants.eventId, race.eventId))).toBe(3);
  await settle();
  expect((await mails('club@example.test')).map(({ subject }) => subject)).toHaveLength(1);
  expect(await mails('eins@example.test'), 'tickets come with the payment').toEqual([]);
  const [audit] = await deps.read
    .select()
    .from(orderAudits)
    .where(eq(orderAudits.comment, 'participantImports.booked'));
  expect(audit).toMatchObject({ orderId });
  expect((await apply(body.import.id)).body, 'a second call books nothing').toEqual({ orderId });
  expect(
    (await apply(body.import.id, { payer: { email: 'b@example.test', contactAddress: clubAddress } })).body,
  ).toEqual({
    orderId,
  });
  expect(await deps.read.$count(orders)).toBe(1);
});

test('two calls at once book once', async () => {
  const { send, apply, deps } = await importScene(await testShop());
  const list = csvOf(['Vorname', 'Nachname', 'Bewerb'], ['Ann', 'Ohne Datum', '10 km']);
  const { body } = await send(list);
  const both = await Promise.all([
    apply(body.import.id),
    apply(body.import.id, { payer: { email: 'other@example.test', contactAddress: clubAddress } }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect(new Set(both.map((answer) => answer.body.orderId)).size).toBe(1);
  expect(await deps.read.$count(orders)).toBe(1);
});

test('two lists for the last places: one is booked, whole, the other refused, whole', async () => {
  const { send, apply, deps } = await importScene(await testShop(), { tickets: 3 });
  const lists = await Promise.all(
    ['A', 'B'].map((name) => send(csvOf(head, person(`${name} 1`), person(`${name} 2`)))),
  );
  const both = await Promise.all(lists.map(({ body }) => apply(body.import.id)));
  expect(both.map(({ status, body }) => [status, body.code]).sort()).toEqual([
    [201, undefined],
    [409, 'NOT_ENOUGH_TICKETS'],
  ]);
  expect([await deps.read.$count(orders), await deps.read.$count(participants)]).toEqual([1, 2]);
});

test('places that went in between refuse with the code of a booking', async () => {
  const { send, apply, organizer, race, deps } = await importScene(await testShop(), { tickets: 3 });
  const { body } = await send(csvOf(head, person('Eins'), person('Zwei')));
  await organizer.json(
    'POST',
    `/api/events/${race.eventId}/book`,
    bookingOf(race, [runner(), runner()], { totalPrice: 6150 }),
  );
  const refused = await apply(body.import.id);
  expect([refused.status, refused.body.code]).toEqual([409, 'NOT_ENOUGH_TICKETS']);
  expect(await deps.read.$count(orders), 'nothing of it is booked').toBe(1);
  const again = await send(csvOf(head, person('Eins'), person('Zwei')));
  expect(again.body.import.rows.map(({ outcome }) => outcome)).toEqual(['new', 'refused']);
});

test('a person registered in between and a changed price refuse, too', async () => {
  const { send, apply, organizer, race, deps } = await importScene(await testShop());
  const { body } = await send(csvOf(head, person('Eins'), person('Zwei')));
  await organizer.json('POST', `/api/events/${race.eventId}/book`, {
    ...bookingOf(race, [runner({ lastName: 'Eins', birthDate: '1990-01-31' })]),
  });
  expect((await apply(body.import.id)).body.code).toBe('TICKET_ALREADY_BOOKED');
  const { body: other } = await send(csvOf(head, person('Drei')));
  await deps.write((work) => updateEvent(work, race.eventId, { processingFee: 200 }));
  expect((await apply(other.import.id)).body.code).toBe('NOT_MATCHING_ORDER_TOTAL');
  expect(await deps.read.$count(orders)).toBe(1);
});

test('complimentary: complete at once, tickets to everyone, one line takes the price off', async () => {
  const { send, apply, organizer, settle, mails } = await importScene(await testShop());
  const { body } = await send(csvOf([...head, 'Finisher-Shirt'], [...person('Eins', { 4: 'eins@example.test' }), 'M']));
  expect(body.import.quote?.totalPrice).toBe(3000 + 2500 + 150);
  const { orderId } = (await apply(body.import.id, { payment: 'complimentary' })).body;
  const { order } = (
    await organizer.json<{
      order: { status: string; totalPrice: number; orderItems: { name: string; priceTotal: number }[] };
    }>('GET', `/api/admin/orders/${orderId}`)
  ).body;
  expect([order.status, order.totalPrice]).toEqual(['complete', 0]);
  expect(order.orderItems.map(({ name, priceTotal }) => [name, priceTotal])).toEqual([
    ['10 km', 3000],
    [expect.stringContaining('Finisher-Shirt'), 2500],
    ['Freie Startplätze', -5500],
  ]);
  await settle();
  expect(await mails('eins@example.test')).toHaveLength(1);
});

test('a list free of charge sends each ticket, beyond the mails of a buyer’s free orders', async () => {
  const { send, apply, settle, mails } = await importScene(await testShop(), { tickets: 200 });
  const people = Array.from({ length: 120 }, (_, at) => person(`Nr ${at}`, { 4: `nr${at}@example.test` }));
  const { body } = await send(csvOf(head, ...people));
  await apply(body.import.id, { payment: 'complimentary' });
  await settle();
  const sent = await Promise.all(people.map((_, at) => mails(`nr${at}@example.test`)));
  expect(sent.filter(({ length }) => length === 1)).toHaveLength(120);
});

test('the data of an account holds its lists, and its erasure deletes them', async () => {
  const { send, apply, deps } = await importScene(await testShop());
  await send(csvOf(head, person('Wartet')));
  await apply((await send(csvOf(head, person('Neu'), person('Wo', { 5: 'x' })))).body.import.id);
  const [record] = await deps.read.select().from(participantImports);
  const userId = record?.userId ?? 0;
  expect(JSON.stringify(await importData.collect(deps.read, userId))).toContain('Wartet');
  await deps.write((work) => importData.erase(work, userId));
  expect(await deps.read.$count(participantImports)).toBe(0);
  expect(await deps.read.$count(orders)).toBe(1);
});

test('an organizer enters people before the event is visible, and beyond the places of an account', async () => {
  const { send, apply, deps, race } = await importScene(await testShop(), { tickets: 300 });
  await deps.write((work) => updateEvent(work, race.eventId, { visible: false }));
  const people = Array.from({ length: 201 }, (_, at) => person(`Nr ${at}`));
  const { body } = await send(csvOf(head, ...people));
  expect((await apply(body.import.id)).status).toBe(201);
});

test('without sendTickets only the buyer gets the tickets', async () => {
  const { send, apply, settle, mails } = await importScene(await testShop());
  const { body } = await send(csvOf(head, person('Eins', { 4: 'eins@example.test' })));
  await apply(body.import.id, { payment: 'complimentary', sendTickets: false });
  await settle();
  expect(await mails('eins@example.test')).toEqual([]);
  expect(await mails('club@example.test')).toHaveLength(1);
});

test('a company pays on account; another organizer’s company and an unknown one are refused', async () => {
  const { send, apply, organizer, race, deps, settle } = await importScene(await testShop(), {
    event: { companyAccounts: true },
  });
  const { body } = await send(csvOf(head, person('Eins')));
  const companyId = await deps.write(async ({ tx, now }) => {
    const [made] = await tx
      .insert(companies)
      .values({
        ...{ organizerId: race.organizerId, name: 'ACME', address: clubAddress, contactEmail: 'acme@example.test' },
        ...{ language: 'de', paymentDays: 14, limit: 2000 as never, billing: 'byHand', createdAt: now },
      })
      .returning({ id: companies.id });
    return made?.id ?? 0;
  });
  const onAccount = (payer: unknown, payment = 'account') => apply(body.import.id, { payer, payment });
  const none = await onAccount({ companyId: companyId + 1 });
  expect([none.status, none.body.details?.fields]).toEqual([400, { 'payer.companyId': [expect.any(String)] }]);
  const byMail = await onAccount({ email: 'club@example.test', contactAddress: clubAddress });
  expect([byMail.status, Object.keys(byMail.body.details?.fields ?? {})]).toEqual([400, ['payment']]);
  const over = await onAccount({ companyId });
  expect([over.status, over.body.code], 'the limit of 20 euros').toEqual([409, 'COMPANY_LIMIT_REACHED']);
  expect(await deps.read.$count(orders)).toBe(0);
  await deps.write(({ tx }) => tx.update(companies).set({ limit: 10_000 as never }));
  expect((await onAccount({ companyId })).status).toBe(201);
  const [order] = await deps.read.select().from(orders);
  expect(order).toMatchObject({
    status: 'complete',
    paymentMethod: 'account',
    invoiceAddress: { companyName: 'SV Linz' },
  });
  expect(await deps.read.select({ count: count() }).from(companyOrders)).toEqual([{ count: 1 }]);
  await settle();
  expect((await organizer.json<{ user: { email: string } }>('GET', `/api/admin/orders/${order?.id}`)).status).toBe(200);
});

test('columns: recognized, given by the call, remembered for the next file with these heads', async () => {
  const { send, race } = await importScene(await testShop());
  const list = csvOf(['Wer', 'Familie', 'Lauf', 'Verein', 'Bemerkung'], ['Ann', 'Neu', '10 KM', 'SV Linz', 'eilig']);
  const unknown = await send(list);
  expect([unknown.status, unknown.body.details?.fault]).toEqual([400, 'columns.noNames']);
  expect((await send(list, { columns: { Fehlt: 'firstName' } })).status).toBe(400);
  expect((await send(list, { columns: { Wer: 'firstName', Familie: 'firstName' } })).status).toBe(400);
  expect((await send(list, { columns: { Wer: 'firstName', Familie: 'nonsense' } })).status).toBe(400);
  const given = await send(list, { columns: { Wer: 'firstName', '#2': 'lastName', Lauf: 'competitionId' } });
  const fields = ['firstName', 'lastName', 'competition', `question:${race.clubFieldId}`, 'ignored'];
  expect(given.body.import.columns.map(({ field }) => field)).toEqual(fields);
  expect(given.body.import.counts.new).toBe(1);
  const next = await send(csvOf(['WER', 'Familie', 'Lauf', 'Verein', 'Bemerkung'], ['Bea', 'Neu', '10 km', '', '']));
  expect(next.body.import.columns.map(({ field }) => field)).toEqual(fields);
});

test('a workbook is read like a list: serial days, sizes, quantities', async () => {
  const { send } = await importScene(await testShop(), { shirts: 3 });
  const table = {
    name: 'Liste',
    locale: 'de' as const,
    columns: (['Nachname', 'Vorname', 'Geburtsdatum', 'Bewerb', 'Finisher-Shirt (M)'] as const).map((title, at) => ({
      title,
      kind: at === 2 ? ('date' as const) : ('text' as const),
    })),
    async *pieces() {
      yield [
        ['Neu', 'Ann', '1990-01-31', '10 km', '2 x M'],
        ['Alt', 'Bea', '1950-01-31', '10 km', '1'],
        ['Voll', 'Cis', '1960-01-31', '10 km', 'ja'],
        ['Zahl', 'Dea', '1960-01-31', '10 km', 'XL'],
      ];
    },
  };
  const bytes = Buffer.concat(await Array.fromAsync(tableBytes(table, 'xlsx')));
  const { body } = await send(new Uint8Array(bytes), { name: 'liste.xlsx' });
  expect(body.import.rows.map(({ outcome, participant }) => [outcome, participant.birthDate])).toEqual([
    ['new', '1990-01-31'],
    ['new', '1950-01-31'],
    ['refused', '1960-01-31'],
    ['refused', '1960-01-31'],
  ]);
  expect(body.import.rows[3]?.errors).toEqual(['Finisher-Shirt: „XL“ gibt es nicht.']);
  expect(body.import.quote?.totalPrice).toBe(2 * 3000 + 3 * 2500 + 150);
});

test('refuses files it cannot take, with the reason', async () => {
  const { send } = await importScene(await testShop());
  const faultOf = async (content: string | Uint8Array) => (await send(content)).body.details?.fault;
  expect(await faultOf('\r\n ; \r\n')).toBe('empty');
  expect(await faultOf('Vorname;Nachname')).toBe('noLines');
  expect(await faultOf(new Uint8Array(2000))).toBe('unreadable');
  expect(await faultOf(`Vorname;Nachname\r\n${'Ann;Neu\r\n'.repeat(1001)}`)).toBe('tooManyPeople');
  expect(
    await faultOf(
      workbookOf(
        [['Verein']],
        [
          ['Vorname', 'Nachname'],
          ['Ann', 'Neu'],
        ],
      ),
    ),
  ).toBeUndefined();
});

test('an import without new people cannot be applied, one of another event or of yesterday does not exist', async () => {
  const scene = await importScene(await testShop());
  const { send, apply, deps, clock } = scene;
  const nobody = await send(csvOf(head, person('Wo', { 5: '42 km' })));
  const refused = await apply(nobody.body.import.id);
  expect([refused.status, refused.body.code]).toEqual([409, 'PARTICIPANT_IMPORT_EMPTY']);
  const { body } = await send(csvOf(head, person('Eins')));
  const elsewhere = await importScene(scene.shop);
  expect((await elsewhere.apply(body.import.id)).status).toBe(404);
  const { orderId } = (await apply((await send(csvOf(head, person('Zwei'), person('Wo', { 5: 'x' })))).body.import.id))
    .body;
  const [booked] = await deps.read.select().from(participantImports).where(eq(participantImports.orderId, orderId));
  expect(booked?.teams).toEqual([]);
  expect(booked?.lines.map(({ line, outcome }) => [line, outcome])).toEqual([[3, 'refused']]);
  expect(booked?.fileRows.map(({ line }) => line)).toEqual([3]);
  clock.advance(hours(25));
  await deps.write(forgetOldImports);
  expect(await deps.read.$count(participantImports)).toBe(0);
  const organizer = await scene.shop.login(listOrganizer);
  const path = `/api/admin/events/${scene.race.eventId}/participant-imports/${body.import.id}/apply`;
  const payer = { email: 'a@example.test', contactAddress: clubAddress };
  expect((await organizer.json('POST', path, { payer, payment: 'transfer', sendTickets: true })).status).toBe(404);
});
