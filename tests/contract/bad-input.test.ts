import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { hours } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { ApiRoute } from '#src/web/http.ts';
import { oncePerKey } from '#src/web/idempotency.ts';
import type { Caller } from '#tests/support/shop.ts';
import { dealer, seed, times } from '#tests/support/thorough.ts';
import { apiRoutes, fill, type Ids, pageRoutes, type Scene, scene } from './scene.ts';
import * as shape from './shapes.ts';

/**
 * Nonsense, made from the route table and its own schemas, for every call and every form: always an answer of ours,
 * never a 5xx, and a 400 says which fields it means. Every call and every field is tried each time, but only with a
 * part of the nonsense that there is.
 */

type Json = Record<string, unknown>;

const nested = (depth: number): unknown => {
  let value: unknown = 'deep';
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { value };
  return value;
};
const controls = String.fromCharCode(0, 1, 7, 8, 27, 127, 0x85, 0x2028, 0xfeff, 0xd800);
const strange: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 31,
  '',
  ' ',
  'x',
  '💥🏃‍♀️',
  controls,
  `a${controls}b@example.test`,
  "'; drop table orders; --",
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '2026-02-30T25:61:00Z',
  '275760-09-13T00:00:00.001Z',
  '0000-00-00',
  'x'.repeat(200_000),
  [],
  [null],
  [[]],
  ['x'.repeat(5000), 5, {}],
  {},
  { length: 1e9 },
  { toString: null, constructor: 'x' },
  JSON.parse('{"__proto__": {"isAdmin": true}, "a": 1}'),
  nested(60),
];

/** Texts whose shape the schema's document does not tell. */
const known: Record<string, string> = {
  timeZone: 'Europe/Vienna',
  birthDate: '1990-05-01',
  ageCheckDate: '2026-01-01',
  countryCode: 'AT',
  nationalityCountryCode: 'AT',
  number: '6641234567',
  phone: '+43 664 1234567',
  website: 'https://www.example.org',
  vatId: 'ATU12345678',
  iban: 'AT611904300234573201',
  bic: 'BKAUATWW',
  accentColor: '#112233',
  // Two cannot have the same; what it takes and refuses is tried in src/app/http/sites.test.ts.
  hostName: '',
  taxExemption: 'atClub',
  paymentMethod: 'bank',
  googleAnalyticsTrackingCode: 'G-ABC123',
  facebookPixel: '1234567890',
  titlePicture: 'default:trail',
  previewPicture: 'default:trail',
  picture: 'default:article',
  ...Object.fromEntries(
    ['newBibUrl', 'saveFieldsUrl', 'saveValueUrl', 'reassignAgeGroupsUrl', 'changeLinkUrl', 'listUrl'].map((name) => [
      name,
      'https://timing.example.org/1/K',
    ]),
  ),
  resultSplits: '5 km=Split1',
  TimeStamp: '2026-06-07T07:00:00Z',
  bib: '12',
  member: 'somebody@example.test',
};

/** Something that a JSON schema accepts, or nearly so; ids of the scene where a name calls for one. */
function sample(schema: Json, name: string, ids: Ids): unknown {
  const any = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Json[] | undefined;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (any?.[0]) return sample(any[0], name, ids);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([key, of]) => [
          key,
          sample(of, key, ids),
        ]),
      );
    case 'array':
      return [sample((schema.items ?? {}) as Json, name.replace(/s$/, ''), ids)];
    case 'integer':
    case 'number':
      return Number(ids[name] ?? schema.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      if (schema.format === 'date-time') return '2026-06-07T07:00:00Z';
      if (schema.format === 'date') return '2026-06-07';
      if (/mail/i.test(name)) return 'somebody@example.test';
      return known[name] ?? 'text';
  }
}

/** A voucher names what it is for, and nothing else. */
const voucherOfArticle = ({ eventId, articleId }: Ids): Json => ({
  eventId,
  prefix: 'text',
  amount: 10,
  unit: 'percentage',
  target: 'article',
  useType: 'single',
  validFrom: '2026-06-07T07:00:00Z',
  validTo: '2026-06-08T07:00:00Z',
  competitionId: null,
  competitionPriceId: null,
  articleId,
});

/** Lists that must name all there are, which is so in a new scene alone, and what must fit together. */
const arrangements: Record<string, (ids: Ids) => Json> = {
  '/api/admin/competitions/{competitionId}/lottery': () => ({
    entersFrom: '2026-03-02T07:00:00Z',
    drawsAt: '2026-04-01T07:00:00Z',
    mostPlaces: 2,
  }),
  '/api/admin/competitions/{eventId}/order': (ids) => ({
    competitionIds: [ids.competitionId, ids.otherCompetitionId],
  }),
  '/api/admin/competition-prices/{competitionId}/order': (ids) => ({ competitionPriceIds: [ids.competitionPriceId] }),
  '/api/admin/orders/{orderId}/articles/change': ({ participantId, articleId, articleVariantId }) => ({
    participantId,
    to: { articleId, variantId: articleVariantId, quantity: 1 },
    keepsPrice: true,
  }),
  '/api/admin/events/{eventId}/mailings': () => ({
    filter: { conditions: [{ field: 'club', type: 'eq', value: 'text' }], q: 'text' },
    text: { de: { subject: 'text', body: 'text' } },
  }),
  '/api/admin/articles/{eventId}/order': (ids) => ({ articleIds: [ids.articleId] }),
  '/api/admin/article-variants/{articleId}/order': (ids) => ({ articleVariantIds: [ids.articleVariantId] }),
  '/api/admin/events/{eventId}/form-fields/order': (ids) => ({ fieldIds: [ids.fieldId] }),
  '/api/admin/discounts/{eventId}': (ids) => ({
    ...{ discountKind: 'club', title: 'text', percentOff: 10, amountOff: null, fromCount: 10, childAge: 17 },
    memberFieldId: ids.fieldId,
    competitionIds: [ids.competitionId, ids.otherCompetitionId],
  }),
  '/api/admin/discounts/{discountId}': (ids) => ({
    ...{ discountKind: 'club', title: 'text', percentOff: 10, amountOff: null, fromCount: 10, childAge: 17 },
    memberFieldId: ids.fieldId,
    competitionIds: [ids.competitionId, ids.otherCompetitionId],
  }),
  '/api/admin/events/{eventId}/shared-team-settings': (ids) => ({
    ...{ mostOpen: 2, shortRule: 'keep' },
    legs: [{ competitionId: ids.otherCompetitionId, names: ['text'] }],
  }),
  // An amount goes with this mode alone.
  '/api/admin/orders/cancel': ({ orderId }) => ({ orderIds: [orderId], refund: { mode: 'custom', amount: 10 } }),
  '/api/admin/orders/{orderId}/cancel': () => ({ refund: { mode: 'custom', amount: 10 } }),
  '/api/admin/orders/{orderId}/participants/{participantId}/cancel': () => ({ refund: { mode: 'custom', amount: 10 } }),
  '/api/admin/orders/refund-orders': ({ orderId }) => ({ orderIds: [orderId], mode: 'custom', amount: 10 }),
  // One of both.
  '/api/admin/events/{eventId}/waitlist-places': ({ variantId }) => ({ variantId, count: 2 }),
  '/api/admin/discounts/{discountId}/members': () => ({ mode: 'add', members: ['ida@example.test'] }),
  '/api/admin/shared-quotas/{eventId}': (ids) => ({
    ...{ title: 'text', quotaTotal: 1000 },
    competitionIds: [ids.competitionId, ids.otherCompetitionId],
  }),
  '/api/admin/shared-quotas/{sharedQuotaId}': (ids) => ({
    competitionIds: [ids.competitionId, ids.otherCompetitionId],
  }),
  '/api/vouchers/type': (ids) => ({ ...voucherOfArticle(ids), name: 'text' }),
  '/api/vouchers/types/{voucherTypeId}': (ids) => voucherOfArticle(ids),
  '/api/admin/events/{eventId}/start-list/layout': (ids) => ({
    columns: [{ key: `field.${ids.fieldId}`, head: 'text' }],
  }),
  '/api/admin/organizer-invoices/{organizerId}/invoice-pdf-template': () => ({
    accountingGroupNr: { value: 2, prefix: 'A-', suffix: '-B' },
    descriptionTop: 'text',
    descriptionBottom: 'text',
    spacing: {
      top: { value: 100, unit: 'px' },
      bottom: { value: 10, unit: 'em' },
      left: { value: 2, unit: 'cm' },
      right: { value: 2, unit: 'cm' },
    },
  }),
};

const sampleBody = (route: ApiRoute, ids: Ids): Json =>
  arrangements[route.path]?.(ids) ??
  (route.body
    ? (sample(z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as Json, '', ids) as Json)
    : {});

/** Every place in a value, as a path. */
function places(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).flatMap(([key, of]) =>
    places(of, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length > 0 ? [path, ...inside] : inside;
}

function replaced(value: unknown, [key, ...rest]: (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy: Record<string | number, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as Json) };
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

async function send(who: Caller, method: string, path: string, raw: string, type = 'application/json') {
  const response = await who.fetch(path, {
    method: method.toUpperCase(),
    headers: {
      'content-type': type,
      'x-csrf-token': who.cookies.get('csrf-token') ?? '',
      ...(/\/(late-registrations|entries)$/.test(path) && { 'idempotency-key': crypto.randomUUID() }),
    },
    ...(method === 'get' ? {} : { body: raw }),
  });
  const text = await response.text();
  const where = `${method} ${path} ${raw.slice(0, 300)} → ${response.status} ${text.slice(0, 300)}`;
  if (response.status >= 500) throw new Error(where);
  let refusal: string | null = null;
  if (response.status >= 400) {
    const parsed = shape.error.safeParse(JSON.parse(text));
    if (!parsed.success) throw new Error(where);
    const { code, details } = parsed.data;
    refusal = code;
    if (code === 'VALIDATION_FAILED') {
      const fields = Object.entries((details.fields ?? {}) as Record<string, unknown>);
      const areNamed =
        fields.length > 0 &&
        fields.every(([, said]) => Array.isArray(said) && said.every((one) => typeof one === 'string' && one !== ''));
      if (response.status !== 400 || !areNamed) throw new Error(where);
    }
    if (/node_modules|\.tsx?:\d|SQLITE|at \w+ \(/.test(text)) throw new Error(`tells of its inside: ${where}`);
  }
  return { status: response.status, refusal };
}

const weird = [
  '0',
  '-1',
  '1.5',
  '1e3',
  'NaN',
  '99999999999999999999',
  '%00',
  '%F0%9F%92%A5',
  '..%2f..',
  'x'.repeat(3000),
  '__proto__',
  '%ff',
  ' ',
];

async function eachCall(run: (at: Scene, route: ApiRoute, path: string) => Promise<void>): Promise<void> {
  let at = await scene();
  for (const route of apiRoutes) {
    if (route.path === '/api/auth/logout') continue;
    // The unharmed body is understood, so that what is harmed afterwards gets beyond the door. What the calls before
    // did to the scene may stand against it, so it is tried in a new one.
    if (route.body && !(await isUnderstood(at, route))) {
      const fresh = await scene();
      expect([route.path, await isUnderstood(fresh, route)]).toEqual([route.path, true]);
      if (!(route.path in arrangements)) at = fresh;
    }
    await run(at, route, fill(route.path, at.ids));
    if (changesPeople.test(route.path)) at = await scene();
  }
}
/** After these somebody of the scene may be another person, or gone. */
const changesPeople = /impersonat|change-email|remove-second-factor|\/(totp|sessions|identities)|^\/api\/settings/;
/** Whatever the shop says of it: every field is one that it takes. */
async function isUnderstood(at: Scene, route: ApiRoute): Promise<boolean> {
  const body = JSON.stringify(sampleBody(route, at.ids));
  const { refusal } = await send(callerFor(at, route), route.method, fill(route.path, at.ids), body);
  return refusal !== 'VALIDATION_FAILED';
}
/** Calls of the login change the session; they are asked by somebody new. */
const callerFor = (at: Scene, route: ApiRoute): Caller => {
  if (route.path.startsWith('/api/auth/')) return at.shop.visitor();
  return route.path.startsWith('/api/orders/') ? at.buyer : at.superAdmin;
};

test('every field of every body', { timeout: 180_000 }, async () => {
  let asked = 0;
  const some = dealer(strange, 2);
  await eachCall(async (at, route, path) => {
    if (!route.body) return;
    const body = sampleBody(route, at.ids);
    for (const place of places(body)) {
      for (const value of some()) {
        asked += 1;
        await send(callerFor(at, route), route.method, path, JSON.stringify(replaced(body, place, value)));
      }
    }
  });
  console.log('ASKED', asked);
  expect(asked).toBeGreaterThan(times(3000, 400));
});

/** Every object inside a value, as a path; the value itself first. */
const objectPlaces = (value: Json): (string | number)[][] => [
  [],
  ...places(value).filter((path) => {
    const inside = path.reduce<unknown>((at, key) => (at as Json)[key], value);
    return typeof inside === 'object' && inside !== null && !Array.isArray(inside);
  }),
];
/** A record whose keys are checked names itself instead of its key. */
const namesOf = (place: readonly (string | number)[], name: string): string[] => [
  [...place, name].join('.'),
  ...(place.length > 0 ? [place.join('.')] : []),
];
/** The fields that a call refused, or that its record is not in the scene, which is told before anything is read. */
const refusedFields = async (who: Caller, method: string, path: string, body?: Json) => {
  const response = await who.fetch(path, {
    method: method.toUpperCase(),
    headers: { 'content-type': 'application/json', 'x-csrf-token': who.cookies.get('csrf-token') ?? '' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.text()) || '{}';
  if (response.status === 404 || response.status === 401) return 'notThere' as const;
  if (response.status !== 400) return [`${response.status} ${answer.slice(0, 200)}`];
  return Object.keys(JSON.parse(answer).details.fields ?? {});
};

/** Nothing happens by a refused call, so everybody may ask with their own session. */
const ownCaller = (at: Scene, { path }: ApiRoute): Caller =>
  path.startsWith('/api/orders/') ? at.buyer : at.superAdmin;

test('a name that a body does not declare is refused wherever it stands', { timeout: 60_000 }, async () => {
  const at = await scene();
  const taken: string[][] = [];
  let asked = 0;
  for (const route of apiRoutes) {
    // What was deleted is not found any more, whatever key the call brings.
    if (route.method === 'get' || route.method === 'delete' || route.upload || route.isDeclaredAnyhow) continue;
    const path = fill(route.path, at.ids);
    const body = sampleBody(route, at.ids);
    for (const place of objectPlaces(body)) {
      const withName = replaced(body, [...place, 'misspelt'], true) as Json;
      const fields = await refusedFields(ownCaller(at, route), route.method, path, withName);
      if (fields === 'notThere') continue;
      asked += 1;
      if (!namesOf(place, 'misspelt').some((name) => fields.includes(name)))
        taken.push([route.method, path, ...fields]);
    }
  }
  expect(taken).toEqual([]);
  expect(asked).toBeGreaterThan(250);
});

test('a name that a query does not declare is refused', { timeout: 60_000 }, async () => {
  const at = await scene();
  const taken: string[][] = [];
  let asked = 0;
  // The payment provider may call back with names of its own.
  const isOurs = ({ method, path }: ApiRoute) => method === 'get' && !path.startsWith('/api/payments/notify/');
  for (const route of apiRoutes.filter(isOurs)) {
    const path = `${fill(route.path, at.ids)}?misspelt=1`;
    const fields = await refusedFields(ownCaller(at, route), 'get', path);
    if (fields === 'notThere') continue;
    asked += 1;
    if (!fields.includes('misspelt')) taken.push([path, ...fields]);
  }
  expect(taken).toEqual([]);
  expect(asked).toBeGreaterThan(80);
});

test('a name that stands twice in a query is refused', { timeout: 60_000 }, async () => {
  const at = await scene();
  const taken: string[][] = [];
  let asked = 0;
  const namesOf = ({ query }: ApiRoute) => Object.keys((query as { shape?: object } | undefined)?.shape ?? {});
  for (const route of apiRoutes.filter(({ method }) => method === 'get'))
    for (const name of namesOf(route)) {
      const path = `${fill(route.path, at.ids)}?${name}=1&${name}=2`;
      const fields = await refusedFields(ownCaller(at, route), 'get', path);
      if (fields === 'notThere') continue;
      asked += 1;
      if (!fields.includes(name)) taken.push([path, ...fields]);
    }
  expect(taken).toEqual([]);
  expect(asked).toBeGreaterThan(80);
});

test('bodies that are no JSON, not of that type, or anything at all', { timeout: 180_000 }, async () => {
  const some = dealer(
    [
      ...[
        '',
        '{',
        '[]',
        'null',
        '"x"',
        '1',
        '{"a":1}{',
        '\u0000',
        `{"a":${'['.repeat(20_000)}`,
        '['.repeat(20_000) + ']'.repeat(20_000),
      ].map((raw) => [raw, 'application/json'] as const),
      ['{"a":1}', 'text/plain'],
      ['a=1', 'application/x-www-form-urlencoded'],
      ['--x\r\n', 'multipart/form-data; boundary=x'],
    ] as const,
    4,
  );
  await eachCall(async (at, route, path) => {
    if (route.method === 'get') return;
    const who = callerFor(at, route);
    for (const [raw, type] of some()) await send(who, route.method, path, raw, type);
    if (!route.body) return;
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 4 }), async (raw) => {
        await send(callerFor(at, route), route.method, path, raw);
      }),
      { numRuns: times(8, 1), seed },
    );
  });
});

test('ids that are none', { timeout: 180_000 }, async () => {
  const some = dealer(weird, 3);
  await eachCall(async (at, route) => {
    for (const name of route.path.matchAll(/\{(\w+)\}/g)) {
      for (const value of some()) {
        const path = fill(route.path.replace(name[0], '\u0001'), at.ids).replace('\u0001', value);
        const { status } = await send(
          callerFor(at, route),
          route.method,
          path,
          JSON.stringify(sampleBody(route, at.ids)),
        );
        // A notification is thanked for whatever address it names.
        const isText = name[1] === 'shortlink' || name[1] === 'secret';
        if (!isText && route.path !== '/api/admin/articles/{competitionId}')
          expect([path, status < 300 && value !== '1e3' && value !== ' ']).toEqual([path, false]);
      }
    }
  });
});

test('list queries', async () => {
  const at = await scene();
  const isList = (query: unknown) => 'offset' in ((query as { shape?: object } | undefined)?.shape ?? {});
  const lists = apiRoutes.filter((route) => isList(route.query));
  expect(lists.length).toBeGreaterThan(3);
  const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));
  const bad = [
    'offset=-1',
    'offset=x',
    'offset=1.5',
    'limit=0',
    'limit=501',
    'limit=1000',
    'limit=',
    'limit=1e9',
    'order=x',
    'order={}',
    'order=[1]',
    'filter=[',
    'filter=5',
    'filter=""',
    `order=${json([{ field: 'nope', dir: 'asc' }])}`,
    `order=${json([{ field: '__proto__', dir: 'asc' }])}`,
    `order=${json([{ field: 'id', dir: 'up' }])}`,
    `order=${json([{ field: 'id; drop table orders', dir: 'asc' }])}`,
    `filter=${json([{ field: 'nope', type: 'eq', value: 1 }])}`,
    `filter=${json([{ field: 'constructor', type: 'eq', value: 1 }])}`,
    `filter=${json([{ field: 'id', type: 'between', value: 1 }])}`,
    `filter=${json([{ field: 'id', type: 'eq', value: 'abc' }])}`,
    `filter=${json([{ field: 'id', type: 'eq', value: [1] }])}`,
    `filter=${json([{ field: 'id', type: 'eq', value: { $gt: 1 } }])}`,
    `filter=${json([{ field: 'id', type: 'eq' }])}`,
    `filter=${json([{ field: 'id', type: 'eq', value: 1, operator: 'ne' }])}`,
    `order=${json([{ field: 'id', dir: 'desc', direction: 'asc' }])}`,
    `q=${'x'.repeat(3000)}`,
  ];
  const good = [
    'offset=0&limit=500',
    'limit=1&offset=1000000',
    'q=%25',
    'q=_',
    "q='",
    'q=%00',
    'order=[]',
    'filter=[]',
    `order=${json([{ field: 'id', dir: 'desc' }])}`,
    ...['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'like'].map(
      (type) => `filter=${json([{ field: 'id', type, value: 1 }])}`,
    ),
    `filter=${json([{ field: 'id', type: 'in', value: [1, 2] }])}`,
    `filter=${json([{ field: 'id', type: 'in', value: [] }])}`,
    `filter=${json([{ field: 'id', type: 'eq', value: null }])}`,
    `filter=${json([{ field: 'id', type: 'eq', value: 1e300 }])}`,
    `filter=${json([{ field: 'id', type: 'like', value: "%_'\\" }])}`,
  ];
  for (const route of lists) {
    const path = fill(route.path, at.ids);
    for (const query of bad)
      expect([route.path, query, (await send(at.superAdmin, 'get', `${path}?${query}`, '')).status]).toEqual([
        route.path,
        query,
        400,
      ]);
    for (const query of good)
      expect([route.path, query, (await send(at.superAdmin, 'get', `${path}?${query}`, '')).status]).toEqual([
        route.path,
        query,
        200,
      ]);
  }
});

test('forms of every page', { timeout: 180_000 }, async () => {
  const at = await scene();
  const names = new Set<string>();
  const someWeird = dealer(weird, 3);
  const look = async (who: Caller, path: string, init: RequestInit = {}) => {
    const response = await who.fetch(path, init);
    const text = await response.text();
    if (response.status >= 500)
      throw new Error(`${init.method ?? 'GET'} ${path} ${String(init.body).slice(0, 200)} → ${response.status}`);
    for (const found of text.matchAll(/ name="([^"]+)"/g)) names.add(found[1] as string);
    return response.status;
  };
  for (const route of pageRoutes.filter(({ method }) => method === 'get')) {
    await look(at.superAdmin, fill(route.path, at.ids));
    for (const name of route.path.matchAll(/\{(\w+)\}/g)) {
      for (const value of someWeird())
        await look(at.superAdmin, fill(route.path.replace(name[0], '\u0001'), at.ids).replace('\u0001', value));
    }
    await look(
      at.superAdmin,
      `${fill(route.path, at.ids)}?page=-1&q=%00&month=x&event=x&offset=-1&limit=9e9&status=x&step=x&to=//evil.example&participant=%ff`,
    );
  }
  expect(names.size).toBeGreaterThan(40);
  const someValues = dealer(
    [
      '',
      ' ',
      '-1',
      '1e308',
      '99999999999999999999',
      '💥',
      controls,
      '<script>',
      '../x',
      '2026-02-31',
      'true',
      '1',
      'x'.repeat(2000),
    ],
    3,
  );
  for (const route of pageRoutes.filter(({ method }) => method === 'post')) {
    if (route.path === '/auth/logout') continue;
    const path = fill(route.path, at.ids);
    for (const value of someValues()) {
      const who = route.path.startsWith('/auth') || route.path === '/enter-code' ? at.shop.visitor() : at.superAdmin;
      const csrf = who.cookies.get('csrf-token') ?? '';
      const fields = new URLSearchParams([...names].map((name) => [name, value]));
      fields.set('csrf', csrf);
      await look(who, path, { method: 'POST', body: fields });
      const parts = new FormData();
      for (const name of ['csrf', 'file', 'title', 'name', 'email'])
        parts.set(name, new File(['x'], value.slice(0, 50) || 'x'));
      await look(who, path, { method: 'POST', body: parts, headers: { 'x-csrf-token': csrf } });
    }
    const csrf = at.superAdmin.cookies.get('csrf-token') ?? '';
    for (const [type, body] of [
      ['application/json', '{'],
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=x', '--x\r\n\r\n'],
      ['application/x-www-form-urlencoded', '%ff%zz=&&&=='],
    ] as const) {
      if (route.path.startsWith('/auth') || route.path === '/enter-code') continue;
      await look(at.superAdmin, path, {
        method: 'POST',
        body,
        headers: { 'content-type': type, 'x-csrf-token': csrf },
      });
    }
  }
});

/** How many rows each table has, apart from what sessions and limits count. */
async function rowCounts(at: Scene): Promise<Record<string, number>> {
  const { read } = at.shop.deps;
  const tables = await read.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'table' and sql like 'CREATE TABLE%' and name not like '%\_fts%' escape '\\'`,
  );
  const counts = tables
    .filter(({ name }) => !/^(limit_counters|sessions|job_leases|facts|mails|fact_receipts|sqlite_)/.test(name))
    .map(async ({ name }) => {
      const [counted] = await read.all<{ n: number }>(sql.raw(`select count(*) n from "${name}"`));
      return [name, counted?.n ?? 0] as const;
    });
  return Object.fromEntries(await Promise.all(counts));
}

test('a call with the same key takes effect once and answers the same', { timeout: 120_000 }, async () => {
  let at = await scene();
  let repeated = 0;
  const twice: unknown[] = [];
  for (const [number, route] of apiRoutes.entries()) {
    // What was deleted is not found any more, whatever key the call brings.
    if (
      route.method === 'get' ||
      route.method === 'delete' ||
      route.upload ||
      /impersonat|^\/api\/(auth|race-result)\//.test(route.path)
    )
      continue;
    const path = fill(route.path, at.ids);
    const headers = { 'idempotency-key': `call-${number}` };
    const body = sampleBody(route, at.ids);
    const who = ownCaller(at, route);
    const first = await who.json(route.method.toUpperCase(), path, body, headers);
    if (first.status >= 300) continue;
    repeated += 1;
    const before = await rowCounts(at);
    const again = await who.json(route.method.toUpperCase(), path, body, headers);
    const after = await rowCounts(at);
    if (JSON.stringify([again.status, again.body]) !== JSON.stringify([first.status, first.body]))
      twice.push([path, first.status, first.body, again.status, again.body]);
    for (const [table, count] of Object.entries(after))
      if (count !== before[table]) twice.push([path, table, before[table], count]);
    if (changesPeople.test(route.path)) at = await scene();
  }
  expect(twice).toEqual([]);
  expect(repeated).toBeGreaterThan(80);
});

test('a key that belongs to a call with another body is refused', async () => {
  const at = await scene();
  const make = (count: number, key: string, who = at.organizer) =>
    who.json<{ codes: string[]; code: string }>(
      'POST',
      '/api/vouchers',
      { voucherTypeId: at.ids.voucherTypeId, count },
      { 'idempotency-key': key },
    );
  const [one, same] = await Promise.all([make(3, 'a'), make(3, 'a')]);
  expect([one.status, one.body.codes.length]).toEqual([200, 3]);
  expect(same.body).toEqual(one.body);
  const other = await make(4, 'a');
  expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  expect((await make(4, 'b')).body.codes).toHaveLength(4);
  // The same key of another person is another key.
  expect((await make(3, 'a', at.superAdmin)).body.codes).not.toEqual(one.body.codes);
  at.shop.clock.advance(hours(24) + 1);
  expect((await make(4, 'a', await at.shop.login('organizer@example.test'))).body.codes).toHaveLength(4);
});

test('a refused call leaves its key free when it changed nothing', async () => {
  const at = await scene();
  const name = (body: object) =>
    at.organizer.json('PATCH', `/api/admin/competitions/${at.ids.competitionId}`, body, { 'idempotency-key': 'k' });
  expect((await name({ title: '' })).status).toBe(400);
  expect((await name({ title: 'Zehner' })).status).toBe(200);
});

test('a booking with the key of another booking is refused', async () => {
  const at = await scene();
  const [anna, berta] = ['Anna', 'Berta'].map((firstName) => bookingOf(at.race, [runner({ firstName })]));
  const book = (booking: unknown) =>
    at.buyer.json<{ orderId: number; code: string }>('POST', `/api/events/${at.ids.eventId}/book`, booking, {
      'idempotency-key': 'one',
    });
  const first = await book(anna);
  expect(first.status).toBe(201);
  expect((await book(anna)).body.orderId).toBe(first.body.orderId);
  const other = await book(berta);
  expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
});

test('a call whose answer was lost is not run again with its key', async () => {
  const { shop } = await scene();
  const call = { scope: 'user|1', request: 'POST /api/x', key: 'k', bodyHash: async () => 'h' };
  let runs = 0;
  const run = async (deps: Deps): Promise<never> => {
    runs += 1;
    await deps.write(async () => undefined);
    throw new Error('the process ends here');
  };
  await expect(oncePerKey(shop.deps, call, run)).rejects.toThrow('the process ends here');
  await expect(oncePerKey(shop.deps, call, run)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE', status: 409 });
  expect(runs).toBe(1);
});
