import { sql } from 'drizzle-orm';
import { addressesOf, simulatedEvent } from '#dev/race-result-simulator/setup.ts';
import { makeRaceResultSimulator, type RaceResultSimulator } from '#dev/race-result-simulator/simulator.ts';
import type { TestShop } from '#tests/support/shop.ts';
import type { Invariant } from './invariants.ts';
import type { Season } from './season.ts';
import { tried } from './tried.ts';

/** RACE RESULT beside the season: bad lines, people who change numbers there and here, and a look at what differs. */

const base = 'https://timing.season.test';
const rrId = '4711';

/** The timing system, which the shop asks without a network. */
export function playTiming(shop: TestShop): RaceResultSimulator {
  const simulator = makeRaceResultSimulator({
    baseUrl: base,
    clock: shop.clock,
    events: [
      simulatedEvent(
        rrId,
        [1, 2, 3].map((id) => ({ id, name: `${id}`, from: id * 1000, to: id * 1000 + 999 })),
      ),
    ],
    settings: { limitMs: 0 },
    fetch: async (url, init) => shop.shop.fetch(new Request(url, init)),
  });
  const { fetch } = shop.deps;
  shop.deps.fetch = (url, init) =>
    url.startsWith(`${base}/`) ? simulator.fetch(new Request(url, init)) : fetch(url, init);
  return simulator;
}

const pathOf = ({ eventId }: Season) => `/api/admin/events/${eventId}`;

async function setUpTiming(season: Season): Promise<void> {
  const { dice, organizer, competitions, timing, shop } = season;
  const done = await tried(season, 'set up timing', organizer, 'PATCH', `${pathOf(season)}/race-result-data`, {
    rrId,
    ...addressesOf(base, rrId),
    competitions: competitions.map(({ id }, at) => ({ competitionId: id, rrContestId: at + 1 })),
    // Now and then somebody stops it, and somebody goes on.
    syncStopDate: dice.chance(0.2) ? new Date(shop.clock() - 1000).toISOString() : null,
  });
  if (!done || !dice.chance(0.5)) return;
  const made = await tried(season, 'web hook', organizer, 'POST', `${pathOf(season)}/generate-webhook-url`);
  const event = timing.event(rrId);
  const url = `http://shop.test/api/race-result/webhook/${made?.webhookIdentifier}`;
  if (event) event.hooks = [{ id: 1, type: 1, url, fields: ['ID', 'Bib', 'ForeignKey'] }];
}

async function badLine({ dice, timing }: Season): Promise<void> {
  timing.misbehaviour.setRates({ seed: dice.between(1, 1e6), rate: dice.pick([0, 0.1, 0.3]) });
}

async function sync(season: Season): Promise<void> {
  const { dice, organizer, tickets } = season;
  const some = { participantIds: tickets.length > 0 ? [dice.pick(tickets).participantId] : [1] };
  const body = dice.pick([{ what: 'all' }, { what: 'failed' }, some]);
  await tried(season, 'sync', organizer, 'POST', `${pathOf(season)}/race-result/sync`, body);
}

/** Here, by somebody in the office. */
async function changeBib(season: Season): Promise<void> {
  const { dice, organizer, tickets } = season;
  if (tickets.length === 0) return;
  const { participantId } = dice.pick(tickets);
  const bib = String(dice.between(1000, 1040));
  const path = `${pathOf(season)}/race-result/participants/${participantId}/bib`;
  await tried(season, 'change bib', organizer, 'PUT', path, { bib });
}

/** There, by the timing crew. */
async function changeThere({ dice, timing }: Season): Promise<void> {
  const people = timing.participants(rrId);
  if (people.length === 0) return;
  const taken = new Set(people.map(({ Bib }) => Bib));
  const free = Array.from({ length: 40 }, (_, at) => 5000 + at).filter((bib) => !taken.has(bib));
  await timing.change(rrId, Number(dice.pick(people).ID), { Bib: dice.pick(free) });
  await timing.settled();
}

async function compare(season: Season): Promise<void> {
  const { dice, organizer } = season;
  const path = `${pathOf(season)}/race-result/compare`;
  const looked = await tried(season, 'compare', organizer, 'POST', path);
  const { run } = (looked ?? {}) as { run?: { id: number } };
  if (!run) return;
  const winners = { Bib: 'theirs', Lastname: dice.pick(['ours', 'theirs']), Club: dice.pick(['ours', 'theirs']) };
  await tried(season, 'apply', organizer, 'POST', `${path}/apply`, { runId: run.id, winners });
  await season.shop.settle();
  if (dice.chance(0.3)) await tried(season, 'undo', organizer, 'POST', `${path}/undo`, { runId: run.id });
}

export const timingVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [2, setUpTiming],
  [1, badLine],
  [2, sync],
  [1, changeBib],
  [1, changeThere],
  [1, compare],
];

export const timingInvariants: readonly Invariant[] = [
  {
    sentence: 'no start number is given twice at an event',
    breaches: `select event_id, rr_bib from participants where rr_bib is not null and live = 1 group by event_id, rr_bib having count(*) > 1`,
  },
  {
    sentence: 'a number that RACE RESULT gave is known here, and each of their people is one of ours',
    breaches: `select q.participant_id from race_result_pushes q join participants p on p.id = q.participant_id
        where q.bib_there is not null and p.rr_bib is null
      union all select event_id from race_result_pushes where pid is not null group by event_id, pid having count(*) > 1`,
  },
  {
    sentence: 'a push belongs to the event of its participant, and what was sent has nothing due',
    breaches: `select q.participant_id from race_result_pushes q join participants p on p.id = q.participant_id
      where q.event_id <> p.event_id or (q.state = 'sent' and q.due <> 0)`,
  },
];

/** When the line is good again, everybody comes through: there once, and what is there is what is here. */
export async function unsynced(season: Season): Promise<string[]> {
  const { shop, timing, organizer, log } = season;
  if (!log.has('set up timing')) return [];
  timing.misbehaviour.reset();
  await organizer.json('PATCH', `${pathOf(season)}/race-result-data`, { syncStopDate: null });
  for (const what of ['all', 'failed']) {
    // Their list may be half a minute old: who was sent just now is believed to have the number that was sent.
    shop.clock.advance(60_000);
    await organizer.json('POST', `${pathOf(season)}/race-result/sync`, { what });
    for (let round = 0; round < 200; round++) {
      await shop.settle();
      await timing.settled();
      const [row] = await shop.deps.read.all<{ n: number }>(
        sql`select count(*) n from race_result_pushes where state in ('waiting', 'failed')`,
      );
      if (row?.n === 0) break;
      shop.clock.advance(60_000);
    }
  }
  const people = await shop.deps.read.all<{
    id: number;
    bib: string | null;
    first: string;
    state: string;
    error: string;
  }>(sql`
    select p.id, p.rr_bib bib, p.first_name first, q.state state, coalesce(q.last_error, '') error from participants p
      join orders o on o.id = p.order_id left join race_result_pushes q on q.participant_id = p.id
      where p.live = 1 and o.status in ('complete', 'shipped') and not (o.awaits_proof = 1 and o.total_cents = 0)`);
  const there = Map.groupBy(timing.participants(rrId), ({ ForeignKey }) => Number(ForeignKey));
  return people.flatMap(({ id, bib, first, state, error }) => {
    const known = there.get(id) ?? [];
    const isSame = known.length === 1 && String(known[0]?.Bib) === bib && known[0]?.Firstname === first;
    return state === 'sent' && isSame
      ? []
      : [`${id}: ${state} ${error} ${bib} ${first}, there ${JSON.stringify(known)}`];
  });
}
