/** What is typed at the first step is there once, however pages are left, reloaded, doubled and cut off. */
import type { Page } from '@playwright/test';
import { newCompetition, type Place, type Session } from '../support/crowd.ts';
import type { RunningServer } from '../support/server.ts';
import { expect, glance, test } from './fixtures.ts';
import { BookingPages } from './pages/booking.ts';
import type { Texts } from './texts.ts';

type Begin = { page: Page; texts: Texts; server: RunningServer; adminApi: Session };

/** A guest at the step of a new event, on the way in that its page offers: with the competition in the address. */
async function begin({ page, texts, server, adminApi }: Begin, email: string) {
  const place = await newCompetition(server, adminApi, 20);
  const address = stepOf(place);
  await page.goto(address);
  await page.locator('input[name=email]').fill(email);
  await page.getByRole('button', { name: texts.t('accounts.auth.alone') }).click();
  const booking = new BookingPages(page, texts);
  await booking.at('competitions');
  await awake(page);
  return { place, booking, address };
}
const stepOf = ({ eventId, competitionId }: Place): string =>
  `/events/${eventId}/competitions?competition=${competitionId}`;
const awake = (page: Page) => page.locator('[data-island=BookingStep][data-ready]').waitFor({ state: 'attached' });
const field = (page: Page, name: string, at = 0) => page.locator(`[name$=".${name}"]`).nth(at);
/** What is typed is kept when a field is left, or after a moment: `typed` says in which of these it has to be. */
const kept = (page: Page, typed = '') =>
  page.waitForResponse((response) => {
    const sent = response.request().postData() ?? '';
    return response.request().method() === 'POST' && sent.includes('intent=keep') && sent.includes(typed);
  });
const names = (page: Page) =>
  page.locator('[name$=".firstName"]').evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));

test('a reload right after typing shows the person, once', { tag: ['@phone', '@desktop'] }, async ({
  page,
  texts,
  server,
  adminApi,
}) => {
  const world = { page, texts, server, adminApi };
  const { booking } = await begin(world, 'reload@example.org');
  await field(page, 'lastName').fill('Huber');
  await field(page, 'firstName').focus();
  await page.keyboard.type('Anna');
  await page.reload();
  await expect(field(page, 'firstName')).toHaveValue('Anna');
  await awake(page);
  expect(await names(page)).toEqual(['Anna']);
  await booking.next();
  await booking.at('check-order');
  await expect(page.getByRole('listitem').filter({ hasText: 'Anna Huber' })).toHaveCount(1);
});

test('what is typed is kept on leaving a field, and a second after the last key', {
  tag: ['@desktop'],
}, async ({ page, texts, server, adminApi }) => {
  const world = { page, texts, server, adminApi };
  const { address } = await begin(world, 'second@example.org');
  const answer = kept(page);
  await field(page, 'firstName').focus();
  await page.keyboard.type('Anna');
  const typedAt = Date.now();
  expect((await answer).status()).toBe(204);
  expect(Date.now() - typedAt, 'the focus has not moved').toBeLessThan(3000);
  const left = kept(page);
  await page.keyboard.type(' Maria');
  await page.keyboard.press('Tab');
  await left;
  const second = await page.context().newPage();
  await second.goto(address);
  expect(await names(second)).toEqual(['Anna Maria']);
  await second.close();
});

test('nothing typed without a connection is lost, over a reload too', { tag: ['@desktop'] }, async ({
  page,
  texts,
  server,
  adminApi,
}) => {
  const world = { page, texts, server, adminApi };
  const browser = page.context().browser();
  const { address } = await begin(world, 'offline@example.org');
  // A browser of its own: this one complains about its connection, as it should.
  const context = await browser?.newContext({
    storageState: await page.context().storageState(),
    baseURL: server.url,
    locale: texts.locale === 'de' ? 'de-AT' : 'en-US',
  });
  const cutOff = await context?.newPage();
  if (!context || !cutOff) throw new Error('no browser');
  await cutOff.goto(address);
  await awake(cutOff);
  const keeps = (url: URL) => url.pathname.endsWith('/competitions');
  // A flag and no `unroute`, which may forget a request that is under way.
  let isCutOff = true;
  await context.route(keeps, (route) =>
    isCutOff && route.request().postData()?.includes('intent=keep')
      ? route.abort('connectionfailed')
      : route.continue(),
  );
  await field(cutOff, 'firstName').fill('Anna');
  await field(cutOff, 'lastName').fill('Huber');
  const failed = cutOff.waitForEvent('requestfailed');
  await field(cutOff, 'lastName').blur();
  await failed;
  await cutOff.reload();
  await expect(field(cutOff, 'firstName'), 'the server knows nobody yet').toHaveValue('');
  isCutOff = false;
  await expect(field(cutOff, 'firstName'), 'brought when there is a connection again').toHaveValue('Anna', {
    timeout: 20_000,
  });
  await awake(cutOff);
  expect(await names(cutOff)).toEqual(['Anna']);
  await context.close();
});

test('what is answered while its page is being left is on the next page', { tag: ['@desktop'] }, async ({
  page,
  texts,
  server,
  adminApi,
}) => {
  const { address } = await begin({ page, texts, server, adminApi }, 'overtaken@example.org');
  // The reload is read before what was typed arrives, and shown after its answer.
  const read = Promise.withResolvers<void>();
  const answer = kept(page);
  let isFirst = true;
  await page.route(new URL(address, server.url).href, async (route) => {
    if (!isFirst || route.request().method() !== 'GET') return route.continue();
    isFirst = false;
    const older = await route.fetch();
    read.resolve();
    await (await answer).finished();
    await route.fulfill({ response: older });
  });
  await page.route(
    (url) => url.pathname.endsWith('/competitions'),
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await read.promise;
      await route.continue();
    },
  );
  const sent = page.waitForRequest((request) => request.postData()?.includes('intent=keep') ?? false);
  await field(page, 'firstName').fill('Anna');
  await sent;
  await page.reload();
  await expect(field(page, 'firstName')).toHaveValue('Anna');
  expect(await names(page)).toEqual(['Anna']);
});

test('the way on loads the next page once, though what was typed is answered while it is left', {
  tag: ['@desktop'],
}, async ({ page, texts, server, adminApi }) => {
  const { booking } = await begin({ page, texts, server, adminApi }, 'once@example.org');
  await field(page, 'firstName').fill('Anna');
  const isKeep = (request: { postData(): string | null }) => request.postData()?.includes('intent=keep') ?? false;
  const posted = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === 'POST');
  const loads: string[] = [];
  page.on(
    'request',
    (request) => request.method() === 'GET' && request.isNavigationRequest() && loads.push(request.url()),
  );
  // What was typed is answered after the page began to leave, and before the next one comes.
  const answers: Promise<unknown>[] = [];
  await page.route(
    (url) => url.pathname.endsWith('/competitions'),
    async (route) => {
      if (isKeep(route.request())) {
        answers.push(route.request().response());
        await posted;
      } else if (route.request().method() === 'POST') await Promise.all(answers);
      await route.continue();
    },
  );
  await field(page, 'lastName').fill('Huber');
  await page.keyboard.press('Tab');
  await booking.pressNext();
  await booking.at('check-order');
  await page.waitForLoadState('networkidle');
  expect(loads).toHaveLength(1);
  expect(await page.evaluate(() => sessionStorage.typed ?? '')).toBe('');
});

test('who types and presses before the rest of the script is there loses no letter and no press', {
  tag: ['@phone', '@desktop'],
}, async ({ page, texts, server, adminApi }) => {
  const { booking } = await begin({ page, texts, server, adminApi }, `early-${test.info().project.name}@example.org`);
  const arrival = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(/\/assets\/step-rules-/, async (route) => {
    asked += 1;
    await arrival.promise;
    await route.continue();
  });
  await page.reload();
  // At once, most likely before the step is awake.
  await field(page, 'firstName').focus();
  await page.keyboard.type('Anna');
  await awake(page);
  await field(page, 'lastName').focus();
  await page.keyboard.type('Huber');
  const add = booking.competition('All at once').locator('button[name=intent][value^="add:"]');
  await add.click();
  await add.click();
  await field(page, 'firstName').focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' Maria');
  await expect(page.locator('.entry'), 'nobody can be added yet').toHaveCount(1);
  arrival.resolve();
  await expect(page.locator('.entry')).toHaveCount(3);
  expect(asked).toBe(1);
  await expect(field(page, 'firstName')).toHaveValue('Anna Maria');
  await expect(field(page, 'lastName')).toHaveValue('Huber');
  // The focus stays where somebody types.
  await page.keyboard.type(' von');
  expect(await names(page)).toEqual(['Anna Maria von', '', '']);
  await add.click();
  await expect(field(page, 'firstName', 3)).toBeFocused();
});

test('where the rest of the script cannot be had the form posts, with all that was typed', {
  tag: ['@desktop'],
}, async ({ page, texts, server, adminApi }) => {
  const { booking } = await begin({ page, texts, server, adminApi }, 'alone@example.org');
  const answers: string[] = [];
  await page.route(/\/assets\/step-rules-/, (route) => {
    answers.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: 'throw new Error()' });
  });
  await page.reload();
  await awake(page);
  await field(page, 'firstName').fill('Anna');
  await field(page, 'lastName').fill('Huber');
  await booking.add('All at once');
  expect(answers.length).toBeGreaterThan(0);
  expect(await names(page)).toEqual(['Anna', '']);
  await expect(field(page, 'lastName')).toHaveValue('Huber');
});

test('two tabs lose nothing and double nobody', { tag: ['@desktop'] }, async ({ page, texts, server, adminApi }) => {
  const world = { page, texts, server, adminApi };
  const { booking, address } = await begin(world, 'tabs@example.org');
  const both = kept(page);
  await field(page, 'firstName').fill('Anna');
  await field(page, 'lastName').fill('Huber');
  await page.keyboard.press('Tab');
  await both;
  const second = await page.context().newPage();
  await second.goto(address);
  await awake(second);
  // Typed there; then here, in somebody else, in a page that shows the old name.
  const there = kept(second);
  await field(second, 'firstName').fill('Annabel');
  await second.keyboard.press('Tab');
  await there;
  await booking.add('All at once');
  const here = kept(page, 'Bert');
  await field(page, 'firstName', 1).fill('Bert');
  await field(page, 'lastName', 1).fill('Huber');
  await page.keyboard.press('Tab');
  await here;
  await second.reload();
  expect((await names(second)).sort()).toEqual(['Annabel', 'Bert']);
  // Taken out there; here still shown, and typed in somebody else.
  await awake(second);
  const gone = kept(second);
  await second.getByRole('button', { name: texts.t('people.removeNamed', { name: 'Annabel Huber' }) }).click();
  await gone;
  const again = kept(page);
  await field(page, 'firstName', 1).fill('Bertram');
  await page.keyboard.press('Tab');
  await again;
  await second.reload();
  expect(await names(second)).toEqual(['Bertram']);
  await second.close();
});

test('somebody who stands twice in a competition is asked about', {
  tag: ['@phone', '@desktop', '@without-javascript'],
}, async ({ page, texts, server, adminApi }) => {
  const place = await newCompetition(server, adminApi, 20);
  await page.goto(stepOf(place));
  await page.locator('input[name=email]').fill(`twice-${test.info().project.name}@example.org`);
  await page.getByRole('button', { name: texts.t('accounts.auth.alone') }).click();
  const booking = new BookingPages(page, texts);
  await booking.at('competitions');
  const question = page.getByRole('dialog').filter({ hasText: 'Anna Huber' });
  const enter = async (at: number) => {
    await field(page, 'firstName', at).fill('Anna');
    await field(page, 'lastName', at).fill('Huber');
  };
  await enter(0);
  await booking.add('All at once');
  await enter(1);
  await booking.pressNext();
  await expect(question).toContainText(
    texts.t('people.twin.title', { name: 'Anna Huber', competition: 'All at once' }),
  );
  await glance(page, 'twice');
  await page.getByRole('button', { name: texts.t('people.twin.one') }).click();
  await expect(page.locator('.entry')).toHaveCount(1);
  await booking.add('All at once');
  await enter(1);
  await booking.pressNext();
  await page.getByRole('button', { name: texts.t('people.twin.two') }).click();
  await booking.at('check-order');
  await expect(page.getByRole('listitem').filter({ hasText: 'Anna Huber' })).toHaveCount(2);
});

test('of many people each is a line whose name can be read, with or without a script', {
  tag: ['@phone'],
}, async ({ page, texts, server, adminApi, openBrowser }) => {
  const world = { page, texts, server, adminApi };
  const { address, booking } = await begin(world, 'club@example.org');
  const title = 'All at once';
  const first = booking.competition(title).locator('.entry').first();
  const of = (lastName: string) => ({
    firstName: 'Anna',
    lastName,
    birthDate: '1990-01-01',
    gender: 'female' as const,
  });
  await booking.person(first, 0, of('Maier-Lang 1'));
  for (let at = 2; at <= 13; at++) await booking.addRunner(title, of(`Maier-Lang ${at}`));
  await kept(page);
  const withoutScript = await openBrowser({
    javaScriptEnabled: false,
    viewport: page.viewportSize(),
    storageState: await page.context().storageState(),
  });
  await withoutScript.goto(address);
  await page.reload();
  for (const each of [page, withoutScript]) {
    const lines = each.locator('.entry-person').filter({ hasNot: each.locator('input:visible') });
    await expect(lines).toHaveCount(13);
    for (const legend of await lines.locator('legend').all()) {
      // Two lines of text at most: a name is never squeezed into a column of letters by the buttons beside it.
      expect((await legend.boundingBox())?.height).toBeLessThan(64);
    }
  }
});
