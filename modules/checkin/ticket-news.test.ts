import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { cancelOrder, changeParticipant, orderOf, peopleOf, reactivateOrder } from '#modules/orders/index.ts';
import { cancelOrders } from '#modules/orders/management/cancel-orders.ts';
import { markPaid, openCancellationRefund } from '#modules/payments/index.ts';
import { order, race, raceOrganizer } from '#modules/payments/testing.ts';
import { mailboxAttachments, mailboxMessages, mails } from '#src/data/schema.ts';
import { hours, plus } from '#src/kernel/time.ts';
import { breaches } from '#tests/season/invariants.ts';
import { mailerOver } from '#tests/support/mailer.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';

/** Everybody to whom a ticket was mailed hears when it is void, or when start or place moved: one mail an address. */

const buyer = 'buyer@runner.example';
const kim = { firstName: 'Kim', lastName: 'Groß', email: 'family@runner.example' };
const lea = { firstName: 'Lea', lastName: 'Groß', email: 'family@runner.example' };
const ada = { firstName: 'Ada', lastName: 'Berger', email: buyer };
const tom = { firstName: 'Tom', lastName: 'Ohne' };

type SentMail = { type: string; to: string; subject: string; text: string; calendar: string | null };

async function sentMails({ deps }: TestShop, ...types: string[]): Promise<SentMail[]> {
  const rows = await deps.read
    .select({ mail: mails, message: mailboxMessages })
    .from(mails)
    .innerJoin(mailboxMessages, eq(mailboxMessages.mailId, mails.id))
    .orderBy(mails.id);
  const files = await deps.read.select().from(mailboxAttachments);
  return rows
    .filter(({ mail }) => types.includes(mail.type))
    .map(({ mail, message }) => {
      const file = files.find(({ messageId, name }) => messageId === message.id && name.endsWith('.ics'));
      const calendar = file ? new TextDecoder().decode(file.bytes) : null;
      return { type: mail.type, to: mail.recipient, subject: message.subject, text: message.text, calendar };
    });
}
const field = (calendar: string | null | undefined, name: string): string[] =>
  [...(calendar ?? '').replaceAll('\r\n ', '').matchAll(new RegExp(`^${name}:(.*)\\r$`, 'gm'))].map((m) => m[1] ?? '');

async function paid(people: (typeof kim | typeof tom)[] = [ada, kim, lea, tom]) {
  const shop = await testShop();
  const at = await race(shop);
  const orderId = await order(shop, at, { people, price: 3000 });
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  await shop.settle();
  const tickets = await sentMails(shop, 'RegistrationConfirmation');
  const persons = peopleOf((await orderOf(shop.deps.read, orderId)) ?? expect.fail()).map(({ person }) => person);
  const staff = await shop.login(raceOrganizer);
  return { shop, ...at, orderId, tickets, persons, staff };
}
const noBreach = async ({ deps }: TestShop) =>
  expect((await breaches(deps.read)).filter((sentence) => /ticket/.test(sentence))).toEqual([]);

describe('a canceled order', () => {
  const ways: Record<string, (shop: TestShop, orderId: number) => Promise<unknown>> = {
    'an administrator': ({ deps }, orderId) =>
      deps.write((work) =>
        cancelOrder(work, {
          orderId,
          editorId: 1,
          reason: 'byAdmin',
          giveBack: openCancellationRefund({ mode: 'full' }),
        }),
      ),
    'an administrator in bulk': ({ deps }, orderId) => cancelOrders(deps, { orderIds: [orderId], editorId: 1 }),
    'the buyer': ({ deps }, orderId) =>
      deps.write((work) =>
        cancelOrder(work, {
          orderId,
          editorId: 1,
          reason: 'byUser',
          giveBack: openCancellationRefund({ mode: 'full' }),
        }),
      ),
  };
  test.each(Object.keys(ways))(
    'by %s mails every address once, with a calendar file that removes the start',
    async (way) => {
      const { shop, orderId, tickets } = await paid();
      await ways[way]?.(shop, orderId);
      await shop.settle();
      await shop.settle();
      const [mail, ...others] = await sentMails(shop, 'TicketVoid');
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ to: kim.email, subject: 'Deine Startkarten gelten nicht mehr: Donaulauf' });
      expect(field(mail?.calendar, 'METHOD')).toEqual(['CANCEL']);
      expect(field(mail?.calendar, 'STATUS')).toEqual(['CANCELLED', 'CANCELLED']);
      const family = tickets.filter(({ to }) => to === kim.email);
      expect(field(mail?.calendar, 'UID')).toEqual(family.flatMap(({ calendar }) => field(calendar, 'UID')));
      for (const { calendar } of family)
        expect(Number(field(mail?.calendar, 'SEQUENCE')[0])).toBeGreaterThan(Number(field(calendar, 'SEQUENCE')[0]));
      // The buyer is told by the mail about the order, and their own start goes out of the calendar as well.
      const toBuyer = await sentMails(shop, 'OrderCancellationByAdmin', 'OrderCancellationByUser');
      expect(toBuyer.map(({ to }) => to)).toEqual([buyer]);
      const own = tickets.find(({ to }) => to === buyer);
      expect(field(toBuyer[0]?.calendar, 'UID')).toEqual(field(own?.calendar, 'UID'));
      expect(field(toBuyer[0]?.calendar, 'METHOD')).toEqual(['CANCEL']);
      const audits = await shop.deps.read.all<{ comment: string }>('select comment from order_audits');
      expect(audits.filter(({ comment }) => comment === 'ticket.voidTold')).toHaveLength(1);
      await noBreach(shop);
    },
  );

  test('that is restored sends the tickets again, with a calendar file', async () => {
    const { shop, orderId } = await paid([kim]);
    await ways['an administrator in bulk']?.(shop, orderId);
    await shop.settle();
    await shop.deps.write((work) => reactivateOrder(work, { orderId, editorId: 1, isPaid: true }));
    await shop.settle();
    const news = await sentMails(shop, 'RegistrationConfirmation', 'TicketVoid');
    expect(news.map(({ type }) => type)).toEqual([
      'RegistrationConfirmation',
      'TicketVoid',
      'RegistrationConfirmation',
    ]);
    const sequences = news.map(({ calendar }) => Number(field(calendar, 'SEQUENCE')[0]));
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(new Set(sequences).size).toBe(3);
    await ways['an administrator in bulk']?.(shop, orderId);
    await shop.settle();
    expect(await sentMails(shop, 'TicketVoid')).toHaveLength(2);
    await noBreach(shop);
  });

  test('mails no address whose ticket was never sent', async () => {
    const shop = await testShop();
    const at = await race(shop);
    const orderId = await order(shop, at, { people: [kim] });
    await ways['an administrator']?.(shop, orderId);
    await shop.settle();
    expect(await sentMails(shop, 'TicketVoid', 'RegistrationConfirmation')).toEqual([]);
  });
});

test('the previous holder learns that the ticket is void, but not who has it now', async () => {
  const { shop, orderId, persons, tickets } = await paid([kim]);
  const participantId = persons[0]?.id ?? 0;
  const change = { firstName: 'Eva', lastName: 'Neu', email: 'eva@runner.example' };
  await shop.deps.write((work) =>
    changeParticipant(work, { orderId, participantId, change, editorId: 1, by: 'organizer' }),
  );
  await shop.settle();
  const news = await sentMails(shop, 'TicketVoid', 'OldChangelink');
  expect(news.map(({ type, to }) => [type, to])).toEqual([['TicketVoid', kim.email]]);
  expect(`${news[0]?.text}${news[0]?.calendar}`).not.toMatch(/Eva|Neu\b|eva@|signature/);
  expect(field(news[0]?.calendar, 'UID')).toEqual(field(tickets[0]?.calendar, 'UID'));
  await noBreach(shop);
});

async function mailUnderWay() {
  const shop = await testShop();
  const at = await race(shop);
  const staff = await shop.login(raceOrganizer);
  const orderId = await order(shop, at, { people: [kim], price: 3000 });
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  await shop.shop.settle({ mails: false });
  const participantId = peopleOf((await orderOf(shop.deps.read, orderId)) ?? expect.fail())[0]?.person.id ?? 0;
  const taken = Promise.withResolvers<void>();
  const accepted = Promise.withResolvers<void>();
  const received: string[] = [];
  const mailer = mailerOver(shop.deps, {
    async send({ to }, { subject }) {
      received.push(`${to.address} ${subject}`);
      if (to.address === kim.email) {
        taken.resolve();
        await accepted.promise;
      }
      return { kind: 'sent', reply: '250 ok' };
    },
    close() {},
  });
  const sending = mailer.sendWaiting();
  await taken.promise;
  const arrive = async () => {
    accepted.resolve();
    await sending;
    await mailer.sendWaiting();
    return received;
  };
  return { shop, ...at, orderId, participantId, staff, arrive };
}

describe('while the ticket is on its way', () => {
  const eva = { firstName: 'Eva', lastName: 'Neu', email: 'eva@runner.example' };
  const ways: Record<string, (at: Awaited<ReturnType<typeof mailUnderWay>>) => Promise<unknown>> = {
    'another person': ({ shop, orderId, participantId }) =>
      shop.deps.write((work) =>
        changeParticipant(work, { orderId, participantId, change: eva, editorId: 1, by: 'organizer' }),
      ),
    'another address': ({ shop, orderId, participantId }) =>
      shop.deps.write((work) =>
        changeParticipant(work, { orderId, participantId, change: { email: eva.email }, editorId: 1, by: 'organizer' }),
      ),
    'a canceled order': ({ shop, orderId }) => cancelOrders(shop.deps, { orderIds: [orderId], editorId: 1 }),
    'another start': ({ eventId, staff }) =>
      staff.json('PATCH', `/api/admin/events/${eventId}`, { startTimestamp: '2026-05-17T11:00:00Z' }),
  };
  test.each([
    ['another person', 'Deine Startkarte gilt nicht mehr: Donaulauf'],
    ['another address', 'Link zur Startkarte ersetzt: Donaulauf'],
    ['a canceled order', 'Deine Startkarte gilt nicht mehr: Donaulauf'],
    ['another start', 'Geändert: Start oder Ort, Donaulauf'],
  ])('its recipient is informed about %s', async (way, subject) => {
    const at = await mailUnderWay();
    await ways[way]?.(at);
    await at.shop.shop.settle({ mails: false });
    const received = await at.arrive();
    expect(received.filter((mail) => mail.startsWith(kim.email))).toEqual([
      `${kim.email} Deine Startkarte: Donaulauf`,
      `${kim.email} ${subject}`,
    ]);
    await noBreach(at.shop);
  });
});

test('a waiting ticket mail is dropped with the change, without another mail', async () => {
  const shop = await testShop();
  const orderId = await order(shop, await race(shop), { people: [kim], price: 3000 });
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  await shop.shop.settle({ mails: false });
  await cancelOrders(shop.deps, { orderIds: [orderId], editorId: 1 });
  await shop.settle();
  expect(await sentMails(shop, 'RegistrationConfirmation', 'TicketVoid')).toEqual([]);
  await noBreach(shop);
});

describe('an organizer who moves start or place', () => {
  const start = '2026-05-17T07:00:00Z';
  test('confirms first; then each address gets one mail, the buyer those without one', async () => {
    const { shop, eventId, competitionId, staff, tickets } = await paid();
    const path = `/admin/tickets/${eventId}/${competitionId}`;
    const fields = {
      ...{ title: 'Halbmarathon', type: 'single', totalTicketCount: '500', sortOrder: '1', gender: 'both' },
      ...{ minAge: '0', maxAge: '0', ageCheckMode: 'dayOfCompetition', minTeamSize: '1', maxTeamSize: '10' },
    };
    const moved = { ...fields, timestamp: '2026-05-17T10:45' };
    const preview = await (await staff.form(path, moved)).text();
    expect(preview).toContain('4 Personen sind für den bisherigen Beginn angemeldet');
    await shop.settle();
    expect(await sentMails(shop, 'TicketChanged')).toEqual([]);
    expect((await staff.form(path, { ...moved, confirmed: 'true' })).status).toBe(303);
    await shop.settle();
    const news = await sentMails(shop, 'TicketChanged');
    expect(news.map(({ to }) => to).sort()).toEqual([buyer, kim.email]);
    for (const { to, text, calendar } of news) {
      expect(text).toMatch(/10:45.*bisher.*9:30/s);
      expect(field(calendar, 'METHOD')).toEqual(['PUBLISH']);
      expect(field(calendar, 'SUMMARY')).toHaveLength(2);
      const before = tickets.filter((ticket) => ticket.to === to).flatMap((ticket) => field(ticket.calendar, 'UID'));
      expect(field(calendar, 'UID')).toEqual(expect.arrayContaining(before));
      const sequence = Number(field(tickets[0]?.calendar, 'SEQUENCE')[0]);
      expect(Math.min(...field(calendar, 'SEQUENCE').map(Number))).toBeGreaterThan(sequence);
    }
    const audits = await shop.deps.read.all<{ comment: string }>('select comment from order_audits');
    expect(audits.filter(({ comment }) => comment === 'ticket.changeTold')).toHaveLength(1);
  });

  test.each([
    ['the place', { location: 'Stadion, Linz' }, /Stadion, Linz \(bisher Hauptplatz, Linz\)/],
    ['the start of the event', { startTimestamp: plus(Date.parse(start) as never, hours(2)) }, /11:00.*bisher.*9:00/s],
  ])('by the API informs about %s', async (_, change, text) => {
    const { shop, eventId, staff } = await paid([kim]);
    const sent = Object.fromEntries(
      Object.entries(change).map(([name, value]) => [
        name,
        typeof value === 'number' ? new Date(value).toISOString() : value,
      ]),
    );
    expect((await staff.json('PATCH', `/api/admin/events/${eventId}`, sent)).status).toBe(200);
    await shop.settle();
    const news = await sentMails(shop, 'TicketChanged');
    expect(news.map(({ to }) => to)).toEqual([kim.email]);
    expect(news[0]?.text).toMatch(text);
  });

  test('tells of a place of the competition alone, also in the calendar', async () => {
    const { shop, competitionId, staff } = await paid([kim]);
    const path = `/api/admin/competitions/${competitionId}`;
    expect((await staff.json('PATCH', path, { location: 'Donaulände' })).status).toBe(200);
    await shop.settle();
    const [mail] = await sentMails(shop, 'TicketChanged');
    expect(mail?.text).toContain('Donaulände (bisher Hauptplatz, Linz)');
    expect(field(mail?.calendar, 'LOCATION')).toEqual(['Donaulände']);
  });

  test('reaches nobody of a canceled order, of one that is not paid, or where nothing on the ticket changed', async () => {
    const { shop, eventId, competitionId, orderId, staff } = await paid([kim]);
    await order(
      shop,
      { eventId, competitionId },
      { people: [{ ...lea, email: 'unpaid@runner.example' }], buyer: 'b2@x.example' },
    );
    await staff.json('PATCH', `/api/admin/events/${eventId}`, { title: 'Donaulauf 2026' });
    await shop.deps.write((work) =>
      cancelOrder(work, {
        orderId,
        editorId: 1,
        reason: 'byAdmin',
        giveBack: openCancellationRefund({ mode: 'none' }),
      }),
    );
    await staff.json('PATCH', `/api/admin/events/${eventId}`, { location: 'Stadion' });
    await shop.deps.write((work) => updateEvent(work, eventId, { canceled: true }));
    await staff.json('PATCH', `/api/admin/events/${eventId}`, { location: 'Park' });
    await shop.settle();
    expect(await sentMails(shop, 'TicketChanged')).toEqual([]);
  });
});
