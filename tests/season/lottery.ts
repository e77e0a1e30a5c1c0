import type { Invariant } from './invariants.ts';
import { logIn } from './people.ts';
import type { Season } from './season.ts';
import { tried } from './tried.ts';

const anHour = 3_600_000;
const iso = (at: number): string => new Date(at).toISOString();

/** The organizer plans a draw that is not far away, moves it, or calls it off; and hurries to it now and then. */
async function planDraw(season: Season): Promise<void> {
  const { dice, organizer, shop, eventId } = season;
  const { id } = dice.pick(season.competitions);
  const path = `/api/admin/competitions/${id}/lottery`;
  if (dice.chance(0.15)) {
    await tried(season, 'call a draw off', organizer, 'DELETE', path);
    return;
  }
  const now = shop.clock();
  const plan = {
    entersFrom: iso(now),
    drawsAt: iso(now + dice.between(1, 5) * anHour),
    mostPlaces: dice.between(1, 4),
  };
  const planned = await tried(season, 'plan a draw', organizer, 'PUT', path, plan);
  if (!planned) return;
  await tried(season, 'read the draws', organizer, 'GET', `/api/admin/events/${eventId}/lotteries`);
  for (let n = dice.between(0, 4); n > 0; n -= 1) await enter(season, id);
  await answerLotMail(season);
  if (dice.chance(0.3))
    await tried(season, 'move a draw', organizer, 'PUT', path, { ...plan, drawsAt: iso(now + 6 * anHour) });
  // A draw stands in the way of every sale of its competition, so most are not long.
  if (dice.chance(0.8)) {
    shop.clock.advance(6 * anHour + 60_000);
    await shop.settle();
  }
}

async function enter(season: Season, competitionId = season.dice.pick(season.competitions).id): Promise<void> {
  const { dice, eventId, shop } = season;
  const competition = season.competitions.find(({ id }) => id === competitionId);
  const body = { competitionId, places: dice.between(competition?.min ?? 1, Math.max(competition?.min ?? 1, 3)) };
  const path = `/api/events/${eventId}/lottery`;
  if (dice.chance(0.3)) {
    const guest = shop.visitor({ address: `10.9.1.${dice.between(1, 9)}` });
    await tried(season, 'ask for a lot', guest, 'POST', path, {
      ...body,
      email: `lot${dice.between(1, 20)}@season.test`,
    });
    return;
  }
  const person = dice.pick(season.people);
  if (await logIn(season, person)) await tried(season, 'enter a draw', person.caller, 'POST', path, body);
}

/** Whoever reads the mails confirms or leaves. Old mails are pressed as well. */
async function answerLotMail(season: Season): Promise<void> {
  const { dice, shop } = season;
  await shop.settle();
  const links = (await shop.mails()).flatMap(({ text }) => [
    ...text.matchAll(/http:\/\/shop\.test(\/lots\/\d+)\?(signature=\S+)/g),
  ]);
  if (links.length === 0) return;
  const [, page = '', signature = ''] = dice.chance(0.6) ? (links[0] ?? []) : dice.pick(links);
  const step = dice.pick(['confirm', 'confirm', 'confirm', 'leave']);
  const reader = shop.visitor({ address: `10.9.2.${dice.between(1, 9)}` });
  const opened = await reader.fetch(`${page}?${signature}`);
  const pressed = await reader.form(`${page}/${step}?${signature}`, {});
  for (const { status } of [opened, pressed]) if (status >= 500) throw new Error(`lot, ${step}: ${status}`);
  const outcome = `lot: ${step} ${pressed.status}`;
  season.log.set(outcome, (season.log.get(outcome) ?? 0) + 1);
}

export const lotteryVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [2, planDraw],
  [2, enter],
  [1, answerLotMail],
];

export const lotteryInvariants: readonly Invariant[] = [
  {
    sentence: 'a competition is kept for a draw exactly until it is drawn or called off',
    breaches: `select k.competition_id from kept_competitions k where k.for_draw = 1 and not exists (select 1 from lotteries l
        where l.competition_id = k.competition_id and l.drawn_at is null and l.called_off_at is null)
      union all select l.competition_id from lotteries l where l.drawn_at is null and l.called_off_at is null and not exists
        (select 1 from kept_competitions k where k.competition_id = l.competition_id and k.for_draw = 1)`,
  },
  {
    sentence: 'while a draw is ahead nobody waits for its competition or is offered places of it',
    breaches: `select w.id from waitlist_entries w join lotteries l on l.competition_id = w.competition_id
      where l.drawn_at is null and l.called_off_at is null and w.variant_id is null
        and w.state in ('asked', 'waiting', 'offered')`,
  },
  {
    sentence: 'a draw is written down as its lots were ranked, from the first to the last without a gap',
    breaches: `select t.id from lots t join lotteries l on l.id = t.lottery_id where t.state = 'drawn' and (t.rank is null
        or json_extract(l.ranking, '$[' || (t.rank - 1) || '][0]') is not t.number
        or json_extract(l.ranking, '$[' || (t.rank - 1) || '][1]') is not t.places)`,
  },
  {
    sentence: 'no lot stands in a draw that is done',
    breaches: `select t.id from lots t join lotteries l on l.id = t.lottery_id
      where (l.drawn_at is not null or l.called_off_at is not null) and t.state in ('asked', 'in')`,
  },
  {
    sentence: 'whoever was drawn stands or stood in line by their rank',
    breaches: `select t.id from lots t join waitlist_entries w on w.id = t.entry_id
      where w.drawn_rank is not t.rank or w.places is not t.places
        or (w.email is not t.email and w.state in ('asked', 'waiting', 'offered'))`,
  },
];
