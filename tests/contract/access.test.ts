import { expect, test } from 'vitest';
import { lineOf, type Permission, permissions } from '#src/access/permissions.ts';
import { hours } from '#src/kernel/time.ts';
import type { Caller } from '#tests/support/shop.ts';
import { apiRoutes, fill, pageRoutes, type Scene, scene } from './scene.ts';

/** Every route, asked by everybody: its declared access decides, and what is another's is not there. */

const people = ['guest', 'unverified', 'buyer', 'otherOrganizer', 'organizer', 'superAdmin'] as const;
type Person = (typeof people)[number];

/** The refusal at the door; null: welcome, whatever happens inside. */
function door(may: Permission, person: Person): { status: number; code: string } | null {
  const unauthorized = { status: 401, code: 'UNAUTHORIZED' };
  const forbidden = { status: 403, code: 'NO_PERMISSION' };
  const access = lineOf(may).who;
  if (access === 'guest') return null;
  if (person === 'guest') return unauthorized;
  if (access === 'login') return null;
  if (person === 'unverified') return unauthorized;
  if (access === 'verified' || person === 'superAdmin') return null;
  if (access === 'superAdmin') return forbidden;
  return person === 'buyer' ? forbidden : null;
}

const companyBody = {
  ...{ name: 'x', contactEmail: 'x@example.test', limit: 100 },
  address: { firstName: 'x', lastName: 'x', street: 'x', zipCode: '1', city: 'x', countryCode: 'AT' },
};
const bodies: Record<string, unknown> = {
  '/api/admin/events': { title: 'x' },
  '/api/admin/orders/{orderId}/status': { status: 'shipped' },
  '/api/admin/orders/{orderId}/comment': { comment: 'x' },
  '/api/admin/orders/{orderId}/change-buyer': { newEmail: 'x@example.test' },
  '/api/admin/orders/{orderId}/change-competition-team-name': { teamId: 1, teamName: 'x' },
  '/api/admin/orders/{orderId}/change-participant-competition': { participantId: 1, competitionId: 1 },
  '/api/admin/orders/{orderId}/articles/add-free': { participantId: 1, articleId: 1, variantId: 1, quantity: 1 },
  '/api/admin/events/{eventId}/form-fields': { name: { de: 'x', en: 'x' } },
  '/api/admin/competitions/{eventId}': { title: 'x' },
  '/api/admin/competitions/{eventId}/order': { competitionIds: [1] },
  '/api/admin/competition-prices/{competitionId}/order': { competitionPriceIds: [1] },
  '/api/admin/articles/{eventId}/order': { articleIds: [1] },
  '/api/admin/article-variants/{articleId}/order': { articleVariantIds: [1] },
  '/api/admin/events/{eventId}/form-fields/order': { fieldIds: [1] },
  '/api/admin/cancellation-protections/{eventId}': { title: 'x' },
  '/api/admin/articles/{eventId}': { name: 'x' },
  '/api/admin/events/{eventId}/scan': {
    device: 'd',
    eventSecret: 'x',
    participantId: 1,
    scannedAt: '2026-03-02T09:00:00Z',
  },
  '/api/admin/events/{eventId}/shift': { startTimestamp: '2026-03-02T09:00:00Z', dryRun: true },
  '/api/admin/events/{eventId}/mailings': { text: { de: { subject: 'x', body: 'x' } } },
  '/api/admin/events/{eventId}/bibs': { assignOnCompletion: true },
  '/api/admin/events/{eventId}/bib-ranges': { competitionId: 1, first: 1, last: 2 },
  '/api/admin/events/{eventId}/start-list/layout': { columns: [{ key: 'bib' }] },
  '/api/admin/events/{eventId}/admit': { device: 'd', participantId: 1, scannedAt: '2026-03-02T09:00:00Z' },
  '/api/admin/events/{eventId}/turned-away': { device: 'd', scannedAt: '2026-03-02T09:00:00Z', code: null },
  '/api/admin/events/{eventId}/hand-outs': {
    handOuts: [{ participantId: 1, device: 'd', handedOutAt: '2026-03-02T09:00:00Z' }],
  },
  '/api/admin/participants/{participantId}/bib': { bib: '8' },
  '/api/admin/events/{eventId}/bib': { participantId: 1, bib: '7' },
  '/api/admin/events/{eventId}/results/{resultId}/public-name': { isShown: false },
  '/api/admin/events/{eventId}/hide-name': { participantId: 1 },
  '/api/admin/events/{eventId}/devices': { gate: 'x' },
  '/api/events/{eventId}/shared-teams': { competitionId: 1, name: 'x', captain: 'x', places: 2 },
  '/api/shared-teams/{sharedTeamId}/invitations': { email: 'x@example.test' },
  '/api/shared-teams/{sharedTeamId}/take': { count: 1 },
  '/api/shared-teams/{sharedTeamId}/places/{placeId}/move': { by: 'up' },
  '/api/admin/events/{eventId}/shared-teams/{sharedTeamId}/extend': { days: 1 },
  '/api/admin/competitions/{competitionId}/lottery': {
    entersFrom: '2026-03-02T09:00:00Z',
    drawsAt: '2026-03-03T09:00:00Z',
  },
  '/api/admin/events/{eventId}/waitlist-places': { competitionId: 1, count: 1 },
  '/api/admin/events/{eventId}/waitlist-closed': { competitionId: 1, isClosed: true },
  '/api/admin/organizers/{organizerId}/companies': companyBody,
  '/api/admin/companies/{companyId}': companyBody,
  '/api/orders/{orderId}/waitlist': { participantId: 1, variantId: 1 },
  '/api/orders/{orderId}/waitlist/{sizeEntryId}/take': { price: 1 },
  '/api/orders/{orderId}/on-account': { companyId: 1 },
  '/api/orders/{orderId}/invoice-address': { firstName: 'x', lastName: 'x' },
  '/api/orders/{orderId}/init': { paymentMethod: 'bank' },
  '/api/orders/{orderId}/gift-card': { code: 'x' },
  '/api/gift-cards/{organizerId}': { amount: 5000, buyerName: 'x', buyerEmail: 'x@example.test' },
  '/api/gift-cards/{organizerId}/balance': { code: 'x' },
  '/api/admin/organizers/{organizerId}/gift-cards': { amount: 5000, buyerName: 'x' },
  '/api/admin/organizers/{organizerId}/gift-card-settings': { isOn: true, least: 100, most: 200, years: 3 },
  '/api/orders/{orderId}/participants/{participantId}/change-email': { newEmail: 'x@example.test' },
  '/api/admin/participants/{participantId}/orders/{orderId}/change-email': { newEmail: 'x@example.test' },
  '/api/withdrawals': { name: 'x', orderNumber: '1', email: 'x@example.test' },
  '/api/admin/withdrawals/{withdrawalId}/answer': { lines: [] },
  '/api/vouchers/deactivate/{eventId}': { codes: ['x'] },
  '/api/vouchers/activate/{eventId}': { codes: ['x'] },
};
const ask = (who: Caller, method: string, path: string, body: unknown) =>
  who.json<{ code?: string; details?: { reason?: string } }>(
    method.toUpperCase(),
    path,
    method === 'get' ? undefined : (body ?? {}),
  );

test('the declared access of every call is what happens', { timeout: 60_000 }, async () => {
  const at = await scene();
  for (const route of apiRoutes.filter(({ path }) => path !== '/api/auth/logout')) {
    const path = fill(route.path, at.ids);
    for (const person of people) {
      const expected = door(route.may, person);
      if (!expected) continue;
      const { status, body } = await ask(at[person], route.method, path, bodies[route.path]);
      expect([person, route.method, route.path, status, body?.code]).toEqual([
        person,
        route.method,
        route.path,
        expected.status,
        expected.code,
      ]);
    }
  }
});

test('a route that is not for any record loads one', () => {
  const without = [...apiRoutes, ...pageRoutes].filter(({ may, load }) => lineOf(may).whose !== 'any' && !load);
  expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test("whose a record is comes before what is sent: of another's nobody learns what its body lacks", async () => {
  const at = await scene();
  const named = apiRoutes.filter(
    ({ may, path, body }) =>
      body && lineOf(may).whose === 'events' && /\{(event|eventId|orderId|competitionId)\}/.test(path),
  );
  expect(named.length).toBeGreaterThan(15);
  for (const { method, path } of named) {
    const answer = await at.otherOrganizer.fetch(fill(path, at.ids), {
      method: method.toUpperCase(),
      headers: {
        'content-type': 'application/json',
        'x-csrf-token': at.otherOrganizer.cookies.get('csrf-token') ?? '',
      },
      body: '{',
    });
    expect([method, path, answer.status]).toEqual([method, path, 404]);
  }
});

test('each record that a path names is loaded: what is not there is said before the body is read', async () => {
  const at = await scene();
  let asked = 0;
  for (const { method, path, may, body, params } of apiRoutes) {
    const { whose } = lineOf(may);
    const named = [...path.matchAll(/\{(\w+Id)\}/g)].map(([, name]) => String(name));
    if (!body || params || whose === 'any' || named.length === 0) continue;
    for (const missing of named) {
      asked += 1;
      const who = whose === 'own' ? at.buyer : at.organizer;
      const answer = await who.fetch(fill(path, { ...at.ids, [missing]: 999_999 }), {
        method: method.toUpperCase(),
        headers: { 'content-type': 'application/json', 'x-csrf-token': who.cookies.get('csrf-token') ?? '' },
        body: '{',
      });
      expect([method, path, missing, answer.status]).toEqual([method, path, missing, 404]);
    }
  }
  expect(asked).toBeGreaterThan(25);
  // A page whose record is missing is no page; what a form lacks is not looked at either.
  for (const { method, path, may, load } of pageRoutes) {
    for (const [, missing = ''] of load ? path.matchAll(/\{(\w+Id)\}/g) : []) {
      const who = lineOf(may).whose === 'own' ? at.buyer : at.superAdmin;
      const target = fill(path, { ...at.ids, event: at.ids.eventId ?? '', [missing]: 999_999 });
      const answer = method === 'get' ? await who.fetch(target) : await who.form(target, {});
      expect([method, path, missing, answer.status]).toEqual([method, path, missing, 404]);
    }
  }
});

test("another organizer's records and another buyer's orders are not there", { timeout: 60_000 }, async () => {
  const at = await scene();
  const theirs = [
    'eventId',
    'competitionId',
    'competitionPriceId',
    'articleId',
    'articleVariantId',
    'cancellationProtectionId',
    'sharedQuotaId',
    'discountId',
    'voucherTypeId',
    'orderId',
  ];
  const isRecord = (path: string) => theirs.some((name) => path.includes(`{${name}}`));
  let asked = 0;
  for (const route of apiRoutes.filter(({ may, path }) => lineOf(may).whose === 'events' && isRecord(path))) {
    asked += 1;
    const path = fill(route.path, at.ids);
    const { status, body } = await ask(at.otherOrganizer, route.method, path, bodies[route.path]);
    expect([route.method, route.path, status, body?.code]).toEqual([route.method, route.path, 404, 'NOT_FOUND']);
  }
  expect(asked).toBeGreaterThan(25);
  const { status, body } = await ask(at.otherOrganizer, 'patch', '/api/admin/orders/cancel', {
    orderIds: [at.ids.orderId],
  });
  expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  for (const list of ['/api/admin/orders', '/api/admin/events', '/api/admin/participants']) {
    expect([list, await ask(at.otherOrganizer, 'get', list, undefined)]).toMatchObject([
      list,
      { status: 200, body: { count: 0, rows: [] } },
    ]);
  }
  const ownOrders = apiRoutes.filter(({ path }) => path.startsWith('/api/orders/{orderId}'));
  for (const route of ownOrders) {
    const isCancel = route.path === '/api/orders/{orderId}/cancel';
    const isInvoice = route.may === 'order.invoice';
    for (const person of ['unverified', 'otherOrganizer', 'organizer', 'superAdmin'] as const) {
      const answer = await ask(at[person], route.method, fill(route.path, at.ids), bodies[route.path]);
      const atDoor = door(route.may, person);
      // Whoever looks at an order for its organizer gets its papers, too.
      const isTheirs = isInvoice && (person === 'organizer' || person === 'superAdmin');
      expect([person, route.method, route.path, answer.status, answer.body.code]).toEqual(
        isTheirs
          ? [person, route.method, route.path, 409, 'CANT_CREATE_INVOICE_EVENT']
          : isCancel
            ? [person, route.method, route.path, 403, 'CANT_CANCEL_ORDER_NOT_OWN']
            : [person, route.method, route.path, atDoor?.status ?? 404, atDoor?.code ?? 'NOT_FOUND'],
      );
    }
  }
});

test("pages send the nameless to the login, and show nobody what is another's", { timeout: 60_000 }, async () => {
  const at = await scene();
  const open = async (person: Person, { method, path }: { method: string; path: string }) => {
    const target = fill(path, at.ids);
    if (method === 'get') return at[person].fetch(target);
    return at[person].form(target, {});
  };
  for (const route of pageRoutes.filter(({ path }) => !path.startsWith('/auth'))) {
    for (const person of people) {
      const expected = door(route.may, person);
      if (!expected) continue;
      const response = await open(person, route);
      const where = [person, route.method, route.path, response.status];
      expect(where).toEqual([person, route.method, route.path, expected.status === 401 ? 303 : 403]);
      if (expected.status === 401) expect(response.headers.get('location')).toMatch(/^\/auth\?to=%2F/);
    }
    if (lineOf(route.may).whose === 'events' && /\{(event|eventId|orderId)\}/.test(route.path)) {
      const response = await open('otherOrganizer', route);
      expect([route.method, route.path, response.status]).toEqual([route.method, route.path, 404]);
    }
  }
});

test('an order of another is no page either', async () => {
  const at: Scene = await scene();
  for (const path of ['/orders/{orderId}', '/orders/{orderId}/cancel', '/payment-in-advance/{orderId}']) {
    for (const person of ['unverified', 'otherOrganizer'] as const) {
      expect([path, person, (await at[person].fetch(fill(path, at.ids))).status]).toEqual([path, person, 404]);
    }
  }
});

test('sensitive steps want a login of the last two hours, and lead to one', { timeout: 60_000 }, async () => {
  const at = await scene();
  at.shop.clock.advance(hours(2) + 1);
  let asked = 0;
  for (const route of [...apiRoutes, ...pageRoutes].filter(({ may }) => lineOf(may).fresh)) {
    asked += 1;
    const path = fill(route.path, at.ids);
    if (route.kind === 'api') {
      const { status, body } = await ask(at.superAdmin, route.method, path, bodies[route.path]);
      expect([route.method, route.path, status, body?.code, body?.details?.reason]).toEqual([
        route.method,
        route.path,
        403,
        'INVALID_TOKEN',
        'sessionInvalid',
      ]);
    } else {
      const response = route.method === 'get' ? await at.superAdmin.fetch(path) : await at.superAdmin.form(path, {});
      expect([route.method, route.path, response.status]).toEqual([route.method, route.path, 303]);
      expect(response.headers.get('location')).toMatch(/^\/auth\?to=.*&notice=sessionInvalid$/);
    }
  }
  expect(asked).toBeGreaterThan(15);
});

test('what only the person may do is refused to whoever acts for them', { timeout: 60_000 }, async () => {
  const at = await scene();
  const { userId } = at.ids;
  await at.superAdmin.json('POST', `/api/admin/users/${userId}/impersonate`, { reason: 'test' });
  const own = [...apiRoutes, ...pageRoutes].filter(({ may }) => lineOf(may).self && lineOf(may).who === 'verified');
  expect(own.length).toBeGreaterThan(8);
  for (const route of own) {
    const path = fill(route.path, at.ids);
    if (route.kind === 'api') {
      const { status, body } = await ask(at.superAdmin, route.method, path, bodies[route.path]);
      expect([route.path, status, body?.details?.reason]).toEqual([route.path, 403, 'impersonating']);
    } else {
      const response = route.method === 'get' ? await at.superAdmin.fetch(path) : await at.superAdmin.form(path, {});
      expect([route.path, response.status]).toEqual([route.path, 403]);
    }
  }
});

test('every line of the permission table that has no route yet is known to wait for one', () => {
  const used = new Set<string>([...apiRoutes, ...pageRoutes].map(({ may }) => may));
  const waiting = Object.keys(permissions).filter((line) => !used.has(line));
  // `organizer.bank` and `event.platform` guard fields of a form, `order.refundAccountChange` an account that is known.
  // `order.bankAccount` decides how much of an account an answer shows.
  const known = ['event.platform', 'order.bankAccount', 'order.refundAccountChange', 'organizer.bank'];
  expect(waiting.sort()).toEqual(known);
});
