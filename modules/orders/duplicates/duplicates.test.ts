import { expect, test } from 'vitest';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { scene } from '#tests/contract/scene.ts';

type Doubles = {
  count: number;
  rows: { reason: string; people: { id: number; lastName: string; orderId: number }[] }[];
};

test('lists likely doubles of an event until one is canceled or they are told apart', { timeout: 20_000 }, async () => {
  const at = await scene();
  const { shop, race, organizer, ids } = at;
  const buyer = await shop.login('doubles@example.test');
  const book = async (people: Parameters<typeof bookingOf>[1]) =>
    (await buyer.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, bookingOf(race, people))).body
      .orderId;
  const person = { birthDate: '1991-02-03', gender: 'female' } as const;
  await book([runner({ ...person, firstName: 'Ida', lastName: 'Kern' })]);
  const canceled = await book([runner({ ...person, firstName: 'Ida', lastName: 'Kerner', email: 'ida@kern.example' })]);
  await book([runner({ ...person, firstName: 'Lea', lastName: 'Kerner', email: 'ida@kern.example' })]);
  const list = async () => (await organizer.json<Doubles>('GET', `/api/admin/events/${ids.eventId}/duplicates`)).body;
  const reasons = async () =>
    (await list()).rows.map(({ reason, people }) => `${reason}: ${people.map(({ lastName }) => lastName).join(', ')}`);
  expect(await reasons()).toEqual(['sameMail: Kerner, Kerner']);
  const page = `/admin/events/${ids.eventId}/duplicates`;
  const html = await (await organizer.fetch(page)).text();
  expect(html).toContain(`/admin/orders/${canceled}/cancel`);
  const [pair] = (await list()).rows;
  const [one, other] = (pair?.people ?? []).map(({ id }) => id);
  const told = await organizer.form(page, { participantId: String(other), otherParticipantId: String(one) });
  expect([told.status, told.headers.get('location')]).toEqual([303, `${page}?done=dismissed`]);
  expect(await reasons()).toEqual([]);
  const dismiss = (participantId: unknown, otherParticipantId: unknown) =>
    organizer.json('POST', `/api/admin/events/${ids.eventId}/duplicates/dismiss`, {
      participantId,
      otherParticipantId,
    });
  expect((await dismiss(one, other)).status).toBe(204);
  expect((await dismiss(one, one)).status).toBe(404);
  expect((await dismiss(one, 999_999)).status).toBe(404);
  expect((await organizer.form(page, { participantId: 'x', otherParticipantId: '2' })).status).toBe(409);
  const history = await (await organizer.fetch(`/admin/orders/${canceled}`)).text();
  expect(history).toContain('Als „kein Duplikat“ bestätigt.');

  await book([runner({ ...person, firstName: 'Idda', lastName: 'Kerner', email: 'idda@kern.example' })]);
  expect(await reasons()).toEqual(['nearName: Kerner, Kerner']);
  await organizer.json('PATCH', `/api/admin/orders/${canceled}/cancel`, {});
  expect(await reasons()).toEqual([]);
});
