import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { eventOrganizers } from '#modules/events/schema.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { chooseBankTransfer, markPaid, receivePayment } from '#modules/payments/index.ts';
import { order, race, raceOrganizer } from '#modules/payments/testing.ts';
import { mails } from '#src/data/schema.ts';
import { cents } from '#src/kernel/money.ts';
import { minutes } from '#src/kernel/time.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';

const bank = { payee: 'Startblock', iban: 'AT611904300234573201', bic: null, referencePrefix: 'SB' };
const iban = 'DE89370400440532013000';
let people = 0;
const person = () => ({ firstName: 'Zoë', lastName: `Wałęsa ${++people}` });
const textOf = async (answer: Response): Promise<string> => (await answer.text()).replaceAll(/\u00a0|&nbsp;/g, ' ');

/** What a list says that it found. */
async function found(who: Caller, href: string): Promise<number> {
  const answer = await who.fetch(href.replaceAll('&amp;', '&'));
  expect([href, answer.status]).toEqual([href, 200]);
  const [, said = ''] = /role="status">([^<]+)</.exec(await textOf(answer)) ?? [];
  if (/^(Keine|Niemand)/.test(said)) return 0;
  return /^Eine/.test(said) ? 1 : Number(said.split(' ')[0]?.replace('.', ''));
}

/** The figures of an overview: what stands there, and where it leads. */
function figuresIn(html: string): { href: string; text: string }[] {
  const figures = html.slice(html.indexOf('<ul class="key-figures">'), html.indexOf('id="todo"'));
  return [...figures.matchAll(/<a[^>]*href="([^"]+)"[^>]*>(.*?)<\/a>(?:<p class="figure-parts">([^<]+)<)?/g)].map(
    ([, href = '', inner = '', part = '']) => ({
      href,
      text: `${inner.replaceAll(/<[^>]+>/g, ' ').trim()} ${part}`.replaceAll(/\s+/g, ' ').trim(),
    }),
  );
}

/** A race with orders of all kinds over a fortnight. */
async function fullRace(): Promise<{
  shop: TestShop;
  eventId: number;
  organizer: Caller;
  admin: Caller;
  broken: number;
}> {
  const shop = await testShop();
  const { eventId, competitionId } = await race(shop);
  const book = (heads: number) =>
    order(
      shop,
      { eventId, competitionId },
      { people: Array.from({ length: heads }, person), buyer: `b${++people}@x.example` },
    );
  const pay = (orderId: number, amount: number) =>
    shop.deps.write((work) =>
      receivePayment(work, {
        orderId,
        method: 'bank',
        amount: cents(amount),
        reference: `bank|${orderId}|${amount}`,
        editorId: null,
        payer: { iban: null, name: null },
      }),
    );
  // Twenty days before, in the night: in the zone of the event it is the next day already.
  shop.clock.set('2026-03-01T23:30:00Z');
  const old = [await book(1), await book(2)];
  for (const orderId of old) await shop.deps.write((work) => chooseBankTransfer(work, { orderId, bank }));
  await pay(await book(3), 9000);
  shop.clock.set('2026-03-11T10:00:00Z');
  const middle = await book(1);
  await shop.deps.write((work) => chooseBankTransfer(work, { orderId: middle, bank }));
  shop.clock.set('2026-03-15T23:15:00Z');
  await pay(await book(4), 12_000);
  shop.clock.set('2026-03-22T09:00:00Z');
  const organizer = await shop.login(raceOrganizer);
  const admin = await shop.login('admin@shop.example', { superAdmin: true });
  const cancel = async (orderId: number, mode: string) => {
    const { status } = await admin.json('PATCH', `/api/admin/orders/${orderId}/cancel`, { refund: { mode } });
    expect(status).toBe(200);
  };
  const [short, paid, gone] = [await book(2), await book(1), await book(1)];
  for (const orderId of [short, paid, gone])
    await shop.deps.write((work) => chooseBankTransfer(work, { orderId, bank }));
  await pay(short, 1000);
  await pay(paid, 3000);
  await pay(gone, 3000);
  await cancel(gone, 'full');
  await cancel(await book(1), 'none');
  await shop.settle();
  return { shop, eventId, organizer, admin, broken: gone };
}

test('every figure of the overview is the number of what the list behind it shows', { timeout: 90_000 }, async () => {
  const { eventId, organizer } = await fullRace();
  const html = await textOf(await organizer.fetch(`/admin/events/${eventId}`));
  const figures = figuresIn(html);
  const said = figures.map(({ text }) => text);
  expect(said).toEqual([
    'Heute angemeldet 3',
    '1 bezahlt',
    '2 offen',
    'Letzte 7 Tage 7',
    '5 bezahlt',
    '2 offen',
    'Angemeldet insgesamt 14',
    '8 bezahlt',
    '6 offen',
    'Tage bis zum Start 56 Termin und Ort',
    'Eingegangen 280,00 € 5 Zahlungen',
    'Offen 170,00 € 4 Bestellungen',
    'Zurückzuzahlen 30,00 € Eine Bestellung',
  ]);
  for (const { href, text } of figures.filter(({ href: to }) => !to.includes('/settings'))) {
    const last = /Eine (Bestellung|Zahlung)$/.test(text) ? 1 : Number(/(\d+)(?: \D*)?$/.exec(text)?.[1]);
    expect([href, await found(organizer, href)]).toEqual([href, last]);
  }
  expect(html).toMatch(/href="\/admin\/participants\?event=\d+&amp;competition=\d+">14<\/a>.*>500<.*>486<\/a>/);
});

test('a day of the overview begins when it begins where the event is', async () => {
  const { shop, eventId, organizer } = await fullRace();
  await organizer.json('PATCH', `/api/admin/events/${eventId}`, { timeZone: 'America/New_York' });
  shop.clock.set('2026-03-16T03:59:00Z');
  const html = await textOf(await organizer.fetch(`/admin/events/${eventId}`));
  expect(figuresIn(html)[0]).toMatchObject({ text: 'Heute angemeldet 4' });
  expect(await found(organizer, figuresIn(html)[0]?.href ?? '')).toBe(4 + 3);
});

const tasksIn = (html: string): string[] =>
  [...html.matchAll(/data-task="(\w+)"><p>(.*?)<\/p>/g)].map(
    ([, kind, text = '']) => `${kind}: ${text.replaceAll(/<[^>]+>/g, '')}`,
  );
const numberIn = (html: string): string => /<span class="nav-count">(\d+)<\/span>/.exec(html)?.[1] ?? '';

test('what waits is named with the way to where it is done, counted in the navigation, and gone when it is done', async () => {
  const { eventId, organizer, admin, broken } = await fullRace();
  const open = async (who = organizer, path = `/admin/events/${eventId}`) => textOf(await who.fetch(path));
  const page = await open();
  expect(tasksIn(page)).toEqual([
    'account: Für eine Rückzahlung fehlt das Konto',
    'transfersLong: 2 Überweisungen sind seit mehr als zwei Wochen offen',
    'transfersSome: Eine Überweisung ist seit mehr als einer Woche offen',
  ]);
  expect(numberIn(page)).toBe('3');
  for (const [age, count] of [
    ['transfersLong', 2],
    ['transfersSome', 1],
  ] as const) {
    const [, href = ''] = new RegExp(`data-task="${age}"><p><a href="([^"]+)"`).exec(page) ?? [];
    expect(await found(organizer, href)).toBe(count);
  }
  // Done: the account is entered where the task leads, and that leaves the file to the platform.
  const [, account = ''] = /<a href="(\/admin\/refunds\/\d+\/account)">/.exec(page) ?? [];
  expect(page).toContain(`>${broken}</a>`);
  const entered = await organizer.form(account, { iban, accountHolder: 'Zoë Wałęsa' });
  expect(entered.status).toBe(303);
  const after = await open();
  expect(tasksIn(after).map((task) => task.split(':')[0])).toEqual(['transfersLong', 'transfersSome']);
  expect(numberIn(after)).toBe('2');
  expect(tasksIn(await open(admin, '/admin'))).toContain('file: Eine Rückzahlung wartet auf die Datei für die Bank');
  expect(tasksIn(await open(organizer, '/admin/todo'))).toEqual([
    'transfersLong: 2 Überweisungen sind seit mehr als zwei Wochen offen Donaulauf',
    'transfersSome: Eine Überweisung ist seit mehr als einer Woche offen Donaulauf',
  ]);
});

test('an owner without an account for payouts is asked for it once money came in', async () => {
  const shop = await testShop();
  const made = await race(shop, { organizer: 'manager@organizer.example' });
  const [{ organizerId = 0 } = {}] = await shop.deps.read
    .select({ organizerId: eventOrganizers.organizerId })
    .from(eventOrganizers)
    .where(eq(eventOrganizers.eventId, made.eventId));
  await shop.deps.write((work) => addOrganizerUser(work, organizerId, 'owner@organizer.example', null, 'owner'));
  const owner = await shop.login('owner@organizer.example');
  const waits = async (who = owner) => {
    const pages = [`/admin/events/${made.eventId}`, '/admin/todo'].map(async (path) => textOf(await who.fetch(path)));
    return (await Promise.all(pages)).map((page) => page.includes('data-task="payoutAccount"'));
  };
  const orderId = await order(shop, made);
  expect(await waits()).toEqual([false, false]);
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  expect(await waits()).toEqual([true, true]);
  expect(await waits(await shop.login('manager@organizer.example'))).toEqual([false, false]);
  const saved = await owner.json('PATCH', `/api/admin/organizers/${organizerId}`, { iban });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect(await waits()).toEqual([false, false]);
});

test('a mail that was refused waits until a later one arrives or the address is another', async () => {
  const shop = await testShop();
  const { eventId, competitionId } = await race(shop);
  const organizer = await shop.login(raceOrganizer);
  const orderId = await order(shop, { eventId, competitionId }, { buyer: 'lost@x.example' });
  await shop.deps.write((work) => chooseBankTransfer(work, { orderId, bank }));
  await shop.settle();
  const refuse = (status: 'failed' | 'sent') =>
    shop.deps.write(({ tx }) =>
      tx
        .update(mails)
        .set({ status })
        .where(sql`${mails.id} = (select max(id) from mails where order_id = ${orderId})`),
    );
  const kinds = async () =>
    tasksIn(await textOf(await organizer.fetch(`/admin/events/${eventId}`))).map((task) => task.split(':')[0]);
  expect(await kinds()).toEqual([]);
  await refuse('failed');
  expect(await kinds()).toEqual(['mails']);
  await refuse('sent');
  expect(await kinds()).toEqual([]);
  await refuse('failed');
  await organizer.json('PATCH', `/api/admin/orders/${orderId}/change-buyer`, { newEmail: 'found@x.example' });
  const buyer = await organizer.json('POST', `/api/admin/orders/${orderId}/change-buyer`, {
    newEmail: 'found@x.example',
  });
  void buyer;
});

test('a competition with one place and a price for 300 is a gap, until it has as many', async () => {
  const shop = await testShop();
  const { eventId, competitionId } = await race(shop, { tickets: 300 });
  const organizer = await shop.login(raceOrganizer);
  const places = (totalTicketCount: number) =>
    organizer.json('PATCH', `/api/admin/competitions/${competitionId}`, { totalTicketCount });
  const open = async () => textOf(await organizer.fetch(`/admin/events/${eventId}`));
  expect(numberIn(await open())).toBe('');
  await places(1);
  const page = await open();
  expect(tasksIn(page)).toEqual(['setUp: In der Einrichtung ist eine Lücke']);
  expect(page).toContain('Halbmarathon hat einen Startplatz, ein Preis davon gilt aber für 300.');
  expect(page).toContain(`href="/admin/tickets/${eventId}/${competitionId}"`);
  expect(numberIn(page)).toBe('1');
  await places(300);
  expect(tasksIn(await open())).toEqual([]);
  expect(numberIn(await open())).toBe('');
});

test('nobody sees how another organizer is doing', async () => {
  const { shop, eventId, organizer } = await fullRace();
  await race(shop, { organizer: 'other@organizer.example' });
  const other = await shop.login('other@organizer.example');
  expect((await other.fetch(`/admin/events/${eventId}`)).status).toBe(404);
  expect((await other.form(`/admin/events/${eventId}/scans-seen`, {})).status).toBe(404);
  expect((await other.form(`/admin/events/${eventId}/hand-outs-seen`, {})).status).toBe(404);
  const page = await textOf(await other.fetch('/admin/todo'));
  expect([tasksIn(page), numberIn(page)]).toEqual([[], '']);
  expect((await organizer.fetch('/admin')).headers.get('location')).toBe(`/admin/events/${eventId}`);
});

test('the page says that nothing changed to whoever has it, and is another after a booking', async () => {
  const { shop, eventId, organizer } = await fullRace();
  const path = `/admin/events/${eventId}`;
  const first = await organizer.fetch(path);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"/);
  const again = () => organizer.fetch(path, { headers: { 'if-none-match': etag } });
  expect([(await again()).status, await (await again()).text()]).toEqual([304, '']);
  const { body } = await organizer.json<{ event: { competitions: { id: number }[] } }>('GET', `/api${path}`);
  await order(shop, { eventId, competitionId: body.event.competitions[0]?.id ?? 0 });
  expect((await again()).status).toBe(200);
});

test('the line stands beside the event that this one was made like, as long before its start', async () => {
  const shop = await testShop();
  const { eventId, competitionId } = await race(shop);
  shop.clock.set('2026-03-18T12:00:00Z');
  const book = async (heads: number) => {
    const orderId = await order(shop, { eventId, competitionId }, { people: Array.from({ length: heads }, person) });
    await shop.deps.write((work) => chooseBankTransfer(work, { orderId, bank }));
  };
  await book(2);
  shop.clock.set('2026-04-17T12:00:00Z');
  await book(1);
  const organizer = await shop.login(raceOrganizer);
  const { body } = await organizer.json<{ copiedEventId: number }>('POST', `/api/admin/events/${eventId}/copy`, {
    title: 'Donaulauf 2027',
    startTimestamp: '2027-05-16T07:00:00Z',
  });
  shop.clock.set('2027-03-17T12:00:00Z');
  const html = await textOf(await (await shop.login(raceOrganizer)).fetch(`/admin/events/${body.copiedEventId}`));
  const rows = [...html.matchAll(/<th scope="row"[^>]*><span>([\d.]+)<\/span><\/th>(.*?)<\/tr>/g)].map(
    ([, day, cells = '']) => [day, ...[...cells.matchAll(/<td[^>]*><span>([^<]+)</g)].map(([, cell]) => cell)],
  );
  expect(rows).toHaveLength(60);
  expect(rows.at(-1)).toEqual(['17.03.2027', '0', '2']);
  expect(rows.filter(([, , then]) => then !== '0')).toHaveLength(1);
  expect(html).toContain('waren es beim letzten Mal 2, am Ende 3:');
  const drawings = html.split('class="chart-drawing"').slice(1);
  expect(drawings.map((drawing) => drawing.match(/<polyline/g)?.length)).toEqual([2, 2, 2]);
});

describe('a login that wishes nothing', () => {
  /** Where the login by code leads, asked as the pages ask. */
  async function landing(shop: TestShop, email: string, to?: string): Promise<string | null> {
    const who = shop.visitor();
    shop.clock.advance(minutes(2));
    const wish: Record<string, string> = to === undefined ? {} : { to };
    await who.fetch(`/auth${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`);
    const asked = await who.form('/auth', { email, way: 'code', ...wish });
    const address = new URL(asked.headers.get('location') ?? '', 'http://shop.test');
    expect(address.pathname).toBe('/enter-code');
    const [mail] = await shop.mails(email);
    const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '';
    const entered = await who.form('/enter-code', { code, to: address.searchParams.get('to') ?? '' });
    const location = entered.headers.get('location');
    expect([location, (await who.fetch(location ?? '')).status]).toEqual([location, 200]);
    return location;
  }

  test('leads to the next event, the platform, the gate, or home; a wish still wins', async () => {
    const shop = await testShop();
    const { eventId } = await race(shop);
    await shop.login('admin@shop.example', { superAdmin: true });
    const admin = await shop.login('admin@shop.example');
    const { body } = await admin.json<{ rows: { id: number }[] }>('GET', '/api/admin/organizers');
    const users = `/api/admin/organizers/${body.rows[0]?.id}/users`;
    expect((await admin.json('POST', users, { email: 'gate@shop.example', role: 'gate' })).status).toBe(200);
    expect(await landing(shop, raceOrganizer)).toBe(`/admin/events/${eventId}`);
    expect(await landing(shop, 'admin@shop.example')).toBe('/admin');
    expect(await landing(shop, 'gate@shop.example')).toBe('/scan');
    expect(await landing(shop, 'visitor@shop.example')).toBe('/');
    for (const to of ['/settings', '/', '/orders']) expect(await landing(shop, raceOrganizer, to)).toBe(to);
    expect(await landing(shop, raceOrganizer, 'https://evil.test/')).toBe(`/admin/events/${eventId}`);
  });

  test('who stands at the gate sees no figures', async () => {
    const shop = await testShop();
    const { eventId } = await race(shop);
    const admin = await shop.login('admin@shop.example', { superAdmin: true });
    const { body } = await admin.json<{ rows: { id: number }[] }>('GET', '/api/admin/organizers');
    await admin.json('POST', `/api/admin/organizers/${body.rows[0]?.id}/users`, {
      email: 'gate@shop.example',
      role: 'gate',
    });
    const gate = await shop.login('gate@shop.example');
    for (const path of [`/admin/events/${eventId}`, '/admin/todo', '/admin'])
      expect([path, (await gate.fetch(path)).status]).toEqual([path, 403]);
    expect((await gate.fetch('/start')).headers.get('location')).toBe('/scan');
    expect((await shop.visitor().fetch('/start')).headers.get('location')).toBe('/');
  });

  test('the next event is the one that goes on or comes first, and is not called off; else the last', async () => {
    const shop = await testShop();
    const { eventId } = await race(shop);
    const organizer = await shop.login(raceOrganizer);
    const add = async (title: string, from: string, to = from) => {
      const answer = await organizer.json<{ eventId: number }>('POST', '/api/admin/events', {
        title,
        startTimestamp: from,
        endTimestamp: to,
      });
      return answer.body.eventId;
    };
    const past = await add('Vorbei', '2026-01-10T08:00:00Z');
    const sooner = await add('Bald', '2026-03-05T08:00:00Z');
    const next = async () => (await organizer.fetch('/start')).headers.get('location');
    expect(await next()).toBe(`/admin/events/${sooner}`);
    const running = await add('Läuft', '2026-03-01T08:00:00Z', '2026-03-03T08:00:00Z');
    expect(await next()).toBe(`/admin/events/${running}`);
    for (const id of [running, sooner, eventId])
      await organizer.json('PATCH', `/api/admin/events/${id}`, { canceled: true });
    expect([past > 0, await next()]).toEqual([true, `/admin/events/${eventId}`]);
  });
});

test('a platform without an organizer asks its super admin for the first one', async () => {
  const shop = await testShop();
  const admin = await shop.login('admin@platform.example', { superAdmin: true });
  const page = async () => textOf(await admin.fetch('/admin/todo'));
  expect(await page()).toMatch(
    /data-task="firstOrganizer"><p><a href="\/admin\/organizers">Lege einen Veranstalter an/,
  );
  await shop.deps.write((work) => createOrganizer(work, { name: 'LC Linz' }));
  expect(await page()).not.toContain('firstOrganizer');
});
