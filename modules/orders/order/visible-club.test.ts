import { expect, test } from 'vitest';
import { changeSettings } from '#modules/accounts/index.ts';
import { updateEvent } from '#modules/events/index.ts';
import { changeParticipant } from '#modules/orders/index.ts';
import { markPaid } from '#modules/payments/index.ts';
import { order, race, raceOrganizer } from '#modules/payments/testing.ts';
import { present } from '#src/kernel/assert.ts';
import { testShop } from '#tests/support/shop.ts';
import { participantsOf } from '../people.ts';
import { orderOf } from '../read.ts';

test('a club stands where people of an order stand, a list has its column where the event asks, and an account offers it', async () => {
  const shop = await testShop();
  const event = await race(shop);
  const orderId = await order(shop, event);
  const kept = present(await orderOf(shop.deps.read, orderId), 'it was just placed');
  const participantId = present(participantsOf(kept)[0], 'it has somebody in it').id;
  const organizer = await shop.login(raceOrganizer);
  const shown = async (path: string) => (await organizer.fetch(path)).text();
  const list = `/admin/participants.csv?event=${event.eventId}`;
  expect(await shown(`/admin/orders/${orderId}`)).not.toContain('>Verein<');
  expect(await shown(list)).not.toContain('Verein');

  await shop.deps.write(async (work) => {
    await updateEvent(work, event.eventId, { asksClub: true });
    const change = { club: 'LC Donau' };
    await changeParticipant(work, { orderId, participantId, change, editorId: 1, by: 'organizer' });
    await markPaid(work, { orderId, editorId: 1 });
    const { userId } = kept;
    await changeSettings(work, userId, {
      firstname: 'Ada',
      lastname: 'Berger',
      contactAddress: { firstName: 'Ada', lastName: 'Berger', sportsClub: 'SK Linz' },
    });
  });
  expect(await shown(`/admin/orders/${orderId}`)).toContain('LC Donau');
  expect(await shown(list)).toContain(';Verein;');
  await shop.settle();
  const mails = (await shop.mails('buyer@runner.example')).map(({ text }) => text).join('\n');
  expect(mails).toContain('Zoë Wałęsa (LC Donau)');

  const buyer = await shop.login('buyer@runner.example');
  const step = await (await buyer.fetch(`/events/${event.eventId}/competitions`)).text();
  expect(step.includes('"club":"SK Linz"')).toBe(true);
});
