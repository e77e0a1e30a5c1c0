import { expect, test } from 'vitest';
import { createArticle, createVariant } from '#modules/events/index.ts';
import { cardOfId, cardReference, insertCard, issueCard, saveCardSettings } from '#modules/gift-cards/index.ts';
import { cancelOrder, orderOf, participantsOf } from '#modules/orders/index.ts';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { markPaid, openCancellationRefund } from '#modules/payments/index.ts';
import { makeReference } from '#modules/payments/rules/payment-reference.ts';
import { mailboxAttachments } from '#src/data/schema.ts';
import { days } from '#src/kernel/time.ts';
import type { Caller } from '#tests/support/shop.ts';
import { forgetStatementsJob } from './declare.ts';
import { withdrawals } from './schema.ts';
import { buyerMail, officeMail, shopWithShirts, strangerMail } from './testing.ts';

const textOf = async (who: Caller, path: string) => (await who.fetch(path)).text();
const said = (orderNumber: number | string, change: Record<string, string> = {}) => ({
  name: 'Ada Berger',
  orderNumber: String(orderNumber),
  email: buyerMail,
  what: '',
  ...change,
});

test('one click from every page, two steps without a login, and a receipt with content, date and time', async () => {
  const { shop, order } = await shopWithShirts();
  const orderId = await order();
  const visitor = shop.visitor();
  for (const path of ['/', '/conditions', '/imprint', '/auth'])
    expect(await textOf(visitor, path)).toMatch(/<footer[\s\S]*<a href="\/widerruf">Vertrag widerrufen<\/a>/);
  const first = await textOf(visitor, '/widerruf');
  expect(first).toMatch(/<form[^>]*action="\/widerruf"[\s\S]*name="name"[\s\S]*name="orderNumber"[\s\S]*name="email"/);
  const wrong = await visitor.form('/widerruf', said(orderId, { email: 'nobody' }));
  expect(wrong.status).toBe(400);
  const second = await visitor.form('/widerruf', said(orderId));
  const question = await second.text();
  expect(second.status).toBe(200);
  expect(question).toContain('Widerruf bestätigen</button>');
  // Nothing is stored before the confirmation.
  expect(await shop.deps.read.select().from(withdrawals)).toEqual([]);
  const key = /name="key" value="([^"]+)"/.exec(question)?.[1] ?? '';
  const declared = await visitor.form('/widerruf/confirm', { ...said(orderId), key });
  const receipt = declared.headers.get('location') ?? '';
  expect([declared.status, receipt]).toEqual([303, `/widerruf?received=${key}`]);
  await visitor.form('/widerruf/confirm', { ...said(orderId), key });
  await shop.settle();
  expect(await textOf(visitor, receipt)).toMatch(/Eingegangen am 2\. März 2026[\s\S]*Ada Berger/);
  const [mail, ...others] = (await shop.mails(buyerMail)).filter(({ subject }) => subject.includes('Widerruf'));
  expect(others).toEqual([]);
  for (const part of ['Ada Berger', String(orderId), buyerMail, '2. März 2026', '10:00', 'Finisher-Shirt, M'])
    expect(mail?.text).toContain(part);
  const [told] = await shop.mails('mail@club.example');
  expect(told?.subject).toContain('Widerruf zu Bestellung');
});

test('in English, with its own address, and typed input comes back to be changed', async () => {
  const { shop } = await shopWithShirts();
  const visitor = shop.visitor({ acceptLanguage: 'en-US' });
  expect((await visitor.fetch('/withdrawal')).headers.get('location')).toBe('/widerruf?lang=en-us');
  expect(await textOf(visitor, '/widerruf?lang=en-us')).toContain('Withdraw from contract</h1>');
  const again = await visitor.form('/widerruf', { ...said(7, { name: 'Kim' }), again: '1' });
  expect([again.status, (await again.text()).includes('value="Kim"')]).toEqual([200, true]);
});

test('a stranger learns nothing of an order, not even whether it is there; its buyer is told', async () => {
  const { shop, order } = await shopWithShirts();
  const orderId = await order();
  const stranger = shop.visitor();
  const declare = async (number: number) => {
    const shown = await textOf(stranger, `/widerruf?order=${number}`);
    const question = await (await stranger.form('/widerruf', said(number, { email: strangerMail }))).text();
    const key = `key-${number}`;
    const { status, headers } = await stranger.form('/widerruf/confirm', {
      ...said(number, { email: strangerMail }),
      key,
    });
    const receipt = await textOf(stranger, headers.get('location') ?? '');
    const bare = (html: string) =>
      html
        .replace(/\b(1|987654)\b/g, 'N')
        .replace(/name="(key|csrf|baseline)" value="[^"]*"|nonce[-="\w]*|style-[\w-]+/g, '');
    return [bare(shown), bare(question), status, bare(receipt)];
  };
  expect(await declare(orderId)).toEqual(await declare(987_654));
  await shop.settle();
  const receipts = await shop.mails(strangerMail);
  expect(receipts).toHaveLength(2);
  for (const { text, html } of receipts) {
    expect(text).not.toMatch(/Finisher|Donaulauf|LC Linz|Wałęsa/);
    expect(html).not.toMatch(/Finisher|Donaulauf|LC Linz|Wałęsa/);
  }
  const [bare0, bare1] = receipts.map(({ text }) => text.replace(/\b(1|987654)\b/g, 'N'));
  expect(bare0).toBe(bare1);
  const [own] = await shop.mails(buyerMail);
  expect(own?.text).toContain(strangerMail);
  expect(own?.text).toContain('Finisher-Shirt');
});

test('the receipt holds what was said line by line', async () => {
  const { shop } = await shopWithShirts();
  const what = 'Das T-Shirt in M,\nund die Gravur.';
  await shop.visitor().json('POST', '/api/withdrawals', said(987_655, { what }));
  await shop.settle();
  const [receipt] = await shop.mails(buyerMail);
  expect(receipt?.text).toContain(`:\n${what}\n`);
  expect(receipt?.html).toMatch(/Das T-Shirt in M,(<[^>]+>)*<br\/>und die Gravur\./);
});

test('whoever floods is held back by mailbox and network, and one order is told so often a day', async () => {
  const { shop, order } = await shopWithShirts({});
  const orderId = await order();
  const visitor = shop.visitor();
  const declare = (email: string) => visitor.json('POST', '/api/withdrawals', said(orderId, { email }));
  for (let time = 0; time < 10; time++) expect((await declare(strangerMail)).status).toBe(200);
  expect((await declare(strangerMail)).status).toBe(429);
  for (let time = 0; time < 10; time++) expect((await declare(`s${time}@else.example`)).status).toBe(200);
  expect((await declare('one-more@else.example')).status).toBe(429);
  await shop.settle();
  const told = (await shop.mails(buyerMail)).filter(({ subject }) => subject.includes('Widerruf'));
  expect(told).toHaveLength(3);
  expect(await shop.mails('mail@club.example')).toHaveLength(3);
  expect(await shop.mails(strangerMail)).toHaveLength(10);
});

type Given = { id: number; goesBack: number; lines: { answer: string; name: string }[] };
type Order = { totalPrice: number; refunds: { amount: number; reason: string }[]; status: string };

test('the organizer answers each line: what is accepted leaves the order, its stock and money go back once', async () => {
  const at = await shopWithShirts();
  const { shop, order, office, race } = at;
  const orderId = await order();
  await shop.visitor().json('POST', '/api/withdrawals', said(orderId, { what: 'Ein T-Shirt' }));
  const list = `/admin/withdrawals?event=${race.eventId}`;
  expect(await textOf(office, list)).toMatch(/Ada Berger[\s\S]*wartet/);
  expect(await textOf(office, `/admin/events/${race.eventId}`)).toContain('Ein Widerruf wartet auf deine Antwort');
  const one = '/admin/withdrawals/1';
  const page = await textOf(office, one);
  expect(page).toMatch(/<option value="accepted" selected/);
  const name = /name="(line\.\d+)"/.exec(page)?.[1] ?? '';
  const refused = await office.form(one, { [name]: 'other', note: '' });
  expect(refused.status).toBe(400);
  expect((await office.form(one, { note: '' })).status).toBe(409);
  const done = await office.form(one, { [name]: 'accepted', note: 'Bitte an den Verein schicken.' });
  expect(done.headers.get('location')).toBe(`${one}?done=answered`);
  expect((await office.form(one, { [name]: 'accepted', note: '' })).status).toBe(409);
  await shop.settle();
  const { body } = await office.json<{ order: Order }>('GET', `/api/admin/orders/${orderId}`);
  expect(body.order.totalPrice).toBe(3150);
  const kept = await orderOf(shop.deps.read, orderId);
  expect(kept && participantsOf(kept)[0]?.orderedArticleVariants).toEqual([]);
  const stock = await office.json<{ rows: { sold: number }[] }>(
    'GET',
    `/api/admin/articles/${race.eventId}/sold-articles`,
  );
  expect(stock.body.rows[0]?.sold).toBe(0);
  const mail = (await shop.mails(buyerMail)).find(({ subject }) => subject.includes('Antwort auf deinen Widerruf'));
  expect(mail?.text).toMatch(/Angenommen[\s\S]*2 × Finisher-Shirt, M/);
  expect(mail?.text).toContain('Bitte an den Verein schicken.');
  expect(mail?.text).toMatch(/50,00/);
  const listed = await office.json<{ rows: Given[] }>('GET', `/api/admin/events/${race.eventId}/withdrawals`);
  expect(listed.body.rows).toMatchObject([{ goesBack: 5000, lines: [{ answer: 'accepted' }] }]);
  const history = await textOf(office, `/admin/orders/${orderId}`);
  for (const entry of ['Widerruf eingegangen', 'Widerruf beantwortet', 'Artikel widerrufen'])
    expect(history).toContain(entry);
  expect(await textOf(office, one)).toContain('50,00');
});

test.each([
  ['paid', true, 5150],
  ['still to be paid', false, 0],
])('whoever starts for nothing and goes back on all else pays no fee either: %s', async (_, isPaid, goesBack) => {
  const { shop, race, buyer, office } = await shopWithShirts();
  await office.json('PATCH', `/api/admin/competition-prices/${race.runPriceId}`, { price: 0 });
  const articles = [{ uniqueLocalId: 'u', articleId: race.shirtId, variantId: race.shirtVariantId, quantity: 2 }];
  const booking = bookingOf(race, [runner({ articles })], { totalPrice: 5150 });
  const booked = await buyer.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, booking);
  expect(booked.status).toBe(201);
  const { orderId } = booked.body;
  if (isPaid) await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  await buyer.json('POST', '/api/withdrawals', said(orderId));
  const before = await orderOf(shop.deps.read, orderId);
  const [line] = (before && participantsOf(before)[0]?.orderedArticleVariants) ?? [];
  const lines = [{ participantArticleId: line?.participantArticleId, answer: 'accepted' }];
  const answered = await office.json('POST', '/api/admin/withdrawals/1/answer', { lines });
  expect(answered).toMatchObject({ status: 200, body: { withdrawal: { goesBack } } });
  const order = await orderOf(shop.deps.read, orderId);
  expect(order).toMatchObject({ status: 'complete', totalPrice: 0 });
  expect(order?.orderItems.map(({ kind, priceTotal }) => [kind, priceTotal])).toEqual([['ticket', 0]]);
});

test('what is refused stays, with its reason by mail; what was not meant stays without a word', async () => {
  const { shop, order, office } = await shopWithShirts();
  const orderId = await order();
  await shop.visitor().json('POST', '/api/withdrawals', said(orderId, { email: strangerMail }));
  const before = await orderOf(shop.deps.read, orderId);
  const [line] = (before && participantsOf(before)[0]?.orderedArticleVariants) ?? [];
  const answered = await office.json('POST', '/api/admin/withdrawals/1/answer', {
    lines: [{ participantArticleId: line?.participantArticleId, answer: 'late' }],
  });
  expect(answered).toMatchObject({ status: 200, body: { withdrawal: { goesBack: 0 } } });
  await shop.settle();
  expect((await orderOf(shop.deps.read, orderId))?.totalPrice).toBe(before?.totalPrice);
  const own = (await shop.mails(buyerMail)).find(({ subject }) => subject.includes('Antwort auf deinen Widerruf'));
  expect(own?.text).toMatch(/Nicht widerrufen werden kann[\s\S]*die Frist von 14 Tagen war vorbei/);
  const [other] = await shop.mails(strangerMail);
  expect(other?.subject).toContain('Antwort auf deinen Widerruf');
  expect(other?.text).not.toMatch(/Finisher|Donaulauf|Frist/);
});

test('two who answer at the same moment: one does, the money goes once', async () => {
  const { shop, order, office } = await shopWithShirts();
  const orderId = await order();
  await shop.visitor().json('POST', '/api/withdrawals', said(orderId));
  const kept = await orderOf(shop.deps.read, orderId);
  const [line] = (kept && participantsOf(kept)[0]?.orderedArticleVariants) ?? [];
  const body = { lines: [{ participantArticleId: line?.participantArticleId, answer: 'accepted' }] };
  const answers = await Promise.all([1, 2, 3].map(() => office.json('POST', '/api/admin/withdrawals/1/answer', body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const { body: found } = await office.json<{ order: Order }>('GET', `/api/admin/orders/${orderId}`);
  expect(found.order.totalPrice).toBe(3150);
});

test('a canceled order has nothing left to go back; a number of no order is the platform’s to answer', async () => {
  const { shop, order, office } = await shopWithShirts();
  const orderId = await order();
  const giveBack = openCancellationRefund({ mode: 'full' });
  await shop.deps.write((work) => cancelOrder(work, { orderId, editorId: 1, reason: 'byAdmin', giveBack }));
  await shop.visitor().json('POST', '/api/withdrawals', said(orderId));
  await shop.visitor().json('POST', '/api/withdrawals', said('Startnummer 12-4', { email: strangerMail }));
  expect(await textOf(office, '/admin/withdrawals/1')).toContain('nichts mehr, das man widerrufen kann');
  const done = await office.json('POST', '/api/admin/withdrawals/1/answer', { lines: [], note: 'Schon storniert.' });
  expect(done.status).toBe(200);
  expect((await office.fetch('/admin/withdrawals/2')).status).toBe(404);
  const admin = await shop.login('super@shop.example', { superAdmin: true });
  expect(await textOf(admin, '/admin/withdrawals')).toContain('12-4');
  expect((await admin.form('/admin/withdrawals/2', { note: 'Welche Bestellung ist es?' })).status).toBe(303);
  await shop.settle();
  const [asked] = await shop.mails(strangerMail);
  expect(asked?.text).toContain('Welche Bestellung ist es?');
});

test('an order keeps the right of each line as it was ordered; papers and mails say it by kind', async () => {
  const { shop, race, buyer, order, office } = await shopWithShirts();
  const medal = await shop.deps.write(async (work) => {
    const id = await createArticle(work, race.eventId, { name: 'Gravur', price: 500, withdrawalRight: 'custom_made' });
    return { articleId: id, variantId: await createVariant(work, id, { name: '', availableAmount: 9 }) };
  });
  const shirt = { articleId: race.shirtId, variantId: race.shirtVariantId };
  const articles = [shirt, medal].map((of, at) => ({ uniqueLocalId: `u${at}`, ...of, quantity: 1 }));
  const booking = bookingOf(race, [runner({ articles })], { totalPrice: 3150 + 2500 + 500 });
  const { body } = await buyer.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, booking);
  await office.json('PATCH', `/api/admin/orders/${body.orderId}/status`, { status: 'complete' });
  const change = { withdrawalRight: 'none_leisure' };
  expect((await office.json('PATCH', `/api/admin/articles/${race.shirtId}`, change)).status).toBe(200);
  await shop.settle();
  const kept = await orderOf(shop.deps.read, body.orderId);
  const rights = kept && participantsOf(kept)[0]?.orderedArticleVariants.map(({ withdrawalRight }) => withdrawalRight);
  expect(rights).toEqual(['goods_14', 'custom_made']);
  const [mail] = (await shop.mails(buyerMail)).filter(({ text }) => text.includes('Gravur'));
  expect(mail?.text).toContain('Finisher-Shirt: 14 Tage Widerrufsrecht');
  expect(mail?.text).toContain('Gravur: Wird nach deinen Wünschen gefertigt');
  expect(mail?.text).toContain('http://shop.test/widerruf');
  expect(mail?.text).toContain('Muster-Widerrufsformular');
  const papers = await shop.deps.read.select({ name: mailboxAttachments.name }).from(mailboxAttachments);
  expect(papers.length).toBeGreaterThan(0);
  const page = await textOf(buyer, `/orders/${body.orderId}`);
  expect(page).toContain(`href="/widerruf?order=${body.orderId}"`);
  // The owner finds the form prefilled; someone with only the number does not.
  const filled = await textOf(buyer, `/widerruf?order=${body.orderId}`);
  expect(filled).toContain(`value="${buyerMail}"`);
  expect(filled).toContain('1 × Finisher-Shirt');
  expect(filled).not.toContain('Gravur');
  expect(await textOf(shop.visitor(), `/widerruf?order=${body.orderId}`)).not.toContain('Finisher');
  const link = /\/orders\/\d+\/view\?[^\s"]+/.exec(mail?.text ?? '')?.[0] ?? '';
  const way = /href="(\/widerruf\?order=[^"]+)"/
    .exec(await textOf(shop.visitor(), link))?.[1]
    ?.replaceAll('&amp;', '&');
  const byLink = await shop.visitor().fetch(way ?? '');
  expect(await byLink.text()).toContain('1 × Finisher-Shirt');
  expect(byLink.headers.get('referrer-policy')).toBe('same-origin');
  // A later order is for a fixed day.
  const later = await order({ quantity: 1 });
  expect(await textOf(buyer, `/orders/${later}`)).not.toContain('/widerruf?order=');
  shop.clock.advance(days(90));
  expect(await textOf(await shop.login(buyerMail), `/orders/${body.orderId}`)).not.toContain('/widerruf?order=');
});

test('what somebody declared they take along, and with the account it is forgotten', async () => {
  const { shop, order, office } = await shopWithShirts();
  const orderId = await order();
  await shop.visitor().json('POST', '/api/withdrawals', said(orderId));
  await shop.visitor().json('POST', '/api/withdrawals', said(orderId, { email: officeMail }));
  const { personalData } = (await import('./module.ts')).withdrawalsModule;
  const userId = (await orderOf(shop.deps.read, orderId))?.userId ?? 0;
  expect(await personalData?.collect(shop.deps.read, userId)).toMatchObject({
    withdrawals: [{ orderId, name: 'Ada Berger' }],
  });
  // A stranger who typed the number of an order keeps only their own input.
  const [other] = (await shop.deps.read.select().from(withdrawals)).filter(({ email }) => email === officeMail);
  expect(other?.orderId).toBe(orderId);
  const me = await office.json<{ userData: { id: number } }>('GET', '/api/settings');
  expect(await personalData?.collect(shop.deps.read, me.body.userData.id)).toMatchObject({
    withdrawals: [{ orderId: null, lines: [] }],
  });
  await shop.deps.write(async (work) => personalData?.erase(work, userId));
  const rows = await shop.deps.read.select().from(withdrawals);
  expect(rows.map(({ name, email }) => [name, email])).toEqual([
    ['', null],
    ['Ada Berger', officeMail],
  ]);
});

test('a gift card is gone back on as well: its organizer hears of it, and what is accepted blocks the card', async () => {
  const { shop, organizerId, office } = await shopWithShirts();
  const wanted = { organizerId, amount: 5000, buyerName: 'Kim Groß', buyerEmail: buyerMail, language: 'de' as const };
  const [online, desk] = await shop.deps.write(async (work) => {
    await saveCardSettings(work, organizerId, { isOn: true, least: 1000, most: 9000, years: 3 }, 1);
    const bought = await insertCard(work, wanted, null);
    await issueCard(work, { cardId: bought.id, editorId: 1 });
    return [bought, await insertCard(work, wanted, 1)];
  });
  const stranger = shop.visitor();
  await stranger.json('POST', '/api/withdrawals', said(cardReference(online), { email: strangerMail }));
  await stranger.json('POST', '/api/withdrawals', said(cardReference(desk)));
  await shop.settle();
  expect((await shop.mails(strangerMail))[0]?.text).not.toMatch(/LC Linz|50,00|Kim/);
  expect((await shop.mails('mail@club.example')).map(({ subject }) => subject).join()).toContain('GK-00001');
  expect(await textOf(office, '/admin/withdrawals')).toContain('GK-00001');
  const waiting = await textOf(office, '/admin/todo');
  expect(waiting).toMatch(/2 Widerrufe warten auf deine Antwort[\s\S]*href="\/admin\/withdrawals\/1">GK-00001<\/a>/);
  expect(waiting).toContain(`<span class="nav-count">1</span>`);
  const page = await textOf(office, '/admin/withdrawals/1');
  expect(page).toMatch(/<option value="accepted" selected/);
  expect(await textOf(office, '/admin/withdrawals/2')).toMatch(/<option value="other" selected/);
  const done = await office.form('/admin/withdrawals/1', { 'line.card': 'accepted', note: '' });
  expect(done.status).toBe(303);
  expect(await textOf(office, '/admin/todo')).toContain('Ein Widerruf wartet auf deine Antwort');
  const card = await cardOfId(shop.deps.read, online.id);
  expect(card?.blockedAt).not.toBeNull();
  await shop.settle();
  const answer = (await shop.mails(buyerMail)).find(({ subject }) => subject.includes('Antwort auf deinen Widerruf'));
  expect(answer?.text).toContain('Die Karte ist gesperrt');
  const other = await shop.login('other@club.example');
  expect((await other.fetch('/admin/withdrawals/1')).status).toBe(403);
  await shop.deps.write(async (work) => {
    const elsewhere = await createOrganizer(work, { name: 'SV Wels', email: 'mail@else.example' });
    await addOrganizerUser(work, elsewhere, 'other@club.example', null, 'manager');
  });
  expect(await textOf(other, '/admin/todo')).not.toContain('Widerruf wartet');
});

test('a statement that names nothing there is waits for the platform, and for no organizer', async () => {
  const { shop, office } = await shopWithShirts();
  await shop.visitor().json('POST', '/api/withdrawals', said(987_654));
  const admin = await shop.login('admin@site.example', { superAdmin: true });
  expect(await textOf(admin, '/admin/todo')).toContain('Ein Widerruf wartet auf deine Antwort');
  expect(await textOf(office, '/admin/todo')).not.toContain('Widerruf wartet');
});

test('who declared it is forgotten after three years', async () => {
  const { shop, order } = await shopWithShirts();
  const orderId = await order();
  await shop.visitor().json('POST', '/api/withdrawals', said(orderId));
  const job = forgetStatementsJob(shop.deps);
  await job.run();
  const named = async () => (await shop.deps.read.select().from(withdrawals)).map(({ name, email }) => [name, email]);
  expect(await named()).toEqual([['Ada Berger', buyerMail]]);
  shop.clock.advance(days(3 * 365 + 1));
  await job.run();
  expect(await named()).toEqual([['', null]]);
});

test('the reference of a transfer names its order, and no other whose number it looks like', async () => {
  const { shop, order } = await shopWithShirts({
    LIMIT_FACTOR: '0',
    BANK_PAYEE: 'Startblock',
    BANK_IBAN: 'AT611904300234573201',
  });
  const orderId = await order({ isPaid: false });
  await shop.visitor().json('POST', '/api/withdrawals', said(makeReference('SB', orderId)));
  expect(await shop.deps.read.select().from(withdrawals)).toMatchObject([{ orderId }]);
  await shop.settle();
  const [told] = await shop.mails('mail@club.example');
  expect(told?.subject).toContain('Widerruf zu Bestellung');
});
