import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createFormField } from '#modules/events/index.ts';
import { bookingOf, makeRace, type Race, runner } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer, updateOrganizer } from '#modules/organizers/index.ts';
import { mails } from '#src/data/schema.ts';
import { days, minutes } from '#src/kernel/time.ts';
import type { MailEnvelope, Transport } from '#src/mail/message.ts';
import { mailerOver } from '#tests/support/mailer.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { mailingMailTypes } from './mailing-mail.ts';
import { mailKey } from './read-mailings.ts';
import { sendMailing } from './save-mailing.ts';
import { mailingRecipients, mailings } from './schema.ts';
import { sendMailingsJob } from './send-mailings.ts';

type Shown = {
  mailing: { id: number; status: string; recipientCount: number };
  progress: { posted: number; sent: number; refusedCount: number; refused: { address: string; reason: string }[] };
  code?: string;
  details?: { fields: Record<string, string[]> };
};

async function started() {
  const shop = await testShop({ env: { LIMIT_FACTOR: '0' }, demo: false });
  const race = await shop.deps.write(async (work) => {
    const own = await createOrganizer(work, { name: 'LC Linz' });
    await updateOrganizer(work, own, { email: 'buero@lclinz.test' }, 1);
    await addOrganizerUser(work, own, 'letters@organizer.example');
    return makeRace(work, { event: { organizerId: own } });
  });
  const organizer = await shop.login('letters@organizer.example');
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  return { shop, race, organizer, admin };
}

async function book(shop: TestShop, race: Race, people: Record<string, unknown>[], language = 'de'): Promise<number> {
  const buyer = shop.visitor({ acceptLanguage: language });
  await buyer.json('POST', '/api/auth/code/unauthenticated-login', {
    email: 'buyer@example.test',
    eventId: race.eventId,
  });
  const booking = bookingOf(race, people.map(runner));
  const { body } = await buyer.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, booking);
  return body.orderId;
}

const text = { subject: 'Hallo {firstName}', body: 'Bald ist {event}, {competition}.\n\n{ticketLink}\n\nBis dann!' };

test('a mailing reaches every address once, even when its process is killed', {
  timeout: 30_000,
}, async () => {
  const { shop, race, organizer, admin } = await started();
  const base = `/api/admin/events/${race.eventId}/mailings`;
  const paid = await book(shop, race, [
    {
      email: 'Familie@example.test',
      firstName: 'Eva',
      formFieldsSelected: [{ fieldId: race.clubFieldId, value: 'LC' }],
    },
    { email: 'familie@example.test', firstName: 'Adam' },
    { email: 'solo@example.test', firstName: 'Solo' },
  ]);
  await book(shop, race, [{ email: 'english@example.test', firstName: 'Joe' }], 'en');
  const canceled = await book(shop, race, [{ email: 'weg@example.test', firstName: 'Weg' }]);
  await admin.json('PATCH', `/api/admin/orders/${paid}/status`, { status: 'complete' });
  await admin.json('PATCH', `/api/admin/orders/${canceled}/cancel`);
  await shop.settle();
  const write = async (body: object) => organizer.json<Shown>('POST', base, body);

  // What is wrong is said by the field; what nobody matches reaches nobody.
  const wrong = await write({ text: { de: { subject: '', body: 'Hallo {vorname} {x}' } } });
  expect(wrong.body.details?.fields).toEqual({
    'text.de.subject': ['Das fehlt noch.'],
    'text.de.body': ['Darin steht ein Platzhalter, den es nicht gibt.'],
  });
  const reach = async (filter: object) => (await write({ filter, text: { de: text } })).body.mailing.recipientCount;
  expect(await reach({})).toBe(3);
  expect(await reach({ paid: 'paid' })).toBe(2);
  expect(await reach({ paid: 'unpaid' })).toBe(1);
  expect(await reach({ competitionIds: [race.relayId] })).toBe(0);
  expect(await reach({ formField: { fieldId: race.clubFieldId, value: 'LC' } })).toBe(1);
  const nobody = await write({ filter: { competitionIds: [race.relayId] }, text: { de: text } });
  expect((await organizer.json('POST', `${base}/${nobody.body.mailing.id}/send`)).status).toBe(400);

  // To oneself first.
  const english = { subject: 'Hello {firstName}', body: 'Soon: {event}.' };
  const { id } = (await write({ text: { de: text, 'en-us': english } })).body.mailing;
  expect((await organizer.json('POST', `${base}/${id}/test`)).status).toBe(204);
  await shop.settle();
  expect((await shop.mails('letters@organizer.example'))[0]).toMatchObject({ subject: 'Probe: Hallo Eva' });
  // What the writer gets opens nobody's page, what a reader gets their own.
  const linkIn = async (address: string) =>
    /http:\/\/shop\.test(\/tickets\/\S+)/.exec((await shop.mails(address))[0]?.text ?? '')?.[1] ?? expect.fail();
  expect((await shop.visitor().fetch(await linkIn('letters@organizer.example'))).status).toBe(404);

  // The process dies after the mails of a portion were handed over and before anybody heard of it; then two at once.
  await shop.deps.write(({ tx }) =>
    tx.insert(mails).values({
      type: 'ParticipantMessage',
      uniqueKey: mailKey(id, 'solo@example.test'),
      recipient: 'solo@example.test',
      locale: 'de',
      params: { mailingId: id, eventId: race.eventId, participantId: 0, address: 'solo@example.test' },
      nextAttemptAt: shop.clock(),
      createdAt: shop.clock(),
    }),
  );
  expect((await organizer.json<Shown>('POST', `${base}/${id}/send`)).body.mailing).toMatchObject({
    status: 'sending',
    recipientCount: 3,
  });
  expect((await organizer.json<Shown>('POST', `${base}/${id}/send`)).body.code).toBe('MAIL_ALREADY_SENT');
  const job = sendMailingsJob(shop.deps);
  await Promise.all([job.run(), job.run(), job.run()]);
  await shop.settle();
  for (const [to, subject] of [
    ['familie@example.test', 'Hallo Eva'],
    ['solo@example.test', 'Hallo Solo'],
    ['english@example.test', 'Hello Joe'],
    ['weg@example.test', null],
  ] as const) {
    const got = (await shop.mails(to)).filter(({ subject: text }) => /^H[ae]llo /.test(text));
    expect([to, got.map(({ subject: text }) => text)]).toEqual([to, subject === null ? [] : [subject]]);
  }
  const [mail] = (await shop.mails('solo@example.test')).filter(({ subject }) => subject === 'Hallo Solo');
  expect(mail?.text).toContain('Bald ist Donaulauf, 10 km.');
  expect(mail?.text).toMatch(/Zu deiner Startkarte:\nhttp:\/\/shop\.test\/tickets\/\d+\?/);
  expect(mail?.text).toContain('weil du für Donaulauf angemeldet bist');
  const link = /http:\/\/shop\.test(\/tickets\/\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect((await shop.visitor().fetch(link)).status).toBe(200);
  const done = await organizer.json<Shown>('GET', `${base}/${id}`);
  expect(done.body).toMatchObject({
    mailing: { status: 'sent', recipientCount: 3 },
    progress: { posted: 3, sent: 3, refusedCount: 0 },
  });
  const history = await organizer.fetch(`/admin/events/${race.eventId}/history`);
  expect(await history.text()).toContain('Rundmail angelegt: Hallo {firstName}');
});

test('a late mailing links to a page that opens, and an expired link offers a new one', async () => {
  const { shop, race, admin } = await started();
  const base = `/api/admin/events/${race.eventId}/mailings`;
  const orderId = await book(shop, race, [{ email: 'solo@example.test', firstName: 'Solo' }]);
  await admin.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' });
  const linkOfNewest = async () => {
    await shop.settle();
    const [mail] = await shop.mails('solo@example.test');
    return /http:\/\/shop\.test(\/tickets\/\d+\?\S+)/.exec(mail?.text ?? '')?.[1] ?? expect.fail();
  };
  const ticketLink = await linkOfNewest();
  const open = async (path: string, acceptLanguage = 'de') => {
    const answer = await shop.visitor({ acceptLanguage }).fetch(path);
    return { status: answer.status, html: await answer.text() };
  };
  expect((await open(ticketLink)).status).toBe(200);
  const { body } = await admin.json<{ event: { endTimestamp: string } }>('GET', `/api/events/${race.eventId}`);
  shop.clock.set(new Date(Date.parse(body.event.endTimestamp) + days(45)).toISOString());

  const closed = await open(ticketLink);
  expect(closed.status).toBe(410);
  expect(closed.html).toMatch(/Die Startkarten von Donaulauf gab es hier bis \d+\. \p{L}+ \d{4}/u);
  expect(closed.html).toContain(`href="/events/${race.eventId}"`);
  expect(closed.html).not.toMatch(/Solo|solo@/);
  expect((await open(ticketLink, 'en-US')).html).toContain('Tickets for Donaulauf were available here until');
  expect((await open(ticketLink.replace(/signature=./, 'signature=_'))).status).toBe(404);

  const late = await shop.login('letters@organizer.example');
  const { id } = (await late.json<Shown>('POST', base, { text: { de: text } })).body.mailing;
  expect((await late.json('POST', `${base}/${id}/send`)).status).toBe(200);
  await sendMailingsJob(shop.deps).run();
  const lateLink = await linkOfNewest();
  const page = await open(lateLink);
  expect([page.status, page.html.includes('Solo')]).toEqual([200, true]);
  // What lies below the page opens as long as the page does.
  const paper = /href="(\/tickets\/\d+\/pdf\?[^"]+)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? expect.fail();
  expect((await shop.visitor().fetch(paper)).headers.get('content-type')).toBe('application/pdf');
  shop.clock.set(new Date(shop.clock() + days(31)).toISOString());
  expect((await open(lateLink)).status).toBe(410);
  expect((await open(paper)).status).toBe(404);
});

test('replies go to the organizer, refused addresses are listed, waiting mails can be stopped, and sendings are limited', {
  timeout: 30_000,
}, async () => {
  const { shop, race, organizer } = await started();
  const base = `/api/admin/events/${race.eventId}/mailings`;
  const people = Array.from({ length: 60 }, (_, at) => ({ email: `p${at}@example.test`, firstName: `P${at}` }));
  await book(shop, race, people);
  await shop.settle();
  const write = async () => (await organizer.json<Shown>('POST', base, { text: { de: text } })).body.mailing.id;
  const first = await write();
  await organizer.json('POST', `${base}/${first}/send`);
  const job = sendMailingsJob(shop.deps);
  expect(await job.run()).toBe(true);
  const envelopes: MailEnvelope[] = [];
  const server: Transport = {
    async send(envelope) {
      envelopes.push(envelope);
      return envelope.to.address === 'p0@example.test'
        ? { kind: 'permanent', failure: 'recipient', reason: '550 no such user' }
        : { kind: 'sent', reply: 'ok' };
    },
    close: () => undefined,
  };
  const mailer = mailerOver(shop.deps, server, mailingMailTypes(shop.deps));
  // A code that was asked for later goes first.
  await shop.deps.write((work) =>
    work.post({
      type: 'OrderConfirmation',
      uniqueKey: 'other',
      recipient: 'x@example.test',
      locale: 'de',
      params: { orderId: 0 },
      priority: 1,
    }),
  );
  await mailer.sendWaiting(11);
  expect(envelopes).toHaveLength(10);
  expect(envelopes[0]).toMatchObject({ replyTo: { address: 'buero@lclinz.test', name: 'LC Linz' } });
  const stopped = await organizer.json<Shown>('POST', `${base}/${first}/stop`);
  expect(stopped.body).toMatchObject({
    mailing: { status: 'stopped' },
    progress: {
      posted: 10,
      sent: 9,
      refusedCount: 1,
      refused: [{ address: 'p0@example.test', reason: '550 no such user' }],
    },
  });
  expect(await job.run()).toBe(false);
  expect(await mailer.sendWaiting(100)).toBe(0);
  const left = await shop.deps.read.select().from(mailingRecipients).where(eq(mailingRecipients.mailingId, first));
  expect(left.filter(({ postedAt }) => postedAt === null)).toHaveLength(50);

  const page = await organizer.fetch(`/admin/events/${race.eventId}/mailings/${first}`);
  const html = await page.text();
  expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'");
  expect(html).toContain('550 no such user');
  const preview = await organizer.fetch(`/admin/events/${race.eventId}/mailings/${first}/preview`);
  expect(await preview.text()).toContain('Bald ist Donaulauf, 10 km.');

  for (let sent = 1; sent <= 5; sent += 1) {
    const { status } = await organizer.json('POST', `${base}/${await write()}/send`);
    expect([sent, status]).toEqual([sent, sent < 5 ? 200 : 429]);
  }
  shop.clock.advance(minutes(61));
  expect((await organizer.json('POST', `${base}/${await write()}/send`)).status).toBe(200);
});

test('a mailing is written, previewed and sent without scripts', async () => {
  const { shop, race, organizer } = await started();
  await book(shop, race, [{ email: 'eva@example.test', firstName: 'Eva' }]);
  const base = `/admin/events/${race.eventId}/mailings`;
  const post = (path: string, fields: Record<string, string>, who: Caller = organizer) => who.form(path, fields);
  const input = { 'de.subject': 'Hallo {name}', 'de.body': 'Text' };
  const refused = await post(`${base}/new`, input);
  const html = await refused.text();
  expect(refused.status).toBe(400);
  expect(html).toContain('Diesen Platzhalter gibt es nicht: {name}');
  expect(html).toContain('value="Hallo {name}"');
  // A question without its answer would have chosen everybody, and so would an answer alone.
  const whole = { ...input, 'de.subject': 'Hallo {firstName}' };
  const halves: Record<string, string>[] = [{ field: String(race.clubFieldId) }, { answer: 'LC' }];
  for (const half of halves) {
    const answer = await post(`${base}/new`, { ...whole, ...half });
    expect([answer.status, Object.keys(half)]).toEqual([400, Object.keys(half)]);
    expect(await answer.text()).toMatch(/id="field-(field|answer)-error"[^>]*>Bitte fülle dieses Feld aus/);
  }
  const saved = await post(`${base}/new`, { ...whole, paid: 'unpaid' });
  const path = saved.headers.get('location') ?? '';
  expect(saved.status).toBe(303);
  await post(`${path}/edit`, { ...input, 'de.subject': 'Servus {firstName}' });
  const shown = await (await organizer.fetch(path)).text();
  expect(shown).toContain('Betreff: Servus Eva');
  expect((await post(`${path}/send`, {})).headers.get('location')).toBe(`${path}?send`);
  expect(await (await organizer.fetch(`${path}?send`)).text()).toContain('An eine Adresse senden?');
  expect((await post(`${path}/send`, { confirmed: 'true' })).headers.get('location')).toBe(`${path}?done=sent`);
  await shop.settle();
  expect(await (await organizer.fetch(base)).text()).toContain('Servus {firstName}');
  const again = await post(`${path}/send`, { confirmed: 'true' });
  expect(again.status).toBe(409);
  expect((await post(`${path}/edit`, input)).headers.get('location')).toBe(path);
});

test('the filter’s answer is typed in the reader’s notation', async () => {
  const { shop, race, organizer } = await started();
  const options = [{ value: 'S', label: { de: 'Klein', en: 'Small' } }];
  const size = { name: { de: 'Leibchen', en: 'Vest' }, type: 'select' as const, options, competitionIds: [race.runId] };
  const fieldId = await shop.deps.write((work) => createFormField(work, race.eventId, size));
  const formFieldsSelected = [{ fieldId, value: 'S' }];
  await book(shop, race, [{ email: 'klein@example.test', formFieldsSelected }, { email: 'ohne@example.test' }]);
  const base = `/admin/events/${race.eventId}/mailings`;
  const csrf = organizer.cookies.get('csrf-token') ?? '';
  const input = { csrf, 'de.subject': 'Hallo', 'de.body': 'Hallo!', field: String(fieldId), answer: 'klein' };
  const path = (await organizer.form(`${base}/new`, input)).headers.get('location') ?? '';
  const shown = await (await organizer.fetch(path)).text();
  expect(shown).toMatch(/Adressen<[^1]*>1</);
  expect(shown).toMatch(/Leibchen<[^>]*>(<[^>]*>)*Klein</);
  expect(await (await organizer.fetch(`${path}/edit`)).text()).toContain('value="Klein"');
  const list = `/admin/participants?event=${race.eventId}&field=${fieldId}&answer=`;
  expect(await (await organizer.fetch(`${list}klein`)).text()).toContain('klein@');
  expect(await (await organizer.fetch(`${list}gross`)).text()).not.toContain('klein@');
});

test("a participant's mail, with their own link, never goes to whoever has the order", async () => {
  const { shop, race, organizer } = await started();
  const orderId = await book(shop, race, [{ email: 'buyer@example.test' }, { email: 'kim@example.test' }]);
  const base = `/api/admin/events/${race.eventId}/mailings`;
  const { id } = (await organizer.json<Shown>('POST', base, { text: { de: text } })).body.mailing;
  await organizer.json('POST', `${base}/${id}/send`);
  await sendMailingsJob(shop.deps).run();
  // The mails wait while the order gets another buyer.
  const path = `/api/admin/orders/${orderId}/change-buyer`;
  expect((await organizer.json('PATCH', path, { newEmail: 'heir@example.test' })).status).toBe(200);
  await shop.settle();
  const kept = await shop.deps.read.select().from(mails).where(eq(mails.type, 'ParticipantMessage'));
  expect(kept.map(({ recipient }) => recipient).sort()).toEqual(['buyer@example.test', 'kim@example.test']);
  // Nor is one sent again by the order's page.
  const again = `/admin/orders/${orderId}/mails/${kept[1]?.id}/resend`;
  expect((await organizer.form(again, {})).status).toBe(409);
});

test('a mailing keeps the selection of the list of participants and reaches exactly these people', async () => {
  const { shop, race, organizer } = await started();
  const person = (firstName: string, change: object = {}) =>
    runner({ firstName, email: `${firstName.toLowerCase()}@example.test`, ...change });
  let articleCount = 0;
  const shirt = () => ({
    articles: [
      { uniqueLocalId: `a${articleCount++}`, articleId: race.shirtId, variantId: race.shirtVariantId, quantity: 1 },
    ],
  });
  const buyer = await shop.login('buyer@example.test');
  const people = [person('Eva', shirt()), person('Adam', { ...shirt(), gender: 'male' }), person('Ina')];
  const booking = bookingOf(race, people, { totalPrice: 3 * 3000 + 2 * 2500 + 150 });
  const booked = await buyer.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, booking);
  expect(booked.status).toBe(201);

  // From the list to the form, which says who is selected.
  const query = `event=${race.eventId}&article=${race.shirtId}&gender=female&admitted=no`;
  const list = await (await organizer.fetch(`/admin/participants?${query}`)).text();
  const base = `/admin/events/${race.eventId}/mailings`;
  const fromList = /href="([^"]+\/mailings\/new\?[^"]+)"/.exec(list)?.[1]?.replaceAll('&amp;', '&') ?? expect.fail();
  const form = await (await organizer.fetch(fromList)).text();
  expect(form).toContain('weiblich, Artikel Finisher-Shirt, noch nicht da: eine Person');
  expect(form).toContain(`action="${fromList.replaceAll('&', '&amp;')}"`);
  expect(await (await organizer.fetch(`${base}/new`)).text()).not.toContain('Auswahl aufheben');
  const words = { 'de.subject': 'Dein Shirt', 'de.body': 'Hol es ab, {firstName}.' };
  const path = (await organizer.form(fromList, words)).headers.get('location') ?? expect.fail();
  expect(await (await organizer.fetch(path)).text()).toMatch(/Adressen<[^1]*>1</);
  expect(await (await organizer.fetch(base)).text()).toContain('weiblich, Artikel Finisher-Shirt, noch nicht da');
  // Saved again it keeps the selection, until it is dropped.
  await organizer.form(`${path}/edit`, words);
  expect(await (await organizer.fetch(`${path}/edit`)).text()).toContain(`href="${path}/edit?drop"`);
  expect(await (await organizer.fetch(path)).text()).toContain('Auswahl aus der Liste');
  await organizer.form(`${path}/edit?drop`, words);
  expect(await (await organizer.fetch(path)).text()).toMatch(/Adressen<[^3]*>3</);

  // By call: the buyers of shirts, as they are when it is sent.
  const api = `/api${base}`;
  const write = (filter: object) => organizer.json<Shown>('POST', api, { filter, text: { de: text } });
  const ofShirt = { conditions: [{ field: 'articleId', value: race.shirtId }] };
  const { mailing } = (await write(ofShirt)).body;
  expect(mailing).toMatchObject({ recipientCount: 2, filter: { conditions: [{ type: 'eq', value: race.shirtId }] } });
  expect((await write({ ...ofShirt, q: 'adam' })).body.mailing.recipientCount).toBe(1);
  const other = await shop.deps.write((work) => makeRace(work, {}));
  expect((await write({ conditions: [{ field: 'eventId', value: other.eventId }] })).body.mailing.recipientCount).toBe(
    0,
  );
  expect((await write({ conditions: [{ field: 'nothing', value: 1 }] })).body.code).toBe('VALIDATION_FAILED');
  const later = bookingOf(race, [person('Lea', shirt())], { totalPrice: 3000 + 2500 + 150 });
  expect((await buyer.json('POST', `/api/events/${race.eventId}/book`, later)).status).toBe(201);
  const found = (await write({ q: 'lea' })).body.mailing;
  expect((await organizer.json('POST', `${api}/${found.id}/send`)).status).toBe(200);
  const named = (await write({ conditions: [{ field: 'firstName', value: 'Lea' }] })).body.mailing;
  const { admission } = shop.deps;
  await shop.deps.write(async (work) => {
    const [{ editorId = 0 } = {}] = await work.tx.select().from(mailings).where(eq(mailings.id, named.id));
    await sendMailing(work, { eventId: race.eventId, mailingId: named.id, editorId, admission });
    // A person chosen at the start gets the mail, also under another name.
    await work.tx.run(sql`update participants set first_name = 'Leonie' where first_name = 'Lea'`);
  });
  expect((await organizer.json('POST', `${api}/${mailing.id}/send`)).status).toBe(200);
  const job = sendMailingsJob(shop.deps);
  while (await job.run());
  await shop.settle();
  const reached = await shop.deps.read
    .select()
    .from(mailingRecipients)
    .where(eq(mailingRecipients.mailingId, mailing.id));
  expect(reached.map(({ address }) => address).sort()).toEqual([
    'adam@example.test',
    'eva@example.test',
    'lea@example.test',
  ]);
  const got = async (name: string) =>
    (await shop.mails(`${name}@example.test`)).filter(({ subject }) => subject.startsWith('Hallo')).length;
  expect([await got('eva'), await got('adam'), await got('ina'), await got('lea')]).toEqual([1, 1, 0, 3]);
});
