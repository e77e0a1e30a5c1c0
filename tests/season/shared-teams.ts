import { ready } from '#src/data/hot-statements.ts';
import type { Caller } from '#tests/support/shop.ts';
import type { Invariant } from './invariants.ts';
import { logIn } from './people.ts';
import type { Season } from './season.ts';
import { tried } from './tried.ts';

const relayOf = (season: Season) =>
  season.competitions.find(({ team }) => team) ?? season.dice.pick(season.competitions);

/** Somebody opens a team, of a size that is too small or too large now and then. */
async function openTeam(season: Season): Promise<void> {
  const { dice, eventId } = season;
  const person = dice.pick(season.people);
  if (!(await logIn(season, person))) return;
  const { id: competitionId, min, max } = relayOf(season);
  await tried(season, 'open a team', person.caller, 'POST', `/api/events/${eventId}/shared-teams`, {
    ...{ competitionId, name: `Team ${dice.between(1, 99)}`, captain: 'Cora', kind: dice.pick(['friends', 'company']) },
    places: dice.chance(0.1) ? max + 1 : dice.between(min, max),
  });
}

type Known = { id: number; email: string; state: string };
const teamsIn = ({ shop, eventId }: Season) =>
  shop.deps.read.all<Known>(ready('select id, email, state from shared_teams where event_id = ?', [eventId]));

/** Books so many people of a team as whoever opened its places. */
async function bookPlaces(season: Season, caller: Caller, people: number): Promise<void> {
  const { dice, eventId } = season;
  const name = () => `team-${dice.between(0, 1e9)}`;
  const participants = Array.from({ length: people }, () => ({
    ...{ localId: name(), firstName: name(), lastName: 'Staffel', birthDate: '1990-05-01', gender: 'female' },
  }));
  const basket = {
    teams: [{ competitionId: relayOf(season).id, teamName: 'Anders', participants }],
    contactAddress: { firstName: 'Eva', lastName: 'Staffel', countryCode: 'AT' },
  };
  const priced = await tried(season, 'price a share', caller, 'POST', `/api/events/${eventId}/quote`, basket);
  const totalPrice = Number((priced as { totalPrice?: number } | null)?.totalPrice ?? 0);
  const body = { ...basket, totalPrice, termsAccepted: true, eventConditionsAccepted: true };
  const booked = await tried(season, 'order a share', caller, 'POST', `/api/events/${eventId}/book`, body);
  if (!booked) return;
  const orderId = Number(booked.orderId);
  season.orderIds.push(orderId);
  if (dice.chance(0.6))
    await tried(season, 'pay a share', season.organizer, 'PATCH', `/api/admin/orders/${orderId}/status`, {
      status: 'complete',
    });
}

/** Somebody takes a place by the link of a captain's mail, old ones included, and mostly orders it. */
async function takeByLink(season: Season): Promise<void> {
  const { dice, shop } = season;
  await shop.settle();
  const links = (await shop.mails()).flatMap(({ text }) => [
    ...text.matchAll(/http:\/\/shop\.test(\/shared-teams\/\d+\/join\?\S+)/g),
  ]);
  if (links.length === 0) return;
  const [, link = ''] = dice.pick(links);
  const guest = shop.visitor({ address: `10.9.1.${dice.between(1, 9)}` });
  const taken = await guest.form(link, { email: `share${dice.between(1, 30)}@season.test` });
  if (taken.status >= 500) throw new Error(`take a place of a team: ${taken.status}`);
  const outcome = `team: take a place ${taken.status}`;
  season.log.set(outcome, (season.log.get(outcome) ?? 0) + 1);
  if (taken.status === 303 && dice.chance(0.8)) await bookPlaces(season, guest, dice.chance(0.1) ? 2 : 1);
}

/** A captain pays for some, invites, takes back, changes the order, or gives up. */
async function lead(season: Season): Promise<void> {
  const { dice } = season;
  const teams = await teamsIn(season);
  if (teams.length === 0) return;
  const team = dice.pick(teams);
  const person = season.people.find(({ email }) => email === team.email);
  if (!person || !(await logIn(season, person))) return;
  const base = `/api/shared-teams/${team.id}`;
  const what = dice.pick(['take', 'take', 'invite', 'give-up', 'look', 'legs', 'remind', 'back'] as const);
  if (what === 'take') {
    const count = dice.between(1, 3);
    const opened = await tried(season, 'pay for others', person.caller, 'POST', `${base}/take`, { count });
    if (opened && dice.chance(0.8)) await bookPlaces(season, person.caller, dice.between(1, count));
  } else if (what === 'invite')
    await tried(season, 'invite to a team', person.caller, 'POST', `${base}/invitations`, {
      email: `share${dice.between(1, 30)}@season.test`,
    });
  else if (what === 'give-up') {
    if (dice.chance(0.3)) await tried(season, 'give a team up', person.caller, 'POST', `${base}/give-up`);
  } else if (what === 'look') await tried(season, 'look at a team', person.caller, 'GET', base);
  else {
    const shown = await tried(season, 'look at a team', person.caller, 'GET', base);
    const places = (shown as { places?: { id: number }[] } | null)?.places ?? [];
    const { id } = dice.pick(places.length > 0 ? places : [{ id: 0 }]);
    if (what === 'legs')
      await tried(season, 'order the legs', person.caller, 'POST', `${base}/places/${id}/move`, {
        by: dice.pick(['up', 'down']),
      });
    else if (what === 'remind')
      await tried(season, 'remind a member', person.caller, 'POST', `${base}/places/${id}/remind`);
    else await tried(season, 'take an invitation back', person.caller, 'DELETE', `${base}/places/${id}/invitation`);
  }
}

/** The organizer gives more days, closes a team, or has none for a while. */
async function manageTeams(season: Season): Promise<void> {
  const { dice, eventId, organizer } = season;
  const base = `/api/admin/events/${eventId}`;
  const teams = await teamsIn(season);
  const what = dice.pick(['extend', 'extend', 'close', 'days'] as const);
  if (what === 'days')
    await tried(season, 'days of teams', organizer, 'PATCH', base, { teamDays: dice.pick([null, 2, 5, 5, 5, 10]) });
  else if (teams.length > 0 && (what === 'extend' || dice.chance(0.3)))
    await tried(
      season,
      `team: ${what}`,
      organizer,
      'POST',
      `${base}/shared-teams/${dice.pick(teams).id}/${what}`,
      what === 'extend' ? { days: dice.between(1, 3) } : undefined,
    );
}

export const sharedTeamVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [4, openTeam],
  [7, takeByLink],
  [4, lead],
  [2, manageTeams],
];

const isLive = "t.state in ('open', 'grace')";
/** Teams hear of orders by facts: while one is on its way, somebody may have ordered and not been seated yet. */
const isTold = 'not exists (select 1 from facts f where f.done_at is null)';
export const sharedTeamInvariants: readonly Invariant[] = [
  {
    sentence: 'places of teams are kept one by one, for teams that look for members, where nobody has them',
    breaches: `select h.visit_id from place_holds h where h.team_id is not null and not exists
      (select 1 from shared_team_places p join shared_teams t on t.id = p.team_id where 'kept:team-' || p.id = h.visit_id
        and ${isLive} and h.quantity <= 1 and h.team_id = t.id and h.competition_id = t.competition_id
        and p.participant_id is null)`,
  },
  {
    sentence: 'whoever ordered a place of a team that looks for members has exactly one',
    breaches: `select p.id from participants p join teams m on m.id = p.team_id join shared_teams t on t.id = m.shared_team_id
      where ${isLive} and ${isTold} and p.live = 1 and p.competition_id = t.competition_id
        and (select count(*) from shared_team_places s where s.participant_id = p.id) <> 1`,
  },
  {
    sentence: 'nobody has a place of a team that looks for members without a live order',
    breaches: `select s.id from shared_team_places s join shared_teams t on t.id = s.team_id where ${isLive} and ${isTold}
      and s.participant_id is not null and not exists
      (select 1 from participants p where p.id = s.participant_id and p.live = 1)`,
  },
  {
    sentence: 'an order has people of one such team at the most, under the name that its captain said',
    breaches: `select order_id from teams where shared_team_id is not null group by order_id
        having count(distinct shared_team_id) > 1
      union all select m.order_id from teams m where m.shared_team_id is not null and m.team_name = 'Anders'`,
  },
  {
    sentence: 'a team that ended is due nothing, and its captain was told',
    breaches: `select t.id from shared_teams t where not ${isLive} and (t.due_at is not null or (t.user_id is not null
      and not exists (select 1 from mails m where m.type = 'SharedTeamCaptain'
        and m.unique_key like 'SharedTeamCaptain|' || t.id || '|' || t.state || '|%')))`,
  },
];
