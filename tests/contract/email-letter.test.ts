import { expect, test } from 'vitest';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { scene } from './scene.ts';

const email = 'jürgen@example.test';
const german = 'Vor dem @ ist „ü“ nicht möglich.';

test('an address with a letter that no mail server takes names that letter, in calls and forms', async () => {
  const at = await scene();
  const { eventId, orderId, participantId } = at.ids;
  const calls = [
    [at.guest, '/api/auth/code/send-mail', { email }],
    [at.buyer, `/api/events/${eventId}/book`, bookingOf(at.race, [runner({ email })])],
    [at.buyer, `/api/orders/${orderId}/participants/${participantId}/change-email`, { newEmail: email }],
    [at.organizer, `/api/admin/organizers/${at.ids.organizerId}/users`, { email }],
    [at.organizer, `/api/admin/exports`, { kind: 'orders', eventId, mailTo: email }],
  ] as const;
  for (const [who, path, body] of calls) {
    const refused = await who.json('POST', path, body);
    expect([path, refused.status, JSON.stringify(refused.body)]).toEqual([path, 400, expect.stringContaining(german)]);
  }
  const person = 'teams[0].participants[0]';
  const entry = { 'teams[0].localId': 't1', 'teams[0].competitionId': String(at.race.runId), seen: 'p1' };
  const forms = [
    [at.guest, '/auth', { email, way: 'code', to: '/' }],
    [
      at.buyer,
      `/events/${eventId}/competitions`,
      { ...entry, [`${person}.localId`]: 'p1', [`${person}.email`]: email },
    ],
    [at.buyer, `/orders/${orderId}/participants/${participantId}`, { email }],
    [at.superAdmin, `/admin/organizer/${at.ids.organizerId}/users`, { userEmail: email }],
  ] as const;
  for (const [who, path, fields] of forms) {
    const shown = await who.form(path, { intent: 'next', ...fields });
    expect([path, (await shown.text()).includes(german)]).toEqual([path, true]);
  }
});
