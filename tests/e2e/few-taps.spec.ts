/** How little a booking asks for: pages of ours, taps beside typing, and fields, counted while somebody books. */
import type { Locator, Page } from '@playwright/test';
import { call, loginByCode, newCompetition, type Session } from '../support/crowd.ts';
import type { RunningServer } from '../support/server.ts';
import { actAs, expect, look, test } from './fixtures.ts';
import { BookingPages, buyerInLinden } from './pages/booking.ts';
import type { Texts } from './texts.ts';

const marathon = '/events/donau-marathon';
const year = new Date().getFullYear();

class Counted {
  readonly pages: string[] = [];
  taps = 0;
  fields = 0;
  constructor(readonly page: Page) {
    page.on('framenavigated', (frame) => {
      const { pathname } = new URL(frame.url());
      const isOurs = frame === page.mainFrame() && pathname.startsWith('/') && !/^\/dev\//.test(pathname);
      if (isOurs && this.pages.at(-1) !== pathname) this.pages.push(pathname);
    });
  }
  async tap(place: Locator): Promise<void> {
    this.taps += 1;
    await place.click();
  }
  async type(place: Locator, text: string): Promise<void> {
    this.fields += 1;
    await place.fill(text);
  }
  get all() {
    return { pages: this.pages.length, taps: this.taps, fields: this.fields };
  }
}

const mainButton = (page: Page, label: string) =>
  page.getByRole('button', { name: label, exact: true }).filter({ visible: true }).first();

/** From the check to the provider: the box is ticked and the likely way to pay is chosen already. */
async function orderByCard(counted: Counted, texts: Texts): Promise<void> {
  const { page } = counted;
  await expect(page.getByRole('radio', { name: texts.t('payments.method.visa') })).toBeChecked();
  await counted.tap(page.locator('[name=accepted]'));
  await counted.tap(mainButton(page, texts.t('orders.check.order')));
  await page.waitForURL(/\/dev\/saferpay\//);
}
async function payAtProvider(page: Page): Promise<void> {
  await page.getByRole('link', { name: /9010 0031 5000 0001/ }).click();
  await page.locator('form:has([name=cvc]) button[type=submit]').first().click();
}

test('one runner by card: four pages, six taps', { tag: ['@phone', '@desktop', '@english'] }, async ({
  page,
  texts,
}) => {
  const counted = new Counted(page);
  await page.goto(marathon);
  await counted.tap(page.locator('button[popovertarget^="sign-up-"]').first());
  const guest = page.locator('[popover]:popover-open input[name=email]');
  await counted.type(guest, `${test.info().project.name}-few@example.org`);
  await counted.tap(
    page.locator('[popover]:popover-open').getByRole('button', { name: texts.t('events.signUp.next') }),
  );
  await page.waitForURL(/\/competitions/);
  await expect(page.locator('[data-island=BookingStep][data-ready]')).toBeAttached();
  const field = (name: string) => page.locator(`[name$=".${name}"]`);
  await counted.type(field('firstName'), 'Tilda');
  await counted.type(field('lastName'), `Eilig-${test.info().project.name}`);
  await counted.type(field('birthDate'), texts.typedDate('1991-08-02'));
  await counted.tap(page.locator('.pills label').filter({ hasText: /^M/ }).first());
  await look(page, 'few-people');
  await counted.tap(mainButton(page, texts.t('ui.form.next')));
  await page.waitForURL(/\/delivery-address/);
  for (const [name, value] of Object.entries(buyerInLinden).filter(([name]) =>
    ['street', 'houseNumber', 'zipCode', 'city'].includes(name),
  ))
    await counted.type(page.locator(`[name="contact.${name}"]`), value);
  await orderByCard(counted, texts);
  await payAtProvider(page);
  await page.waitForURL(/\/(payment-success|events\/[^/]+\/completed)/);
  await expect(page.locator('h1')).toHaveText(texts.t('afterOrder.success.title'));
  await expect(page.locator('.bib a').first(), 'the ticket is here').toBeVisible();
  expect(counted.all, counted.pages.join(' ')).toEqual({ pages: 4, taps: 6, fields: 8 });
});

/** A family that ran together before and keeps its address in the account. */
async function familyOf(server: RunningServer, organizer: Session, email: string, language: string): Promise<Session> {
  const place = await newCompetition(server, organizer, 10);
  const family = await loginByCode(server, email, language);
  const { street, houseNumber, zipCode, city, countryCode } = buyerInLinden;
  const contactAddress = { firstName: 'Ada', lastName: 'Wiederer', street, houseNumber, zipCode, city, countryCode };
  const kept = await call(server, 'PATCH', '/api/settings', { contactAddress }, family);
  expect(kept.status, JSON.stringify(kept.json)).toBe(200);
  const people = [
    ['Ada', '1985-04-03', 'female'],
    ['Ben', '1983-10-30', 'male'],
    ['Cleo', `${year - 11}-02-01`, 'female'],
    ['Dino', `${year - 10}-06-09`, 'male'],
  ];
  const booked = await call(
    server,
    'POST',
    `/api/events/${place.eventId}/book`,
    {
      teams: people.map(([firstName, birthDate, gender], index) => ({
        competitionId: place.competitionId,
        participants: [{ localId: `p${index}`, firstName, lastName: 'Wiederer', birthDate, gender }],
      })),
      totalPrice: 4 * 2500,
      termsAccepted: true,
      eventConditionsAccepted: true,
    },
    family,
  );
  expect(booked.status, JSON.stringify(booked.json)).toBe(201);
  return family;
}

const chips = (page: Page, title: RegExp) =>
  page
    .locator('section.entry-group', { has: page.getByRole('heading', { name: title }) })
    .locator('.entry-known button');

test('a family of four that comes again: ten taps, and nothing is typed', {
  tag: ['@phone', '@desktop', '@english'],
}, async ({ page, texts, server, adminApi }) => {
  const family = await familyOf(server, adminApi, `${test.info().project.name}-again@example.org`, texts.locale);
  await actAs(page, family, server.url);
  const counted = new Counted(page);
  const booking = new BookingPages(page, texts);
  await page.goto(marathon);
  const half = page.locator('.bib, .competition, li, article').filter({ hasText: 'Halbmarathon' });
  await counted.tap(half.locator('a[href*="/competitions?competition="]').first());
  await booking.at('competitions');
  await expect(page.locator('[data-island=BookingStep][data-ready]')).toBeAttached();
  const adults = chips(page, /^Halbmarathon/);
  await counted.tap(page.getByRole('button', { name: new RegExp(`^${texts.t('orders.participants.me')}`) }));
  await expect(adults, 'who is too young is not offered here').toHaveText([/^Ben Wiederer/]);
  await counted.tap(adults);
  await counted.tap(page.locator('.entry-others > summary'));
  const children = chips(page, /^Jugendlauf/);
  await counted.tap(children.filter({ hasText: 'Cleo' }));
  await counted.tap(children.filter({ hasText: 'Dino' }));
  await expect(page.locator('.entry-finished, .entry-bib')).toHaveCount(4);
  await look(page, 'few-family');
  await counted.tap(mainButton(page, texts.t('ui.form.next')));
  await expect(page.locator('#decline')).toContainText('Dino Wiederer');
  await counted.tap(mainButton(page, texts.t('ui.form.next')));
  await booking.at('delivery-address');
  await expect(page.locator('.address-known')).toContainText(buyerInLinden.street);
  await orderByCard(counted, texts);
  await payAtProvider(page);
  await page.waitForURL(/\/payment-success/);
  await expect(page.locator('.bib')).toHaveCount(4);
  expect(counted.all, counted.pages.join(' ')).toEqual({ pages: 4, taps: 10, fields: 0 });
});

test('a family that presses before the rest of the script is there is entered all the same', {
  tag: ['@phone', '@desktop', '@english'],
}, async ({ page, texts, server, adminApi }) => {
  await actAs(
    page,
    await familyOf(server, adminApi, `${test.info().project.name}-early@example.org`, texts.locale),
    server.url,
  );
  const arrival = Promise.withResolvers<void>();
  await page.route(/\/assets\/step-rules-/, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  const kept: URLSearchParams[] = [];
  page.on('request', (request) => {
    const body = new URLSearchParams(request.postData() ?? '');
    if (body.get('intent') === 'keep') kept.push(body);
  });
  await page.goto(marathon);
  const half = page.locator('.bib, .competition, li, article').filter({ hasText: 'Halbmarathon' });
  await half.locator('a[href*="/competitions?competition="]').first().click();
  await expect(page.locator('[data-island=BookingStep][data-ready]')).toBeAttached();
  await page.getByRole('button', { name: new RegExp(`^${texts.t('orders.participants.me')}`) }).click();
  await chips(page, /^Halbmarathon/).click();
  await page.locator('.entry-others > summary').click();
  const children = chips(page, /^Jugendlauf/);
  // A finger that knows of no wait presses twice.
  await children.filter({ hasText: 'Cleo' }).dblclick();
  await children.filter({ hasText: 'Dino' }).click();
  await expect(page.locator('.entry'), 'nobody can be entered yet').toHaveCount(1);
  // Everything else of the page has only now arrived.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow')));
  await expect(page.locator('html[data-busy]'), 'somebody sees that it is under way').toBeAttached();
  await expect.poll(() => kept.length, 'who was pressed is kept, blank as yet').toBeGreaterThan(0);
  const before = firstTyped(kept);
  arrival.resolve();
  await expect(page.locator('.entry-finished, .entry-bib')).toHaveCount(4);
  await expect(page.locator('html[data-busy]')).not.toBeAttached();
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dino'])
    await expect(page.locator('.entry').filter({ hasText: `${name} Wiederer` })).toHaveCount(1);
  await expect.poll(() => kept.at(-1)?.get('teams[0].participants[0].firstName')).toBe('Ada');
  expect(firstTyped(kept), 'what was filled in is newer than what was kept before').toBeGreaterThan(before);
});

/** When the first person of the form was typed, as the newest post says. */
function firstTyped(kept: readonly URLSearchParams[]): number {
  const newest = kept.at(-1);
  const localId = newest?.get('teams[0].participants[0].localId');
  const times = newest
    ?.getAll('typed')
    .flatMap((text) => (text.endsWith(`:${localId}`) ? Number.parseInt(text, 10) : []));
  return Math.max(0, ...(times ?? []));
}
