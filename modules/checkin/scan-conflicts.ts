import { sql } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';

/** Two devices admitted the same ticket or served the same person. */
export type GateConflict = {
  kind: 'scans' | 'handOuts';
  eventId: number;
  orderId: number;
  participantId: number;
  name: string;
};

/** After this time an offline device decides alone, ms. */
const decidedAloneMs = 10_000;

/** The device cannot have known of the first scan: made before it arrived, or uploaded so late that it was offline. */
const conflicts = sql`s.admitted = 0 and s.believed = 1 and s.conflict_seen_at is null and s.taken_back_at is null and exists (
  select 1 from scans a where a.participant_id = s.participant_id and a.admitted = 1 and a.device <> s.device
    and (a.created_at > s.scanned_at or s.created_at - s.scanned_at > ${decidedAloneMs}))`;

const twice = sql`s.counts = 0 and s.believed = 1 and s.conflict_seen_at is null and s.taken_back_at is null and exists (
  select 1 from hand_outs a where a.participant_id = s.participant_id and a.counts = 1 and a.device <> s.device)`;

/** Unacknowledged ones, a row per ticket or person. One statement, because every management page runs it. */
export async function gateConflicts(reader: Reader, events: readonly number[] | 'all'): Promise<GateConflict[]> {
  const seen = events === 'all' ? sql`1` : sql`s.event_id in (select value from json_each(${JSON.stringify(events)}))`;
  const whose = sql`s.event_id eventId, p.order_id orderId, p.id participantId, p.first_name || ' ' || p.last_name name`;
  return await reader.all<GateConflict>(sql`
    select distinct 'scans' kind, ${whose}
    from scans s indexed by scans_second cross join participants p on p.id = s.participant_id
    where ${seen} and ${conflicts}
    union all
    select distinct 'handOuts' kind, ${whose}
    from hand_outs s indexed by hand_outs_second cross join participants p on p.id = s.participant_id
    where ${seen} and ${twice} order by participantId`);
}

export async function seeScanConflicts({ tx, now }: Work, eventId: number): Promise<void> {
  await tx.run(sql`update scans as s set conflict_seen_at = ${now} where s.event_id = ${eventId} and ${conflicts}`);
}

export async function seeHandOutConflicts({ tx, now }: Work, eventId: number): Promise<void> {
  await tx.run(sql`update hand_outs as s set conflict_seen_at = ${now} where s.event_id = ${eventId} and ${twice}`);
}
