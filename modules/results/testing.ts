import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import type { Caller, TestShop } from '#tests/support/shop.ts';

export type Line = { line: number; outcome: string; participantId: number | null; name: string; timeMs: number | null };
type Imported = { status: number; importId: number | null; rows: Line[]; code?: string; details?: { fault?: string } };

export async function importFile(
  who: Caller,
  eventId: number,
  file: string | Uint8Array<ArrayBuffer>,
  query = '',
): Promise<Imported> {
  const body = new FormData();
  body.set('file', new File([file], 'ergebnisse.csv'));
  const token = who.cookies.get('csrf-token');
  const answer = await who.fetch(`/api/admin/events/${eventId}/results/import${query}`, {
    method: 'POST',
    body,
    headers: token ? { 'x-csrf-token': token } : {},
  });
  return { status: answer.status, ...((await answer.json()) as Omit<Imported, 'status'>) };
}

type Person = Parameters<typeof runner>[0];
type People = { competitions: { teams: { teamId: number; participants: { id: number; firstName: string }[] }[] }[] };

export async function openRace(shop: TestShop, event: object = {}) {
  const race = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'organizer@example.test', null, 'owner');
    return makeRace(work, { price: 0, event: { organizerId, processingFee: 0, ...event } });
  });
  const organizer = await shop.login('organizer@example.test');
  const buyer = await shop.login('buyer@example.test');
  const book = async (people: Person[], who: Caller = buyer) => {
    const placed = await who.json<{ orderId: number; code?: string }>(
      'POST',
      `/api/events/${race.eventId}/book`,
      bookingOf(
        race,
        people.map((person) => runner({ email: null, ...person })),
        { totalPrice: 0 },
      ),
    );
    if (placed.status !== 201) throw new Error(JSON.stringify(placed.body));
    await shop.settle();
    const { orderId } = placed.body;
    const { body } = await who.json<{ order: People }>('GET', `/api/orders/${orderId}`);
    const ids = body.order.competitions.flatMap(({ teams }) =>
      teams.flatMap(({ participants }) => participants.map(({ id }) => id)),
    );
    return { orderId, ids };
  };
  const publish = (isPublished = true, more: object = {}) =>
    organizer.json('PATCH', `/api/admin/competitions/${race.runId}/result-settings`, { isPublished, ...more });
  return { ...race, organizer, buyer, book, publish };
}
