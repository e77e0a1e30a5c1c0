import { sql } from 'drizzle-orm';
import { ownPagePath } from '#modules/checkin/index.ts';
import { transferLink } from '#modules/transfers/links.ts';
import type { Signer } from '#src/access/signer.ts';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { names } from './booking.ts';
import type { Invariant } from './invariants.ts';
import type { Season } from './season.ts';
import { tried } from './tried.ts';

/** Places that are passed on: offered, taken, paid or not, withdrawn, declined, and looked at by the organizer first. */

type Offer = { id: number; link: string | null; orderId: number; participantId: number };
const offers = new WeakMap<Season, Offer[]>();
const known = (season: Season): Offer[] => offers.get(season) ?? [];

async function allow(season: Season): Promise<void> {
  const { dice, organizer, eventId } = season;
  await tried(season, 'allow transfers', organizer, 'PATCH', `/api/admin/events/${eventId}/transfers`, {
    mode: dice.pick(['allowed', 'allowed', 'allowed', 'allowed', 'approval', 'off']),
    feePrice: dice.pick([0, 500, 99_999]),
    priceRule: dice.pick(['today', 'atLeastOld', 'old']),
    refundRule: dice.pick(['nothing', 'paidLessFee']),
    lineFirst: dice.chance(0.5),
    otherCompetitions: dice.chance(0.5),
  });
}

async function offer(season: Season): Promise<void> {
  const { dice } = season;
  // Nobody offers what is not allowed; the first one asks for it.
  if (!offers.has(season)) {
    offers.set(season, []);
    await allow(season);
  }
  const all = await season.shop.deps.read.all<{ orderId: number; participantId: number; isOfTeam: number }>(sql`
    select p.order_id orderId, p.id participantId, t.id is not null isOfTeam from participants p join orders o on o.id = p.order_id
      join competitions c on c.id = p.competition_id
      left join teams t on t.id = p.team_id and t.shared_team_id is not null
      where p.live = 1 and (c.type = 'single' or t.id is not null) and o.status in ('complete', 'shipped') order by p.id`);
  const ofTeams = all.filter(({ isOfTeam }) => isOfTeam === 1);
  // There are few of these, and they are what goes wrong most easily.
  const free = ofTeams.length > 0 && dice.chance(0.4) ? ofTeams : all;
  if (free.length === 0) return;
  const { orderId, participantId } = dice.pick(free);
  if (dice.chance(0.3)) return ask(season, participantId);
  const path = `/api/orders/${orderId}/participants/${participantId}/transfer`;
  const body = { email: dice.chance(0.5) ? `new${dice.between(1, 9)}@season.test` : null };
  for (const buyer of season.buyers) {
    const made = await tried(season, 'offer a place', buyer, 'POST', path, body);
    const transfer = made?.transfer as { id: number } | undefined;
    if (!transfer) continue;
    const link = (made?.link as string | null) ?? null;
    offers.set(season, [...known(season), { id: transfer.id, link, orderId, participantId }]);
    // Somebody waits for the link.
    if (link !== null && dice.chance(0.6)) await take(season);
    return;
  }
}

/** Whoever starts there asks by their own page; whoever paid agrees, most often, or it is taken back. */
async function ask(season: Season, participantId: number): Promise<void> {
  const { dice, shop } = season;
  const { read, signer } = shop.deps;
  const ticket = await ticketByOwnLink(read, signer, participantId);
  if (!ticket) return;
  const email = dice.chance(0.5) ? `new${dice.between(1, 9)}@season.test` : null;
  const body = { link: ticket, email };
  const asked = await tried(
    season,
    'ask to pass on',
    shop.visitor(),
    'POST',
    `/api/tickets/${participantId}/transfer`,
    body,
  );
  const transfer = asked?.transfer as { id: number; fromOrderId: number } | undefined;
  if (!transfer) return;
  const { id, fromOrderId: orderId } = transfer;
  const offered = { id, link: null, orderId, participantId };
  offers.set(season, [...known(season), offered]);
  const path = `/api/orders/${orderId}/participants/${participantId}/transfer/agree`;
  const own = path.replace('/agree', '');
  if (dice.chance(0.7))
    for (const buyer of season.buyers) {
      const { body } = await buyer.json<{ transfer?: { id: number } | null }>('GET', own);
      const transferId = body.transfer?.id;
      if (transferId) await tried(season, 'agree to pass on', buyer, 'POST', path, { transferId });
    }
  if (dice.chance(0.2))
    await tried(
      season,
      'take back what was asked',
      shop.visitor(),
      'POST',
      `/api/tickets/${participantId}/transfer/withdraw`,
      { link: ticket },
    );
  // The link is on the own page, once it is out.
  await readTurns(season);
}

export async function ticketByOwnLink(read: Reader, signer: Signer, participantId: number): Promise<string | null> {
  const [person] = await read.all<{ id: number; linkVersion: number; eventEnd: Instant }>(sql`
    select p.id, p.link_version linkVersion, e.end_timestamp eventEnd from participants p
      join competitions c on c.id = p.competition_id join events e on e.id = c.event_id where p.id = ${participantId}`);
  return person ? ownPagePath(signer, person, person.eventEnd) : null;
}

/** Whoever of a waiting list has their turn got a link that nobody else knows. */
async function readTurns(season: Season): Promise<void> {
  const { read, signer } = season.shop.deps;
  const turns = await read.all<{ id: number; eventId: number; until: Instant; linkVersion: number }>(
    sql`select id, event_id eventId, until, link_version linkVersion from transfers where state = 'offered'`,
  );
  const links = new Map(turns.map((turn) => [turn.id, transferLink(signer, turn)]));
  // A link of before stays with some.
  const newest = (offer: Offer) => (season.dice.chance(0.8) ? (links.get(offer.id) ?? offer.link) : offer.link);
  offers.set(
    season,
    known(season).map((offer) => ({ ...offer, link: newest(offer) })),
  );
}

async function take(season: Season): Promise<void> {
  const { dice } = season;
  await readTurns(season);
  const open = known(season).filter(({ link }) => link !== null);
  if (open.length === 0) return;
  const { id, link } = dice.chance(0.6) ? (open.at(-1) as Offer) : dice.pick(open);
  const buyer = dice.pick(season.buyers);
  const look = (competitionId?: number) =>
    tried(season, 'look at a place', buyer, 'POST', `/api/transfers/${id}/look`, { link, competitionId });
  const first = await look();
  const others = (first?.otherCompetitionIds ?? []) as number[];
  const seen = others.length > 0 && dice.chance(0.4) ? await look(dice.pick(others)) : first;
  if (!seen) return;
  // Most often somebody who may start there as well as the one before.
  const { participantId } = open.find((each) => each.id === id) as Offer;
  const [before] = await season.shop.deps.read.all<{ birthDate: string | null; gender: string | null }>(
    sql`select birth_date birthDate, gender from participants where id = ${participantId}`,
  );
  const person = {
    ...{ localId: 'p1', firstName: dice.pick(names), lastName: dice.pick(names) },
    gender: before?.gender ?? 'female',
    ...(dice.chance(0.7) ? { email: `taker${dice.between(1, 9)}@season.test` } : {}),
    birthDate: dice.chance(0.1) ? '2019-05-11' : (before?.birthDate ?? '1985-05-11'),
  };
  const ordered = await tried(season, 'take a place', buyer, 'POST', `/api/transfers/${id}/take`, {
    ...{ link, totalPrice: seen.totalPrice, termsAccepted: true, eventConditionsAccepted: true },
    teams: [{ competitionId: seen.competitionId, participants: [person] }],
    contactAddress: { firstName: dice.pick(names), lastName: dice.pick(names) },
  });
  if (!ordered) return;
  const orderId = Number(ordered.orderId);
  season.orderIds.push(orderId);
  if (!dice.chance(0.6)) return;
  const paid = await tried(
    season,
    'pay for a place',
    season.organizer,
    'PATCH',
    `/api/admin/orders/${orderId}/status`,
    {
      status: 'complete',
    },
  );
  const offered = known(season).find((each) => each.id === id);
  if (paid && offered) season.tickets.push({ orderId, participantId: offered.participantId });
}

async function end(season: Season): Promise<void> {
  const { dice, eventId, organizer } = season;
  const all = known(season);
  if (all.length === 0) return;
  const { id, link, orderId, participantId } = dice.pick(all);
  const how = dice.between(1, 4);
  if (how === 1)
    await tried(season, 'decline a place', season.shop.visitor(), 'POST', `/api/transfers/${id}/decline`, {
      link: link ?? '',
    });
  else if (how === 2) {
    const path = `/api/orders/${orderId}/participants/${participantId}/transfer`;
    for (const buyer of season.buyers) await tried(season, 'withdraw a place', buyer, 'DELETE', path);
  } else {
    const what = how === 3 ? 'approve' : 'refuse';
    await tried(season, `${what} a place`, organizer, 'POST', `/api/admin/events/${eventId}/transfers/${id}/${what}`);
  }
}

export const transferVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [1, allow],
  [5, offer],
  [6, take],
  [1, end],
];

export const transferInvariants: readonly Invariant[] = [
  {
    sentence: 'an order that waits for a place has nobody yet, and is not paid',
    breaches: `select o.id from orders o where o.takes_place_of is not null
      and (o.status in ('complete', 'shipped') or exists (select 1 from participants p where p.order_id = o.id))`,
  },
  {
    sentence: 'a place that passed left the order before, once, and every order that took one over had it',
    breaches: `select t.order_id from place_takeovers t where (t.passed_at is null) <> exists
        (select 1 from orders o where o.id = t.order_id and o.takes_place_of is not null)
      union all select t.order_id from place_takeovers t join participants p on p.id = t.participant_id
        where t.passed_at is not null and p.order_id = t.from_order_id
      union all select order_id from place_takeovers where (to_competition_id is null) <> (to_price_id is null)`,
  },
  {
    sentence: 'whoever is to start is kept only as long as the place may come',
    breaches: `select order_id from place_takeovers where passed_at is not null and person is not null`,
  },
  {
    sentence: 'what is said of a place stands in the histories of both orders',
    breaches: `select t.order_id from place_takeovers t where t.passed_at is not null and (
        not exists (select 1 from order_audits a where a.order_id = t.order_id and a.comment = 'place.takenOver')
        or not exists (select 1 from order_audits a where a.order_id = t.from_order_id and a.comment = 'place.passedOn'))`,
  },
  {
    sentence: 'an open offer is of the person who had the place when it was made',
    breaches: `select t.id from transfers t join replaced_tickets r on r.participant_id = t.participant_id
      left join orders taken on taken.id = t.new_order_id and taken.status in ('complete', 'shipped')
      where t.state in ('asked', 'waiting', 'offered', 'ordered') and r.replaced_at > t.created_at and taken.id is null`,
  },
  {
    sentence: 'a turn of the waiting list is of somebody who was asked once, and for an offer that went out',
    breaches: `select t.id from transfers t where t.line_entry_id is not null and (t.line_until is null
        or not exists (select 1 from transfer_turns a where a.transfer_id = t.id and a.entry_id = t.line_entry_id))
      union all select t.id from transfers t where t.line_until > t.until`,
  },
  {
    sentence: 'the address of an offer is forgotten when it is over',
    breaches: `select id from transfers where coalesce(email, person_email) is not null
      and state not in ('asked', 'waiting', 'offered', 'ordered')`,
  },
  {
    sentence: 'whoever took over a place has a team in their own order, of the same name where it is one that shares',
    breaches: `select p.id from participants p join teams t on t.id = p.team_id where t.order_id <> p.order_id
        or t.competition_id <> p.competition_id
      union all select t.id from teams t join orders o on o.id = t.order_id
        where not exists (select 1 from participants p where p.team_id = t.id)`,
  },
  {
    sentence: 'what somebody asked for by their own page is on offer only once whoever paid agreed',
    breaches: `select t.id from transfers t where t.state = 'asked' and not t.asked_by_person
      union all select t.id from transfers t where t.asked_by_person and t.state in ('waiting', 'offered', 'ordered', 'passed')
        and not exists (select 1 from order_audits a where a.order_id = t.from_order_id and a.comment = 'place.agreed')
      union all select t.id from transfers t where t.state in ('asked', 'waiting')
        and (t.new_order_id is not null or t.line_entry_id is not null)`,
  },
];
