import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Viewer } from '#src/access/viewer.ts';
import { problems } from '#src/app/modules.ts';
import { instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { Metrics } from '#src/runtime/metrics.ts';
import { clientAddress } from '#src/web/client-address.ts';
import { api, insidePath, page } from '#src/web/http.ts';
import { SharedPages } from '#src/web/shared-pages.ts';
import { testShop } from '#tests/support/shop.ts';
import { createApp } from './create-app.tsx';

const person: Viewer = {
  userId: 1,
  email: 'anna@example.test',
  level: 'verified',
  verifiedAt: instant(0),
  visitId: 'v',
  isSuperAdmin: false,
  roles: [],
  language: null,
  csrfToken: 'right-token',
  sessionId: 's',
  impersonator: null,
  mustRotate: false,
};
const viewers: Record<string, Viewer> = {
  verified: person,
  unverified: { ...person, level: 'unverified' },
  organizer: { ...person, roles: [{ organizerId: 1, role: 'manager' }] },
  superAdmin: { ...person, isSuperAdmin: true },
};

/** One line of the permission table for each kind of person. */
const doors = ['site.read', 'order.read', 'order.list', 'order.manage', 'organizer.manage'] as const;

let renderings = 0;
const routes = [
  ...doors.map((may) =>
    api(
      {
        method: 'get',
        path: `/api/${may}`,
        may,
        summary: may,
        answer: z.object({ ok: z.boolean() }),
      },
      async () => ({
        ok: true,
      }),
    ),
  ),
  api(
    {
      method: 'post',
      path: '/api/things/{thingId}',
      may: 'site.read',
      summary: 'a thing',
      body: z.object({ name: z.string().min(1).max(10), people: z.array(z.object({ age: z.number() })).optional() }),
      answer: z.object({ name: z.string(), thingId: z.number() }),
      status: 201,
    },
    async ({ body, params }) => ({ name: body.name, thingId: params.thingId }),
  ),
  api(
    {
      method: 'post',
      path: '/api/twice',
      may: 'site.read',
      summary: 'one sentence for two rules',
      body: z.object({
        day: z
          .string()
          .refine(() => false)
          .refine(() => false),
      }),
    },
    async () => undefined,
  ),
  api({ method: 'get', path: '/api/broken', may: 'site.read', summary: 'broken' }, async () => {
    throw new Error('the password is hunter2');
  }),
  page({ method: 'get', path: '/shared', may: 'site.read', shared: true }, async ({ render }) => {
    renderings += 1;
    return render(<p>Rendering {renderings}</p>, { title: 'Shared' });
  }),
  page({ method: 'get', path: '/secret', may: 'order.list' }, async ({ render }) =>
    render(<p>secret</p>, { title: 'Secret' }),
  ),
  page({ method: 'post', path: '/form', may: 'site.read' }, async ({ form, redirect }) =>
    redirect(String(form.get('to'))),
  ),
];

async function testApp() {
  const { deps, clock } = await testShop();
  const app = createApp({
    deps: { ...deps, config: { ...deps.config, metricsToken: 'metrics-token' } } satisfies Deps,
    routes,
    problems,
    version: '1.2.3',
    sharedPages: new SharedPages(clock, false),
    metrics: new Metrics('1.2.3'),
    findViewer: async (sessionId) => viewers[sessionId] ?? null,
    siteAt: async () => null,
    rotateSession: async (_, viewer) => viewer,
    forgetSession: () => undefined,
    isReady: async () => true,
  });
  const request = (path: string, init: RequestInit = {}, remoteAddress = '10.0.0.1') =>
    app.fetch(new Request(`http://shop.test${path}`, { ...init, redirect: 'manual' }), { remoteAddress });
  return { request, clock };
}
const as = (session: string, headers: Record<string, string> = {}) => ({
  headers: { cookie: `session=${session}`, ...headers },
});
const jsonPost = (body: string, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json', ...headers },
});

test.each([
  ['nobody', [200, 401, 401, 401, 401]],
  ['unverified', [200, 200, 401, 401, 401]],
  ['verified', [200, 200, 200, 403, 403]],
  ['organizer', [200, 200, 200, 200, 403]],
  ['superAdmin', [200, 200, 200, 200, 200]],
] as const)('%s may enter %j', async (session, expected) => {
  const { request } = await testApp();
  const got = [];
  for (const may of doors) {
    got.push((await request(`/api/${may}`, as(session))).status);
  }
  expect(got).toEqual(expected);
});

test('a call may end with a slash, as the specification writes some; a page has one address', async () => {
  const { request } = await testApp();
  expect((await request('/api/site.read/?lang=de')).status).toBe(200);
  const posted = await request('/api/things/7/', jsonPost('{"name":"a"}'));
  expect([posted.status, await posted.json()]).toEqual([201, { name: 'a', thingId: 7 }]);
  for (const path of ['/api/', '/api/site.read//', '/shared/']) expect((await request(path)).status).toBe(404);
});

test('a known address says which methods it takes; one that nothing is at stays unknown whatever is asked', async () => {
  const { request } = await testApp();
  const asked = async (method: string, path: string) => {
    const { status, headers } = await request(path, { method });
    return [status, headers.get('allow')];
  };
  const sentenceIn = async (language: string) => {
    const headers = { 'accept-language': language };
    const answer = await request('/api/site.read', { method: 'POST', headers });
    const { code, message } = (await answer.json()) as { code: string; message: string };
    return [code, message];
  };
  const sentences = {
    de: 'An dieser Adresse geht das mit dieser Methode nicht. Möglich: GET, HEAD.',
    en: 'This method is not possible at this address. Possible: GET, HEAD.',
  };
  for (const [language, sentence] of Object.entries(sentences))
    expect(await sentenceIn(language)).toEqual(['NOT_FOUND', sentence]);
  expect(await asked('DELETE', '/api/things/7')).toEqual([405, 'POST']);
  expect(await asked('GET', '/api/things/7')).toEqual([405, 'POST']);
  expect(await asked('POST', '/api/site.read')).toEqual([405, 'GET, HEAD']);
  expect(await asked('OPTIONS', '/api/openapi.json')).toEqual([405, 'GET, HEAD']);
  expect(await asked('POST', '/api/site.read/')).toEqual([405, 'GET, HEAD']);
  expect(await asked('HEAD', '/api/site.read')).toEqual([200, null]);
  for (const method of ['GET', 'POST', 'DELETE']) expect(await asked(method, '/api/nowhere')).toEqual([404, null]);
  const answer = await request('/api/things/7', { method: 'DELETE' });
  expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND', details: { allow: ['POST'] } });
});

test('a sentence is said once of a field, however many rules it breaks', async () => {
  const { request } = await testApp();
  const answer = await request('/api/twice', jsonPost('{"day":"2026-02-30"}'));
  expect(await answer.json()).toMatchObject({ details: { fields: { day: [expect.any(String)] } } });
});

test.each([
  ['{', 400, 'VALIDATION_FAILED', ['body']],
  ['[]', 400, 'VALIDATION_FAILED', ['body']],
  ['null', 400, 'VALIDATION_FAILED', ['body']],
  ['{"name":7}', 400, 'VALIDATION_FAILED', ['name']],
  ['{"name":"12345678901"}', 400, 'VALIDATION_FAILED', ['name']],
  ['{"name":"a","people":[{"age":1},{"age":"old"}]}', 400, 'VALIDATION_FAILED', ['people.1.age']],
])('the body %s is refused and names its fields', async (body, status, code, fields) => {
  const { request } = await testApp();
  const answer = await request('/api/things/1', jsonPost(body));
  const json = (await answer.json()) as {
    code: string;
    details: { fields: Record<string, string[]> };
    message: string;
    errorId: string;
  };
  expect([answer.status, json.code, Object.keys(json.details.fields)]).toEqual([status, code, fields]);
  expect(json.message.length).toBeGreaterThan(5);
  expect(json.errorId.length).toBeGreaterThan(5);
});

test('a body that is not declared as JSON is refused, an id that cannot be one names nothing', async () => {
  const { request } = await testApp();
  expect(
    (
      await request('/api/things/1', {
        method: 'POST',
        body: '{"name":"a"}',
        headers: { 'content-type': 'text/plain' },
      })
    ).status,
  ).toBe(400);
  for (const id of ['0', '-1', 'x', '1.5', '99999999999999999999']) {
    expect((await request(`/api/things/${id}`, jsonPost('{"name":"a"}'))).status, id).toBe(404);
  }
  const right = await request('/api/things/7', jsonPost('{"name":"a"}'));
  expect([right.status, await right.json()]).toEqual([201, { name: 'a', thingId: 7 }]);
});

test('a body of more than a megabyte is refused', async () => {
  const { request } = await testApp();
  const answer = await request('/api/things/1', jsonPost(JSON.stringify({ name: 'x'.repeat(1_100_000) })));
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'FILE_SIZE_LIMIT_EXCEEDED']);
});

test('what is our mistake says nothing of it', async () => {
  const { request } = await testApp();
  const answer = await request('/api/broken');
  const text = await answer.text();
  expect(answer.status).toBe(500);
  expect(JSON.parse(text)).toMatchObject({ code: 'UNKNOWN', details: {} });
  expect(text).not.toMatch(/hunter2|\.ts\b|node_modules/);
});

test.each([
  ['no session, no origin', {}, 201],
  ['no session, own origin', { origin: 'http://shop.test' }, 201],
  ['no session, other origin', { origin: 'http://evil.test' }, 403],
  ['no session, opaque origin', { origin: 'null' }, 403],
  ['session without token', { cookie: 'session=verified' }, 403],
  ['session with wrong token', { cookie: 'session=verified', 'x-csrf-token': 'wrong' }, 403],
  ['session with token', { cookie: 'session=verified', 'x-csrf-token': 'right-token' }, 201],
  [
    'session with token from elsewhere',
    { cookie: 'session=verified', 'x-csrf-token': 'right-token', origin: 'http://evil.test' },
    403,
  ],
])('forgery: %s', async (_, headers, status) => {
  const { request } = await testApp();
  expect((await request('/api/things/1', jsonPost('{"name":"a"}', headers))).status).toBe(status);
});

test('a form without the token is refused, with it the target stays inside the site', async () => {
  const { request } = await testApp();
  const post = (fields: Record<string, string>) =>
    request('/form', { method: 'POST', body: new URLSearchParams(fields), headers: { cookie: 'session=verified' } });
  expect((await post({ to: '/orders' })).status).toBe(403);
  const followed = await post({ csrf: 'right-token', to: 'https://evil.test/' });
  expect([followed.status, followed.headers.get('location')]).toEqual([303, '/']);
});

test.each([
  ['/orders?x=1', '/orders?x=1'],
  ['//evil.test', '/'],
  ['/\\evil.test', '/'],
  ['https://evil.test', '/'],
  ['/a\r\nset-cookie: x', '/'],
  ['', '/'],
  [null, '/'],
])('the way back %j leads to %s', (candidate, expected) => expect(insidePath(candidate)).toBe(expected));

test('a page that needs a login remembers where one wanted to go', async () => {
  const { request } = await testApp();
  const answer = await request('/secret?tab=2');
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `/auth?to=${encodeURIComponent('/secret?tab=2')}`,
  ]);
});

test('a shared page is rendered once for everyone and again after half a second', async () => {
  const { request, clock } = await testApp();
  const first = await request('/shared');
  const text = await first.text();
  expect(await (await request('/shared')).text()).toBe(text);
  const unchanged = await request('/shared', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
  expect(await (await request('/shared', { headers: { 'accept-language': 'en' } })).text()).not.toBe(text);
  expect(await (await request('/shared', as('verified'))).text()).not.toBe(text);
  clock.advance(500);
  expect(await (await request('/shared')).text()).not.toBe(text);
});

test('every answer of the shop carries the headers that keep browsers strict', async () => {
  const { request } = await testApp();
  for (const path of ['/shared', '/api/guest', '/nowhere', '/api/nowhere']) {
    const { headers } = await request(path);
    expect(headers.get('content-security-policy'), path).toContain("default-src 'none'");
    expect(headers.get('content-security-policy'), path).not.toContain('unsafe-inline');
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin');
  }
});

test('the language: address, then cookie, then browser, then German', async () => {
  const { request } = await testApp();
  const language = async (path: string, headers: Record<string, string> = {}) =>
    /<html lang="([^"]+)"/.exec(await (await request(path, { headers })).text())?.[1];
  expect(await language('/shared')).toBe('de');
  expect(await language('/shared', { 'accept-language': 'en-GB,en;q=0.9,de;q=0.5' })).toBe('en-US');
  expect(await language('/shared', { 'accept-language': 'en', cookie: 'language=de' })).toBe('de');
  expect(await language('/shared?lang=en-us', { cookie: 'language=de' })).toBe('en-US');
  expect((await request('/shared?lang=en-us')).headers.get('set-cookie')).toContain('language=en-us');
});

test('metrics are for loopback or for who knows the token', async () => {
  const { request } = await testApp();
  await request('/api/guest');
  expect((await request('/metrics')).status).toBe(404);
  expect((await request('/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(404);
  expect(await (await request('/metrics', {}, '127.0.0.1')).text()).toContain('startblock_requests_total');
  expect((await request('/metrics', { headers: { authorization: 'Bearer metrics-token' } })).status).toBe(200);
});

test('the OpenAPI document is made of the schemas that validate', async () => {
  const { request } = await testApp();
  const document = (await (await request('/api/openapi.json')).json()) as {
    openapi: string;
    paths: Record<
      string,
      Record<string, { requestBody: { content: Record<string, { schema: { required: string[] } }> } }>
    >;
  };
  expect(document.openapi).toBe('3.1.0');
  const post = document.paths['/api/things/{thingId}']?.post;
  expect(post?.requestBody.content['application/json']?.schema.required).toEqual(['name']);
});

test.each([
  ['10.0.0.1', undefined, 0, '10.0.0.1'],
  ['10.0.0.1', '6.6.6.6', 0, '10.0.0.1'],
  ['10.0.0.1', '6.6.6.6, 7.7.7.7', 1, '7.7.7.7'],
  ['10.0.0.1', '6.6.6.6, 7.7.7.7', 2, '6.6.6.6'],
  ['10.0.0.1', undefined, 1, '10.0.0.1'],
  ['10.0.0.1', '7.7.7.7:51234', 1, '7.7.7.7'],
  ['10.0.0.1', '[2001:db8::6]:51234', 1, '2001:db8:0:0::/64'],
  ['10.0.0.1', '[2001:db8::6]', 1, '2001:db8:0:0::/64'],
  ['::ffff:10.0.0.1', undefined, 0, '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2::/64'],
  ['2001:db8::6', undefined, 0, '2001:db8:0:0::/64'],
])('remote %s, forwarded %s, %i proxies: %s', (remote, forwarded, proxies, expected) => {
  expect(clientAddress({ remoteAddress: remote }, forwarded, proxies)).toBe(expected);
});
