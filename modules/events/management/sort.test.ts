import { expect, test } from 'vitest';
import { testShop } from '#tests/support/shop.ts';

async function organizerWithThree() {
  const shop = await testShop();
  const admin = await shop.login('admin@sort.test', { superAdmin: true });
  const { body } = await admin.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', { name: 'Verein' });
  const newEvent = async () => {
    const made = await admin.json<{ eventId: number }>('POST', '/api/admin/events', {
      title: 'Waldlauf',
      organizerId: body.organizer.id,
    });
    return made.body.eventId;
  };
  const eventId = await newEvent();
  const newCompetition = async (of: number, title: string) => {
    const made = await admin.json<{ competition: { id: number } }>('POST', `/api/admin/competitions/${of}`, { title });
    return made.body.competition.id;
  };
  const ids = [];
  for (const title of ['a', 'b', 'c']) ids.push(await newCompetition(eventId, title));
  const order = async () => {
    const { body } = await admin.json<{ event: { competitions: { id: number; sortOrder: number }[] } }>(
      'GET',
      `/api/admin/events/${eventId}`,
    );
    expect(body.event.competitions.map(({ sortOrder }) => sortOrder)).toEqual([1, 2, 3]);
    return body.event.competitions.map(({ id }) => id);
  };
  return { admin, eventId, ids: ids as [number, number, number], order, newEvent, newCompetition };
}

test('a button moves a row by one place, and the page comes back to it', async () => {
  const { admin, eventId, ids, order } = await organizerWithThree();
  const [a, b, c] = ids;
  const list = `/admin/events/${eventId}/competitions`;
  const moved = await admin.form(`${list}/order`, { move: `${c}:up` });
  expect([moved.status, moved.headers.get('location')]).toEqual([303, `${list}#sort-${c}`]);
  expect(await order()).toEqual([a, c, b]);
  await admin.form(`${list}/order`, { move: `${b}:down` });
  expect(await order(), 'the last one stays the last').toEqual([a, c, b]);
  for (const move of ['', '9999:up', `${a}:left`, 'x'])
    expect((await admin.form(`${list}/order`, { move })).status).toBe(303);
  expect(await order()).toEqual([a, c, b]);
  expect(await (await admin.fetch(list)).text()).toContain(`value="${a}:down"`);
});

test('what was dragged is saved by one call, of the page as of the API', async () => {
  const { admin, eventId, ids, order } = await organizerWithThree();
  const [a, b, c] = ids;
  const path = `/admin/events/${eventId}/competitions/order`;
  expect((await admin.form(path, { ids: `${c} ${a} ${b}` })).status).toBe(204);
  expect(await order()).toEqual([c, a, b]);
  const sorted = await admin.json<{ rows: { id: number }[] }>('PATCH', `/api/admin/competitions/${eventId}/order`, {
    competitionIds: [b, c, a],
  });
  expect(sorted.status).toBe(200);
  expect(sorted.body.rows.map(({ id }) => id)).toEqual([b, c, a]);
  expect(await order()).toEqual([b, c, a]);
});

test('every competition of the event must be named exactly once', async () => {
  const { admin, eventId, ids, order, newEvent, newCompetition } = await organizerWithThree();
  const [a, b, c] = ids;
  const foreign = await newCompetition(await newEvent(), 'elsewhere');
  for (const competitionIds of [[], [a, b], [a, b, b], [a, b, foreign], [a, b, c, foreign]]) {
    const refused = await admin.json('PATCH', `/api/admin/competitions/${eventId}/order`, { competitionIds });
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    const page = `/admin/events/${eventId}/competitions/order`;
    expect((await admin.form(page, { ids: competitionIds.join(' ') })).status).toBe(400);
  }
  expect(await order()).toEqual(ids);
});

test('the prices of a competition are put in order, and the first on sale is the current one', async () => {
  const { admin, ids } = await organizerWithThree();
  const [competitionId] = ids;
  const newPrice = async (price: number, priceOrder: number) => {
    const made = await admin.json<{ competitionPrice: { id: number } }>(
      'POST',
      `/api/admin/competition-prices/${competitionId}`,
      { price, quantity: 5, priceOrder },
    );
    return made.body.competitionPrice.id;
  };
  const [cheap, dear] = [await newPrice(1000, 1), await newPrice(2000, 2)];
  const path = `/api/admin/competition-prices/${competitionId}/order`;
  const sorted = await admin.json<{ rows: { id: number; priceOrder: number }[] }>('PATCH', path, {
    competitionPriceIds: [dear, cheap],
  });
  expect(sorted.body.rows).toMatchObject([
    { id: dear, priceOrder: 1 },
    { id: cheap, priceOrder: 2 },
  ]);
  const { body } = await admin.json<{ competition: { currentPrice: { id: number } } }>(
    'GET',
    `/api/admin/competitions/${competitionId}`,
  );
  expect(body.competition.currentPrice.id).toBe(dear);
  expect(await admin.json('PATCH', path, { competitionPriceIds: [dear] })).toMatchObject({ status: 400 });
});
