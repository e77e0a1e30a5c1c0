/**
 * The main job, end to end: find an event, enter two runners and a relay, order, pay by bank transfer, be marked as paid,
 * get tickets that open the gate once. The same steps with and without scripts.
 */
import type { Page } from '@playwright/test';
import type { RunningServer } from '../support/server.ts';
import { enterAddressAndCode, expect, glance, loginByMail, look, mailTo, type OpenBrowser, test } from './fixtures.ts';
import { BookingPages, buyerInLinden, type Runner } from './pages/booking.ts';
import { readQr } from './qr.ts';
import type { Texts } from './texts.ts';

// What is typed here is German: dates, amounts and what an account of the demo reads.
test.use({ locale: 'de-AT' });

const buyer = 'joerdis.grosskopf@example.org';
const marathon = 'Marathon 42,195 km';
const relay = 'Staffelmarathon 4 × 10,5 km';
const runners: Runner[] = [
  { firstName: 'Jördis', lastName: 'Großkopf', birthDate: '1988-03-09', gender: 'female', email: buyer },
  {
    firstName: 'Seán',
    lastName: "O'Malley-Łukasik",
    birthDate: '1990-11-23',
    gender: 'male',
    email: 'sean@example.org',
  },
];
const members: Runner[] = [
  { firstName: 'Zoë', lastName: 'Çelik', birthDate: '1995-01-31', gender: 'female', email: 'zoe@example.org' },
  { firstName: 'Håkon', lastName: 'Müller', birthDate: '1979-12-01', gender: 'male' },
  { firstName: 'Kim', lastName: 'Öztürk', birthDate: '2001-06-15', gender: 'diverse' },
  { firstName: 'Anna Maria', lastName: 'von der Heide', birthDate: '1966-07-07', gender: 'female' },
];
/** In cents: two at 69,00, four at 29,00, a shirt at 24,90, protection 5,90, fee 1,50, shipping to Austria 3,90. */
const expectedTotal = 2 * 6900 + 4 * 2900 + 2490 + 590 + 150 + 390;

test('from the home page to a ticket that opens the gate once', { tag: ['@desktop', '@without-javascript'] }, async ({
  page,
  server,
  texts,
  openBrowser,
}) => {
  test.setTimeout(180_000);
  const orderId = await test.step('book', () => book(page, texts));
  const transfer = await test.step('choose the bank transfer', () => payByTransfer(page, texts, server, orderId));
  const organizer = await openBrowser();
  await test.step('the organizer marks the order as paid', () => markPaid(organizer, texts, server, orderId, transfer));
  const tickets = await test.step('mails with papers arrive', () => readMails(server, texts, orderId));
  await test.step('the buyer sees the paid order', () => myOrders(page, texts, server, orderId));
  await test.step('the ticket shows a bib', () => showTicket(openBrowser, tickets[0] as ParticipantTicket));
  await test.step('the gate opens once', () => scan(organizer, texts, tickets));
});

async function book(page: Page, texts: Texts): Promise<number> {
  const hasScripts = test.info().project.use.javaScriptEnabled !== false;
  const booking = new BookingPages(page, texts);
  await page.goto('/');
  await glance(page, 'home');
  await page
    .getByRole('link', { name: /Donau Marathon/ })
    .first()
    .click();
  await page.waitForURL(/\/events\/\d+$/);
  const byId = await page.locator('h1').textContent();
  await page.goto('/events/donau-marathon');
  await expect(page.locator('h1')).toHaveText(byId ?? '');
  await look(page, 'event');

  await booking.openSignUp();
  await look(page, 'sign-up');
  await page.goto('/events/donau-marathon');
  await booking.signUp(buyer);
  if (hasScripts) await expect(page.locator('[data-island=BookingStep][data-ready]')).toBeAttached();

  await booking.addRunner(marathon, runners[0] as Runner);
  if (hasScripts) {
    const before = page.url();
    await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''));
    await booking.addRunner(marathon, runners[1] as Runner);
    await expect(page.locator('html[data-same-page]'), 'adding does not load the page anew').toBeAttached();
    expect(page.url()).toBe(before);
    await booking.total(2 * 6900 + 150 + 390);
  } else {
    await booking.addRunner(marathon, runners[1] as Runner);
  }
  await booking.addTeam(relay, 'Die Brückenläufer', members);
  await look(page, 'participants');

  await booking.toArticles();
  await booking.article(0, 'Finisher-Shirt', 'M', 1);
  await look(page, 'articles');
  if (!hasScripts) {
    await booking.nextWithoutArticlesFor("Seán O'Malley-Łukasik");
    await booking.at('cancellation-protection');
  }
  await booking.protect('Stornoschutz');
  await look(page, 'protection');
  if (hasScripts) await booking.nextWithoutArticlesFor("Seán O'Malley-Łukasik");
  else await booking.next();

  await booking.at('delivery-address');
  if (hasScripts) await booking.order();
  else await booking.pressNext();
  await expect(page.locator('[name="contact.street"][aria-invalid=true]')).toBeVisible();
  await look(page, 'address-missing');
  await booking.address(buyerInLinden);
  await look(page, 'address');

  await booking.toCheck();
  await expect(page.locator('main')).toContainText(texts.money(expectedTotal));
  await look(page, 'check-order');
  await booking.order();
  await expect(page.locator('[name=accepted][aria-invalid=true]')).toBeVisible();
  await look(page, 'check-order-refused');
  await booking.accept();
  const orderId = Number(await booking.orderByTransfer());
  await page.goto(`/events/donau-marathon/payment?order=${orderId}`);
  await look(page, 'payment');
  return orderId;
}

type Transfer = { reference: string };

async function payByTransfer(page: Page, texts: Texts, server: RunningServer, orderId: number): Promise<Transfer> {
  await page.getByRole('radio', { name: texts.t('payments.method.bank') }).check();
  await page.getByRole('button', { name: texts.t('payments.page.submit'), exact: true }).click();
  await page.waitForURL(`/payment-in-advance/${orderId}`);
  const fact = async (key: string) => {
    const row = page.locator('.transfer-facts > div', { has: page.getByText(texts.t(key), { exact: true }) });
    return ((await row.locator('dd.copied-whole').textContent()) ?? '').trim();
  };
  const iban = await fact('payments.transfer.iban');
  const reference = await fact('payments.transfer.reference');
  const payee = await fact('payments.transfer.payee');
  expect(await fact('payments.transfer.amount')).toBe(texts.money(expectedTotal));
  await look(page, 'bank-transfer');

  if (test.info().project.use.javaScriptEnabled !== false) {
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: async (text: string) => document.documentElement.setAttribute('data-copied', text) },
      });
    });
    // A bank's form takes neither spaces nor the sign of the currency.
    const copies = { iban: iban.replaceAll(/\s/g, ''), amount: (expectedTotal / 100).toFixed(2).replace('.', ',') };
    for (const [key, copied] of Object.entries(copies)) {
      const label = texts.t(`payments.transfer.${key}`);
      await page.getByRole('button', { name: `${texts.t('payments.transfer.copy')} ${label}` }).click();
      await expect(page.locator('html')).toHaveAttribute('data-copied', copied);
    }
  }

  const code = await readQr((await page.locator('img.transfer-code').getAttribute('src')) ?? '');
  const [service, , , identification, , name, account, amount] = code.split('\n');
  expect([service, identification, name, account, amount]).toEqual([
    'BCD',
    'SCT',
    payee,
    iban.replaceAll(/\s/g, ''),
    `EUR${(expectedTotal / 100).toFixed(2)}`,
  ]);
  expect(code).toContain(reference.replaceAll(/\s/g, ''));

  const mail = await mailTo(server, buyer, /IBAN/);
  for (const part of [iban, reference, texts.money(expectedTotal)]) expect(mail.text).toContain(part);
  return { reference };
}

async function markPaid(page: Page, texts: Texts, server: RunningServer, orderId: number, transfer: Transfer) {
  await loginByMail(page, server, 'organizer@startblock.example', '/admin/orders');
  await page.waitForURL(/\/admin\/orders$/);
  await look(page, 'admin-orders');
  await page.locator('main input[name=q]').fill(buyer);
  await page.locator('main input[name=q]').press('Enter');
  await page.locator(`main a[href="/admin/orders/${orderId}"]`).click();
  await expect(page.locator('main')).toContainText(texts.money(expectedTotal));
  await look(page, 'admin-order');
  await page.getByRole('link', { name: texts.t('ordersAdmin.markPaid') }).click();
  await expect(page.locator('main')).toContainText(texts.t('payments.markPaid.warning'));
  await expect(page.locator('main')).toContainText(transfer.reference);
  await look(page, 'mark-paid');
  await page.getByRole('button', { name: texts.t('payments.markPaid.submit') }).click();
  await page.waitForURL(/done=paid$/);
  await expect(page.locator('main')).toContainText(texts.t('ui.status.complete'));
}

type ParticipantTicket = { code: string; link: string; name: string };

async function readMails(server: RunningServer, texts: Texts, orderId: number): Promise<ParticipantTicket[]> {
  // The buyer runs too, so the ticket's mail is in the same box; only the subject tells them apart.
  const [subject] = texts.t('orders.mail.confirmation.subject', { event: '', orderNumber: '' }).split(':');
  const confirmation = await mailTo(server, buyer, new RegExp(`^${subject}: `));
  expect(confirmation.subject).toContain(String(orderId));
  const tickets: ParticipantTicket[] = [];
  for (const { email, firstName, lastName } of [...runners, ...members]) {
    // The event hands the first address of a team on to those members who gave none.
    const mail = await mailTo(server, email ?? 'zoe@example.org', new RegExp(`${firstName} ${lastName}\\n[^]*T1\\.`));
    const code = /T1\.\d+\.\d+\.[0-9A-Z]{16}/.exec(mail.text)?.[0] ?? '';
    const link = /https?:\/\/\S+\/tickets\/\S+/.exec(mail.text)?.[0] ?? '';
    await expectPdf(server, mail.attachments);
    tickets.push({ code, link, name: `${firstName} ${lastName}` });
  }
  await expectPdf(server, confirmation.attachments);
  expect(tickets).toHaveLength(6);
  return tickets;
}

async function expectPdf(server: RunningServer, attachments: { type: string; url: string }[]): Promise<void> {
  const pdf = attachments.find(({ type }) => type === 'application/pdf');
  expect(pdf, 'a PDF is attached').toBeDefined();
  const bytes = new Uint8Array(await (await fetch(server.url + pdf?.url)).arrayBuffer());
  expect(new TextDecoder().decode(bytes.slice(0, 5))).toBe('%PDF-');
}

async function myOrders(page: Page, texts: Texts, server: RunningServer, orderId: number): Promise<void> {
  // An address alone shows no list: it has to be proven first, and what was ordered before is there then.
  await page.goto('/orders');
  await page.waitForURL(/\/auth/);
  await enterAddressAndCode(page, server, buyer);
  await page.waitForURL(/\/orders$/);
  const card = page.locator('.order-list li', { has: page.locator(`a[href="/orders/${orderId}"]`) });
  await expect(card).toContainText(texts.t('ui.status.complete'));
  await look(page, 'my-orders');
  await card.getByRole('link').first().click();
  await expect(page.locator('main')).toContainText(texts.t('ui.status.complete'));
  await expect(page.locator('main')).toContainText("Seán O'Malley-Łukasik");
  await look(page, 'order');
  // Whoever ordered opens everybody's ticket.
  await page.getByRole('link', { name: 'Håkon Müller', exact: true }).click();
  await page.waitForURL(/\/tickets\/\d+\?/);
  await expect(page.locator('.bib')).toContainText('Håkon Müller');
  await page.goto(`/orders/${orderId}`);
  const link = await page.getByRole('link', { name: texts.t('orders.detail.confirmation') }).getAttribute('href');
  const pdf = await page.request.get(link ?? '');
  expect(pdf.status()).toBe(200);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
}

async function showTicket(openBrowser: OpenBrowser, ticket: ParticipantTicket): Promise<void> {
  const page = await openBrowser();
  await page.goto(ticket.link);
  await expect(page.locator('.bib')).toContainText(ticket.name);
  await look(page, 'ticket');
  expect(await readQr((await page.locator('.bib img').getAttribute('src')) ?? '')).toBe(ticket.code);
}

async function scan(page: Page, texts: Texts, tickets: readonly ParticipantTicket[]): Promise<void> {
  const [first, second] = tickets as [ParticipantTicket, ParticipantTicket];
  await page.goto('/scan');
  await look(page, 'scan-events');
  await page.getByRole('link', { name: /Donau Marathon/ }).click();
  if (test.info().project.use.javaScriptEnabled !== false) {
    await page.locator('[data-island=Scanner] .scanner-camera').waitFor();
    await expect(page.locator('.scanner-status')).toContainText(texts.t('checkin.scan.queueEmpty'));
  }
  await look(page, 'scanner');
  const answer = page.locator('.scan-answer');
  const enter = async (code: string) => {
    await page.locator('input[name=code]').fill(code);
    await page.getByRole('button', { name: texts.t('checkin.scan.submit'), exact: true }).click();
  };
  const onward = async () => {
    await page.getByRole('link', { name: texts.t('checkin.scan.next') }).click();
    await expect(answer).toHaveCount(0);
  };
  await enter(first.code);
  await expect(answer).toHaveAttribute('data-result', 'SCAN_SUCCESS');
  await expect(answer).toContainText(first.name);
  await expect(answer).toHaveCount(test.info().project.use.javaScriptEnabled === false ? 1 : 0);
  if (test.info().project.use.javaScriptEnabled === false) await onward();

  await enter(first.code);
  await expect(answer).toHaveAttribute('data-result', 'ALREADY_SCANNED');
  await look(page, 'already-scanned');
  await onward();

  const forged = second.code.slice(0, -1) + (second.code.endsWith('A') ? 'B' : 'A');
  await enter(forged);
  await expect(answer).toHaveAttribute('data-result', 'NOT_FOUND');
  await look(page, 'not-found');
  await onward();

  await enter(second.code);
  await expect(answer).toHaveAttribute('data-result', 'SCAN_SUCCESS');
}
