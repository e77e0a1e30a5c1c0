import { expect, test } from 'vitest';
import { addOrganizerUser } from '#modules/organizers/index.ts';
import { refunds } from '#modules/payments/schema.ts';
import {
  lineOf,
  mayTouch,
  type OrganizerRole,
  organizerRoles,
  type Permission,
  permissions,
  rolesOf,
} from '#src/access/permissions.ts';
import { formatIban, maskIban } from '#src/kernel/iban.ts';
import { cents } from '#src/kernel/money.ts';
import type { Caller } from '#tests/support/shop.ts';
import { apiRoutes, fill, pageRoutes, type Scene, scene, staffMail } from './scene.ts';

/** What each role at an organizer may do, route by route. */

/** Written out once more, so that a slip in the table is seen. */
const expected: Partial<Record<Permission, string>> = {
  'event.read': 'owner manager finance desk',
  'event.change': 'owner manager',
  'event.cancel': 'owner manager',
  'waitingRoom.manage': 'owner manager',
  'lottery.manage': 'owner manager',
  'event.money': 'owner manager finance',
  'order.view': 'owner manager finance desk',
  'order.export': 'owner manager finance',
  'order.assist': 'owner manager desk',
  'order.note': 'owner manager finance desk',
  'order.settle': 'owner manager finance desk',
  'order.manage': 'owner manager',
  'order.refund': 'owner manager finance',
  'order.bankAccount': 'owner manager finance',
  'withdrawal.read': 'owner manager finance desk',
  'withdrawal.decide': 'owner manager',
  'waitlist.manage': 'owner manager',
  'sharedTeam.manage': 'owner manager',
  'giftCard.manage': 'owner manager finance',
  'giftCard.issue': 'owner manager finance',
  'giftCard.settings': 'owner manager',
  'participant.import': 'owner manager',
  'participant.write': 'owner manager',
  'bib.read': 'owner manager desk',
  'bib.manage': 'owner manager',
  'ticket.scan': 'owner manager desk gate',
  'result.manage': 'owner manager',
  'transfer.manage': 'owner manager',
  'timing.read': 'owner manager finance desk',
  'timing.manage': 'owner manager',
  'ticket.handOut': 'owner manager desk',
  'desk.register': 'owner manager desk',
  'gate.watch': 'owner manager desk',
  'gate.manage': 'owner manager',
  'statistics.read': 'owner manager finance',
  'export.make': 'owner manager finance',
  'organizer.read': 'owner',
  'organizer.change': 'owner',
  'organizer.bank': 'owner',
  'organizer.users': 'owner',
  'organizer.papers': 'owner manager finance',
  'company.manage': 'owner manager finance',
};

test('the table of roles', () => {
  const lines = (Object.keys(permissions) as Permission[]).filter((line) => lineOf(line).who === 'organizer');
  for (const line of lines) expect([line, rolesOf(line).join(' ')]).toEqual([line, expected[line]]);
  // Who cancels decides the money in the same step.
  for (const line of ['order.manage', 'event.cancel'] as const)
    expect(rolesOf(line).filter((role) => !rolesOf('order.refund').includes(role))).toEqual([]);
});

test('a role that nobody knows opens nothing, and what is another organizer’s is not there', () => {
  const person = { userId: 1, visitId: 'v', level: 'verified', isSuperAdmin: false } as const;
  for (const line of Object.keys(permissions) as Permission[]) {
    if (lineOf(line).who !== 'organizer') continue;
    const unknown = { ...person, roles: [{ organizerId: 1, role: 'king' as OrganizerRole }] };
    expect([line, mayTouch(line, unknown, { organizerIds: [1] })]).toEqual([line, false]);
    const owner = { ...person, roles: [{ organizerId: 1, role: 'owner' as const }] };
    expect([line, mayTouch(line, owner, { organizerIds: [1] }), mayTouch(line, owner, { organizerIds: [2] })]).toEqual([
      line,
      true,
      false,
    ]);
  }
});

const routes = [...apiRoutes, ...pageRoutes].filter(({ may }) => {
  const { who } = lineOf(may);
  return who === 'organizer' || who === 'superAdmin';
});
const open = (who: Caller, { kind, method, path }: (typeof routes)[number], ids: Scene['ids']) => {
  const target = fill(path, ids);
  if (method === 'get') return who.fetch(target);
  if (kind === 'page') return who.form(target, {});
  return who.fetch(target, {
    method: method.toUpperCase(),
    headers: { 'content-type': 'application/json', 'x-csrf-token': who.cookies.get('csrf-token') ?? '' },
    body: '{',
  });
};

test.for(organizerRoles)('as %s: each route opens as the table says', { timeout: 60_000 }, async (role) => {
  const at = await scene();
  const who = role === 'owner' ? at.organizer : await at.shop.login(staffMail(role));
  let [opened, closed] = [0, 0];
  for (const route of routes) {
    // An owner who takes themselves out has nothing to try any more.
    const answer = await open(who, route, at.ids);
    const isOpen = rolesOf(route.may).includes(role);
    expect([route.method, route.path, answer.status === 403]).toEqual([route.method, route.path, !isOpen]);
    if (isOpen) opened += 1;
    else closed += 1;
  }
  expect([opened > 3, closed > 20]).toEqual([true, true]);
});

test('what somebody may for one organizer they may not for another', { timeout: 60_000 }, async () => {
  const at = await scene();
  const { shop, ids } = at;
  // At the desk of the first, owner of the second: every door opens, and behind it only what is the desk's.
  await shop.deps.write((work) =>
    addOrganizerUser(work, Number(ids.organizerId) + 1, staffMail('desk'), null, 'owner'),
  );
  const who = await shop.login(staffMail('desk'));
  const named = routes.filter(
    ({ may, path }) =>
      /\{(event|eventId|orderId|competitionId|articleId|voucherTypeId|organizerId)\}/.test(path) &&
      lineOf(may).who === 'organizer',
  );
  let refused = 0;
  for (const route of named) {
    const answer = await open(who, route, ids);
    const isOpen = rolesOf(route.may).includes('desk');
    expect([route.method, route.path, answer.status, isOpen]).toEqual([
      route.method,
      route.path,
      isOpen ? answer.status : 404,
      isOpen,
    ]);
    if (!isOpen) refused += 1;
  }
  expect(refused).toBeGreaterThan(60);
});

test('lists of one event lead on only to what somebody may there, whatever they are elsewhere', {
  timeout: 60_000,
}, async () => {
  const at = await scene();
  const { shop, ids } = at;
  await shop.deps.write((work) =>
    addOrganizerUser(work, Number(ids.organizerId) + 1, staffMail('desk'), null, 'owner'),
  );
  const who = await shop.login(staffMail('desk'));
  for (const list of ['orders', 'participants', 'withdrawals']) {
    const html = await (await who.fetch(`/admin/${list}?event=${ids.event}`)).text();
    const links = [...html.matchAll(/<a class="nav-link" href="(\/(?:admin|scan)[^"#]*)"/g)].map(
      ([, href = '']) => href,
    );
    expect(links.length).toBeGreaterThan(3);
    for (const href of new Set(links)) {
      const { status } = await who.fetch(href.replaceAll('&amp;', '&'));
      expect([list, href, [200, 303].includes(status)]).toEqual([list, href, true]);
    }
  }
});

test.for(organizerRoles)(
  'as %s: no answer shows a bank account that the role does not need',
  {
    timeout: 60_000,
  },
  async (role) => {
    const at = await scene();
    const iban = 'AT483200000012345864';
    const orderId = Number(at.ids.orderId);
    await at.shop.deps.write(({ tx, now: createdAt }) =>
      tx.insert(refunds).values({
        ...{ orderId, way: 'transfer', method: 'bank', amount: cents(500), reason: 'granted', status: 'pending' },
        ...{ reference: 'R1', iban, accountHolder: 'Bea Buch', createdAt },
      }),
    );
    const who = role === 'owner' ? at.organizer : await at.shop.login(staffMail(role));
    const reads = [...apiRoutes, ...pageRoutes].filter(
      ({ method, may }) => method === 'get' && !may.startsWith('session'),
    );
    const found: Record<'full' | 'masked', string[]> = { full: [], masked: [] };
    for (const { path } of reads) {
      const text = await (await who.fetch(fill(path, at.ids))).text();
      if (text.includes(iban) || text.includes(formatIban(iban))) found.full.push(path);
      if (text.includes(maskIban(iban))) found.masked.push(path);
    }
    const places = ['/api/admin/orders/{orderId}/refunds', '/admin/orders/{orderId}'];
    const isNeeded = rolesOf('order.bankAccount').includes(role);
    expect(found.full).toEqual(isNeeded ? places : []);
    expect(found.masked).toEqual(isNeeded || !rolesOf('order.view').includes(role) ? [] : places);
  },
);

test('what a state besides paid takes is asked where it is named', async () => {
  const at = await scene();
  const path = fill('/api/admin/orders/{orderId}', at.ids);
  const desk = await at.shop.login(staffMail('desk'));
  for (const [call, body] of [
    ['status', { status: 'canceled' }],
    ['update', { status: 'canceled' }],
    ['update', { status: 'shipped', comment: 'x' }],
  ] as const) {
    const { status, body: said } = await desk.json<{ code: string }>('PATCH', `${path}/${call}`, body);
    expect([call, status, said.code]).toEqual([call, 403, 'NO_PERMISSION']);
  }
  expect((await desk.json('PATCH', `${path}/update`, { comment: 'steht am Schalter' })).status).toBe(200);
  const paid = await desk.json<{ order: { status: string } }>('PATCH', `${path}/status`, { status: 'complete' });
  expect([paid.status, paid.body.order.status]).toEqual([200, 'complete']);
});

test.for(organizerRoles)('as %s: no page shows a way that is closed', { timeout: 120_000 }, async (role) => {
  const at = await scene();
  const who = role === 'owner' ? at.organizer : await at.shop.login(staffMail(role));
  const start = role === 'gate' ? '/scan' : '/admin/events';
  const waiting = [start, fill('/admin/orders/{orderId}', at.ids), fill('/admin/participants', at.ids)];
  if (role === 'gate') waiting.length = 1;
  const seen = new Set(waiting);
  const posts = new Set<string>();
  for (const path of waiting) {
    const answer = await who.fetch(path);
    expect([path, answer.status === 403]).toEqual([path, false]);
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue;
    const html = await answer.text();
    for (const [, form = ''] of html.matchAll(/<form[^>]*method="post"[^>]*action="([^"]+)"/g)) posts.add(form);
    for (const [, raw = ''] of html.matchAll(/href="([^"#]+)/g)) {
      const href = raw.replaceAll('&amp;', '&');
      const bare = href.split('?')[0] ?? '';
      const key = role === 'gate' ? href : bare;
      if (!/^\/(admin|scan)/.test(href) || seen.has(key) || seen.size > 150) continue;
      seen.add(key);
      waiting.push(href);
    }
  }
  expect(seen.size).toBeGreaterThan(role === 'gate' ? 1 : 4);
  for (const action of posts) {
    const route = pageRoutes.find(
      ({ method, path }) =>
        method === 'post' && new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(action.split('?')[0] ?? ''),
    );
    if (route && lineOf(route.may).who === 'organizer')
      expect([action, rolesOf(route.may).includes(role)]).toEqual([action, true]);
  }
});
