import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { changeParticipant, orderOf, peopleOf, setBib } from '#modules/orders/index.ts';
import { markPaid } from '#modules/payments/index.ts';
import { order, race, raceOrganizer } from '#modules/payments/testing.ts';
import { mailboxAttachments, mailboxMessages, mails } from '#src/data/schema.ts';
import { present } from '#src/kernel/assert.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';

/** People of one order who have one address get one mail with all their tickets. */

const family = 'family@runner.example';
const kim = { firstName: 'Kim', lastName: 'Groß', email: family };
const lea = { firstName: 'Lea', lastName: 'Groß', email: 'Family@Runner.example' };
const ada = { firstName: 'Ada', lastName: 'Berger', email: 'buyer@runner.example' };
const tom = { firstName: 'Tom', lastName: 'Ohne' };

async function bought(people: (typeof kim | typeof tom)[], change: { needsBibForMail?: boolean } = {}) {
  const shop = await testShop();
  const at = await race(shop);
  await shop.deps.write((work) => updateEvent(work, at.eventId, change));
  const orderId = await order(shop, at, { people });
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  const persons = peopleOf(present(await orderOf(shop.deps.read, orderId), 'just placed')).map(({ person }) => person);
  return { shop, orderId, ids: persons.map(({ id }) => id) };
}

async function ticketMails({ deps }: TestShop) {
  const rows = await deps.read
    .select({ id: mails.id, to: mails.recipient, message: mailboxMessages })
    .from(mails)
    .innerJoin(mailboxMessages, eq(mailboxMessages.mailId, mails.id))
    .where(eq(mails.type, 'RegistrationConfirmation'))
    .orderBy(mails.id);
  const files = await deps.read
    .select()
    .from(mailboxAttachments)
    .where(
      inArray(
        mailboxAttachments.messageId,
        rows.map(({ message }) => message.id),
      ),
    );
  return rows.map(({ id, to, message }) => {
    const own = files.filter(({ messageId }) => messageId === message.id);
    const calendar = own.find(({ name }) => name.endsWith('.ics'));
    return {
      ...{ id, to, subject: message.subject, text: message.text, html: message.html },
      kinds: own.map(({ name }) => name.split('.').at(-1) ?? '').sort(),
      starts: calendar ? new TextDecoder().decode(calendar.bytes).split('BEGIN:VEVENT').length - 1 : 0,
      links: [
        ...new Set([...message.html.matchAll(/href="http:\/\/[^/"]+(\/tickets\/\d+\?[^"]+)"/g)].map(([, to]) => to)),
      ],
    };
  });
}
const opened = async (shop: TestShop, links: readonly (string | undefined)[]) =>
  Promise.all(links.map(async (link) => (await shop.visitor().fetch((link ?? '').replaceAll('&amp;', '&'))).text()));

test('people of one address, however it is spelled, get one mail with all their tickets, everybody else their own', async () => {
  const { shop } = await bought([ada, kim, lea, tom]);
  await shop.settle();
  const sent = await ticketMails(shop);
  expect(sent.map(({ to, subject, kinds, starts }) => [to, subject, kinds, starts])).toEqual([
    [ada.email, 'Deine Startkarte: Donaulauf', ['ics', 'pdf', 'png'], 1],
    [family, '2 Startkarten: Donaulauf', ['ics', 'pdf', 'pdf', 'png', 'png'], 2],
  ]);
  const both = sent[1];
  expect(both?.text).toMatch(/Kim Groß.*Lea Groß/s);
  expect(both?.text).not.toContain('Tom');
  const pages = await opened(shop, both?.links ?? []);
  expect(pages.map((page) => [page.includes('Kim Groß'), page.includes('Lea Groß')])).toEqual([
    [true, false],
    [false, true],
  ]);
  await shop.settle();
  expect(await ticketMails(shop)).toHaveLength(2);
});

test('more than ten tickets come as links that open, without files', async () => {
  const people = Array.from({ length: 12 }, (_, at) => ({ ...kim, firstName: `Kim ${'abcdefghijkl'[at]}` }));
  const { shop } = await bought(people);
  await shop.settle();
  const [mail, ...others] = await ticketMails(shop);
  expect(others).toEqual([]);
  expect([mail?.subject, mail?.kinds, mail?.links.length]).toEqual(['12 Startkarten: Donaulauf', [], 12]);
  expect(mail?.text).toContain('12 Dateien wären für eine E-Mail zu viel');
  const pages = await opened(shop, mail?.links ?? []);
  for (const [at, page] of pages.entries()) expect(page).toContain(`${people[at]?.firstName} Groß`);
});

test('a mail that has not gone out yet brings the tickets that are still of that address', async () => {
  const { shop, orderId, ids } = await bought([kim, lea]);
  await shop.deps.write((work) =>
    changeParticipant(work, {
      ...{ orderId, participantId: ids[0] ?? 0, editorId: 1, by: 'organizer' },
      change: { email: 'kim@runner.example' },
    }),
  );
  await shop.settle();
  const sent = await ticketMails(shop);
  expect(sent.map(({ to, subject }) => [to, subject]).sort()).toEqual([
    ['Family@Runner.example', 'Deine Startkarte: Donaulauf'],
    ['kim@runner.example', 'Deine Startkarte: Donaulauf'],
  ]);
});

test('the organizer sends it once more, to those who still have that address; one ticket alone goes alone', async () => {
  const { shop, orderId, ids } = await bought([kim, { ...lea, email: family }, { ...ada, email: family }]);
  await shop.settle();
  await shop.deps.write((work) =>
    changeParticipant(work, {
      ...{ orderId, participantId: ids[0] ?? 0, editorId: 1, by: 'organizer' },
      change: { email: 'kim@runner.example' },
    }),
  );
  await shop.settle();
  const staff = await shop.login(raceOrganizer);
  const [first] = await ticketMails(shop);
  const before = (await ticketMails(shop)).length;
  expect((await staff.form(`/admin/orders/${orderId}/mails/${first?.id}/resend`, {})).status).toBe(303);
  expect((await staff.json('PATCH', `/api/admin/orders/${orderId}/resend-participant-email/${ids[2]}`)).status).toBe(
    204,
  );
  await shop.settle();
  const news = (await ticketMails(shop)).slice(before);
  expect(news.map(({ to, subject, text }) => [to, subject, /Kim Groß/.test(text)])).toEqual([
    [family, '2 Startkarten: Donaulauf', false],
    [family, 'Deine Startkarte: Donaulauf', false],
  ]);
});

test('tickets that wait for start numbers come together once the numbers came together, and each once', async () => {
  const { shop, ids } = await bought([kim, lea, { ...ada, email: family }], { needsBibForMail: true });
  await shop.settle();
  expect(await ticketMails(shop)).toEqual([]);
  await shop.deps.write(async (work) => {
    await setBib(work, { participantId: ids[0] ?? 0, bib: '1' });
    await setBib(work, { participantId: ids[1] ?? 0, bib: '2' });
  });
  await shop.settle();
  await shop.deps.write((work) => setBib(work, { participantId: ids[2] ?? 0, bib: '3' }));
  await shop.settle();
  expect((await ticketMails(shop)).map(({ subject }) => subject)).toEqual([
    '2 Startkarten: Donaulauf',
    'Deine Startkarte: Donaulauf',
  ]);
});
