import { call, guest, type Session } from '../support/crowd.ts';
import type { RunningServer } from '../support/server.ts';
import { expect } from './fixtures.ts';

/** A race of its own in sixty days, on sale, with these competitions at one price (25.00) and so many places each. */
export async function newRace(
  server: RunningServer,
  admin: Session,
  race: { title: string; competitions: readonly string[]; places?: number; price?: number },
): Promise<{ eventId: number; competitionIds: number[] }> {
  const { title, competitions, places = 100, price = 2500 } = race;
  const at = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const post = async (path: string, body: object) => (await call(server, 'POST', path, body, admin)).json;
  const made = await post('/api/admin/events', { title, organizerId: 1, startTimestamp: at, endTimestamp: at });
  const eventId = Number(made.eventId);
  const competitionIds: number[] = [];
  for (const name of competitions) {
    const body = { title: name, totalTicketCount: places, timestamp: at };
    const { competition } = await post(`/api/admin/competitions/${eventId}`, body);
    const { id } = competition as { id: number };
    await post(`/api/admin/competition-prices/${id}`, { price, quantity: places });
    competitionIds.push(id);
  }
  await call(server, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, admin);
  return { eventId, competitionIds };
}

/** A race of its own with one order, not paid yet, for each of these people: `ada@listen.example` and so on. */
export async function raceWith(
  server: RunningServer,
  admin: Session,
  title: string,
  people: string[],
): Promise<{ eventId: number; orderIds: number[] }> {
  const { eventId, competitionIds } = await newRace(server, admin, { title, competitions: ['10 km'], places: 50 });
  const [competitionId] = competitionIds;
  const field = { name: { de: 'Verein', en: 'Club' }, type: 'text' };
  await call(server, 'POST', `/api/admin/events/${eventId}/form-fields`, field, admin);
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
