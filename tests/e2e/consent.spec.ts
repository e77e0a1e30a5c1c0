/** The consent banner, what stays unloaded before it is answered, help on every page, and the token of the page. */
import type { Page, Request } from '@playwright/test';
import { call } from '../support/crowd.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import {
  enterAddressAndCode,
  everywhere,
  expect,
  glance,
  loginByMail,
  look,
  newOrganizer,
  phoneFirst,
  test,
  withoutScriptFirst,
} from './fixtures.ts';

test.use({ isAsked: true });
/** Where visits may be counted, and so a question stands. */
const asking = test.extend<object, { server: RunningServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ env: { GA_MEASUREMENT_ID: 'G-TEST12345', LIMIT_FACTOR: '0' } });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

const trail = '/events/kranzspitz-trail';
const banner = (page: Page) => page.locator('.consent');
const consentOf = async (page: Page): Promise<string | undefined> =>
  (await page.context().cookies()).find(({ name }) => name === 'ccn-interacted')?.value;

/** The hosts that a page asks for anything, beside our own. */
function foreignHosts(page: Page): string[] {
  const hosts: string[] = [];
  page.on('request', (request: Request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== 'localhost') hosts.push(hostname);
  });
  return hosts;
}

asking(
  'the banner is refused, changed later, and stands on no legal page',
  { tag: phoneFirst },
  async ({ page, texts }) => {
    await page.route(/googletagmanager\.com/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    const hosts = foreignHosts(page);
    await page.goto(trail);
    await expect(banner(page)).toBeInViewport();
    await look(page, 'consent-event');
    await banner(page)
      .getByRole('button', { name: texts.t('consent.onlyNecessary') })
      .click();
    await page.waitForURL(`**${trail}`);
    await expect(banner(page)).toHaveCount(0);
    expect(await consentOf(page)).toMatch(/^necessary~2~\d{4}-\d\d-\d\d$/);
    await page.reload();
    await expect(banner(page)).toHaveCount(0);
    expect(hosts, 'without a yes nothing comes from elsewhere').toEqual([]);

    await page
      .locator('.site-footer')
      .getByRole('link', { name: texts.t('ui.footer.consent') })
      .click();
    await expect(page.locator('main')).toContainText(texts.t('consent.state.refused'));
    await look(page, 'consent-settings');
    await page
      .locator('main')
      .getByRole('button', { name: texts.t('consent.acceptAll') })
      .click();
    await expect(page.locator('main')).toContainText(texts.t('consent.page.saved'));
    await expect(page.locator('main')).toContainText(texts.t('consent.state.allowed'));
    expect(await consentOf(page)).toMatch(/^necessary,ga~2~/);
    await page
      .locator('main')
      .getByRole('button', { name: texts.t('consent.onlyNecessary') })
      .click();
    await expect(page.locator('main')).toContainText(texts.t('consent.state.refused'));

    await page.context().clearCookies();
    for (const path of ['/conditions', '/data-protection', '/imprint', '/accessibility', '/support']) {
      await page.goto(path);
      await expect(banner(page), path).toHaveCount(0);
      await look(page, path.slice(1));
    }
    await page.goto('/event-conditions/kranzspitz-trail');
    await expect(banner(page)).toHaveCount(0);
    await look(page, 'event-conditions');
    await page.goto('/');
    await expect(banner(page)).toBeInViewport();
    await banner(page)
      .getByRole('button', { name: texts.t('consent.acceptAll') })
      .click();
    await expect(banner(page)).toHaveCount(0);
  },
);

test('where nothing is set up nobody is asked, and nothing comes from elsewhere', { tag: everywhere }, async ({
  page,
  texts,
}) => {
  const hosts = foreignHosts(page);
  for (const path of ['/', trail, '/auth']) {
    await page.goto(path);
    await expect(banner(page)).toHaveCount(0);
  }
  await page
    .locator('.site-footer')
    .getByRole('link', { name: texts.t('ui.footer.consent') })
    .click();
  await expect(page.locator('main')).toContainText(texts.t('consent.page.nothing'));
  await look(page, 'consent-nothing');
  expect(await consentOf(page)).toBeUndefined();
  expect(hosts).toEqual([]);
});

test('help opens without any script and says the number of an error', { tag: withoutScriptFirst }, async ({
  page,
  texts,
}) => {
  await page.goto('/nowhere');
  await look(page, 'error');
  const help = page.getByRole('dialog', { name: texts.t('ui.support.title') });
  await expect(help).toBeHidden();
  await page.locator('.support-button').click();
  await expect(help).toBeVisible();
  await expect(help.locator('.support-error')).toBeVisible();
  await look(page, 'support-dialog');
  await help.getByRole('button', { name: texts.t('ui.dialog.close') }).click();
  await expect(help).toBeHidden();
  await page.locator('.support-button').click();
  await page.keyboard.press('Tab');
  expect(await page.locator('main :focus').count(), 'the page behind the dialog takes no focus').toBe(0);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test.describe('while the banner is open', { tag: ['@desktop', '@phone'] }, () => {
  asking(
    'a booking goes on, nothing is covered, and an answer keeps what was typed',
    async ({ page, texts, server }) => {
      await page.goto(`${trail}/competitions`);
      await enterAddressAndCode(page, server, `banner-${test.info().project.name}@example.org`);
      await page.locator('[data-island=BookingStep][data-ready]').waitFor();
      await page.locator('button[value^="add:"]').first().click();
      const name = page.locator('[name$=".firstName"]').first();
      await name.fill('Zoë');
      await look(page, 'consent-participants');
      // Where motion is wanted the page glides to the focus, which takes a moment.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const covered = await page.locator('main').evaluate((main) => {
        const top = document.querySelector('.consent')?.getBoundingClientRect().top ?? innerHeight;
        const under: string[] = [];
        for (const field of main.querySelectorAll<HTMLElement>('input:not([type=hidden]), select, button, a')) {
          if (!field.checkVisibility()) continue;
          field.focus();
          const { bottom } = field.getBoundingClientRect();
          if (document.activeElement === field && bottom > top + 1) under.push(field.outerHTML.slice(0, 80));
        }
        return under;
      });
      expect(covered, 'what has the focus is not hidden').toEqual([]);
      await banner(page)
        .getByRole('button', { name: texts.t('consent.onlyNecessary') })
        .click();
      await expect(banner(page)).toHaveCount(0);
      await expect(name, 'the page was not left').toHaveValue('Zoë');
      expect(await consentOf(page)).toMatch(/^necessary~2~/);
      await glance(page, 'consent-participants-answered');
    },
  );
});

test.describe('with a measurement id', { tag: ['@desktop'] }, () => {
  let measuring: RunningServer;
  test.beforeAll(async () => {
    measuring = await startServer({ env: { GA_MEASUREMENT_ID: 'G-TEST12345', LIMIT_FACTOR: '0' } });
  });
  test.afterAll(() => measuring.stop());

  test('Google is asked only after the yes, learns no query, and is gone after the no', async ({ page, texts }) => {
    const hosts = foreignHosts(page);
    await page.route(/googletagmanager\.com/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "document.cookie = '_ga=GA1.1.1; Path=/'; fetch('https://region1.google-analytics.com/g/collect')",
      }),
    );
    await page.route(/google-analytics\.com/, (route) => route.fulfill({ status: 204 }));
    await page.goto(`${measuring.url}/?q=geheim`);
    await page.goto(`${measuring.url}${trail}`);
    await expect(page.locator('script:not([type="application/ld+json"])')).toHaveCount(0);
    expect(hosts).toEqual([]);

    await page.goto(`${measuring.url}/?q=geheim`);
    const loaded = page.waitForRequest(/googletagmanager\.com\/gtag\/js\?id=G-TEST12345$/);
    await banner(page)
      .getByRole('button', { name: texts.t('consent.acceptAll') })
      .click();
    await loaded;
    await expect.poll(() => [...new Set(hosts)]).toEqual(['www.googletagmanager.com', 'region1.google-analytics.com']);
    const told = await page.evaluate(() =>
      (window as unknown as { dataLayer: IArguments[] }).dataLayer.map((words) => [...words] as unknown[]),
    );
    expect(told[0]).toMatchObject(['consent', 'default', { analytics_storage: 'denied', ad_storage: 'denied' }]);
    expect(told[1]).toEqual(['consent', 'update', { analytics_storage: 'granted' }]);
    const config = told.find(([command]) => command === 'config');
    expect(config).toMatchObject(['config', 'G-TEST12345', { anonymize_ip: true, send_page_view: false }]);
    const events = told.filter(([command]) => command === 'event');
    expect(events).toMatchObject([
      ['event', 'page_view', { page_path: '/', page_location: `${measuring.url}/` }],
      ['event', 'screen_view', { screen_name: '/' }],
    ]);
    expect(JSON.stringify(told)).not.toContain('geheim');

    // The shop itself counts views of events on the server: the browser is asked for nothing and keeps nothing.
    const counted: string[] = [];
    page.on('request', (request) => {
      if (/\/track$/.test(request.url())) counted.push(new URL(request.url()).pathname);
    });
    for (const path of [trail, trail, `${trail}?from=mail`, '/']) {
      await page.goto(measuring.url + path);
      await page.waitForLoadState('networkidle');
    }
    expect(counted).toEqual([]);
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('viewed-events');
    await page.goto(`${measuring.url}/payment-fail/987654321?token=geheim`);
    await expect
      .poll(() =>
        page.evaluate(() =>
          JSON.stringify((window as unknown as { dataLayer: IArguments[] }).dataLayer.map((words) => [...words])),
        ),
      )
      .toContain(`"page_location":"${measuring.url}/payment-fail"`);
    expect(
      await page.evaluate(() =>
        JSON.stringify((window as unknown as { dataLayer: IArguments[] }).dataLayer.map((words) => [...words])),
      ),
    ).not.toMatch(/987654321|geheim/);

    await page.goto(`${measuring.url}/consent`);
    await page
      .locator('main')
      .getByRole('button', { name: texts.t('consent.onlyNecessary') })
      .click();
    await expect(page.locator('main')).toContainText(texts.t('consent.state.refused'));
    hosts.length = 0;
    await page.goto(`${measuring.url}${trail}`);
    await page.waitForLoadState('load');
    expect(hosts).toEqual([]);
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['ccn-interacted']);
  });
});

test('Facebook learns by a picture, after the yes, on the pages of that event, and no query', {
  tag: ['@phone', '@desktop'],
}, async ({ page, texts, server, adminApi }) => {
  const made = await call(
    server,
    'POST',
    '/api/admin/events',
    {
      title: `Werbelauf ${test.info().project.name}`,
      organizerId: 1,
      startTimestamp: '2027-06-14T07:00:00Z',
      endTimestamp: '2027-06-14T13:00:00Z',
      visible: true,
      facebookPixels: ['123456789012345'],
    },
    adminApi,
  );
  const path = `/events/${made.json.eventId}`;
  const hosts = foreignHosts(page);
  const told: URL[] = [];
  await page.route(/facebook\.com/, (route) => {
    told.push(new URL(route.request().url()));
    return route.fulfill({
      status: 200,
      contentType: 'image/gif',
      body: Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'),
    });
  });
  await page.goto(`${path}?q=geheim`);
  await expect(banner(page)).toContainText(texts.t('consent.banner.textOnlyMarketing'));
  await glance(page, 'consent-marketing');
  expect(hosts).toEqual([]);
  await banner(page)
    .getByRole('button', { name: texts.t('consent.acceptAll') })
    .click();
  await expect(banner(page)).toHaveCount(0);
  await page.goto(`${path}?q=geheim`);
  await expect.poll(() => told.length).toBeGreaterThan(0);
  for (const { host, pathname, searchParams } of told) {
    expect([host, pathname, searchParams.get('id'), searchParams.get('ev')]).toEqual([
      'www.facebook.com',
      '/tr',
      '123456789012345',
      'PageView',
    ]);
    expect(searchParams.get('dl')).toBe(`${server.url}${path}`);
    expect(searchParams.toString()).not.toContain('geheim');
  }
  expect(new Set(hosts)).toEqual(new Set(['www.facebook.com']));
  hosts.length = 0;
  await page.goto('/consent');
  await look(page, 'consent-settings-marketing');
  await page
    .locator('main')
    .getByRole('button', { name: texts.t('consent.onlyNecessary') })
    .click();
  await expect(page.locator('main')).toContainText(texts.t('consent.page.saved'));
  await page.goto(path);
  await page.waitForLoadState('load');
  expect(hosts).toEqual([]);
});

test('the token leaves its cookie, and the scanner works on after a reload and in a new tab', {
  tag: '@desktop',
}, async ({ page, server, adminApi, texts }) => {
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name);
  const organizer = await newOrganizer(server, adminApi, 'token');
  await loginByMail(page, server, organizer, '/imprint');
  expect(await cookies(), 'a page without script leaves it').toContain('csrf-token');
  await page.goto('/scan');
  const scanner = (await page.locator('.scan-events a').first().getAttribute('href')) ?? '';
  const eventId = /event=(\d+)/.exec(scanner)?.[1];

  const scans = async (tab: Page) => {
    // Until its store is open the form posts without the script, and no call is made.
    await tab.locator('[data-island=Scanner] .scanner-camera').waitFor();
    await expect.poll(cookies).not.toContain('csrf-token');
    const uploaded = tab.waitForResponse((answer) =>
      new URL(answer.url()).pathname.endsWith(`/api/admin/events/${eventId}/scan`),
    );
    await tab.locator('input[name=code]').fill(`T1.${eventId}.999999.0123456789ABCDEF`);
    await tab.getByRole('button', { name: texts.t('checkin.scan.submit'), exact: true }).click();
    expect((await uploaded).status(), 'the call is not taken for a forgery').toBe(200);
  };
  await page.goto(scanner);
  await glance(page, 'scanner');
  await scans(page);
  await page.reload();
  await scans(page);
  const tab = await page.context().newPage();
  await tab.goto(scanner);
  await scans(tab);

  // A login in the other tab is told to this one, whose own token is of the login before.
  await tab.goto('/');
  await tab.locator('form[action="/auth/logout"] button').first().click();
  await loginByMail(tab, server, organizer, scanner);
  await scans(tab);
  await page.locator('.scan-answer a').click();
  await scans(page);
});

asking(
  'an answer that nobody heard is told, may be given anew, and the last one counts',
  { tag: ['@desktop'] },
  async ({ browser, baseURL, texts, server }) => {
    // A browser of its own: that nobody answers stands in its console, too.
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await page.goto(`${trail}/competitions`);
    await enterAddressAndCode(page, server, 'unheard@example.org');
    await page.locator('[data-island=BookingStep][data-ready]').waitFor();
    const press = (name: string) =>
      banner(page)
        .getByRole('button', { name: texts.t(name) })
        .click();
    const sent: string[] = [];
    const heard = async (times: number) => expect(async () => expect(sent).toHaveLength(times)).toPass();
    await page.route('**/consent', async (route) => {
      sent.push(new URLSearchParams(route.request().postData() ?? '').get('categories') ?? '');
      return sent.length < 5 ? route.abort('connectionrefused') : route.continue();
    });
    await press('consent.acceptAll');
    await heard(1);
    await context.setOffline(true);
    await expect(page.locator('.toast')).toHaveText(texts.t('consent.noAnswer'));
    await expect(banner(page)).toBeVisible();
    await context.setOffline(false);

    await press('consent.acceptAll');
    await heard(3);
    await press('consent.onlyNecessary');
    await expect(banner(page)).toHaveCount(0);
    expect(sent.slice(2), 'what was accepted before is not tried again').toEqual([
      'necessary,ga',
      'necessary',
      'necessary',
    ]);
    expect(await consentOf(page)).toMatch(/^necessary~/);
    await context.close();
  },
);
