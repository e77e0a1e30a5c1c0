import { sql } from 'drizzle-orm';
import type { Invariant } from './invariants.ts';
import type { Season } from './season.ts';
import { tried } from './tried.ts';

/** Competitions share a number of places: it is made, made larger or smaller, for others, or taken away again. */
async function share(season: Season): Promise<void> {
  const { dice, organizer, eventId, competitions, shop } = season;
  const [known] = await shop.deps.read.all<{ id: number }>(
    sql`select id from shared_quotas where event_id = ${eventId}`,
  );
  const ids = competitions.map(({ id }) => id);
  const some = dice.chance(0.7) ? [ids[0], ids[2]] : ids.filter(() => dice.chance(0.7));
  const body = { title: 'Zusammen', quotaTotal: dice.pick([20, 40, 60, 60, 200]), competitionIds: some };
  if (!known) await tried(season, 'share places', organizer, 'POST', `/api/admin/shared-quotas/${eventId}`, body);
  else if (dice.chance(0.2))
    await tried(season, 'share no longer', organizer, 'DELETE', `/api/admin/shared-quotas/${known.id}`);
  else {
    const { competitionIds: _, ...total } = body;
    const change = dice.chance(0.5) ? total : body;
    await tried(season, 'share other places', organizer, 'PATCH', `/api/admin/shared-quotas/${known.id}`, change);
  }
  // Which competitions are kept for a line follows the change by its fact.
  await shop.settle();
}

export const quotaVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [[2, share]];

export const quotaInvariants: readonly Invariant[] = [
  {
    sentence: 'competitions that share a quota have sold no more than it together',
    breaches: `select q.id, q.total, sum(c.sold) sold from shared_quotas q join shared_quota_competitions l on l.quota_id = q.id
      join competitions c on c.id = l.competition_id group by q.id having sum(c.sold) > q.total`,
  },
  {
    sentence: 'a quota is of competitions of its own event',
    breaches: `select q.id from shared_quotas q join shared_quota_competitions l on l.quota_id = q.id
      join competitions c on c.id = l.competition_id where c.event_id <> q.event_id`,
  },
];
