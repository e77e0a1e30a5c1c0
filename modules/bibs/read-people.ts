import { and, eq, isNotNull } from 'drizzle-orm';
import type { Gender } from '#modules/accounts/rules/address.ts';
import { paidList } from '#modules/orders/rules/order-state.ts';
import { oneTeam } from '#modules/orders/rules/shared-entry.ts';
import { participants } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import { chipOfPerson } from './rules/chip.ts';
import { participantChips } from './schema.ts';

export type Starter = {
  id: number;
  orderId: number;
  orderDate: Instant;
  competitionId: number;
  teamId: number;
  teamName: string | null;
  firstName: string;
  lastName: string;
  birthDate: string | null;
  gender: Gender | null;
  nation: string | null;
  club: string | null;
  bib: string | null;
  chip: string | null;
  /** Title, start and id of the start wave. */
  wave: string | null;
  waveStart: Instant | null;
  waveId: number | null;
  /** 1: set by hand. */
  isWaveByHand: number | null;
  answers: { fieldId: number; value: string }[];
  articles: { articleId: number; name: string; variantName: string; quantity: number }[];
};

const pageSize = 500;

/**
 * One JSON text per person, because the driver's cost grows with the number of values. Pages follow the event's index.
 */
const page = (
  withMore: boolean,
): string => `select json_object('id', p.id, 'orderId', p.order_id, 'orderDate', o.order_date,
    'competitionId', p.competition_id, 'teamId', ${oneTeam('t', 'p')}, 'teamName', t.team_name, 'firstName', p.first_name,
    'lastName', p.last_name, 'birthDate', p.birth_date, 'gender', p.gender, 'nation', p.nationality_country_code,
    'club', p.club, 'bib', p.rr_bib, 'chip', ${chipOfPerson},
    'wave', w.title, 'waveStart', w.starts_at, 'waveId', w.id, 'isWaveByHand', pw.is_by_hand,
    'answers', json(${withMore ? `(select json_group_array(json_object('fieldId', f.field_id, 'value', f.value)) from participant_fields f where f.participant_id = p.id)` : `'[]'`}),
    'articles', json(${withMore ? `(select json_group_array(json_object('articleId', a.article_id, 'name', a.name, 'variantName', a.variant_name, 'quantity', a.quantity)) from participant_articles a where a.participant_id = p.id)` : `'[]'`})) json, p.id id,
    o.status in ${paidList} is_paid
  from participants p join orders o on o.id = p.order_id join teams t on t.id = p.team_id
    left join participant_waves pw on pw.participant_id = p.id
    left join start_waves w on w.id = pw.wave_id and w.competition_id = p.competition_id
  where p.event_id = ? and p.live = 1 and p.id > ? order by p.id limit ?`;

/** All starters in the order of their bookings; yields to other requests between pages. */
export async function* starterPages(reader: Reader | Tx, eventId: number, withMore = false): AsyncGenerator<Starter[]> {
  const statement = page(withMore);
  for (let after = 0; ; ) {
    const rows = await reader.all<{ json: string; id: number; is_paid: number }>(
      ready(statement, [eventId, after, pageSize]),
    );
    yield rows.filter(({ is_paid }) => is_paid === 1).map(({ json }) => JSON.parse(json) as Starter);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = Number(last.id);
    await yieldToEventLoop();
  }
}

export async function startersOf(reader: Reader | Tx, eventId: number, withMore = false): Promise<Starter[]> {
  const all: Starter[] = [];
  for await (const some of starterPages(reader, eventId, withMore)) all.push(...some);
  return all;
}

/** Numbers of all participants who hold a place, paid or not. */
async function heldBibs(reader: Reader | Tx, eventId: number): Promise<Map<string, number>> {
  const rows = await reader
    .select({ id: participants.id, bib: participants.rrBib })
    .from(participants)
    .where(and(eq(participants.eventId, eventId), eq(participants.live, true), isNotNull(participants.rrBib)));
  return new Map(rows.map(({ id, bib }) => [bib ?? '', id]));
}

/** Also numbers that a timing system knows by canceled participants (`heldByTiming`); they cannot be assigned. */
export async function takenBibs(
  { read, bibsHeldElsewhere }: Pick<Deps, 'read' | 'bibsHeldElsewhere'>,
  eventId: number,
): Promise<{ held: Map<string, number>; heldByTiming: ReadonlyMap<string, number> }> {
  const heldByTiming = await bibsHeldElsewhere(read, eventId);
  return { held: new Map([...heldByTiming, ...(await heldBibs(read, eventId))]), heldByTiming };
}

export async function chipHolder(reader: Reader | Tx, participantId: number) {
  const [found] = await reader
    .select({ orderId: participants.orderId, eventId: participants.eventId, before: participantChips.chip })
    .from(participants)
    .leftJoin(participantChips, eq(participantChips.participantId, participants.id))
    .where(eq(participants.id, participantId));
  return found;
}
