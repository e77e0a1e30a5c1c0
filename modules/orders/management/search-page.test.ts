import { expect, test } from 'vitest';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { checkDigits } from '#src/kernel/check-digits.ts';
import { scene } from '#tests/contract/scene.ts';
import type { Caller } from '#tests/support/shop.ts';

/** Somebody of each organizer's event, with a start number, and everything that they may be found by. */
async function foundBy() {
  const at = await scene();
  const { superAdmin, buyer, race } = at;
  const person = runner({
    firstName: 'Quirinus',
    lastName: 'Xaverl',
    email: 'quirinus@runner.example',
    club: 'SC Xanadu',
  });
  const { body } = await buyer.json<{ orderId: number }>(
    'POST',
    `/api/events/${race.eventId}/book`,
    bookingOf(race, [person]),
  );
  const { orderId } = body;
  await superAdmin.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' });
  const reference = `SB${orderId}${checkDigits(`SB${orderId}`)}`;
  const words = ['Quirinus', 'xaver', 'quirinus@runner.example', 'buyer@example.test', String(orderId), reference];
  return { ...at, orderId, words };
}

type List = { count: number; rows: { id: number }[] };
const listed = async (who: Caller, what: string, q: string) => {
  const { status, body } = await who.json<List>('GET', `/api/admin/${what}?q=${encodeURIComponent(q)}`);
  return status === 200 ? [body.count, body.rows.length] : status;
};
/** What the page tells: where it leads at once, or how many hits it shows. */
async function shown(who: Caller, q: string, list = ''): Promise<number | string> {
  const answer = await who.fetch(`/admin/search?q=${encodeURIComponent(q)}${list}`);
  if (answer.status !== 200) return answer.headers.get('location') ?? answer.status;
  const html = await answer.text();
  expect(html).not.toContain('Xaverl</');
  return [...html.matchAll(/data-hit/g)].length;
}

test('hides people of events the viewer does not manage, in the API, on the page and in suggestions', async () => {
  const { otherOrganizer, organizer, superAdmin, words, orderId } = await foundBy();
  for (const q of words) {
    for (const what of ['orders', 'participants'])
      expect([what, q, await listed(otherOrganizer, what, q)]).toEqual([what, q, [0, 0]]);
    for (const list of ['', '&list=']) expect([q, list, await shown(otherOrganizer, q, list)]).toEqual([q, list, 0]);
  }
  // And they are there: those who look after the event find them by each of these words.
  for (const who of [organizer, superAdmin])
    for (const q of words) {
      const [count] = [await listed(who, 'orders', q)].flat();
      expect([q, Number(count)]).toEqual([q, expect.toSatisfy((n: number) => n >= 1)]);
    }
  expect(await shown(organizer, 'Quirinus')).toMatch(new RegExp(`^/admin/orders/${orderId}/participants/\\d+$`));
  expect(await shown(otherOrganizer, '')).toBe(0);
});

test('a viewer without a management role finds nothing, and a gate role neither', async () => {
  const { shop, buyer, guest, words } = await foundBy();
  const gate = await shop.login('gate@example.test');
  for (const q of words.slice(0, 2))
    for (const [who, page, api] of [
      [buyer, 403, 403],
      [gate, 403, 403],
      [guest, expect.stringContaining('/auth'), 401],
    ] as const) {
      expect([q, await shown(who, q)]).toEqual([q, page]);
      expect([q, await listed(who, 'participants', q)]).toEqual([q, api]);
    }
});
