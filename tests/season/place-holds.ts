import { sql } from 'drizzle-orm';
import type { Deps } from '#src/runtime/deps.ts';
import type { Season } from './season.ts';
import { tried } from './tried.ts';

/**
 * People fill in and go away, and what was kept for them is free again by itself; the organizer wants it so, for longer or
 * shorter, or not at all.
 */
async function fillIn(season: Season): Promise<void> {
  const { dice, eventId, shop } = season;
  const caller = shop.visitor({ address: `10.8.0.${dice.between(1, 9)}` });
  const email = `passing${dice.between(1, 9)}@season.test`;
  await tried(season, 'look in', caller, 'POST', '/api/auth/code/unauthenticated-login', { email, eventId });
  const path = `/events/${eventId}/competitions`;
  const competition = dice.pick(season.competitions);
  const teams = Array.from({ length: dice.between(1, 4) }, () => ({
    id: `hold-${dice.between(0, 1e9)}`,
    size: dice.between(competition.min, competition.max),
  }));
  const fields: [string, string][] = [
    ['intent', dice.chance(0.7) ? 'keep' : 'next'],
    ...teams.flatMap(({ id, size }, team): [string, string][] => [
      [`teams[${team}].competitionId`, String(competition.id)],
      [`teams[${team}].localId`, id],
      ...Array.from({ length: size }, (_, at): [string, string][] => [
        [`teams[${team}].participants[${at}].localId`, `${id}-${at}`],
        [`teams[${team}].participants[${at}].firstName`, ''],
      ]).flat(),
    ]),
  ];
  const origin = shop.deps.config.publicUrl;
  const headers = { origin, referer: origin + path };
  const answer = await caller.fetch(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  if (answer.status >= 500) throw new Error(`fill in: ${answer.status}`);
  const [row] = await shop.deps.read.all<{ held: number }>(
    sql`select count(*) held from place_holds where until > ${shop.clock()} and quantity > 0`,
  );
  const outcome = row?.held ? 'fill in, while places are held' : 'fill in';
  season.log.set(outcome, (season.log.get(outcome) ?? 0) + 1);
}

async function wantHolds(season: Season): Promise<void> {
  const { dice, eventId, organizer } = season;
  const placeHoldMinutes = dice.pick([null, 5, 15, 15, 60]);
  await tried(season, 'hold places', organizer, 'PATCH', `/api/admin/events/${eventId}`, { placeHoldMinutes });
}

/** Competitions, prices and quotas of which more is sold and held together than there is. It is asked of this moment. */
export async function overheld({ read, clock }: Pick<Deps, 'read' | 'clock'>): Promise<unknown[]> {
  const now = clock();
  return await read.all(sql`
    select 'competition' what, c.id, c.sold, c.total_ticket_count there from competitions c where c.total_ticket_count < c.sold
      + (select coalesce(sum(h.quantity), 0) from place_holds h where h.competition_id = c.id and h.until > ${now})
    union all select 'price', p.id, p.sold, p.quantity_total from competition_prices p where p.quantity_total < p.sold
      + (select coalesce(sum(h.quantity), 0) from place_holds h where h.price_id = p.id and h.until > ${now})
    union all select 'quota', q.id, sum(c.sold), q.total from shared_quotas q
      join shared_quota_competitions l on l.quota_id = q.id join competitions c on c.id = l.competition_id
      group by q.id having q.total < sum(c.sold) + (select coalesce(sum(h.quantity), 0) from place_holds h
        join shared_quota_competitions o on o.competition_id = h.competition_id where o.quota_id = q.id and h.until > ${now})`);
}

export const holdVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [5, fillIn],
  [1, wantHolds],
];
