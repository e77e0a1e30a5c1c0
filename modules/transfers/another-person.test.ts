import { describe, expect, test } from 'vitest';
import { ownPagePath } from '#modules/checkin/index.ts';
import { ticketAddresses, ticketOf } from '#modules/checkin/ticket.ts';
import { updateEvent } from '#modules/events/index.ts';
import { changeParticipant, orderOf, peopleOf } from '#modules/orders/index.ts';
import { runner } from '#modules/orders/testing.ts';
import { minutes } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import { openTransfers } from './testing.ts';

/**
 * Changing a participant into another person requires a transfer where the event has transfers, and ends every open
 * offer.
 */

const people = ['Ana', 'Bea', 'Cleo'].map((firstName) =>
  runner({ firstName, lastName: 'Huber', birthDate: '1990-05-05', email: `${firstName.toLowerCase()}@example.test` }),
);
const karl = { firstName: 'Karl', lastName: 'Moser', birthDate: '1985-08-08', email: 'karl@example.test' };

async function scene(settings: Record<string, unknown> = {}) {
  const shop = await testShop();
  const at = await openTransfers(shop, settings, people);
  const { orderId } = at;
  const personOf = async (id: number) =>
    peopleOf((await orderOf(shop.deps.read, orderId)) ?? expect.fail()).find(({ person }) => person.id === id)?.person;
  const adminPath = (id: number) => `/api/admin/participants/${id}/orders/${orderId}`;
  const ownForm = async (id: number, fields: Record<string, string>) => {
    const ticket = (await ticketOf(shop.deps.read, shop.deps.signer, id)) ?? expect.fail();
    return shop.visitor().form(ticketAddresses(shop.deps.signer, ticket).change, fields);
  };
  /** Ways by which the buyer or the participant names another person. */
  const own: Record<string, (id: number, person: typeof karl) => Promise<{ status: number }>> = {
    'the form of the order': (id, person) => at.holder.form(`/orders/${orderId}/participants/${id}`, person),
    'change-data': (id, person) =>
      at.holder.json('POST', `/api/orders/${orderId}/participants/${id}/change-data`, person),
    'the own page': ownForm,
  };
  const office: typeof own = {
    'the organizer by change-data': (id, person) => at.organizer.json('POST', `${adminPath(id)}/change-data`, person),
    'the organizer by the form': (id, person) =>
      at.organizer.form(`/admin/orders/${orderId}/participants/${id}`, person),
    'a new address where the event replaces the ticket': async (id, { email }) => {
      await shop.deps.write((work) => updateEvent(work, at.race.eventId, { newTicketForNewEmail: true }));
      return at.organizer.json('POST', `${adminPath(id)}/change-email`, { newEmail: email });
    },
    'another buyer': (id) =>
      at.organizer.json('PATCH', `/api/admin/orders/${orderId}/change-buyer`, { newEmail: `buyer${id}@example.test` }),
  };
  const states = () =>
    shop.deps.read.all<{ state: string; participantId: number }>(
      'select state, participant_id participantId from transfers order by id',
    );
  return { shop, at, own, office, personOf, states };
}

describe('where the event has transfers', () => {
  test.each(['the form of the order', 'change-data', 'the own page'])(
    'another person is refused by %s, with the way; a spelling is taken',
    async (way) => {
      const { shop, at, own, personOf, states } = await scene();
      const [id = 0] = at.participantIds;
      await at.offer('new@example.test');
      expect((await own[way]?.(id, karl))?.status).toBe(409);
      const ana = await personOf(id);
      expect(ana).toMatchObject({ firstName: 'Ana', email: 'ana@example.test', ticketVersion: 0 });
      // Changing one name after the other has the same result.
      const base = { ...karl, firstName: 'Ana', birthDate: '1990-05-05', email: 'ana@example.test' };
      expect((await own[way]?.(id, base))?.status).toBeLessThan(400);
      expect((await own[way]?.(id, { ...base, firstName: 'Karl' }))?.status).toBe(409);
      await shop.settle();
      expect((await states()).map(({ state }) => state)).toEqual(['offered']);
      const page = await (await at.holder.fetch(`/orders/${at.orderId}/participants/${id}`)).text();
      expect(page).toContain(`href="/orders/${at.orderId}/participants/${id}/transfer"`);
    },
  );

  const ana = { firstName: 'Ana', lastName: 'Huber', birthDate: '1990-05-05', email: 'ana@example.test' };
  test.each<[string, Partial<typeof karl>[]]>([
    ['a corrected first name, then an address', [{ firstName: 'Anna' }, { email: 'anna@example.test' }]],
    ['a corrected last name, then an address', [{ lastName: 'Hueber' }, { email: 'anna@example.test' }]],
    ['an address, then a first name', [{ email: 'new@example.test' }, { firstName: 'Mia' }]],
    ['an address, then a last name', [{ email: 'new@example.test' }, { lastName: 'Moser' }]],
    ['three corrections', [{ firstName: 'Anna' }, { birthDate: '1990-05-06' }, { lastName: 'Hubr' }]],
    ['letters that changed places, then a last name', [{ firstName: 'Aan' }, { lastName: 'Moser' }]],
  ])('%s: each is taken', async (_, steps) => {
    const { at, own } = await scene();
    const [id = 0] = at.participantIds;
    let person = ana;
    for (const step of steps) {
      person = { ...person, ...step };
      expect([step, (await own['change-data']?.(id, person))?.status]).toEqual([step, 200]);
    }
  });

  test.each<[string, Partial<typeof karl>[]]>([
    ['one name after the other', [{ firstName: 'Karl' }, { lastName: 'Moser' }]],
    [
      'an address, a first name and a birth date',
      [{ email: 'k@x.test' }, { firstName: 'Karl' }, { birthDate: '1985-08-08' }],
    ],
    ['a first name with an address', [{ firstName: 'Karl', email: 'karl@example.test' }]],
    ['a last name with an address', [{ lastName: 'Moser', email: 'moser@example.test' }]],
  ])('%s: the last is refused', async (_, steps) => {
    const { at, own } = await scene();
    const [id = 0] = at.participantIds;
    let person = ana;
    for (const [n, step] of steps.entries()) {
      person = { ...person, ...step };
      const status = n === steps.length - 1 ? 409 : 200;
      expect([step, (await own['change-data']?.(id, person))?.status]).toEqual([step, status]);
    }
  });

  test('the person whom the organizer entered may be corrected like any other', async () => {
    const { at, own, office } = await scene();
    const [id = 0] = at.participantIds;
    expect((await office['the organizer by change-data']?.(id, karl))?.status).toBe(200);
    expect((await own['change-data']?.(id, { ...karl, firstName: 'Bruno' }))?.status).toBe(200);
    expect((await own['change-data']?.(id, { ...karl, firstName: 'Bruno', lastName: 'Auer' }))?.status).toBe(409);
  });

  test('the refusal names its code, and the page says the sentence', async () => {
    const { at } = await scene({ mode: 'approval' });
    const [id = 0] = at.participantIds;
    const path = `/orders/${at.orderId}/participants/${id}`;
    const call = await at.holder.json<{ code: string; message: string }>('POST', `/api${path}/change-data`, karl);
    expect(call.body).toMatchObject({ code: 'PLACE_MUST_BE_PASSED_ON', details: { participantId: id } });
    const html = await (await at.holder.form(path, karl)).text();
    expect(html).toContain('Damit startet jemand anderes.');
    expect(html).toContain('value="Karl"');
  });
});

const withoutTransfers = ['the form of the order', 'change-data', 'the own page'];
const byOffice = [
  'the organizer by change-data',
  'the organizer by the form',
  'a new address where the event replaces the ticket',
  'another buyer',
];
test.each([...withoutTransfers, ...byOffice])('every open offer of a place ends by %s', async (way) => {
  const { shop, at, own, office, personOf, states } = await scene();
  const [first = 0, second = 0, third = 0] = at.participantIds;
  const offered = await at.offer('stranger@example.test', at.holder, first);
  const ordered = await at.offer('payer@example.test', at.holder, second);
  const taken = await at.take(ordered.body, 3000);
  expect(taken.status).toBe(201);
  const asker = (await personOf(third)) ?? expect.fail();
  const order = (await orderOf(shop.deps.read, at.orderId)) ?? expect.fail();
  const link = `http://shop.test${ownPagePath(shop.deps.signer, asker, order.event.endTimestamp)}`;
  const asked = await shop.visitor().json('POST', `/api/tickets/${third}/transfer`, { link, email: null });
  expect(asked.status).toBe(201);
  await shop.settle();
  expect((await states()).map(({ state }) => state)).toEqual(['offered', 'ordered', 'asked']);
  if (withoutTransfers.includes(way)) await at.set({ mode: 'off' });
  shop.clock.advance(minutes(1));
  const change = own[way] ?? office[way] ?? expect.fail(way);
  for (const [n, id] of at.participantIds.entries()) {
    const email = `karl${n}@example.test`;
    expect((await change(id, { ...karl, firstName: `Karl${'abc'[n]}`, email })).status).toBeLessThan(400);
  }
  // Link and payment from before are refused even before the facts are handled.
  expect((await at.take(offered.body, 3000)).body.code).toMatch(/TRANSFER_(OVER|NOT_POSSIBLE)/);
  await at.pay(taken.body.orderId);
  expect((await states()).map(({ state }) => state)).toEqual([
    'withdrawn',
    expect.stringMatching(/withdrawn|failed/),
    'withdrawn',
  ]);
  expect((await orderOf(shop.deps.read, taken.body.orderId))?.status).toBe('canceled');
  const here = peopleOf((await orderOf(shop.deps.read, at.orderId)) ?? expect.fail());
  expect(here.map(({ person }) => person.id)).toEqual(at.participantIds);
  expect((await shop.mails('stranger@example.test'))[0]?.subject).toContain('Nicht mehr zu haben');
});

test('an offer goes on where only a spelling is put right or the address alone changes', async () => {
  const { shop, at, states } = await scene();
  const [participantId = 0] = at.participantIds;
  await at.offer('new@example.test');
  for (const change of [{ lastName: 'Hueber' }, { email: 'other@example.test' }])
    await shop.deps.write((work) =>
      changeParticipant(work, { orderId: at.orderId, participantId, change, editorId: 1, by: 'organizer' }),
    );
  await shop.settle();
  expect((await states()).map(({ state }) => state)).toEqual(['offered']);
});

test('an offer that waits for the organizer ends with the person', async () => {
  const { shop, at, office, states } = await scene({ mode: 'approval' });
  const [first = 0] = at.participantIds;
  await at.offer('stranger@example.test');
  expect((await states()).map(({ state }) => state)).toEqual(['waiting']);
  expect((await office['the organizer by change-data']?.(first, karl))?.status).toBe(200);
  await shop.settle();
  expect((await states()).map(({ state }) => state)).toEqual(['withdrawn']);
  // No mail was sent to the address.
  expect(await shop.mails('stranger@example.test')).toEqual([]);
});
