import { call, guest, type Session } from '../support/crowd.ts';
import type { RunningServer } from '../support/server.ts';
import { expect } from './fixtures.ts';

/** A race of its own with one order, not paid yet, for each of these people: `ada@listen.example` and so on. */
export async function raceWith(
  server: RunningServer,
  admin: Session,
  title: string,
  people: string[],
): Promise<{ eventId: number; orderIds: number[] }> {
  const at = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const post = async (path: string, body: object, session = admin) =>
    (await call(server, 'POST', path, body, session)).json;
  const made = await post('/api/admin/events', { title, organizerId: 1, startTimestamp: at, endTimestamp: at });
  const eventId = Number(made.eventId);
  const competition = await post(`/api/admin/competitions/${eventId}`, {
    title: '10 km',
    totalTicketCount: 50,
    timestamp: at,
  });
  const { id: competitionId } = competition.competition as { id: number };
  await post(`/api/admin/competition-prices/${competitionId}`, { price: 2500, quantity: 50 });
  await post(`/api/admin/events/${eventId}/form-fields`, { name: { de: 'Verein', en: 'Club' }, type: 'text' });
  await call(server, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, admin);
  const buyer = await guest(server, eventId);
  const orderIds: number[] = [];
  for (const firstName of people) {
    const person = {
      localId: firstName,
      firstName,
      lastName: 'Listner',
      email: `${firstName.toLowerCase()}@listen.example`,
    };
    const teams = [{ competitionId, participants: [{ ...person, birthDate: '1990-05-01', gender: 'female' }] }];
    const booking = { teams, totalPrice: 2500, termsAccepted: true, eventConditionsAccepted: true };
    const { status, json } = await call(server, 'POST', `/api/events/${eventId}/book`, booking, buyer);
    expect([status, json]).toEqual([201, expect.anything()]);
    orderIds.push(Number(json.orderId));
  }
  return { eventId, orderIds };
}
