import { expect, test, vi } from 'vitest';
import { sessions } from '#modules/accounts/schema.ts';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { fill, pageRoutes, type Scene, scene } from './scene.ts';

const evil = `"'></script><script>alert(1)</script><img src=x onerror=alert(1)>`;
const evilText = `${evil}\n\n[click](javascript:alert(1)) [data](data:text/html,x)\n\n<iframe src="//evil.example"></iframe>`;
const broken = /<script>alert|<img src=x|<iframe src="\/\/evil|href="(javascript|data):/i;

/** Every name that a person can type, as bad as names get. */
async function poison(at: Scene): Promise<number> {
  const patch = async (path: string, body: object) =>
    expect([path, (await at.superAdmin.json('PATCH', path, body)).status]).toEqual([path, 200]);
  await patch(`/api/admin/organizers/${at.ids.organizerId}`, {
    name: evil,
    whiteLabel: evil,
    address: { firstName: evil, lastName: evil, city: evil },
  });
  await patch(`/api/admin/events/${at.ids.eventId}`, {
    title: evil,
    description: evilText,
    location: evil,
    conditions: evilText,
    additionalConditions: evilText,
    pdfDescription: evil,
    needsContactAddress: true,
  });
  await patch(`/api/admin/competitions/${at.ids.competitionId}`, {
    title: evil,
    description: evilText,
    location: evil,
    disciplines: [evil.slice(0, 90)],
  });
  await patch(`/api/admin/articles/${at.ids.articleId}`, { name: evil });
  await patch(`/api/admin/article-variants/${at.ids.articleVariantId}`, { name: evil });
  await patch(`/api/admin/cancellation-protections/${at.ids.cancellationProtectionId}`, {
    title: evil,
    description: evilText,
  });
  await patch(`/api/admin/events/${at.ids.eventId}/form-fields/${at.ids.fieldId}`, {
    name: { de: evil, en: evil },
    defaultValue: evil,
  });
  await at.buyer.json('PATCH', '/api/settings', { firstname: evil.slice(0, 100), lastname: evil.slice(0, 100) });
  const address = {
    firstName: evil.slice(0, 100),
    lastName: evil.slice(0, 100),
    companyName: evil,
    street: evil,
    zipCode: 'x',
    city: evil.slice(0, 100),
    countryCode: 'AT',
  };
  const booking = bookingOf(at.race, [], {
    teams: [
      {
        competitionId: at.race.relayId,
        teamName: evil,
        participants: [
          runner({ firstName: evil, lastName: evil, birthDate: null }),
          runner({ firstName: evil, lastName: evil }),
        ],
      },
      {
        competitionId: at.race.runId,
        teamName: null,
        participants: [
          runner({ firstName: evil, lastName: evil, formFieldsSelected: [{ fieldId: at.ids.fieldId, value: evil }] }),
        ],
      },
    ],
    contactAddress: address,
    invoiceAddress: address,
    totalPrice: 7150,
  });
  const { status, body } = await at.buyer.json<{ orderId: number }>(
    'POST',
    `/api/events/${at.ids.eventId}/book`,
    booking,
  );
  expect([status, body]).toMatchObject([201, {}]);
  expect((await at.buyer.json('POST', `/api/orders/${body.orderId}/payment-in-advance`)).status).toBe(200);
  await at.superAdmin.json('POST', `/api/admin/orders/${body.orderId}/comment`, { comment: evil });
  await at.superAdmin.json('PATCH', `/api/admin/orders/${body.orderId}/status`, { status: 'complete' });
  await at.shop.settle();
  return body.orderId;
}

test('no name becomes a tag, on no page and in no mail', { timeout: 60_000 }, async () => {
  const at = await scene();
  const orderId = await poison(at);
  const look = async (who: Caller, path: string) => {
    const response = await who.fetch(path);
    const text = await response.text();
    const isPage = (response.headers.get('content-type') ?? '').startsWith('text/html');
    const found = isPage ? broken.exec(text)?.[0] : undefined;
    expect([path, response.status < 500, found]).toEqual([path, true, undefined]);
    return response.status;
  };
  let shown = 0;
  const paths = [orderId, at.ids.orderId].flatMap((id) =>
    pageRoutes
      .filter(({ method }) => method === 'get')
      .map((route) => fill(route.path, { ...at.ids, orderId: id as number })),
  );
  for (const path of new Set(paths)) {
    for (const who of [at.superAdmin, at.buyer]) if ((await look(who, path)) === 200) shown += 1;
    await look(
      at.superAdmin,
      `${path}?q=${encodeURIComponent(evil)}&error=${encodeURIComponent(evil)}&to=${encodeURIComponent(evil)}`,
    );
  }
  expect(shown).toBeGreaterThan(60);
  await look(at.guest, `/${encodeURIComponent(evil)}`);
  for (const mail of await at.shop.mails()) {
    expect([mail.subject, broken.exec(mail.html)?.[0], /[\r\n]/.test(mail.subject)]).toEqual([
      mail.subject,
      undefined,
      false,
    ]);
    await look(at.guest, `/dev/mailbox/${mail.id}`);
  }
  await look(at.guest, '/dev/mailbox');
});

test('every answer carries its headers', async () => {
  const at = await scene();
  for (const path of [
    '/',
    `/events/${at.ids.eventId}`,
    '/auth',
    '/nowhere',
    '/api/events',
    '/api/nowhere',
    '/api/orders/my',
  ]) {
    const { headers } = await at.guest.fetch(path);
    expect([path, headers.get('x-content-type-options'), headers.get('referrer-policy')]).toEqual([
      path,
      'nosniff',
      'strict-origin-when-cross-origin',
    ]);
    const policy = headers.get('content-security-policy') ?? '';
    expect([path, policy]).toEqual([path, expect.stringContaining("default-src 'none'")]);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/);
    expect([path, headers.get('server'), headers.get('x-powered-by')]).toEqual([path, null, null]);
  }
  const own = await at.buyer.fetch('/api/orders/my');
  expect(own.headers.get('cache-control')).toBe('no-store');
});

test('a session is a secret of the browser, new at every login, and over after the logout', async () => {
  const at = await scene();
  const login = await at.shop.visitor().fetch('/api/auth/code/unauthenticated-login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: 'session=chosen-by-somebody-else' },
    body: JSON.stringify({ email: 'buyer@example.test', eventId: at.ids.eventId }),
  });
  const cookies = login.headers.getSetCookie();
  const session = cookies.find((line) => line.startsWith('session=')) ?? '';
  expect(session).toMatch(/HttpOnly/i);
  expect(session).toMatch(/SameSite=Lax/i);
  expect(session).not.toContain('chosen-by-somebody-else');
  expect(cookies.find((line) => line.startsWith('csrf-token='))).not.toMatch(/HttpOnly/i);
  const stolen = at.buyer.cookies.get('session') ?? '';
  expect((await at.buyer.json('POST', '/api/auth/logout')).status).toBe(204);
  const thief = at.shop.visitor();
  thief.cookies.set('session', stolen);
  expect((await thief.json('GET', '/api/settings')).status).toBe(401);
  const rows = await at.shop.deps.read.select({ id: sessions.id }).from(sessions);
  expect(rows.some((row) => row.id === at.superAdmin.cookies.get('session'))).toBe(false);
});

test('what changes something needs the token, from a session of this site', async () => {
  const at = await scene();
  const path = `/api/admin/orders/${at.ids.orderId}/comment`;
  const body = { comment: 'x' };
  for (const headers of [
    { 'x-csrf-token': '' },
    { 'x-csrf-token': at.buyer.cookies.get('csrf-token') ?? '' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ] as Record<string, string>[])
    expect((await at.superAdmin.json('POST', path, body, headers)).status).toBe(403);
  expect(
    (await at.superAdmin.form(`/admin/orders/${at.ids.orderId}/comment`, { comment: 'x', csrf: 'wrong' })).status,
  ).toBe(403);
  expect((await at.superAdmin.json('POST', path, body, { origin: 'http://shop.test' })).status).toBe(200);
});

test('nobody is led elsewhere', async () => {
  const at = await scene();
  for (const target of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/%0d%0aset-cookie:x=1',
    '\t//evil.example',
  ]) {
    const page = await at.shop.visitor().fetch(`/auth?to=${encodeURIComponent(target)}`);
    expect(await page.text()).not.toMatch(/(action|href)="(https?:)?\/\/evil|value="(https:|\/\/|\/\\)/);
    const logged = await at.buyer.fetch(`/auth?to=${encodeURIComponent(target)}`);
    const location = logged.headers.get('location') ?? '/';
    expect(new URL(location, 'http://shop.test').host).toBe('shop.test');
  }
});

test('files outside are not served, and another host changes no link', async () => {
  const at = await scene();
  for (const path of [
    '/assets/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/secret',
    '/assets//etc/passwd',
    '/assets/manifest.json',
    '/assets/.env',
    '/files/../secret',
    '/assets/x%00.js',
  ])
    expect([path, (await at.guest.fetch(path)).status]).toEqual([path, 404]);
  const request = new Request('http://evil.example/auth', {
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '127.0.0.1' },
  });
  const page = await at.shop.shop.fetch(request, { remoteAddress: '10.0.0.1' });
  expect(await page.text()).not.toContain('evil.example');
  const link = await at.buyer.fetch(`/api/orders/${at.ids.orderId}/confirmation`, {
    headers: { 'x-forwarded-host': 'evil.example' },
  });
  expect(await link.text()).not.toContain('evil.example');
  const metrics = await at.shop.shop.fetch(
    new Request('http://shop.test/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } }),
    { remoteAddress: '10.0.0.1' },
  );
  expect(metrics.status).toBe(404);
  for (const name of ['via', 'forwarded', 'x-real-ip']) {
    const passedOn = new Request('http://shop.test/metrics', { headers: { [name]: 'x' } });
    expect([name, (await at.shop.shop.fetch(passedOn, { remoteAddress: '127.0.0.1' })).status]).toEqual([name, 404]);
  }
  const local = await at.shop.shop.fetch(new Request('http://shop.test/metrics'), { remoteAddress: '127.0.0.1' });
  expect([local.status, await local.text()]).toEqual([200, expect.stringContaining('startblock_requests_total')]);
});

test('behind a proxy the figures want their token, whatever the proxy sends', async () => {
  const { shop } = await testShop({ env: { TRUST_PROXY: '1', METRICS_TOKEN: 'token-of-the-figures' } });
  const ask = async (headers: Record<string, string>) =>
    (await shop.fetch(new Request('http://shop.test/metrics', { headers }), { remoteAddress: '127.0.0.1' })).status;
  expect([await ask({}), await ask({ 'x-forwarded-for': '203.0.113.9' })]).toEqual([404, 404]);
  expect(await ask({ authorization: 'Bearer token-of-the-figures' })).toBe(200);
});

test('a signed address opens what it was made for alone', async () => {
  const at = await scene();
  await at.superAdmin.json('PATCH', `/api/admin/orders/${at.ids.orderId}/status`, { status: 'complete' });
  const { body } = await at.buyer.json<{ downloadLink: string }>(
    'GET',
    `/api/orders/${at.ids.orderId}/participant-confirmation/${at.ids.participantId}`,
  );
  const link = new URL(body.downloadLink);
  const status = async (change: (url: URL) => void) => {
    const url = new URL(link);
    change(url);
    return (await at.guest.fetch(url.pathname + url.search)).status;
  };
  expect(await status(() => undefined)).toBe(200);
  expect(
    await status((url) => url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1))),
  ).toBe(404);
  expect(await status((url) => url.searchParams.set('expires', 'Infinity'))).toBe(404);
  expect(await status((url) => url.searchParams.delete('signature'))).toBe(404);
  expect(
    await status((url) => {
      url.pathname = url.pathname.replace(/\d+/, '2');
    }),
  ).toBe(404);
  expect(
    await status((url) => {
      url.pathname = url.pathname.replace('/pdf', '');
    }),
  ).toBe(404);
});

test('the log knows no codes, tokens or addresses', async () => {
  const lines: string[] = [];
  const keep = (...what: unknown[]) => void lines.push(JSON.stringify(what));
  const at = await scene();
  const spies = (['debug', 'info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(at.shop.deps.log, level).mockImplementation(keep),
  );
  const person = await at.shop.login('very-private@example.test');
  await person.json(
    'POST',
    `/api/events/${at.ids.eventId}/book`,
    bookingOf(at.race, [runner({ lastName: 'Geheimnis' })]),
  );
  await person.json('POST', '/api/auth/code/login', { email: 'very-private@example.test', code: '123456' });
  await at.shop.settle();
  for (const spy of spies) spy.mockRestore();
  const all = lines.join('\n');
  const code = /^\d{6}$/m.exec((await at.shop.mails('very-private@example.test')).at(-1)?.text ?? '')?.[0] ?? '?';
  for (const secret of [
    'very-private',
    'Geheimnis',
    code,
    person.cookies.get('session') ?? '?',
    person.cookies.get('csrf-token') ?? '?',
  ])
    expect([secret, all.includes(secret)]).toEqual([secret, false]);
});

test('who is refused what is not theirs leaves a line: which account, where, and nothing else', async () => {
  const at = await scene();
  const told = vi.spyOn(at.shop.deps.log, 'info');
  expect((await at.buyer.json('GET', '/api/admin/organizers')).status).toBe(403);
  expect(told).toHaveBeenCalledWith('a request was refused', {
    errorId: expect.any(String),
    code: 'NO_PERMISSION',
    where: 'GET /api/admin/organizers',
    userId: expect.any(Number),
  });
  told.mockRestore();
});
