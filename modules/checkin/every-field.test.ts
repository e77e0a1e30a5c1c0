import { expect, test } from 'vitest';
import { eachFlag, eventFlags } from '#modules/events/rules/event-flags.ts';
import { type ParticipantField, participantFields, specOf } from '#modules/orders/rules/participant.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { ticketAddresses, ticketOf } from './ticket.ts';

const values = {
  text: ['Łódź', 'Größe'],
  email: ['zoe@example.test', 'eva@example.test'],
  date: ['1990-05-01', '1991-06-02'],
  choice: ['female', 'diverse'],
  country: ['AT', 'DE'],
} as const;
const first = (name: ParticipantField): string => values[specOf(name).kind][0];
const second = (name: ParticipantField): string => values[specOf(name).kind][1];
const shownAs = (name: ParticipantField, value: string) =>
  specOf(name).kind === 'date' ? value.split('-').reverse().join('.') : value;
const record = (of: (name: ParticipantField) => string) =>
  Object.fromEntries(participantFields.map((name) => [name, of(name)]));

async function expectShown(html: string, of: (name: ParticipantField) => string, path = ''): Promise<void> {
  for (const name of participantFields) {
    const value = shownAs(name, of(name));
    const start = html.indexOf(`name="${path}${name}"`);
    expect(start, name).toBeGreaterThan(-1);
    const [from, to] = [html.lastIndexOf('<', start), html.indexOf('</div>', start)];
    const control = html.slice(from, to);
    const isSelect = control.startsWith('<select');
    expect(control, name).toContain(isSelect ? `value="${value}" selected` : `value="${value}"`);
  }
}

test('the forms of the booking, the buyer, the person and the organizer', async () => {
  const shop = await testShop({ env: { LIMIT_FACTOR: '0' } });
  const organizer = await shop.login('organizer@example.test');
  const buyer = await shop.login('buyer@example.test');
  const race = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'organizer@example.test');
    const requiredFlags = eachFlag(eventFlags, (flag) =>
      participantFields.some((name) => specOf(name).askedBy === flag),
    );
    return makeRace(work, { event: { ...requiredFlags, visible: true, organizerId } });
  });
  const people = `/events/${race.eventId}/competitions`;
  const page = async (who: Caller, path: string) => (await who.fetch(path)).text();
  await buyer.form(people, { intent: `add:${race.runId}` });
  const formFields = Object.entries(record(first)).map(([name, value]) => [`teams[0].participants[0].${name}`, value]);
  const localId = /name="teams\[0\]\.participants\[0\]\.localId" value="([^"]+)"/.exec(await page(buyer, people))?.[1];
  await buyer.form(people, {
    'teams[0].localId': 'team',
    'teams[0].competitionId': String(race.runId),
    'teams[0].participants[0].localId': localId ?? 'a',
    ...Object.fromEntries(formFields),
    intent: 'keep',
  });
  await expectShown(await page(buyer, people), first, 'teams[0].participants[0].');

  const booked = await buyer.json<{ orderId: number }>(
    'POST',
    `/api/events/${race.eventId}/book`,
    bookingOf(race, [{ ...runner(), ...record(first) }]),
  );
  const { orderId } = booked.body;
  type Order = {
    order: { competitions: { teams: { participants: ({ id: number } & Record<string, string>)[] }[] }[] };
  };
  const stored = async () => {
    const { body } = await buyer.json<Order>('GET', `/api/orders/${orderId}`);
    return body.order.competitions[0]?.teams[0]?.participants[0];
  };
  const id = (await stored())?.id ?? 0;
  const own = async () => {
    const ticket = await ticketOf(shop.deps.read, shop.deps.signer, id);
    return ticket ? ticketAddresses(shop.deps.signer, ticket).change : '';
  };
  const doors: [string, Caller, () => Promise<string>][] = [
    ['buyer', buyer, async () => `/orders/${orderId}/participants/${id}`],
    ['person', shop.visitor(), own],
    ['organizer', organizer, async () => `/admin/orders/${orderId}/participants/${id}`],
  ];
  let before = first;
  for (const [name, who, path] of doors) {
    const after = before === first ? second : first;
    await expectShown(await page(who, await path()), before);
    expect([name, (await who.form(await path(), record(after))).status]).toEqual([name, 303]);
    expect(await stored(), name).toMatchObject(record(after));
    before = after;
  }
  for (const name of participantFields.filter((each) => specOf(each).isSearched)) {
    const found = await organizer.json<{ count: number }>(
      'GET',
      `/api/admin/participants?q=${encodeURIComponent(before(name))}`,
    );
    expect([name, found.body.count]).toEqual([name, 1]);
  }
});
