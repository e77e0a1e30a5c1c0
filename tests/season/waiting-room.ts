import { book } from './booking.ts';
import type { Invariant } from './invariants.ts';
import type { Season } from './season.ts';
import { tried } from './tried.ts';

const aSecond = 1000;
const aMinute = 60 * aSecond;

/**
 * For a while people wait in line: some gather, the draw puts them in order, and whoever likes tries to book, with a turn
 * and without one. Somebody goes, the organizer holds the queue, time runs out; then everybody may book again.
 */
async function waitInLine(season: Season): Promise<void> {
  const { dice, eventId, organizer, shop } = season;
  const own = `/api/events/${eventId}/waiting-room`;
  const managed = `/api/admin/events/${eventId}/waiting-room`;
  const beginsAt = new Date(shop.clock() + 5 * aMinute).toISOString();
  const room = { beginsAt, leadMinutes: 60, mostAtOnce: dice.between(1, 3), windowMinutes: dice.between(5, 15) };
  if (!(await tried(season, 'open a waiting room', organizer, 'PUT', managed, room))) return;
  shop.clock.advance(aSecond);
  const crowd = season.buyers.filter(() => dice.chance(0.7));
  const askedBy = async (buyer: Season['buyers'][number]) => {
    const seen = await tried(season, 'look where one stands', buyer, 'GET', own);
    return (seen?.place as { state: string } | null | undefined)?.state ?? null;
  };
  for (const buyer of crowd) await tried(season, 'gather', buyer, 'POST', own);
  await book(season);
  shop.clock.advance(4 * aMinute);
  for (const buyer of crowd) if (dice.chance(0.9)) await askedBy(buyer);
  shop.clock.advance(aMinute);
  for (let left = dice.between(3, 9); left > 0; left--) {
    const buyer = dice.pick(season.buyers);
    const state = await askedBy(buyer);
    if (state === 'turn') season.log.set('take a turn', (season.log.get('take a turn') ?? 0) + 1);
    if (dice.chance(0.6)) await book(season, buyer);
    if (dice.chance(0.2)) await tried(season, 'line up late', buyer, 'POST', own);
    if (dice.chance(0.1)) await tried(season, 'leave the queue', buyer, 'DELETE', own);
    if (dice.chance(0.15))
      await tried(season, 'hold the queue', organizer, 'PUT', managed, { isPaused: dice.chance(0.4) });
    if (dice.chance(0.1)) await shop.settle();
    shop.clock.advance(dice.chance(0.2) ? dice.between(1, 16) * aMinute : dice.between(2, 40) * aSecond);
  }
  await tried(season, 'end the waiting room', organizer, 'DELETE', managed);
  shop.clock.advance(aSecond);
}

export const waitingVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [[2, waitInLine]];

/** Orders of a room's time, by people who have to wait: since it was set up, until it ended. */
const ordersInLine = `from orders o where o.event_id = r.event_id
    and o.order_date > (select max(a.created_at) from event_audits a
      where a.event_id = r.event_id and a.kind = 'waitingRoom' and a.action = 'created')
    and (r.ended_at is null or o.order_date < r.ended_at)
    and not exists (select 1 from late_registrations l where l.order_id = o.id)
    and o.user_id not in (select user_id from organizer_users)
    and o.user_id not in (select id from users where is_super_admin)`;

export const waitingInvariants: readonly Invariant[] = [
  {
    sentence: 'while a waiting room is on nobody books without a turn',
    breaches: `select r.event_id, r.booked from waiting_rooms r where r.booked < (select count(*) ${ordersInLine})`,
  },
  {
    sentence: 'a waiting room is on exactly while its event says so',
    breaches: `select e.id from events e left join waiting_rooms r on r.event_id = e.id
      where e.waiting_room <> (r.event_id is not null and r.ended_at is null)`,
  },
  {
    sentence: 'no rank is beyond those that were given, and every drawn number got its own',
    breaches: `select p.id from waiting_places p join waiting_rooms r on r.event_id = p.event_id
        where p.rank > r.last_rank or p.number > r.last_number
      union all select d.event_id from waiting_draws d
        where json_array_length(d.numbers) <> (select count(distinct value) from json_each(d.numbers))`,
  },
];
