import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { touchEvent } from '#modules/events/index.ts';
import { competitions } from '#modules/events/schema.ts';
import { days } from '#src/kernel/time.ts';
import type { Caller } from '#tests/support/shop.ts';
import { type Scene, scene } from './scene.ts';
import * as shape from './shapes.ts';

type Person = z.output<typeof shape.order>['competitions'][number]['teams'][number]['participants'][number];
const personOf = (body: unknown, schema: typeof shape.order | typeof shape.adminOrder = shape.order): Person => {
  const { order } = z.strictObject({ order: schema }).parse(body);
  return order.competitions[0]?.teams[0]?.participants[0] as Person;
};
const change = (at: Scene, who: Caller, what: 'data' | 'email', body: object) =>
  who.json('POST', `/api/orders/${at.ids.orderId}/participants/${at.ids.participantId}/change-${what}`, body);
const code = (answer: { status: number; body: unknown }) => [answer.status, (answer.body as { code?: string }).code];

describe('a booked participant', () => {
  test('is changed by the owner, field by field, under the rules of the competition', async () => {
    const at = await scene();
    const renamed = await change(at, at.buyer, 'data', { lastName: ' Świątek ', nationalityCountryCode: 'PL' });
    expect(personOf(renamed.body)).toMatchObject({ firstName: 'Zoë', lastName: 'Świątek', birthDate: '1994-05-01' });
    const answered = await change(at, at.buyer, 'data', {
      formFieldsSelected: [{ fieldId: at.ids.fieldId, value: 'LC' }],
    });
    expect(personOf(answered.body).formFieldsSelected).toEqual([{ fieldId: at.ids.fieldId, value: 'LC' }]);
    const unknown = await change(at, at.buyer, 'data', { formFieldsSelected: [{ fieldId: 9999, value: 'x' }] });
    expect(code(unknown)).toEqual([400, 'VALIDATION_FAILED']);
    await at.superAdmin.json('PATCH', `/api/admin/competitions/${at.ids.competitionId}`, {
      minAge: 18,
      gender: 'female',
    });
    expect(code(await change(at, at.buyer, 'data', { birthDate: '2015-01-01' }))).toEqual([
      400,
      'REGISTERING_INVALID_AGES',
    ]);
    expect(code(await change(at, at.buyer, 'data', { gender: 'male' }))).toEqual([400, 'REGISTERING_INVALID_GENDERS']);
    expect(code(await change(at, at.buyer, 'data', { birthDate: null }))).toEqual([400, 'VALIDATION_FAILED']);
    for (const who of [at.guest, at.unverified, at.organizer])
      expect((await change(at, who, 'data', { lastName: 'X' })).status).toBe(who === at.guest ? 401 : 404);
    const seen = await at.superAdmin.json('GET', `/api/admin/orders/${at.ids.orderId}`);
    const { order } = z.strictObject({ order: shape.adminOrder }).parse(seen.body);
    expect(order.audits.map(({ type, editorEmail }) => [type, editorEmail])).toEqual([
      ['OrderCreated', 'buyer@example.test'],
      ['OrderChanged', 'buyer@example.test'],
      ['OrderChanged', 'buyer@example.test'],
    ]);
  });

  test('until the event says so, and by the organizer afterwards too', async () => {
    const at = await scene();
    const event = `/api/admin/events/${at.ids.eventId}`;
    await at.superAdmin.json('PATCH', event, { userEditTillTime: new Date(at.shop.clock() + days(1)).toISOString() });
    at.shop.clock.advance(days(1));
    const late = await change(at, at.buyer, 'data', { lastName: 'Spät' });
    expect(code(late)).toEqual([409, 'CANT_EDIT_PARTICIPANT_DATA_TOO_LATE']);
    expect(code(await change(at, at.buyer, 'email', { newEmail: 'x@example.test' }))[0]).toBe(409);
    const path = `/api/admin/participants/${at.ids.participantId}/orders/${at.ids.orderId}/change-data`;
    const changed = await at.organizer.json('POST', path, { lastName: 'Spät' });
    expect(personOf(changed.body, shape.adminOrder).lastName).toBe('Spät');
    expect((await at.otherOrganizer.json('POST', path, { lastName: 'Y' })).status).toBe(404);
  });

  test('gets the ticket at the new address, and once more when asked', async () => {
    const at = await scene();
    await at.organizer.json('PATCH', `/api/admin/orders/${at.ids.orderId}/status`, { status: 'complete' });
    await at.shop.settle();
    const { body } = await change(at, at.buyer, 'email', { newEmail: ' new@example.test' });
    expect(personOf(body).email).toBe('new@example.test');
    await at.shop.settle();
    const [mail] = await at.shop.mails('new@example.test');
    expect(mail?.text).toMatch(/T1\.\d+\.\d+\./);
    const order = `/api/admin/orders/${at.ids.orderId}`;
    const again = () => at.organizer.json('PATCH', `${order}/resend-participant-email/${at.ids.participantId}`);
    expect((await again()).status).toBe(204);
    expect(code(await again())).toEqual([409, 'MAIL_ALREADY_SENT']);
    await at.shop.settle();
    expect(await at.shop.mails('new@example.test')).toHaveLength(2);
    const before = (await at.shop.mails('buyer@example.test')).length;
    expect((await at.organizer.json('PATCH', `${order}/resend-email`)).status).toBe(204);
    await at.shop.settle();
    expect(await at.shop.mails('buyer@example.test')).toHaveLength(before + 1);
    const nobody = await at.organizer.json('PATCH', `${order}/resend-participant-email/99999`);
    expect(code(nobody)).toEqual([404, 'NOT_FOUND']);
  });

  test('stands in the list of those who manage the event', async () => {
    const at = await scene();
    const row = z.looseObject({
      id: z.int(),
      orderId: z.int(),
      competitionTitle: z.string(),
      teamName: z.string().nullable(),
    });
    const list = async (who: Caller, query: string) =>
      shape.list(row).parse((await who.json('GET', `/api/admin/participants${query}`)).body);
    expect(await list(at.organizer, '?q=wał')).toMatchObject({
      count: 1,
      rows: [{ id: at.ids.participantId, firstName: 'Zoë' }],
    });
    const filter = encodeURIComponent(JSON.stringify([{ field: 'eventId', type: 'eq', value: 999 }]));
    expect(await list(at.organizer, `?filter=${filter}`)).toEqual({ count: 0, rows: [] });
  });
});

test('a team gets another name, an order of somebody else keeps its own', async () => {
  const at = await scene();
  const path = `/api/admin/orders/${at.ids.orderId}/change-competition-team-name`;
  // A single starter is a team of one without a name.
  expect(code(await at.organizer.json('PATCH', path, { teamId: at.ids.teamId, teamName: 'x' }))).toEqual([
    404,
    'NOT_FOUND',
  ]);
  await at.shop.deps.write(async (work) => {
    await work.tx.update(competitions).set({ type: 'team', maxTeamSize: 4 }).where(eq(competitions.id, at.race.runId));
    await touchEvent(work, at.race.eventId);
  });
  const { body } = await at.organizer.json('PATCH', path, { teamId: at.ids.teamId, teamName: ' Die Vier ' });
  const { order } = z.strictObject({ order: shape.adminOrder }).parse(body);
  expect(order.competitions[0]?.teams[0]?.teamName).toBe('Die Vier');
  expect(code(await at.organizer.json('PATCH', path, { teamId: 9999, teamName: 'x' }))).toEqual([404, 'NOT_FOUND']);
  // A blank takes no name away, whichever way it comes.
  for (const teamName of ['', '   ', null, undefined]) {
    const refused = await at.organizer.json('PATCH', path, { teamId: at.ids.teamId, teamName });
    expect(code(refused)).toEqual([400, 'VALIDATION_FAILED']);
  }
  const page = `/admin/orders/${at.ids.orderId}/teams/${at.ids.teamId}`;
  expect((await at.organizer.form(page, { teamName: ' ' })).status).toBe(400);
  const { body: after } = await at.organizer.json('GET', `/api/admin/orders/${at.ids.orderId}`);
  expect(JSON.stringify(after)).toContain('"teamName":"Die Vier"');
});

const left = async (at: Scene) => {
  const { body } = await at.guest.json('GET', `/api/events/${at.ids.eventId}`);
  const { event } = z.strictObject({ event: shape.event }).parse(body);
  return {
    places: Object.fromEntries(event.competitions.map(({ id, availableTicketCount }) => [id, availableTicketCount])),
    atPrice: Object.fromEntries(
      event.competitions.flatMap(({ prices }) => prices.map((one) => [one.id, one.quantity])),
    ),
    shirts: event.articles[0]?.variants[0]?.availableAmount,
  };
};

test('somebody moves to another competition, and the places move along', async () => {
  const at = await scene();
  const path = `/api/admin/orders/${at.ids.orderId}/change-participant-competition`;
  const { participantId } = at.ids;
  const made = await at.superAdmin.json<{ competition: { id: number } }>(
    'POST',
    `/api/admin/competitions/${at.ids.eventId}`,
    { title: '5 km', totalTicketCount: 1, gender: 'female' },
  );
  const competitionId = made.body.competition.id;
  const move = (to: unknown) => at.organizer.json('PATCH', path, { participantId, competitionId: to });
  expect(code(await move(competitionId))).toEqual([409, 'TICKET_NOT_AVAILABLE']);
  expect(code(await move(999_999))).toEqual([409, 'TICKET_DOES_NOT_EXIST']);
  expect(code(await move(at.race.relayId))).toEqual([400, 'REGISTERING_INVALID_TEAMSIZE']);
  await at.superAdmin.json('POST', `/api/admin/competition-prices/${competitionId}`, { price: 9900, quantity: 1 });
  const { body } = await move(competitionId);
  expect(personOf(body, shape.adminOrder)).toMatchObject({ competitionId, chargedPrice: 9900 });
  expect(z.strictObject({ order: shape.adminOrder }).parse(body).order).toMatchObject({ totalPrice: 10050 });
  expect(await left(at)).toMatchObject({
    places: { [at.race.runId]: 100, [competitionId]: 0 },
    atPrice: { [at.race.runPriceId]: 100 },
  });
  expect((await at.organizer.json('PATCH', `/api/admin/orders/${at.ids.orderId}/cancel`)).status).toBe(200);
  expect((await left(at)).places).toMatchObject({ [at.race.runId]: 100, [competitionId]: 1 });
  expect(code(await move(at.race.runId))).toEqual([404, 'NOT_FOUND']);
});

test('somebody gets an article for nothing, from the stock and back to it', async () => {
  const at = await scene();
  const give = (change: object) =>
    at.organizer.json('POST', `/api/admin/orders/${at.ids.orderId}/articles/add-free`, {
      participantId: at.ids.participantId,
      articleId: at.ids.articleId,
      variantId: at.ids.variantId,
      quantity: 3,
      ...change,
    });
  const { body } = await give({});
  const { order } = z.strictObject({ order: shape.adminOrder }).parse(body);
  expect(order.totalPrice).toBe(3150);
  expect(order.orderItems.at(-1)).toMatchObject({ kind: 'article', amount: 3, priceTotal: 0 });
  expect(order.audits.at(-1)).toMatchObject({ type: 'FreeArticleAdded', editorEmail: 'organizer@example.test' });
  expect((await left(at)).shirts).toBe(47);
  expect(code(await give({ quantity: 48 }))).toEqual([409, 'RESERVING_ARTICLES_FAILED']);
  expect(code(await give({ variantId: 999 }))).toEqual([400, 'VALIDATION_FAILED']);
  expect(code(await give({ participantId: 999 }))).toEqual([404, 'NOT_FOUND']);
  await at.organizer.json('PATCH', `/api/admin/orders/${at.ids.orderId}/cancel`);
  expect((await left(at)).shirts).toBe(50);
});
