import { expect, test } from 'vitest';
import { makeRace } from '#modules/orders/testing.ts';
import { hours } from '#src/kernel/time.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';

const banner = 'class="consent"';
const measuring = { GA_MEASUREMENT_ID: 'G-TEST12345' };
const html = async (visitor: Caller, path: string) => (await visitor.fetch(path)).text();
const answer = (visitor: Caller, categories: string, to = '/') => visitor.form('/consent', { categories, to });

test('the banner asks on every page, apart from those where the law is read', async () => {
  const { visitor } = await testShop({ env: measuring });
  for (const path of ['/', '/home', '/auth', '/nowhere']) expect(await html(visitor(), path), path).toContain(banner);
  for (const path of ['/conditions', '/data-protection', '/imprint', '/accessibility', '/consent', '/support']) {
    expect(await html(visitor(), path), path).not.toContain(banner);
  }
});

test('nobody is asked for what is not there: no banner, no question, and the page says so', async () => {
  const shop = await testShop();
  const { eventId } = await shop.deps.write((work) => makeRace(work));
  for (const path of ['/', '/home', '/auth', '/nowhere', `/events/${eventId}`, '/consent']) {
    const page = await html(shop.visitor(), path);
    expect(page, path).not.toContain(banner);
    expect(page, path).not.toContain('name="categories"');
    expect(page, path).not.toContain('data-asked');
  }
  const page = await html(shop.visitor(), '/consent');
  expect(page).toContain('Mehr speichern wir nicht');
  expect(page).not.toContain('Google Analytics');
});

test('both answers look the same, and nothing is ticked before', async () => {
  const { visitor } = await testShop({ env: measuring });
  const page = await html(visitor(), '/');
  const buttons = (page.match(/<button[^>]*name="categories"[^>]*>/g) ?? []).map(
    (button) => /class="([^"]*)"/.exec(button)?.[1],
  );
  expect(buttons).toEqual(['button button-quiet', 'button button-quiet']);
  expect(page).not.toContain('type="checkbox"');
});

test.each([
  ['necessary', 'necessary~2~2026-03-02'],
  ['necessary,ga', 'necessary,ga~2~2026-03-02'],
  ['necessary,ga,everything', 'necessary,ga~2~2026-03-02'],
])('who answers %s is not asked again and is back where they were', async (categories, cookie) => {
  const shop = await testShop();
  const visitor = shop.visitor();
  const given = await answer(visitor, categories, '/?q=Lauf');
  expect([given.status, given.headers.get('location')]).toEqual([303, '/?q=Lauf']);
  expect(given.headers.get('set-cookie')).toBe(`ccn-interacted=${cookie}; Max-Age=31536000; Path=/; SameSite=Lax`);
  for (const path of ['/', '/auth', '/nowhere']) expect(await html(visitor, path), path).not.toContain(banner);
});

test('on https the cookie travels encrypted alone', async () => {
  const { visitor } = await testShop({ env: { PUBLIC_URL: 'https://shop.test' } });
  const given = await visitor().form('/consent', { categories: 'necessary', to: '/' });
  expect(given.headers.get('set-cookie')).toContain('; Secure');
});

test('silence and nonsense are no answer, and nobody is led elsewhere', async () => {
  const { visitor } = await testShop();
  for (const categories of ['', 'ga', 'all', 'x'.repeat(5000), '<script>']) {
    const refused = await answer(visitor(), categories);
    expect([refused.status, refused.headers.get('set-cookie')], categories.slice(0, 9)).toEqual([400, null]);
  }
  expect((await visitor().form('/consent', { to: '/' })).status).toBe(400);
  for (const to of ['https://evil.test/', '//evil.test', '/\\evil.test', '']) {
    expect((await answer(visitor(), 'necessary', to)).headers.get('location')).toBe('/');
  }
  const foreign = await visitor().fetch('/consent', {
    method: 'POST',
    body: new URLSearchParams({ categories: 'necessary,ga' }),
    headers: { origin: 'http://evil.test' },
  });
  expect([foreign.status, foreign.headers.get('set-cookie')]).toEqual([403, null]);
});

test('the answer is changed as easily as it was given, and the cookies of counting go', async () => {
  const { visitor } = await testShop({ env: measuring });
  const person = visitor({ acceptLanguage: 'en' });
  expect(await html(person, '/')).toContain('href="/consent"');
  await answer(person, 'necessary,ga', '/consent?saved=yes');
  expect(await html(person, '/consent?saved=yes')).toMatch(/Saved\..*Allowed/s);
  person.cookies.set('_ga', 'GA1.1.1').set('_ga_TEST12345', 'GS1').set('_gallery', 'mine');
  const changed = await answer(person, 'necessary', '/consent?saved=yes');
  expect(changed.headers.getSetCookie()).toHaveLength(3);
  expect([...person.cookies.keys()].sort()).toEqual(['_gallery', 'ccn-interacted']);
  expect(await html(person, '/consent')).toContain('Not allowed');
});

test('visits are counted where it is configured and accepted, and nowhere else', async () => {
  for (const [env, categories, counted] of [
    [measuring, 'necessary,ga', true],
    [measuring, 'necessary', false],
    [measuring, null, false],
    [{}, 'necessary,ga', false],
  ] as const) {
    const { visitor } = await testShop({ env });
    const person = visitor();
    if (categories) await answer(person, categories);
    // The second time it is the shared rendering.
    for (const path of ['/', '/', '/auth']) {
      const page = await person.fetch(path);
      const text = await page.text();
      expect(/<script(?! type="application.ld)/.test(text), `${path} ${categories}`).toBe(counted);
      expect(text.includes('name="analytics" content="G-TEST12345"')).toBe(counted);
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy.includes('https:'), policy).toBe(counted);
      expect(policy).not.toContain('unsafe-inline');
    }
  }
});

test('visits are not counted where somebody works, nor in the mailbox of the demo', async () => {
  const { login } = await testShop({ env: measuring });
  const admin = await login('admin@consent.test', { superAdmin: true });
  await answer(admin, 'necessary,ga');
  for (const path of ['/admin/events', '/dev/mailbox', '/api/openapi.json']) {
    const page = await admin.fetch(path);
    expect([page.status, page.headers.get('content-security-policy')?.includes('google')], path).toEqual([200, false]);
  }
  expect((await admin.fetch('/settings')).headers.get('content-security-policy')).toContain('googletagmanager');
});

test('shared pages differ by the answer, and each kind of visitor is answered from memory', async () => {
  const { shop } = await testShop({ env: measuring });
  const home = async (cookie: string, language = 'de') => {
    const headers = { 'accept-language': language, ...(cookie ? { cookie } : {}) };
    const answered = await shop.fetch(new Request('http://shop.test/', { headers }));
    return { etag: answered.headers.get('etag'), text: await answered.text() };
  };
  const cookies = [
    '',
    'ccn-interacted=necessary~2~2026-03-02',
    'ccn-interacted=necessary,ga~2~2026-03-02',
    'language=en-us; ccn-interacted=necessary~2~2026-03-02',
  ];
  const first = [];
  for (const cookie of cookies) first.push(await home(cookie));
  expect(new Set(first.map(({ etag }) => etag)).size).toBe(4);
  expect(first.map(({ text }) => text.includes(banner))).toEqual([true, false, false, false]);
  expect(first.map(({ text }) => text.includes('name="analytics"'))).toEqual([false, false, true, false]);
  for (const [index, cookie] of cookies.entries()) expect((await home(cookie)).etag).toBe(first[index]?.etag);
  expect((await home('_ga=GA1.1.1; ccn-interacted=necessary~2~2026-03-02')).etag).toBe(first[1]?.etag);
  expect((await home('ccn-interacted=necessary~9~2026-03-02')).text).toContain(banner);
  expect((await home('session=somebody')).etag, 'a session has pages of its own').toBeNull();
});

/** An event whose organizers want visits told, and one that wants nothing. */
async function eventsWithCodes(env: Record<string, string> = {}, ofEvent: object = {}, ofOrganizer: object = {}) {
  const shop = await testShop({ env });
  const admin = await shop.login('admin@codes.test', { superAdmin: true });
  const { body } = await admin.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', {
    name: 'Verein',
    googleAnalyticsTrackingCode: 'G-ORGANIZER',
    facebookPixel: '222222222',
    ...ofOrganizer,
  });
  const made = async (organizerId: number, codes: object) =>
    (
      await admin.json<{ eventId: number }>('POST', '/api/admin/events', {
        title: 'Lauf',
        organizerId,
        startTimestamp: '2026-06-14T07:00:00Z',
        endTimestamp: '2026-06-14T13:00:00Z',
        visible: true,
        ...codes,
      })
    ).body.eventId;
  const plainOrganizer = await admin.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', {
    name: 'B',
  });
  return {
    shop,
    withCodes: await made(body.organizer.id, {
      googleAnalyticsTrackingCodes: ['G-EVENT1234'],
      facebookPixels: ['111111111'],
      ...ofEvent,
    }),
    plain: await made(plainOrganizer.body.organizer.id, {}),
  };
}

const metaIn = (page: string, name: string) => new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(page)?.[1];

test('the codes of an event and its organizer are loaded on its pages alone, each after its own consent', async () => {
  const { shop, withCodes, plain } = await eventsWithCodes(measuring);
  for (const [categories, google, pixels] of [
    [null, undefined, undefined],
    ['necessary', undefined, undefined],
    ['necessary,ga', 'G-TEST12345 G-EVENT1234 G-ORGANIZER', undefined],
    ['necessary,marketing', undefined, '111111111 222222222'],
    ['necessary,ga,marketing', 'G-TEST12345 G-EVENT1234 G-ORGANIZER', '111111111 222222222'],
  ] as const) {
    const person = shop.visitor();
    if (categories) await person.form('/consent', { categories, about: 'marketing', to: '/' });
    // The second time it is the shared rendering.
    for (const path of [`/events/${withCodes}`, `/events/${withCodes}`, `/event-conditions/${withCodes}`]) {
      const answered = await person.fetch(path);
      const page = await answered.text();
      expect([metaIn(page, 'analytics'), metaIn(page, 'pixels')], `${path} ${categories}`).toEqual([google, pixels]);
      const policy = answered.headers.get('content-security-policy') ?? '';
      expect([policy.includes('googletagmanager'), policy.includes('facebook')]).toEqual([!!google, !!pixels]);
      expect(/script-src[^;]*facebook/.test(policy), 'never a script of theirs').toBe(false);
    }
    for (const path of ['/', `/events/${plain}`]) {
      const answered = await person.fetch(path);
      const page = await answered.text();
      expect([metaIn(page, 'analytics'), metaIn(page, 'pixels')], path).toEqual([google && 'G-TEST12345', undefined]);
      expect(answered.headers.get('content-security-policy')).not.toContain('facebook');
    }
  }
});

test('marketing is asked for where an organizer uses it, and again who answered without it', async () => {
  const { shop, withCodes, plain } = await eventsWithCodes(measuring);
  const person = shop.visitor();
  const asksAt = async (path: string) => {
    const page = await html(person, path);
    return page.includes(banner) ? (page.includes('value="necessary,ga,marketing"') ? 'marketing' : 'asks') : 'quiet';
  };
  const home = '/';
  const at = { withCodes: `/events/${withCodes}`, plain: `/events/${plain}` };
  expect([await asksAt(home), await asksAt(at.plain), await asksAt(at.withCodes)]).toEqual([
    'asks',
    'asks',
    'marketing',
  ]);
  await answer(person, 'necessary,ga');
  expect([await asksAt(home), await asksAt(at.plain), await asksAt(at.withCodes)]).toEqual([
    'quiet',
    'quiet',
    'marketing',
  ]);
  expect(metaIn(await html(person, at.withCodes), 'pixels')).toBeUndefined();
  const given = await person.form('/consent', { categories: 'necessary', about: 'marketing', to: at.withCodes });
  expect(given.headers.get('set-cookie')).toContain('ccn-interacted=necessary~2m~2026-03-02;');
  expect([await asksAt(home), await asksAt(at.withCodes)]).toEqual(['quiet', 'quiet']);
  expect(await html(person, '/consent')).toContain('value="necessary,ga,marketing"');
  // Nobody allows by hand what was not asked.
  await answer(person, 'necessary,ga,marketing');
  expect(person.cookies.get('ccn-interacted')).toBe('necessary,ga~2~2026-03-02');
});

test('without a code of the platform only the pages of events with one ask, and for what is there', async () => {
  const { shop, withCodes, plain } = await eventsWithCodes(
    {},
    { googleAnalyticsTrackingCodes: [] },
    { googleAnalyticsTrackingCode: null },
  );
  for (const path of ['/', `/events/${plain}`]) expect(await html(shop.visitor(), path)).not.toContain(banner);
  const page = await html(shop.visitor(), `/events/${withCodes}`);
  expect(page).toContain('value="necessary,marketing"');
  expect(page).not.toContain('Google');
  const choice = await html(shop.visitor(), '/consent');
  expect(choice).toContain('value="necessary,marketing"');
  expect(choice).not.toContain('_ga');
});

test('without any code nothing of marketing is asked', async () => {
  const { visitor } = await testShop({ env: measuring });
  for (const path of ['/', '/consent']) expect(await html(visitor(), path)).not.toContain('marketing');
});

test('nobody loses what was typed: the answer to a form does not ask', async () => {
  const { visitor } = await testShop();
  const person = visitor();
  const page = await person.form('/auth', { email: 'not an address', way: 'code', to: '/' });
  const text = await page.text();
  expect([page.status, text.includes('not an address'), text.includes(banner)]).toEqual([400, true, false]);
});

test('who was logged in is told once that it is over, and led back after the login', async () => {
  const shop = await testShop();
  const person = await shop.login('anna@consent.test');
  expect(await html(person, '/?q=Lauf')).not.toContain('session-ended');
  shop.clock.advance(hours(24 * 40));
  const told = await html(person, '/?q=Lauf');
  expect(told).toContain('session-ended');
  expect(told).toContain(`/auth?to=${encodeURIComponent('/?q=Lauf')}`);
  expect(await html(person, '/?q=Lauf'), 'once').not.toContain('session-ended');
  expect(await html(shop.visitor(), '/?q=Lauf'), 'nobody else').not.toContain('session-ended');
});

test('help is one press away on every page, without script, and knows the number of an error', async () => {
  const shop = await testShop({ env: { CONTACT_EMAIL: 'help@shop.test' } });
  const organizer = await shop.login('boss@consent.test', { superAdmin: true });
  const login = '/auth?notice=sessionInvalid';
  for (const path of ['/', login, '/imprint', '/consent', '/nowhere', '/admin/events', '/settings']) {
    const page = await html(organizer, path);
    expect(page, path).toMatch(/<button[^>]*popoverTarget="support"/i);
    expect(page, path).toMatch(/<div class="support" id="support" popover="auto" role="dialog"/);
    expect(page, path).toContain('mailto:help@shop.test');
    expect(page.includes('class="support-error"'), path).toBe(path === '/nowhere');
  }
});

test('a page of a session names the token for scripts, a page for everyone does not', async () => {
  const shop = await testShop();
  const person = await shop.login('meta@consent.test');
  const token = person.cookies.get('csrf-token');
  expect(await html(person, '/')).toContain(`<meta name="csrf-token" content="${token}"/>`);
  expect(await html(shop.visitor(), '/')).not.toContain('csrf-token');
});

test('the login page without script stays below 10 KB with all that frames it', async () => {
  const { visitor } = await testShop({ env: measuring });
  const page = await html(visitor(), '/auth');
  const bytes = new TextEncoder().encode(page).length;
  console.info(`/auth: ${bytes} bytes of HTML with banner, help and footer`);
  expect(page).toContain(banner);
  expect(page).not.toContain('<script');
  expect(bytes).toBeLessThanOrEqual(10_000);
});
