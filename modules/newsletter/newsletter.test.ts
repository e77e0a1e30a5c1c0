import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { asc, eq } from 'drizzle-orm';
import readXlsx from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { users } from '#modules/accounts/schema.ts';
import { updateEvent } from '#modules/events/index.ts';
import { cancelOrder, hasRoomForMail } from '#modules/orders/index.ts';
import { orderAudits } from '#modules/orders/schema.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer, updateOrganizer } from '#modules/organizers/index.ts';
import { markPaid, openCancellationRefund } from '#modules/payments/index.ts';
import { mails } from '#src/data/schema.ts';
import { days, hours } from '#src/kernel/time.ts';
import type { MailContent, MailEnvelope } from '#src/mail/message.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { mailerOver } from '#tests/support/mailer.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { consentTextVersion } from './rules/consent.ts';
import { newsletterConsents } from './schema.ts';
import { forgetConsentsJob } from './withdraw-consents.ts';

const guestEmail = 'typed@example.test';
const sentence =
  'Ja, LC Linz darf mir per E-Mail Neuigkeiten und Angebote rund um eigene Veranstaltungen schicken. Ich bin mindestens 16 Jahre alt und kann das jederzeit mit einem Klick widerrufen.';

async function open({ offersNewsletter = true, price = 0 } = {}) {
  const shop = await testShop({ demo: false });
  const race = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'organizer@example.test', null, 'owner');
    const event = { organizerId, processingFee: 0, offersNewsletter };
    const made = await makeRace(work, { price, event });
    const second = await makeRace(work, { price: 0, event: { ...event, title: 'Nachtlauf' } });
    return { ...made, organizerId, second };
  });
  const guest = async (email = guestEmail) => {
    const visitor = shop.visitor();
    await visitor.json('POST', '/api/auth/code/unauthenticated-login', { email, eventId: race.eventId });
    return visitor;
  };
  const send = (who: Caller, change: object = {}, at: typeof race | typeof race.second = race, person: object = {}) =>
    who.json<{ orderId: number; code?: string; details?: { fields?: object } }>(
      'POST',
      `/api/events/${at.eventId}/book`,
      bookingOf(at, [runner({ email: null, ...person })], { totalPrice: 0, newsletterConsent: true, ...change }),
    );
  const book = async (...sent: Parameters<typeof send>) => {
    const answer = await send(...sent);
    expect(answer.status).toBe(201);
    await shop.settle();
    return answer.body.orderId;
  };
  const rows = () => shop.deps.read.select().from(newsletterConsents).orderBy(asc(newsletterConsents.id));
  const linkIn = async (part: 'confirm' | 'withdraw', address = guestEmail) => {
    const texts = (await shop.mails(address)).map(({ text }) => text).join('\n');
    return new RegExp(`http://shop\\.test(/newsletter/\\d+/${part}\\?\\S+)`).exec(texts)?.[1] ?? '';
  };
  const questions = async (address = guestEmail) =>
    (await shop.mails(address)).filter(({ subject }) => subject.includes('bitte bestätigen')).length;
  const organizer = () => shop.login('organizer@example.test');
  const exported = async (who: Caller, eventId = race.eventId) => {
    const answer = await who.fetch(`/api/admin/statistics/event/${eventId}/export/orders/forNewsletter`);
    if (answer.status !== 200) return ((await answer.json()) as { code: string }).code;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
    return parse(text, { bom: true, delimiter: ';', record_delimiter: '\r\n' }) as string[][];
  };
  return { ...shop, race, guest, send, book, rows, linkIn, questions, organizer, exported };
}
/** As a mail program does: without any cookie. */
const press = (at: Awaited<ReturnType<typeof open>>, link: string) => at.visitor().form(link, {});

describe('what is agreed to', () => {
  test('is kept with its words, their version, language, time and address; a proven mailbox proves it at once', async () => {
    const at = await open();
    const buyer = await at.login('buyer@example.test');
    const offered = await buyer.json('GET', `/api/events/${at.race.eventId}/newsletter-consent`);
    expect(offered.body).toEqual({ consent: { text: sentence, textVersion: consentTextVersion } });
    const contactAddress = { firstName: 'Käthe', lastName: 'Käuferin' };
    const orderId = await at.book(buyer, { contactAddress });
    expect(await at.rows()).toEqual([
      expect.objectContaining({
        orderId,
        eventId: at.race.eventId,
        organizerId: at.race.organizerId,
        email: 'buyer@example.test',
        firstName: 'Käthe',
        lastName: 'Käuferin',
        language: 'de',
        text: sentence,
        textVersion: consentTextVersion,
        givenAt: at.clock(),
        provenAt: at.clock(),
        provenBy: 'login',
        withdrawnAt: null,
      }),
    ]);
    const audits = await at.deps.read.select().from(orderAudits).where(eq(orderAudits.orderId, orderId));
    expect(audits.map(({ comment }) => comment)).toContain('newsletter.given');
    const [confirmation, ...others] = (await at.mails('buyer@example.test')).filter(({ subject }) =>
      subject.includes('Zusage'),
    );
    expect(others).toEqual([]);
    expect(confirmation?.text).toContain(sentence);
    // A second order repeats the consent without another mail.
    await at.book(buyer, { contactAddress }, at.race.second);
    expect((await at.rows()).map(({ provenBy }) => provenBy)).toEqual(['login', 'login']);
    expect((await at.mails('buyer@example.test')).filter(({ subject }) => subject.includes('Zusage'))).toHaveLength(1);
  });

  test('is not stored without a tick, and refused where no consent is offered', async () => {
    const at = await open();
    const buyer = await at.login('buyer@example.test');
    for (const newsletterConsent of [false, undefined]) await at.book(buyer, { newsletterConsent });
    expect(await at.rows()).toEqual([]);
    const wrong = await at.send(buyer, { newsletterConsent: 'ja' });
    expect([wrong.status, Object.keys(wrong.body.details?.fields ?? {})]).toEqual([400, ['newsletterConsent']]);
    await at.deps.write((work) => updateEvent(work, at.race.eventId, { offersNewsletter: false }));
    const { body } = await buyer.json('GET', `/api/events/${at.race.eventId}/newsletter-consent`);
    expect(body).toEqual({ consent: null });
    const refused = await at.send(buyer, {}, at.race, { lastName: 'Keiner' });
    expect([refused.status, refused.body.code, refused.body.details?.fields]).toEqual([
      400,
      'VALIDATION_FAILED',
      { newsletterConsent: ['Das wird hier nicht angeboten.'] },
    ]);
    // Nothing of it was booked: the same person may be entered.
    await at.book(buyer, { newsletterConsent: false }, at.race, { lastName: 'Keiner' });
    expect(await at.rows()).toEqual([]);
  });

  test('is not offered to children and impersonating admins', async () => {
    const at = await open();
    const guest = await at.guest();
    const child = { birthDate: '2012-05-01' };
    expect((await at.send(guest, {}, at.race, child)).status).toBe(400);
    const young = await at.login('young@example.test');
    await young.json('PATCH', '/api/settings', { birthDate: '2010-03-03' });
    expect((await at.send(young)).status).toBe(400);
    at.clock.advance(days(1));
    expect((await at.send(young)).status).toBe(201);
    // Whose account says the age may enter children.
    const parent = await at.login('parent@example.test');
    await parent.json('PATCH', '/api/settings', { birthDate: '1980-01-01' });
    expect((await at.send(parent, {}, at.race, child)).status).toBe(201);
    const admin = await at.login('admin@example.test', { superAdmin: true });
    const [person] = await at.deps.read.select().from(users).where(eq(users.email, 'parent@example.test'));
    expect(
      (await admin.json('POST', `/api/admin/users/${person?.id}/impersonate`, { reason: 'Anruf' })).status,
    ).toBeLessThan(300);
    expect((await at.send(admin, {}, at.race, { lastName: 'Andere' })).status).toBe(400);
    expect((await at.rows()).map(({ email }) => email)).toEqual(['young@example.test', 'parent@example.test']);
  });

  test('with one key is kept once, and what was not ticked is not ticked by asking again', async () => {
    const at = await open();
    const buyer = await at.login('buyer@example.test');
    const body = bookingOf(at.race, [runner({ email: null })], { totalPrice: 0 });
    const path = `/api/events/${at.race.eventId}/book`;
    const key = { 'idempotency-key': 'once' };
    const first = await buyer.json<{ orderId: number }>('POST', path, body, key);
    const again = await buyer.json<{ orderId: number }>('POST', path, body, key);
    expect([again.status, again.body.orderId]).toEqual([201, first.body.orderId]);
    expect((await buyer.json('POST', path, { ...body, newsletterConsent: true }, key)).status).toBe(422);
    expect(await at.rows()).toEqual([]);
  });

  test('has a version for each wording', () => {
    const texts = (['de', 'en-us'] as const).map((locale) =>
      translatorFor(locale).t('newsletter.consent', { organizer: 'X' }),
    );
    const hash = createHash('sha256').update(texts.join('|')).digest('hex').slice(0, 12);
    expect(
      [consentTextVersion, hash],
      'another wording is another version: raise it, then write its hash here',
    ).toEqual(['1', '6fc6e422d57c']);
  });
});

describe('an address that was only typed', () => {
  test('is asked once by mail; only the button of the link confirms', async () => {
    const at = await open();
    await at.book(await at.guest());
    expect(await at.questions()).toBe(1);
    const link = await at.linkIn('confirm');
    const page = await at.visitor().fetch(link);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const html = await page.text();
    expect(html).toContain(sentence);
    expect(html).not.toMatch(/typed@|Wałęsa|Donaulauf/);
    expect((await at.rows())[0]?.provenAt).toBeNull();
    at.clock.advance(days(2));
    const pressed = await press(at, link);
    expect([pressed.status, pressed.headers.getSetCookie().filter((line) => line.startsWith('session='))]).toEqual([
      303,
      [],
    ]);
    expect((await at.rows())[0]).toMatchObject({ provenAt: at.clock(), provenBy: 'mail' });
    await at.settle();
    const confirmations = (await at.mails(guestEmail)).filter(({ subject }) => subject.includes('Zusage'));
    expect(confirmations).toHaveLength(1);
    expect(await (await at.visitor().fetch(link)).text()).toContain('darf dir jetzt Neuigkeiten schicken');
    // As the mail that led there, the pages wear the name of the event's white label.
    await at.deps.write((work) => updateEvent(work, at.race.eventId, { whiteLabel: 'Donau Läufe' }));
    const pages = [link, await at.linkIn('withdraw')].map(async (to) => (await at.visitor().fetch(to)).text());
    for (const html of await Promise.all(pages)) expect(html).toContain('– Donau Läufe</title>');
    await press(at, link);
    await at.settle();
    expect((await at.mails(guestEmail)).filter(({ subject }) => subject.includes('Zusage'))).toHaveLength(1);
    const audits = await at.deps.read.select().from(orderAudits);
    expect(audits.filter(({ comment }) => comment === 'newsletter.proven')).toHaveLength(1);
  });

  test('is asked once per organizer; one confirmation covers all consents', async () => {
    const at = await open();
    for (const visit of [1, 2]) {
      const guest = await at.guest();
      await at.book(guest, {}, visit === 1 ? at.race : at.race.second);
      await at.book(guest, {}, at.race);
    }
    expect(await at.questions()).toBe(1);
    expect((await at.rows()).map(({ provenAt }) => provenAt)).toEqual([null, null, null, null]);
    await press(at, await at.linkIn('confirm'));
    expect((await at.rows()).map(({ provenBy }) => provenBy)).toEqual(['mail', 'mail', 'mail', 'mail']);
    // The address is proven, so the next order needs no question.
    await at.book(await at.guest(), {}, at.race.second);
    expect([(await at.rows()).at(-1)?.provenBy, await at.questions()]).toEqual(['before', 1]);
  });

  test('is asked again after a month, and the old link opens nothing', async () => {
    const at = await open();
    await at.book(await at.guest());
    const link = await at.linkIn('confirm');
    at.clock.advance(days(29));
    await at.book(await at.guest());
    expect(await at.questions()).toBe(1);
    at.clock.advance(days(2));
    expect((await press(at, link)).status).toBe(404);
    await at.book(await at.guest());
    expect(await at.questions()).toBe(2);
  });

  test('has a share in the mails that a typed address may get; the order itself is not refused for it', async () => {
    const at = await open();
    const guest = await at.guest();
    const [user] = await at.deps.read.select().from(users).where(eq(users.email, guestEmail));
    const hasRoom = () => at.deps.write((work) => hasRoomForMail(work, user?.id ?? 0));
    for (let n = 0; n < 29; n++) expect(await hasRoom()).toBe(true);
    // The thirtieth of the hour is the confirmation of the free order.
    await at.book(guest);
    expect([await at.questions(), (await at.rows())[0]?.askedAt]).toEqual([0, null]);
    // What was not sent counts for nothing: of the fifty of the day twenty are left.
    at.clock.advance(hours(1));
    for (let n = 0; n < 20; n++) expect(await hasRoom()).toBe(true);
    expect(await hasRoom()).toBe(false);
    expect(await hasRoom()).toBe(false);
  });

  test('is proven by a login in that visit, and the question is then left out', async () => {
    const at = await open();
    const guest = await at.guest();
    expect((await at.send(guest)).status).toBe(201);
    await guest.json('POST', '/api/auth/code/send-mail', { email: guestEmail });
    const code = (await at.mails(guestEmail)).map(({ text }) => /^\d{6}$/m.exec(text)?.[0]).find(Boolean);
    expect((await guest.json('POST', '/api/auth/code/login', { email: guestEmail, code })).status).toBe(200);
    await at.shop.settle({ mails: false });
    expect((await at.rows())[0]?.provenBy).toBe('visit');
    await at.settle();
    expect(await at.questions()).toBe(0);
  });

  test('is proven by the link of its order, whose page asks whether that is theirs', async () => {
    const at = await open();
    await at.book(await at.guest());
    const text = (await at.mails(guestEmail)).map((mail) => mail.text).join('\n');
    const link = /http:\/\/shop\.test(\/orders\/\d+\/confirm-address\?\S+)/.exec(text)?.[1] ?? '';
    await press(at, link);
    await at.settle();
    expect((await at.rows())[0]?.provenBy).toBe('order');
  });

  test('is not proven by a login elsewhere: a stranger may have ticked in its name', async () => {
    const at = await open();
    await at.book(await at.guest());
    const owner = await at.login(guestEmail);
    await at.settle();
    const [user] = await at.deps.read.select().from(users).where(eq(users.email, guestEmail));
    expect(user?.verifiedAt).not.toBeNull();
    expect((await at.rows())[0]?.provenAt).toBeNull();
    const page = await (await owner.fetch('/settings/newsletter')).text();
    expect(page).toContain('Noch nicht bestätigt');
  });

  test('links that are forged, of another consent or for another answer open nothing', async () => {
    const at = await open();
    await at.book(await at.guest());
    await at.book(await at.guest('second@example.test'), {}, at.race, { lastName: 'Zwei' });
    const [confirm, withdraw] = [await at.linkIn('confirm'), await at.linkIn('withdraw')];
    const [first, second] = (await at.rows()).map(({ id }) => id);
    for (const wrong of [
      confirm.replace(/signature=./, 'signature=_'),
      confirm.replace(/expires=\d/, 'expires=9'),
      confirm.replace(`/${first}/`, `/${second}/`),
      confirm.replace('confirm', 'withdraw'),
      withdraw.replace(/signature=./, 'signature=_'),
      withdraw.replace(`/${first}/`, `/${second}/`),
      withdraw.replace('withdraw', 'confirm'),
      `/newsletter/${first}/withdraw`,
      '/newsletter/999/withdraw?signature=x',
      '/newsletter/-1/confirm',
    ]) {
      expect([wrong, (await at.visitor().fetch(wrong)).status, (await press(at, wrong)).status]).toEqual([
        wrong,
        404,
        404,
      ]);
    }
    expect((await at.rows()).map(({ provenAt, withdrawnAt }) => [provenAt, withdrawnAt])).toEqual([
      [null, null],
      [null, null],
    ]);
  });
});

describe('taken back', () => {
  test('by one click of a mail program, as RFC 8058 has it, for all orders of that organizer; the proof stays', async () => {
    const at = await open();
    const guest = await at.guest();
    await at.book(guest);
    await at.book(guest, {}, at.race.second);
    await press(at, await at.linkIn('confirm'));
    await at.settle();
    const link = await at.linkIn('withdraw');
    expect((await at.visitor().fetch(link)).status).toBe(200);
    expect((await at.rows())[0]?.withdrawnAt).toBeNull();
    at.clock.advance(days(400));
    const answer = await at.visitor().fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
    const rows = await at.rows();
    expect(rows.map(({ withdrawnAt, withdrawnBy }) => [withdrawnAt, withdrawnBy])).toEqual([
      [at.clock(), 'link'],
      [at.clock(), 'link'],
    ]);
    expect(rows.map(({ text, provenBy }) => [text, provenBy])).toEqual([
      [sentence, 'mail'],
      [sentence, 'mail'],
    ]);
    const before = at.clock();
    at.clock.advance(days(1));
    expect((await press(at, link)).status).toBe(200);
    expect((await at.rows())[0]?.withdrawnAt).toBe(before);
    // A yes that comes after the no is none.
    const audits = await at.deps.read.select().from(orderAudits);
    expect(audits.filter(({ comment }) => comment === 'newsletter.withdrawn')).toHaveLength(2);
  });

  test('before it was confirmed it can no longer be, and with the next order it is asked anew', async () => {
    const at = await open();
    await at.book(await at.guest());
    const link = await at.linkIn('confirm');
    await press(at, await at.linkIn('withdraw'));
    await press(at, link);
    expect((await at.rows())[0]?.provenAt).toBeNull();
    expect(await (await at.visitor().fetch(link)).text()).toContain('Zustimmung widerrufen');
    at.clock.advance(days(31));
    await at.book(await at.guest());
    expect(await at.questions()).toBe(2);
  });

  test('in the settings, with the organizer by name, by page and call; nobody else can', async () => {
    const at = await open();
    const buyer = await at.login('buyer@example.test');
    const stranger = await at.login('stranger@example.test');
    expect(await (await buyer.fetch('/settings/newsletter')).text()).toContain('Du hast das noch niemandem erlaubt.');
    await at.book(buyer);
    await at.book(buyer, {}, at.race.second);
    const html = await (await buyer.fetch('/settings/newsletter')).text();
    expect(html.match(/<strong>LC Linz<\/strong>/g)).toHaveLength(1);
    const [id] = (await at.rows()).map((row) => row.id);
    type Rows = { rows: { id: number; withdrawnAt: string | null; organizer: { name: string } }[] };
    const list = async (who: Caller) => (await who.json<Rows>('GET', '/api/settings/newsletter-consents')).body.rows;
    expect((await list(buyer)).map(({ organizer }) => organizer.name)).toEqual(['LC Linz', 'LC Linz']);
    expect(await list(stranger)).toEqual([]);
    const call = `/api/settings/newsletter-consents/${id}/withdraw`;
    expect((await stranger.json('POST', call)).status).toBe(404);
    expect((await stranger.form(`/settings/newsletter/${id}/withdraw`, {})).status).toBe(404);
    expect((await at.visitor().json('POST', call)).status).toBe(401);
    const done = await buyer.form(`/settings/newsletter/${id}/withdraw`, {});
    expect([done.status, done.headers.get('location')]).toEqual([303, '/settings/newsletter?done=1']);
    expect((await list(buyer)).map(({ withdrawnAt }) => withdrawnAt)).not.toContain(null);
    const after = await (await buyer.fetch('/settings/newsletter?done=1')).text();
    expect([after.includes('Widerrufen am'), after.includes('/withdraw"')]).toEqual([true, false]);
    at.clock.advance(days(1));
    await at.book(buyer);
    const [newest] = await list(buyer);
    expect((await buyer.json('POST', call.replace(`/${id}/`, `/${newest?.id}/`))).status).toBe(204);
    expect((await list(buyer)).every(({ withdrawnAt }) => withdrawnAt)).toBe(true);
  });

  test('with the account: the proof stays without a name, and goes three years later', async () => {
    const at = await open();
    const buyer = await at.login('buyer@example.test');
    await at.book(buyer, { contactAddress: { firstName: 'Käthe', lastName: 'Käuferin' } });
    const file = await buyer.json<{ newsletter: { consents: object[] } }>('GET', '/api/settings/export');
    expect(file.body.newsletter.consents).toEqual([
      expect.objectContaining({ text: sentence, organizer: { id: at.race.organizerId, name: 'LC Linz' } }),
    ]);
    expect((await buyer.json('DELETE', '/api/settings')).status).toBe(204);
    expect((await at.rows())[0]).toMatchObject({
      firstName: null,
      lastName: null,
      email: 'buyer@example.test',
      withdrawnAt: at.clock(),
      withdrawnBy: 'accountDeleted',
    });
    expect(await at.exported(await at.organizer())).toBe('NO_ORDERS_FOR_EVENT_FOUND');
    const forget = async () => {
      await forgetConsentsJob(at.deps).run();
      return (await at.rows()).length;
    };
    at.clock.advance(days(3 * 365));
    expect(await forget()).toBe(1);
    at.clock.advance(1);
    expect(await forget()).toBe(0);
  });

  test('unconfirmed consents are deleted after ninety days, confirmed ones stay', async () => {
    const at = await open();
    await at.book(await at.guest());
    await at.book(await at.login('buyer@example.test'));
    at.clock.advance(days(90) + 1);
    await forgetConsentsJob(at.deps).run();
    expect((await at.rows()).map(({ email }) => email)).toEqual(['buyer@example.test']);
  });
});

test('the two mails about it carry the headers of one click, and no other mail does', async () => {
  const at = await open();
  const sent: { type: string; headers: MailEnvelope['headers']; content: MailContent }[] = [];
  const buyer = await at.login('buyer@example.test');
  expect((await at.send(await at.guest())).status).toBe(201);
  expect((await at.send(buyer)).status).toBe(201);
  await at.shop.settle({ mails: false });
  const mailer = mailerOver(at.deps, {
    async send(envelope, content) {
      const [row] = await at.deps.read.select().from(mails).where(eq(mails.recipient, envelope.to.address));
      sent.push({ type: row?.type ?? '', headers: envelope.headers, content });
      return { kind: 'sent', reply: '250 ok' };
    },
    close() {},
  });
  while ((await mailer.sendWaiting(10)) > 0);
  expect(sent.length).toBeGreaterThan(1);
  for (const { headers, content } of sent) {
    const isNews = /Neuigkeiten von/.test(content.subject);
    expect([content.subject, headers?.['List-Unsubscribe-Post'], headers?.['List-Unsubscribe'] !== undefined]).toEqual([
      content.subject,
      isNews ? 'List-Unsubscribe=One-Click' : undefined,
      isNews,
    ]);
    const address = /^<http:\/\/shop\.test(\/newsletter\/\d+\/withdraw\?signature=[\w-]+)>$/;
    if (isNews) expect(headers?.['List-Unsubscribe']).toMatch(address);
  }
  expect(sent.some(({ content }) => /bitte bestätigen/.test(content.subject))).toBe(true);
});

describe('the export', () => {
  test('holds who agreed, proven and not taken back, of paid orders, each address once, cell by cell', async () => {
    const at = await open();
    const organizer = await at.organizer();
    expect(await at.exported(organizer)).toBe('NO_ORDERS_FOR_EVENT_FOUND');
    const english = at.visitor({ acceptLanguage: 'en' });
    await at.deps.write((work) => updateOrganizer(work, at.race.organizerId, { name: '=LC "Linz"; Ö' }, 1));
    await at.settle();
    const one = await at.login('one@example.test');
    await at.book(one, { contactAddress: { firstName: 'Ĳda', lastName: '=1+1' } });
    await at.book(one);
    await at.book(await at.guest('waits@example.test'));
    const leaver = await at.login('gone@example.test');
    await at.book(leaver);
    await leaver.json('POST', `/api/settings/newsletter-consents/${(await at.rows()).at(-1)?.id}/withdraw`);
    const canceled = await at.book(await at.login('canceled@example.test'));
    await at.deps.write((work) =>
      cancelOrder(work, {
        orderId: canceled,
        editorId: 1,
        reason: 'byAdmin',
        giveBack: openCancellationRefund({ mode: 'none' }),
      }),
    );
    await at.book(await at.login('elsewhere@example.test'), {}, at.race.second);
    await at.book(await at.login('never@example.test'), { newsletterConsent: false });
    await english.json('POST', '/api/auth/code/unauthenticated-login', { email: guestEmail, eventId: at.race.eventId });
    await at.book(english);
    at.clock.advance(days(1));
    await press(at, await at.linkIn('confirm'));
    const rows = await at.rows();
    const [first, last] = [rows[0], rows.at(-1)];
    const table = await at.exported(organizer);
    expect(table).toEqual([
      [
        'E-Mail',
        'Vorname',
        'Nachname',
        'Sprache',
        'Einwilligung',
        'Fassung des Textes',
        'Eingewilligt am',
        'Nachgewiesen am',
        'Link zum Abmelden',
      ],
      [
        'one@example.test',
        'Ĳda',
        "'=1+1",
        'de',
        first?.text,
        '1',
        '02.03.2026 10:00',
        '02.03.2026 10:00',
        expect.stringMatching(`^http://shop\\.test/newsletter/${first?.id}/withdraw\\?signature=`),
      ],
      [
        guestEmail,
        '',
        '',
        'en-us',
        last?.text,
        '1',
        '02.03.2026 10:00',
        '03.03.2026 10:00',
        expect.stringMatching(`^http://shop\\.test/newsletter/${last?.id}/withdraw\\?signature=`),
      ],
    ]);
    expect(last?.text).toContain('Yes, =LC "Linz"; Ö may email me');
    const file = await organizer.fetch(
      `/api/admin/statistics/event/${at.race.eventId}/export/orders/forNewsletter?format=xlsx`,
    );
    const [sheet] = await readXlsx(Buffer.from(await file.arrayBuffer()), { trim: false });
    expect(sheet?.data.slice(1).map((cells) => cells.slice(0, 5))).toEqual([
      ['one@example.test', 'Ĳda', '=1+1', 'de', first?.text],
      [guestEmail, null, null, 'en-us', last?.text],
    ]);
    // The link of the list takes the address out of the next one.
    const link = String((table as string[][])[1]?.[8]).replace('http://shop.test', '');
    expect((await press(at, link)).status).toBe(200);
    expect(((await at.exported(organizer)) as string[][]).map(([email]) => email)).toEqual(['E-Mail', guestEmail]);
  });

  test('in the background holds the same, and says at once that there is nothing', async () => {
    const at = await open();
    const organizer = await at.organizer();
    const exportRequest = { kind: 'forNewsletter', eventId: at.race.eventId, format: 'csv' };
    const nothing = await organizer.json<{ code: string }>('POST', '/api/admin/exports', exportRequest);
    expect([nothing.status, nothing.body.code]).toEqual([404, 'NO_ORDERS_FOR_EVENT_FOUND']);
    await at.book(await at.login('buyer@example.test'));
    expect((await organizer.json('POST', '/api/admin/exports', exportRequest)).status).toBeLessThan(300);
    await at.settle();
    type Rows = { rows: { status: string; downloadLink: string }[] };
    const { body } = await organizer.json<Rows>('GET', '/api/admin/exports');
    expect(body.rows[0]?.status).toBe('done');
    const link = new URL(body.rows[0]?.downloadLink ?? '', 'http://shop.test');
    expect(await (await at.visitor().fetch(link.pathname + link.search)).text()).toContain('buyer@example.test');
  });

  test('waits for the money', async () => {
    const at = await open({ price: 3000 });
    const orderId = await at.book(await at.login('buyer@example.test'), { totalPrice: 3000 });
    const organizer = await at.organizer();
    expect(await at.exported(organizer)).toBe('NO_ORDERS_FOR_EVENT_FOUND');
    await at.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
    expect((await at.exported(organizer)).length).toBe(2);
  });

  test('is on the page of an event that asks, or has asked', async () => {
    const at = await open({ offersNewsletter: false });
    const organizer = await at.organizer();
    const page = async () =>
      (await (await organizer.fetch(`/admin/events/${at.race.eventId}/exports`)).text()).includes('forNewsletter');
    expect(await page()).toBe(false);
    const saved = await organizer.json('PATCH', `/api/admin/events/${at.race.eventId}`, { offersNewsletter: true });
    expect(saved.status).toBe(200);
    expect(await page()).toBe(true);
    await at.book(await at.guest());
    await organizer.json('PATCH', `/api/admin/events/${at.race.eventId}`, { offersNewsletter: false });
    expect(await page()).toBe(true);
  });
});
