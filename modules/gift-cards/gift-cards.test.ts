import { beforeEach, expect, test } from 'vitest';
import { addOrganizerUser, createOrganizer, updateOrganizer } from '#modules/organizers/index.ts';
import { mailboxAttachments } from '#src/data/schema.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { dropUnpaidCards, sendDueCards } from './change-card.ts';
import { giftCardData } from './personal-data.ts';
import { soldCard } from './testing.ts';

let shop: TestShop;
let owner: Caller;
let organizerId: number;
let editorId: number;
const iban = 'AT611904300234573201';

beforeEach(async () => {
  shop = await testShop();
  owner = await shop.login('owner@club.example');
  editorId = (await owner.json<{ userData: { id: number } }>('GET', '/api/settings')).body.userData.id;
  organizerId = await shop.deps.write(async (work) => {
    const id = await createOrganizer(work, { name: 'Laufclub Linz' });
    await addOrganizerUser(work, id, 'owner@club.example', undefined, 'owner');
    await updateOrganizer(work, id, { iban, email: 'desk@club.example' }, editorId);
    return id;
  });
  await shop.settle();
});

const base = () => `/admin/organizer/${organizerId}/gift-cards`;
const on = () =>
  owner.json('PUT', `/api/admin/organizers/${organizerId}/gift-card-settings`, {
    ...{ isOn: true, least: 1000, most: 10_000, years: 3 },
  });
const text = async (who: Caller, path: string) => (await who.fetch(path)).text();
type OneCard = { id: number; code: string; state: string; rest: number; history: { kind: string; note: string }[] };

test('without settings there is no shop page and no card', async () => {
  expect((await shop.visitor().fetch(`/gift-cards/${organizerId}`)).status).toBe(404);
  expect(await text(owner, base())).toContain('Zurzeit verkaufst du keine Geschenkkarten');
  const refused = await owner.json('POST', `/api/admin/organizers/${organizerId}/gift-cards`, {
    ...{ amount: 5000, buyerName: 'Jana Steiner' },
  });
  expect(refused).toMatchObject({ status: 409, body: { code: 'GIFT_CARDS_OFF' } });
});

test('settings are saved on their page; less than three years is no choice', async () => {
  const fields = { isOn: 'true', least: '10,00', most: '100,00', years: '2' };
  const short = await owner.form(`${base()}/settings`, fields);
  expect(short.status).toBe(400);
  const swapped = await owner.form(`${base()}/settings`, { ...fields, least: '200', years: '4' });
  expect(await swapped.text()).toContain('Der größte Betrag darf nicht kleiner');
  const saved = await owner.form(`${base()}/settings`, { ...fields, years: '4' });
  expect(saved.headers.get('location')).toBe(`${base()}/settings?saved=1`);
  const { body } = await owner.json('GET', `/api/admin/organizers/${organizerId}/gift-card-settings`);
  expect(body).toEqual({ isOn: true, least: 1000, most: 10_000, years: 4 });
});

test('a visitor orders a card, is told where to pay, and the recipient gets it when the money is there', async () => {
  await on();
  const visitor = shop.visitor();
  const page = `/gift-cards/${organizerId}`;
  expect(await text(visitor, page)).toContain('Zahlungspflichtig bestellen');
  const order = {
    ...{ amount: '50', buyerName: 'Jana Steiner', buyerEmail: 'jana@giver.example', sendOn: '' },
    ...{ recipientName: 'Paul', recipientEmail: 'paul@runner.example', message: 'Viel Spaß!' },
  };
  for (const wrong of [
    { sendOn: '31.02.2026' },
    { amount: '5' },
    { amount: '500' },
    { buyerName: '' },
    { buyerName: 'www.spam.example' },
  ])
    expect((await visitor.form(page, { ...order, ...wrong })).status, JSON.stringify(wrong)).toBe(400);
  const ordered = await visitor.form(page, order);
  expect(ordered.headers.get('location')).toBe(`${page}?ordered=1`);
  await shop.settle();
  const [how] = await shop.mails('jana@giver.example');
  const [told] = await shop.mails('desk@club.example');
  expect(told?.text).toContain('GK-00001');
  expect(how?.text).toContain('AT61 1904 3002 3457 3201');
  expect(how?.text).toContain('GK-00001');
  // A contract at a distance, and of no fixed day.
  expect(how?.text).toContain('14 Tage lang ohne Angabe von Gründen vom Kauf zurücktreten');
  expect(how?.text).toContain('desk@club.example');
  expect(await shop.mails('paul@runner.example')).toEqual([]);

  const waiting = await owner.json<{ cards: OneCard[] }>('GET', `/api/admin/organizers/${organizerId}/gift-cards`);
  expect(waiting.body.cards).toMatchObject([{ state: 'ordered', rest: 0 }]);
  const at = `${base()}/${waiting.body.cards[0]?.id}`;
  // An unpaid card does not show its code.
  expect(await text(owner, at)).toContain('GK-00001');
  expect(told?.text).toContain(at);
  expect((await owner.fetch(`${at}/pdf`)).status).toBe(404);
  const issued = await owner.form(`${at}/issue`, { note: 'Auszug 12' });
  expect(issued.headers.get('location')).toBe(`${at}?done=issue`);
  expect((await owner.form(`${at}/issue`, {})).status).toBe(409);
  await shop.settle();
  const { body: card } = await owner.json<OneCard>('GET', `/api${at.replace('organizer', 'organizers')}`);
  expect(card).toMatchObject({ state: 'ready', rest: 5000 });
  expect(card.history.map(({ kind }) => kind)).toEqual(['ordered', 'issued', 'sent']);
  const [gift] = await shop.mails('paul@runner.example');
  expect(gift?.text).toContain(card.code);
  expect(gift?.text).toContain('„Viel Spaß!“');
  expect(gift?.text).toContain(`wählst du „${translatorFor('de').t('payments.method.giftcard')}“`);
  const papers = await shop.deps.read.select({ name: mailboxAttachments.name }).from(mailboxAttachments);
  expect(papers).toEqual([{ name: 'Geschenkkarte 1.pdf' }]);
  expect((await owner.fetch(`${at}/pdf`)).headers.get('content-disposition')).toContain('Geschenkkarte%201.pdf');
  const thanks = (await shop.mails('jana@giver.example')).find(
    ({ subject }) => subject.includes('bezahlt:') || subject.includes('ist bezahlt'),
  );
  expect(thanks?.text).toContain('Paul');
  expect(thanks?.text).toContain('vom Kauf zurücktreten');
  expect(gift?.text).not.toContain('vom Kauf zurücktreten');
  expect(thanks?.text).not.toContain(card.code);
});

test('writes a card ordered in English in English, quotation marks included', async () => {
  await on();
  const order = { amount: '50', buyerName: 'Jana Steiner', buyerEmail: 'jana@giver.example', sendOn: '' };
  const given = { recipientName: 'Paul', recipientEmail: 'paul@runner.example', message: 'Have fun' };
  await shop.visitor({ acceptLanguage: 'en-US' }).form(`/gift-cards/${organizerId}`, { ...order, ...given });
  await owner.json('POST', `/api/admin/organizers/${organizerId}/gift-cards/1/issue`, { note: '' });
  await shop.settle();
  const [gift] = await shop.mails('paul@runner.example');
  expect(gift?.text).toContain('“Have fun”');
  expect(gift?.text).toContain('choose “Gift card”');
  expect(gift?.text).not.toContain('„');
});

test('mails a card with a chosen day at eight that morning, once', async () => {
  await on();
  const { body } = await owner.json<OneCard>('POST', `/api/admin/organizers/${organizerId}/gift-cards`, {
    ...{ amount: 5000, buyerName: 'Jana Steiner', recipientEmail: 'paul@runner.example', sendOn: '2026-03-10' },
  });
  await shop.settle();
  await shop.deps.write((work) => sendDueCards(work, 10));
  await shop.settle();
  expect(await shop.mails('paul@runner.example')).toEqual([]);
  shop.clock.set('2026-03-10T07:00:00Z');
  await shop.deps.write((work) => sendDueCards(work, 10));
  await shop.deps.write((work) => sendDueCards(work, 10));
  await shop.settle();
  expect(await shop.mails('paul@runner.example')).toHaveLength(1);
  expect(body.history.map(({ kind }) => kind)).toEqual(['issued']);
});

test('holds back a blocked card on its day and mails it once it is unblocked', async () => {
  await on();
  const cards = `/api/admin/organizers/${organizerId}/gift-cards`;
  const { body } = await owner.json<OneCard>('POST', cards, {
    ...{ amount: 5000, buyerName: 'Jana Steiner', recipientEmail: 'paul@runner.example', sendOn: '2026-03-10' },
  });
  const page = `${base()}/${body.id}`;
  expect(await text(owner, page)).toContain('Jetzt schicken');
  await owner.json('POST', `${cards}/${body.id}/block`, { note: 'Widerruf' });
  shop.clock.set('2026-03-10T07:00:00Z');
  owner = await shop.login('owner@club.example');
  const due = async () => {
    await shop.deps.write((work) => sendDueCards(work, 10));
    await shop.settle();
    return (await shop.mails('paul@runner.example')).length;
  };
  expect(await due()).toBe(0);
  await owner.json('POST', `${cards}/${body.id}/unblock`, {});
  expect(await due()).toBe(1);
  expect(await text(owner, page)).toContain('Noch einmal schicken');
});

test.each([
  ['28.02.2026', 'Dieser Tag ist schon vorbei.'],
  ['01.03.2026', null],
  ['31.12.2029', null],
  ['01.01.2030', 'An diesem Tag gilt die Karte nicht mehr.'],
])('a card for the %s: %s', async (sendOn, error) => {
  shop.clock.set('2026-03-01T22:30:00Z');
  await on();
  const fields = { amount: '50', buyerName: 'Jana', buyerEmail: 'jana@giver.example', sendOn };
  const answer = await shop.visitor().form(`/gift-cards/${organizerId}`, {
    ...fields,
    recipientEmail: 'paul@runner.example',
  });
  expect(answer.status).toBe(error === null ? 303 : 400);
  if (error) expect(await answer.text()).toContain(error);
});

test('drops cards unpaid for sixty days, and requires a recent login to issue one', async () => {
  await on();
  const page = `/gift-cards/${organizerId}`;
  await shop.visitor().form(page, { amount: '50', buyerName: 'Jana', buyerEmail: 'jana@giver.example' });
  shop.clock.advance(3 * 3_600_000);
  const stale = await owner.json('POST', `/api/admin/organizers/${organizerId}/gift-cards/1/issue`, {});
  expect(stale).toMatchObject({ status: 403, body: { code: 'INVALID_TOKEN' } });
  shop.clock.advance(60 * 86_400_000);
  await shop.deps.write(dropUnpaidCards);
  const rows = await shop.deps.read.all('select buyer_name, buyer_email, dropped_at > 0 dropped from gift_cards');
  expect(rows).toEqual([{ buyer_name: '', buyer_email: null, dropped: 1 }]);
});

test('the day on which a card is to arrive is typed as people write it', async () => {
  await on();
  const fields = { amount: '50', buyerName: 'Jana', buyerEmail: 'jana@giver.example', sendOn: '24.12.2026' };
  const at = `/gift-cards/${organizerId}`;
  const alone = await shop.visitor().form(at, fields);
  expect(await alone.text()).toContain('Für einen bestimmten Tag brauchen wir');
  const whole = { ...fields, recipientEmail: 'paul@runner.example' };
  expect((await shop.visitor().form(at, whole)).status).toBe(303);
  expect(await text(owner, `${base()}/1`)).toContain('geht am 24. Dezember 2026 per E-Mail hinaus');
  const [row] = await shop.deps.read.all<{ at: number }>('select send_at at from gift_cards');
  expect(new Date(Number(row?.at)).toISOString()).toBe('2026-12-24T07:00:00.000Z');
});

test('what is left on a card is seen by its code alone, and only at its organizer', async () => {
  const card = await soldCard(shop, { organizerId, editorId });
  const visitor = shop.visitor();
  const at = `/gift-cards/${organizerId}/balance`;
  expect(await text(visitor, at)).toContain('Was ist noch auf der Karte?');
  const found = await visitor.form(at, { code: card.code });
  expect(found.status).toBe(200);
  expect(await found.text()).toContain('50,00');
  expect((await visitor.form(at, { code: '3479CDFHJKMNPQRT' })).status).toBe(400);
  const other = await shop.deps.write((work) => createOrganizer(work, { name: 'Other' }));
  const elsewhere = await visitor.json('POST', `/api/gift-cards/${other}/balance`, { code: card.code });
  expect(elsewhere).toMatchObject({ status: 400, body: { code: 'INVALID_GIFT_CARD_CODE' } });
});

test('records blocking and unblocking with a reason, and lists the sums owed', async () => {
  const card = await soldCard(shop, { organizerId, editorId });
  const at = `${base()}/${card.id}`;
  expect(await text(owner, at)).toContain(card.code.slice(0, 4));
  await owner.form(`${at}/block`, { note: 'Code im Netz' });
  expect(await text(owner, at)).toContain('Gesperrt: Code im Netz');
  expect((await owner.form(`${at}/send`, {})).status).toBe(409);
  await owner.form(`${at}/unblock`, { note: '' });
  await owner.form(`${at}/send`, {});
  await shop.settle();
  expect((await shop.mails('jana@giver.example')).length).toBe(2);
  const list = await text(owner, base());
  expect(list).toContain('Noch einzulösen');
  expect(list).not.toContain(card.code);
  const file = await text(owner, `${base()}/file?format=csv`);
  expect(file).toContain(`•••• ${card.code.slice(-4)}`);
  expect(file).not.toContain(card.code);
});

test('what a person bought or got goes along with their data, and their names go with the account', async () => {
  await soldCard(shop, { organizerId, editorId, recipientName: 'Paul', recipientEmail: 'paul@runner.example' });
  const paul = await shop.login('paul@runner.example');
  const paulId = (await paul.json<{ userData: { id: number } }>('GET', '/api/settings')).body.userData.id;
  const { cards } = (await giftCardData.collect(shop.deps.read, paulId)) as { cards: object[] };
  expect(cards).toMatchObject([{ as: 'recipient', amount: 5000, recipientName: 'Paul' }]);
  await shop.deps.write((work) => giftCardData.erase(work, paulId));
  const [row] = await shop.deps.read.all<{ name: string; email: string | null; rest: number }>(
    'select recipient_name name, recipient_email email, rest_cents rest from gift_cards',
  );
  expect(row).toEqual({ name: '', email: null, rest: 5000 });
});

test('exports a paid card’s code with the recipient’s data', async () => {
  await on();
  const mailbox = 'jana@giver.example';
  await shop.visitor().form(`/gift-cards/${organizerId}`, { amount: '50', buyerName: 'Jana', buyerEmail: mailbox });
  const jana = await shop.login(mailbox);
  const janaId = (await jana.json<{ userData: { id: number } }>('GET', '/api/settings')).body.userData.id;
  const codes = async () =>
    ((await giftCardData.collect(shop.deps.read, janaId)) as { cards: { code: string | null }[] }).cards.map(
      ({ code }) => code,
    );
  expect(await codes()).toEqual([null]);
  await owner.json('POST', `/api/admin/organizers/${organizerId}/gift-cards/1/issue`, {});
  expect(await codes()).toEqual([expect.stringMatching(/^\w{16}$/)]);
});

test('hides cards of other organizers, and all cards from staff without money rights', async () => {
  const card = await soldCard(shop, { organizerId, editorId });
  const stranger = await shop.login('stranger@club.example');
  await shop.deps.write(async (work) => {
    const other = await createOrganizer(work, { name: 'Other' });
    await addOrganizerUser(work, other, 'stranger@club.example', undefined, 'owner');
    await addOrganizerUser(work, organizerId, 'desk@club.example', undefined, 'desk');
  });
  const desk = await shop.login('desk@club.example');
  expect((await stranger.fetch(`${base()}/${card.id}`)).status).toBe(404);
  expect((await stranger.form(`${base()}/${card.id}/block`, {})).status).toBe(404);
  expect((await desk.fetch(base())).status).toBeGreaterThanOrEqual(403);
});

test('the menu leads an owner to their cards, and a super admin to all organizers', async () => {
  const admin = await shop.login('admin@platform.example', { superAdmin: true });
  const target = async (who: Caller) => {
    const { status, headers } = await who.fetch('/admin/gift-cards', { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  expect(await target(owner)).toEqual([303, base()]);
  expect(await target(admin)).toEqual([303, '/admin/organizers']);
});
