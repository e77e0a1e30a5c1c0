import { expect, test } from 'vitest';
import { bookingOf, makeRace, type Race, runner } from '#modules/orders/testing.ts';
import { createOrganizer } from '#modules/organizers/index.ts';
import { normalizeEmail } from '#src/kernel/email.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';

/** Every address that can book can log in, and vice versa. */
const some: readonly (readonly [address: string, isOne: boolean])[] = [
  ['zoe@example.test', true],
  ['Zoe.Maier@Example.test', true],
  ['Zoë.Maier@example.test', false],
  ['jürgen@example.test', false],
  ['иван@example.test', false],
  ['zoe+lauf@mail.example.co.uk', true],
  ['zoe@bücher.example', true],
  [' zoe@example.test ', true],
  ['a@b.c', false],
  ['a@b.c1', false],
  ['a@b.1c', false],
  ['a@b.xn--p1ai', true],
  ['ｚｏｅ＠example.test', true],
  ['a..b@x.at', false],
  ['.a@x.at', false],
  ['a.@x.at', false],
  ['zoe', false],
  ['zoe@example', false],
  ['zoe@127.0.0.1', false],
  ['zoe@exa_mple.test', false],
  ['zoe@-example.test', false],
  ['zoe@example.test, eva@example.test', false],
  ['zoe@example.test\nBcc: eva@example.test', false],
  [`${'z'.repeat(65)}@example.test`, false],
];

type Scene = { shop: TestShop; race: Race; boss: Caller; buyer: Caller; organizerId: number };
type Door = (scene: Scene, email: string) => Promise<{ status: number }>;
const post =
  (
    path: (scene: Scene) => string,
    body: (email: string) => object,
    who: 'boss' | 'buyer' = 'boss',
    method = 'POST',
  ): Door =>
  (scene, email) =>
    scene[who].json(method, path(scene), body(email));
const newOrder = async ({ buyer, race }: Scene, change: Record<string, unknown> = {}) => {
  const path = `/api/events/${race.eventId}/book`;
  const { status, body } = await buyer.json<{ orderId: number }>('POST', path, bookingOf(race, [runner(change)]));
  return { status, orderId: body.orderId };
};
const personOf = async ({ buyer }: Scene, orderId: number): Promise<number> => {
  type Order = { order: { competitions: { teams: { participants: { id: number }[] }[] }[] } };
  const { body } = await buyer.json<Order>('GET', `/api/orders/${orderId}`);
  return body.order.competitions[0]?.teams[0]?.participants[0]?.id ?? 0;
};
/** A call or form about the only person of a new order. */
const ofNewOrder =
  (ask: (scene: Scene, orderId: number, participantId: number, email: string) => Promise<{ status: number }>): Door =>
  async (scene, email) => {
    const { orderId } = await newOrder(scene);
    return ask(scene, orderId, await personOf(scene, orderId), email);
  };

const doors: Readonly<Record<string, Door>> = {
  'the login': post(
    () => '/api/auth/code/send-mail',
    (email) => ({ email }),
  ),
  'the login page': ({ shop }, email) => shop.visitor().form('/auth', { email, way: 'code', to: '/orders' }),
  'the login without a code': ({ shop, race }, email) =>
    shop.visitor().json('POST', '/api/auth/code/unauthenticated-login', { email, eventId: race.eventId }),
  'the booking': (scene, email) => newOrder(scene, { email }),
  "the buyer's change of data": ofNewOrder(({ buyer }, order, person, email) =>
    buyer.json('POST', `/api/orders/${order}/participants/${person}/change-data`, { email }),
  ),
  "the buyer's change of address": ofNewOrder(({ buyer }, order, person, newEmail) =>
    buyer.json('POST', `/api/orders/${order}/participants/${person}/change-email`, { newEmail }),
  ),
  "the buyer's form": ofNewOrder(({ buyer }, order, person, email) =>
    buyer.form(`/orders/${order}/participants/${person}`, { ...plain(order), email }),
  ),
  "the organizer's form": ofNewOrder(({ boss }, order, person, email) =>
    boss.form(`/admin/orders/${order}/participants/${person}`, { ...plain(order), email }),
  ),
  'another buyer': ofNewOrder(({ boss }, order, _, newEmail) =>
    boss.json('PATCH', `/api/admin/orders/${order}/change-buyer`, { newEmail }),
  ),
  "an account's new address": ({ buyer }, newEmail) => buyer.json('POST', '/api/users/change-email', { newEmail }),
  "the account's form": ({ buyer }, newEmail) => buyer.form('/settings/email', { newEmail }),
  'an organizer': post(
    ({ organizerId }) => `/api/admin/organizers/${organizerId}`,
    (email) => ({ email }),
    'boss',
    'PATCH',
  ),
  "an organizer's user": post(
    ({ organizerId }) => `/api/admin/organizers/${organizerId}/users`,
    (email) => ({ email }),
  ),
  "an organizer's user, by the form": ({ boss, organizerId }, userEmail) =>
    boss.form(`/admin/organizer/${organizerId}/users`, { userEmail }),
};
const plain = (order: number) => ({
  firstName: 'Zoë',
  lastName: `Form-${order}`,
  birthDate: '1994-05-01',
  gender: 'female',
});

test('an address is one at every door or at none', async () => {
  const shop = await testShop({ env: { LIMIT_FACTOR: '0' } });
  const [race, organizerId] = await shop.deps.write(async (work) => {
    const organizer = await createOrganizer(work, { name: 'LC Linz' });
    return [await makeRace(work, { tickets: 1000, event: { organizerId: organizer } }), organizer] as const;
  });
  const boss = await shop.login('boss@example.test', { superAdmin: true });
  for (const [index, [email, isOne]] of some.entries()) {
    expect([email, normalizeEmail(email) !== null]).toEqual([email, isOne]);
    const buyer = await shop.login(`buyer${index}@example.test`);
    for (const [name, knock] of Object.entries(doors)) {
      const { status } = await knock({ shop, race, organizerId, boss, buyer }, email);
      const answer = status < 400 ? true : [400, 422].includes(status) ? false : status;
      expect([email, name, answer]).toEqual([email, name, isOne]);
    }
  }
});
