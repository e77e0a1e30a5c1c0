import { expect, test } from 'vitest';
import { testShop } from '#tests/support/shop.ts';
import { createPrice, reserveTickets } from '../index.ts';
import { catalogOf } from '../read-catalog.ts';

async function organizerWithEvent() {
  const shop = await testShop();
  const organizer = await shop.login('bewerbe@verein.test', { superAdmin: true });
  const { body } = await organizer.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', { name: 'V' });
  const made = await organizer.json<{ eventId: number }>('POST', '/api/admin/events', {
    title: 'Lauf',
    organizerId: body.organizer.id,
  });
  const { eventId } = made.body;
  const newCompetition = async (input: Record<string, unknown> = {}) => {
    const { body } = await organizer.json<{ competition: { id: number } & Record<string, unknown> }>(
      'POST',
      `/api/admin/competitions/${eventId}`,
      { title: '10 km', ...input },
    );
    return body.competition;
  };
  const sell = (competitionId: number, count: number) =>
    shop.deps.write(async (work) => {
      const priceId = await createPrice(work, competitionId, { quantity: count });
      await reserveTickets(work, { competitionId, priceId, count }, null);
    });
  const stored = async (id: number) =>
    (await catalogOf(shop.deps.read, eventId))?.competitions.find((each) => each.id === id);
  return { shop, organizer, eventId, newCompetition, sell, stored };
}

const form = {
  title: '10 km',
  type: 'team',
  timestamp: '14.06.2026 09:00',
  totalTicketCount: '5',
  sortOrder: '1',
  gender: 'both',
  minAge: '0',
  maxAge: '0',
  ageCheckMode: 'givenDate',
  ageCheckDate: '01.01.2026',
  minTeamSize: '2',
  maxTeamSize: '4',
  disciplines: 'Schwimmen\n\n Laufen ',
};

test('a new competition has the same defaults by API and form', async () => {
  const { organizer, eventId, newCompetition } = await organizerWithEvent();
  await newCompetition();
  expect(await newCompetition()).toMatchObject({
    type: 'single',
    gender: 'both',
    ageCheckMode: 'dayOfCompetition',
    ageCheckDate: null,
    minAge: 0,
    maxAge: 0,
    minTeamSize: 1,
    maxTeamSize: 10,
    totalTicketCount: 1,
    sortOrder: 2,
    disciplines: [],
  });
  const html = await (await organizer.fetch(`/admin/events/${eventId}/competitions/new`)).text();
  for (const [name, value] of Object.entries({ minTeamSize: 1, maxTeamSize: 10, totalTicketCount: 1, sortOrder: 3 }))
    expect(html).toMatch(new RegExp(`name="${name}"[^>]*value="${value}"|value="${value}"[^>]*name="${name}"`));
});

test('a team with its disciplines and a given date is saved from the form', async () => {
  const { organizer, eventId, newCompetition, stored } = await organizerWithEvent();
  const { id } = await newCompetition();
  const saved = await organizer.form(`/admin/tickets/${eventId}/${id}`, form);
  expect(saved.status).toBe(303);
  expect(await stored(id)).toMatchObject({
    type: 'team',
    disciplines: ['Schwimmen', 'Laufen'],
    ageCheckMode: 'givenDate',
    ageCheckDate: '2026-01-01',
    minTeamSize: 2,
    maxTeamSize: 4,
  });
});

test('refuses an end before the start, also when only the start moves', async () => {
  const { organizer, eventId, newCompetition, stored } = await organizerWithEvent();
  const times = { timestamp: '2026-05-01T09:00:00Z', endTimestamp: '2026-05-01T11:00:00Z' };
  const { id } = await newCompetition(times);
  for (const wrong of [{ endTimestamp: '2026-05-01T08:59:00Z' }, { timestamp: '2026-05-01T12:00:00Z' }]) {
    const refused = await organizer.json('PATCH', `/api/admin/competitions/${id}`, wrong);
    expect(refused).toMatchObject({
      status: 400,
      body: { details: { fields: { endTimestamp: ['Das Ende liegt vor dem Anfang.'] } } },
    });
  }
  const make = { title: 'Lauf', ...times, endTimestamp: '2026-05-01T08:00:00Z' };
  expect((await organizer.json('POST', `/api/admin/competitions/${eventId}`, make)).status).toBe(400);
  const shown = await organizer.form(`/admin/tickets/${eventId}/${id}`, {
    ...form,
    timestamp: '01.05.2026 11:00',
    endTimestamp: '01.05.2026 10:00',
  });
  expect([shown.status, (await shown.text()).includes('Das Ende liegt vor dem Anfang.')]).toEqual([400, true]);
  expect(await stored(id)).toMatchObject({ endTimestamp: Date.parse(times.endTimestamp) });
  expect((await organizer.json('PATCH', `/api/admin/competitions/${id}`, { endTimestamp: null })).status).toBe(200);
});

test('refuses fewer places than sold and says how many are sold', async () => {
  const { organizer, eventId, newCompetition, sell, stored } = await organizerWithEvent();
  const { id } = await newCompetition({ totalTicketCount: 9 });
  await sell(id, 7);
  const byApi = await organizer.json('PATCH', `/api/admin/competitions/${id}`, { totalTicketCount: 6 });
  expect(byApi).toMatchObject({
    status: 409,
    body: { code: 'CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE', details: { sold: 7 } },
  });
  const single = { ...form, type: 'single', confirmed: 'true' };
  const refused = await organizer.form(`/admin/tickets/${eventId}/${id}`, { ...single, totalTicketCount: '6' });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('7 Startplätze sind schon vergeben. Weniger können es nicht sein.');
  expect((await organizer.form(`/admin/tickets/${eventId}/${id}`, { ...single, totalTicketCount: '7' })).status).toBe(
    303,
  );
  expect(await stored(id)).toMatchObject({ totalTicketCount: 7, sold: 7 });
});

test('refuses a change of type once a place is sold', async () => {
  const { organizer, eventId, newCompetition, sell, stored } = await organizerWithEvent();
  const said = 'Der Typ lässt sich jetzt nicht mehr ändern.';
  for (const [type, other] of [
    ['single', 'team'],
    ['team', 'single'],
  ] as const) {
    const { id } = await newCompetition({ type, totalTicketCount: 9 });
    const change = (body: object) => organizer.json('PATCH', `/api/admin/competitions/${id}`, body);
    expect((await change({ type: other })).status).toBe(200);
    expect((await change({ type })).status).toBe(200);
    await sell(id, 2);
    expect(await change({ type: other })).toMatchObject({
      status: 400,
      body: { details: { fields: { type: [expect.stringContaining(said)] } } },
    });
    const shown = await organizer.form(`/admin/tickets/${eventId}/${id}`, { ...form, type: other, confirmed: 'true' });
    expect([shown.status, (await shown.text()).includes(said)]).toEqual([400, true]);
    expect(await stored(id)).toMatchObject({ type });
    expect((await change({ type, title: 'Wie vorher' })).status).toBe(200);
  }
});

test('deletes after confirmation; keeps a competition with participants', async () => {
  const { organizer, eventId, newCompetition, sell, stored } = await organizerWithEvent();
  const [empty, full] = [await newCompetition(), await newCompetition({ totalTicketCount: 3 })];
  await sell(full.id, 2);
  const path = `/admin/tickets/${eventId}/${full.id}`;
  expect(await (await organizer.fetch(path)).text()).toContain(`href="${path}/delete"`);
  const asked = async (of: string) => (await organizer.fetch(`${of}/delete`)).text();
  const priceId = (await stored(full.id))?.prices[0]?.id;
  // What cannot be done is said, and there is no button that would be refused.
  for (const [of, why] of [
    [path, '2 Startplätze sind schon vergeben'],
    [`${path}/prices/${priceId}`, 'Zu diesem Preis wurde schon gekauft.'],
  ] as const) {
    expect(await asked(of)).toContain(why);
    expect(await asked(of)).not.toContain('button-danger');
  }
  expect(await asked(`/admin/tickets/${eventId}/${empty.id}`)).toContain('button-danger');
  const refused = await organizer.form(`${path}/delete`, { confirmed: 'true' });
  expect(refused.headers.get('location')).toBe(`${path}?refused=CANT_DELETE_COMPETITION_HAS_PARTICIPANTS`);
  expect(await (await organizer.fetch(refused.headers.get('location') ?? '')).text()).toContain(
    'hat schon Anmeldungen',
  );
  const byApi = await organizer.json('DELETE', `/api/admin/competitions/${full.id}`);
  expect(byApi).toMatchObject({ status: 409, body: { code: 'CANT_DELETE_COMPETITION_HAS_PARTICIPANTS' } });
  const other = `/admin/tickets/${eventId}/${empty.id}`;
  expect((await organizer.form(`${other}/delete`, {})).status, 'not without a yes').toBe(400);
  expect(await stored(empty.id)).toBeDefined();
  const gone = await organizer.form(`${other}/delete`, { confirmed: 'true' });
  expect(gone.headers.get('location')).toBe(`/admin/events/${eventId}/competitions`);
  expect(await stored(empty.id)).toBeUndefined();
});

test('an event with its own wording says packages and groups here too', async () => {
  const { organizer, eventId, newCompetition } = await organizerWithEvent();
  const { id } = await newCompetition({ type: 'team' });
  await organizer.json('PATCH', `/api/admin/events/${eventId}`, { useAlternateTranslation: true });
  const page = await (await organizer.fetch(`/admin/tickets/${eventId}/${id}`)).text();
  expect(page).toContain('Ein Paket ohne Anmeldungen');
  const main = /<main[\s\S]*<\/main>/.exec(page)?.[0] ?? '';
  const said = main.replace(/<[^>]+>/g, ' ').match(/\S*(Bewerb|Team)\S*/g) ?? [];
  expect(said).toEqual([]);
});
