import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookOne, call, guest, loginByCode, newCompetition, type Session } from './support/crowd.ts';
import { type RunningServer, startServer } from './support/server.ts';

/** Concurrent requests for the last piece of a size, on a real server. */
let server: RunningServer;
let organizer: Session;

beforeAll(async () => {
  server = await startServer({ env: { LIMIT_FACTOR: '0' } });
  organizer = await loginByCode(server, 'organizer@startblock.example');
});
afterAll(() => server.stop());

const admin = (method: string, path: string, body: object) => call(server, method, path, body, organizer);

/** A race with free places and one ordered shirt, with or without a waitlist of two. */
async function lastShirt(hasWaitlist: boolean) {
  const place = await newCompetition(server, organizer, 1000, { offerHours: 24 });
  const { eventId } = place;
  const article = await admin('POST', `/api/admin/articles/${eventId}`, { name: 'Shirt', type: 'free', hasWaitlist });
  const { id: articleId } = article.json.article as { id: number };
  const variant = await admin('POST', `/api/admin/article-variants/${articleId}`, { name: 'M', availableAmount: 1 });
  const { id: variantId } = variant.json.articleVariant as { id: number };
  const withShirt = { ...place, articles: [{ articleId, variantId, quantity: 1, uniqueLocalId: 's' }] };
  const owner = await guest(server, eventId);
  const { orderId } = await bookOne(server, owner, withShirt, 'first');
  const waiting = await Promise.all(
    [1, 2].map(async (n) => {
      const person = await loginByCode(server, `size${n}-${eventId}@race.test`);
      const { orderId: own } = await bookOne(server, person, place, `own${n}`);
      return { person, own: Number(own) };
    }),
  );
  const asked = [];
  for (const { person, own } of waiting) {
    const { json } = await call(server, 'GET', `/api/orders/${own}`, undefined, person);
    const order = json.order as { competitions: { teams: { participants: { id: number }[] }[] }[] };
    const participantId = order.competitions[0]?.teams[0]?.participants[0]?.id;
    asked.push(await call(server, 'POST', `/api/orders/${own}/waitlist`, { participantId, variantId }, person));
  }
  expect(asked.map(({ status }) => status)).toEqual(hasWaitlist ? [201, 201] : [404, 404]);
  const entries = async () => {
    const list = await call(server, 'GET', `/api/admin/events/${eventId}/waitlist`, undefined, organizer);
    return (list.json.rows ?? []) as { id: number; state: string }[];
  };
  return { withShirt, owner, orderId, waiting, entries };
}

/** Frees the shirt while 200 people ask for it. */
async function freeTheShirt(hasWaitlist: boolean) {
  const at = await lastShirt(hasWaitlist);
  const { withShirt, owner, orderId, entries } = at;
  const buyers = await Promise.all(Array.from({ length: 20 }, () => guest(server, withShirt.eventId)));
  const ask = (i: number) => bookOne(server, buyers[i % buyers.length] as Session, withShirt, `w${i}`);
  const [before, canceled, after] = await Promise.all([
    Promise.all(Array.from({ length: 100 }, (_, i) => ask(i))),
    call(server, 'PATCH', `/api/orders/${orderId}/cancel`, {}, owner),
    Promise.all(Array.from({ length: 100 }, (_, i) => ask(100 + i))),
  ]);
  expect(canceled.status).toBe(200);
  const states = async () => (await entries()).map(({ state }) => state);
  if (hasWaitlist) await expect.poll(states, { timeout: 20_000 }).toContain('offered');
  const late = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(200 + i)));
  const walkIns = [...before, ...after, ...late].map(({ status, code }) => (status === 201 ? 'sold' : String(code)));
  return { ...at, walkIns, states };
}

test('a size that comes free while 200 walk-ins ask for it is sold to none of them, and to whoever waited once', {
  timeout: 120_000,
}, async () => {
  const { walkIns, states, waiting, entries } = await freeTheShirt(true);
  expect(await states()).toEqual(['offered', 'waiting']);
  expect(new Set(walkIns)).toEqual(new Set(['RESERVING_ARTICLES_FAILED']));
  // Everybody on the waitlist presses repeatedly.
  const [first, second] = await entries();
  const press = ({ person, own }: (typeof waiting)[number], entryId = 0) =>
    call(server, 'POST', `/api/orders/${own}/waitlist/${entryId}/take`, { price: 0 }, person);
  const [one, two] = waiting;
  if (!one || !two) return expect.fail();
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => press(two, second?.id)),
    ...Array.from({ length: 10 }, () => press(one, first?.id)),
    ...Array.from({ length: 10 }, () => press(two, second?.id)),
  ]);
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await states()).toEqual(['bought', 'waiting']);
});

test('without a list one of the same walk-ins has it', { timeout: 120_000 }, async () => {
  const { walkIns } = await freeTheShirt(false);
  expect(walkIns.filter((said) => said === 'sold')).toHaveLength(1);
});
