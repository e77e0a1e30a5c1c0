import { expect, test } from 'vitest';
import { updateCompetition, updateEvent } from '#modules/events/index.ts';
import { askSettings, asksLevels } from '#modules/events/rules/event-flags.ts';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { newcomer, type OwnOffer, openTransfers } from './testing.ts';

const asked = { asksBirthDate: 'birthDate', asksGender: 'gender' } as const;
const person = 'teams[0].participants[0].';
const entry = { [`${person}firstName`]: 'Lena', [`${person}lastName`]: 'Vogel', [`${person}email`]: 'l@example.test' };

async function scene() {
  const shop = await testShop({ env: { LIMIT_FACTOR: '0' } });
  const at = await openTransfers(shop);
  const { race, orderId, participantIds } = at;
  const link = (await at.offer()).body.link?.replace('http://shop.test', '') ?? '';
  await shop.deps.write((work) => updateEvent(work, race.eventId, { cashAtDesk: true }));
  const steps = `/events/${race.eventId}/competitions`;
  const draft = { 'teams[0].localId': 't', 'teams[0].competitionId': String(race.runId), [`${person}localId`]: 'p' };
  const late = `/admin/events/${race.eventId}/late-registration`;
  const lateEntry = { competition: String(race.runId), members: '1', step: 'check' };
  const own = `/orders/${orderId}/participants/${participantIds[0]}`;
  await at.taker.form(steps, { intent: `add:${race.runId}` });
  const pages: Record<string, { who: Caller; path: string; name: string; send: () => Promise<Response> }> = {
    booking: {
      ...{ who: at.taker, path: steps, name: person },
      send: () => at.taker.form(steps, { ...draft, ...entry, intent: 'next' }),
    },
    desk: {
      ...{ who: at.organizer, path: `${late}?competition=${race.runId}`, name: person },
      send: () => at.organizer.form(late, { ...lateEntry, ...entry }),
    },
    transfer: {
      ...{ who: at.taker, path: link.replace(/\?/, '/take?'), name: person },
      send: () =>
        at.taker.form(link.replace(/\?/, '/take?'), { ...entry, key: 'tap', totalPrice: '3000', accepted: 'true' }),
    },
    buyer: {
      ...{ who: at.holder, path: own, name: '' },
      send: () => at.holder.form(own, { firstName: 'Ana', lastName: 'Huber', birthDate: '', gender: '' }),
    },
    organizer: {
      ...{ who: at.organizer, path: `/admin${own}`, name: '' },
      send: () => at.organizer.form(`/admin${own}`, { firstName: 'Ana', lastName: 'Huber', birthDate: '', gender: '' }),
    },
  };
  return { shop, ...at, pages, link };
}

test('events ask for birth date and gender as they say, wherever a participant is entered or changed', async () => {
  const { shop, race, pages } = await scene();
  for (const setting of askSettings)
    for (const level of asksLevels) {
      await shop.deps.write((work) => updateEvent(work, race.eventId, { [setting]: level }));
      for (const [name, { who, path, name: prefix }] of Object.entries(pages)) {
        const html = await (await who.fetch(path)).text();
        const control = new RegExp(`<(?:input|select)[^>]*name="${prefix.replace(/[[\]]/g, '\\$&')}${asked[setting]}"`);
        // A stored value stays editable.
        const isVisible = level !== 'no' || ['buyer', 'organizer'].includes(name);
        expect([name, setting, level, control.test(html)]).toEqual([name, setting, level, isVisible]);
      }
    }
  // A rule of the competition needs it all the same.
  await shop.deps.write(async (work) => {
    await updateEvent(work, race.eventId, { asksBirthDate: 'no', asksGender: 'no' });
    await updateCompetition(work, race.runId, { minAge: 16, gender: 'female' });
  });
  const html = await (await pages.booking?.who.fetch(pages.booking.path))?.text();
  for (const name of Object.values(asked)) expect(html).toContain(`name="${person}${name}"`);
});

test('a required date of birth or gender that is missing is refused at its field', async () => {
  const { shop, race, pages, ...at } = await scene();
  await shop.deps.write((work) =>
    updateEvent(work, race.eventId, { asksBirthDate: 'required', asksGender: 'required' }),
  );
  for (const [name, { send, name: prefix }] of Object.entries(pages)) {
    const answer = await send();
    const html =
      answer.status === 303
        ? await (await pages.booking?.who.fetch(answer.headers.get('location') ?? ''))?.text()
        : await answer.text();
    const fieldIds = Object.values(asked).map(
      (field) => `#field-${`${prefix}${field}`.replace(/[^A-Za-z0-9]+/g, '-')}`,
    );
    expect([name, answer.status, fieldIds.filter((id) => !html?.includes(`href="${id}"`))]).toEqual([name, 400, []]);
  }
  const nobody = runner({ birthDate: undefined, gender: undefined });
  const missing = (path: string) => ({
    code: 'VALIDATION_FAILED',
    details: { fields: { [`${path}birthDate`]: ['Das fehlt noch.'], [`${path}gender`]: ['Das fehlt noch.'] } },
  });
  const booking = bookingOf(race, [nobody]);
  const { teams } = booking;
  const inTeam = missing('teams.0.participants.0.');
  for (const call of ['quote', 'book'])
    expect((await at.taker.json('POST', `/api/events/${race.eventId}/${call}`, booking)).body).toMatchObject(inTeam);
  const late = `/api/admin/events/${race.eventId}/late-registrations/quote`;
  expect((await at.organizer.json('POST', late, { teams })).body).toMatchObject(inTeam);
  const offered = (await at.holder.json<OwnOffer>('GET', at.ownPath())).body;
  expect((await at.take(offered, 3000, newcomer({ birthDate: undefined, gender: undefined }))).body).toMatchObject(
    inTeam,
  );
  const change = `/api/orders/${at.orderId}/participants/${at.participantIds[0]}/change-data`;
  const emptied = await at.holder.json('POST', change, { birthDate: null, gender: null });
  expect(emptied.body).toMatchObject(missing(''));
  const relay = { competitionId: race.relayId, participants: [runner(), runner()] };
  type Booked = { orderId: number };
  const booked = await at.holder.json<Booked>('POST', `/api/events/${race.eventId}/book`, {
    ...bookingOf(race, [], { teams: [relay], totalPrice: 4150 }),
  });
  const { orderId } = booked.body;
  type Order = { order: { competitions: { teams: { teamId: number }[] }[] } };
  const { order } = (await at.holder.json<Order>('GET', `/api/orders/${orderId}`)).body;
  const team = order.competitions[0]?.teams[0]?.teamId;
  const member = { firstName: 'Lena', lastName: 'Vogel' };
  const added = await at.organizer.json('POST', `/api/admin/orders/${orderId}/teams/${team}/participants`, member);
  expect(added.body).toMatchObject(missing(''));
});

test('a change of something else does not ask for what was not required before', async () => {
  const shop = await testShop();
  const at = await openTransfers(shop, {}, [runner({ birthDate: undefined, gender: undefined })]);
  await shop.deps.write((work) => updateEvent(work, at.race.eventId, { asksBirthDate: 'required' }));
  const change = `/api/orders/${at.orderId}/participants/${at.participantIds[0]}/change-data`;
  expect((await at.holder.json('POST', change, { club: 'LC Linz' })).status).toBe(200);
});
