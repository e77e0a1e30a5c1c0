import { sql } from 'drizzle-orm';
import type { Invariant } from './invariants.ts';
import { logIn } from './people.ts';
import type { Season } from './season.ts';
import { tried } from './tried.ts';

/** The run of the children, which is small enough to be sold out now and then. */
const smallOne = (season: Season) => season.competitions[1] ?? season.dice.pick(season.competitions);

/** The organizer takes away what is not sold, and what is merely kept; there is nothing to wait for otherwise. */
async function sellOut(season: Season, competitionId: number): Promise<void> {
  const prices = await season.shop.deps.read.all<{ id: number }>(
    sql`select id from competition_prices where competition_id = ${competitionId} and sold < quantity_total`,
  );
  for (const { id } of prices)
    await tried(season, 'sell out', season.organizer, 'PATCH', `/api/admin/competition-prices/${id}`, { quantity: 0 });
}

/** The organizer gives a price a list, and takes away what is left at it while another one sells. */
async function giveListToPrice(season: Season, competitionId: number): Promise<number | null> {
  const prices = await season.shop.deps.read.all<{ id: number; remaining: number }>(
    sql`select id, quantity_total - sold remaining from competition_prices where competition_id = ${competitionId}
      order by price_order, id`,
  );
  const [first] = prices;
  if (!first || !prices.some(({ id, remaining }) => id !== first.id && remaining > 0)) return null;
  const change = { hasWaitlist: season.dice.chance(0.95), quantity: 0 };
  await tried(
    season,
    'list of a price',
    season.organizer,
    'PATCH',
    `/api/admin/competition-prices/${first.id}`,
    change,
  );
  return first.id;
}

/** Somebody joins a list, logged in or with an address that has to be proven. */
async function joinList(season: Season): Promise<void> {
  const { dice, eventId, shop } = season;
  const competition = dice.chance(0.7) ? smallOne(season) : dice.pick(season.competitions);
  const places = dice.between(competition.min, Math.max(competition.min, competition.team ? competition.max : 3));
  const priceId = dice.chance(0.4) ? await giveListToPrice(season, competition.id) : null;
  const body = { competitionId: competition.id, priceId, places };
  const path = `/api/events/${eventId}/waitlist`;
  if (priceId === null && competition === smallOne(season) && dice.chance(0.4)) await sellOut(season, competition.id);
  if (dice.chance(0.3)) {
    const guest = shop.visitor({ address: `10.8.1.${dice.between(1, 9)}` });
    const email = `waiting${dice.between(1, 20)}@season.test`;
    await tried(season, 'ask for the list', guest, 'POST', path, { ...body, email });
    return;
  }
  const person = dice.pick(season.people);
  if (await logIn(season, person)) await tried(season, 'join the list', person.caller, 'POST', path, body);
}

/** Whoever reads the mails confirms, buys what was offered, or leaves. Old mails are pressed as well. */
async function answerListMail(season: Season): Promise<void> {
  const { dice, shop, eventId } = season;
  await shop.settle();
  const links = (await shop.mails()).flatMap(({ text }) => [
    ...text.matchAll(/http:\/\/shop\.test(\/waitlist\/\d+)\?(signature=\S+)/g),
  ]);
  if (links.length === 0) return;
  const [, page = '', signature = ''] = dice.chance(0.6) ? (links[0] ?? []) : dice.pick(links);
  const step = dice.pick(['confirm', 'confirm', 'open', 'open', 'open', 'leave']);
  const reader = shop.visitor({ address: `10.8.2.${dice.between(1, 9)}` });
  const opened = await reader.fetch(`${page}?${signature}`);
  const pressed = await reader.form(`${page}/${step}?${signature}`, {});
  for (const { status } of [opened, pressed]) if (status >= 500) throw new Error(`list, ${step}: ${status}`);
  const to = pressed.headers.get('location') ?? '';
  const outcome = `list: ${step} ${/competitions/.test(to) ? 'an offer' : pressed.status}`;
  season.log.set(outcome, (season.log.get(outcome) ?? 0) + 1);
  const competitionId = Number(/competition=(\d+)/.exec(to)?.[1] ?? 0);
  const competition = season.competitions.find(({ id }) => id === competitionId);
  if (!competition) return;
  const name = () => `list-${dice.between(0, 1e9)}`;
  const size = competition.team ? competition.min : 1;
  const participants = Array.from({ length: size }, () => ({
    localId: name(),
    firstName: name(),
    lastName: 'Wartet',
    birthDate: '2015-05-01',
    gender: 'female',
  }));
  const basket = {
    teams: [{ competitionId, teamName: name(), participants }],
    contactAddress: { firstName: 'Eva', lastName: 'Wartet', countryCode: 'AT' },
  };
  const priced = await tried(season, 'price an offer', reader, 'POST', `/api/events/${eventId}/quote`, basket);
  const totalPrice = Number((priced as { totalPrice?: number } | null)?.totalPrice ?? 0);
  const body = { ...basket, totalPrice, termsAccepted: true, eventConditionsAccepted: true };
  const booked = await tried(season, 'buy an offer', reader, 'POST', `/api/events/${eventId}/book`, body);
  if (booked) season.orderIds.push(Number(booked.orderId));
}

async function priceWaitedFor(season: Season, competitionId: number): Promise<number | null> {
  const [price] = await season.shop.deps.read.all<{ id: number }>(
    sql`select price_id id from waitlist_entries where competition_id = ${competitionId} and price_id is not null
      and state = 'waiting' limit 1`,
  );
  return price?.id ?? null;
}

/** The organizer offers by hand, takes somebody off, gives more places into a list, closes it, or has none for a while. */
async function manageLists(season: Season): Promise<void> {
  const { dice, eventId, organizer } = season;
  const base = `/api/admin/events/${eventId}`;
  const { id: competitionId } = dice.chance(0.7) ? smallOne(season) : dice.pick(season.competitions);
  const what = dice.pick(['offer', 'remove', 'places', 'places', 'places', 'close', 'hours'] as const);
  if (what === 'places')
    await tried(season, 'places into the list', organizer, 'POST', `${base}/waitlist-places`, {
      competitionId,
      priceId: dice.chance(0.5) ? await priceWaitedFor(season, competitionId) : null,
      count: dice.between(1, 2),
    });
  else if (what === 'close')
    await tried(season, 'close the list', organizer, 'POST', `${base}/waitlist-closed`, {
      competitionId,
      isClosed: dice.chance(0.2),
    });
  else if (what === 'hours')
    await tried(season, 'hours of an offer', organizer, 'PATCH', base, {
      offerHours: dice.pick([null, 1, 12, 12, 12, 12, 24]),
    });
  else {
    const list = await tried(season, 'read the list', organizer, 'GET', `${base}/waitlist`);
    const rows = (list?.rows ?? []) as { id: number }[];
    if (rows.length > 0)
      await tried(season, `list: ${what}`, organizer, 'POST', `${base}/waitlist/${dice.pick(rows).id}/${what}`);
  }
}

export const waitlistVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [5, joinList],
  [5, answerListMail],
  [3, manageLists],
];

export const waitlistInvariants: readonly Invariant[] = [
  {
    sentence: 'an address waits once for a competition and once for a price, and has one offer of each at the most',
    breaches: `select competition_id, email from waitlist_entries where state in ('asked', 'waiting', 'offered')
      and variant_id is null group by competition_id, coalesce(price_id, 0), email having count(*) > 1`,
  },
  {
    sentence:
      'a competition is kept for a line exactly while somebody stands in its own, or in one that shares its quota',
    breaches: `select k.competition_id from kept_competitions k where k.for_draw = 0 and not exists
        (select 1 from waitlist_entries w where w.state = 'waiting' and w.price_id is null and w.variant_id is null and (w.competition_id = k.competition_id
          or w.competition_id in (select o.competition_id from shared_quota_competitions l
            join shared_quota_competitions o on o.quota_id = l.quota_id where l.competition_id = k.competition_id)))
      union all select w.competition_id from waitlist_entries w where w.state = 'waiting' and w.price_id is null and w.variant_id is null and not exists
        (select 1 from kept_competitions k where k.competition_id = w.competition_id)`,
  },
  {
    sentence: 'a price is kept for its line exactly while somebody stands in it',
    breaches: `select price_id from kept_prices where price_id not in
        (select price_id from waitlist_entries where state = 'waiting' and price_id is not null)
      union all select price_id from waitlist_entries where state = 'waiting' and price_id is not null
        and price_id not in (select price_id from kept_prices)`,
  },
  {
    sentence: 'what is kept for somebody who waits for a price is kept at that price',
    breaches: `select h.visit_id from place_holds h join waitlist_entries w on 'kept:' || w.id = h.visit_id
      where h.price_id <> coalesce(w.price_id, h.price_id) or h.price_id <> w.offer_price_id`,
  },
  {
    sentence: 'places are kept for nobody but those whom they were offered to, and never more of them',
    breaches: `select h.visit_id from place_holds h where substr(h.visit_id, 1, 5) = 'kept:'
      and h.team_id is null and not exists
      (select 1 from waitlist_entries w where 'kept:' || w.id = h.visit_id and w.state = 'offered'
        and w.competition_id = h.competition_id and h.quantity <= w.places)`,
  },
  {
    sentence: 'whoever was offered something was told by a mail',
    breaches: `select w.id from waitlist_entries w where w.offers > 0 and not exists
      (select 1 from mails m where m.unique_key = 'WaitlistOffer|' || w.id || '|' || w.offers)`,
  },
];
