import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { ready } from '#src/data/hot-statements.ts';
import { encodeAnswer } from '#src/web/answers.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { teamOf } from './read-teams.ts';
import { teamAnswer, teamRecord } from './shapes.ts';
import { viewTeam } from './view-team.ts';

export type OwnTeam = {
  id: number;
  state: string;
  payBy: string;
  until: string;
  paid: number;
  missing: number;
  link: string;
  places: { id: number; leg: string | null; state: string; email: string | null; name: string | null }[];
};
type Refused = { code: string; details: Record<string, unknown> };

/** A relay of two to four at 20,00 € each, with a fee of 1,50 € per order; teams are held for ten days. */
export async function teamRace(change: { tickets?: number; event?: Record<string, unknown> } = {}) {
  const shop = await testShop({ now: '2026-03-02T11:00:00Z' });
  const race = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'office@example.test', null, 'owner');
    return makeRace(work, {
      tickets: change.tickets ?? 20,
      event: { organizerId, teamDays: 10, onlinePaymentHoldMinutes: 43_200, ...change.event },
    });
  });
  const { eventId, relayId } = race;
  const office = await shop.login('office@example.test');
  const captain = await shop.login('captain@example.test');
  const open = (who: Caller = captain, body: object = {}) =>
    who.json<OwnTeam & Refused>('POST', `/api/events/${eventId}/shared-teams`, {
      ...{ competitionId: relayId, name: 'Flotte Vier', captain: 'Cora', places: 4 },
      ...body,
    });
  const look = async (id: number) => {
    const { read } = shop.deps;
    const view = encodeAnswer(
      teamAnswer,
      teamRecord(await viewTeam(read, await teamOf(read, id), shop.clock()), shop.deps),
    );
    return { ...view, link: view.link ?? '' };
  };
  const statesOf = async (id: number) => (await look(id)).places.map(({ state }) => state);
  const book = (who: Caller, people = 1, more: object = {}) =>
    who.json<{ orderId: number } & Refused>('POST', `/api/events/${eventId}/book`, {
      ...bookingOf(race, []),
      teams: [{ competitionId: relayId, participants: Array.from({ length: people }, () => runner()) }],
      totalPrice: people * 2000 + 150,
      ...more,
    });
  const join = (who: Caller, link: string, form: Record<string, string> = {}) =>
    who.form(link.replace('http://shop.test', ''), form);
  let strangers = 0;
  const comes = async (link: string) => {
    strangers += 1;
    const who = shop.visitor();
    const answer = await join(who, link, { email: `m${strangers}@example.test` });
    return { who, answer, email: `m${strangers}@example.test` };
  };
  const pay = async (orderId: number) => {
    const paid = await (await shop.login('office@example.test')).json('PATCH', `/api/admin/orders/${orderId}/status`, {
      status: 'complete',
    });
    if (paid.status >= 300) throw new Error(`not paid: ${paid.status} ${JSON.stringify(paid.body)}`);
    await shop.settle();
  };
  const member = async (link: string, isPaid = true) => {
    const { who, answer } = await comes(link);
    if (answer.status !== 303) throw new Error(`no place: ${answer.status}`);
    const { body } = await book(who);
    await shop.settle();
    if (isPaid) await pay(body.orderId);
    return body.orderId;
  };
  const stock = async () => {
    const [row] = await shop.deps.read.all<{ sold: number; held: number }>(
      ready(
        `select sold, (select coalesce(sum(quantity), 0) from place_holds h where h.competition_id = c.id and h.until > ?) held
          from competitions c where id = ?`,
        [shop.clock(), relayId],
      ),
    );
    return row;
  };
  const orders = () =>
    shop.deps.read.all<{ id: number; status: string; refunded: number }>(
      ready(
        `select id, status, (select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = orders.id) refunded
          from orders order by id`,
        [],
      ),
    );
  return { ...shop, race, office, captain, open, look, statesOf, book, join, comes, pay, member, stock, orders };
}
