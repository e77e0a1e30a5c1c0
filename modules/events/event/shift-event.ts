import { eq } from 'drizzle-orm';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { CalendarDate, Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { addEventEntries } from '../changes/on-event.ts';
import { touchEvent } from '../changes/touch-event.ts';
import { type EventTimes, keyName, movedFields, movedList, ownTimes, timedRows } from '../event-times.ts';
import { existingCatalog } from '../read-catalog.ts';
import type { Catalog } from '../rules/catalog.ts';
import type { RecordChange } from '../rules/changes.ts';
import { isOver } from '../rules/sale.ts';
import { type Shift, shiftBetween } from '../rules/shifted.ts';
import type { EventInput } from '../shapes.ts';
import { refuseWrongOrder, updateEvent } from './change-event.ts';

type Time = Instant | CalendarDate;
/** `field` of a list names the item: `schedule[0].timestamp`. */
export type TimeChange = {
  kind: RecordChange['kind'];
  id: number;
  title: string;
  field: string;
  /** The field's name in the history. */
  historyField: string;
  from: Time;
  to: Time;
};
type Moved = { times: EventTimes; id: number; set: Record<string, unknown>; changes: TimeChange[] };

/** Default: `endTimestamp` and `timeZone` follow the start. */
type ShiftTarget = { startTimestamp: Instant; endTimestamp?: Instant | undefined; timeZone?: string };
type Above = Pick<Deps, 'timesAbove'>;

/**
 * Computes all times that move with the event; writes nothing.
 * @throws Problem VALIDATION_FAILED when it would end before it starts
 */
export async function plannedShift(
  reader: Reader | Tx,
  { timesAbove }: Above,
  catalog: Catalog,
  target: ShiftTarget,
  now: Instant,
): Promise<Moved[]> {
  const { event } = catalog;
  const { startTimestamp, timeZone = event.timeZone } = target;
  const shift = shiftBetween(event.startTimestamp, startTimestamp, event.timeZone, timeZone);
  const endTimestamp = target.endTimestamp ?? shift.moment(event.endTimestamp);
  refuseWrongOrder(startTimestamp, endTimestamp);
  const plan: Moved[] = [];
  for (const times of [...ownTimes, ...timesAbove]) {
    for (const row of await timedRows(reader, times, event.id)) {
      const values: Record<string, unknown> = {
        ...row,
        ...movedRow(times, row, shift, isOver(event, now) ? null : now),
      };
      if (times.kind === 'event') Object.assign(values, { startTimestamp, endTimestamp });
      const changes = changesOf(times, row, values, catalog);
      if (changes.length === 0) continue;
      const names = [...Object.keys(times.fields), ...(times.list ? [times.list.column] : [])];
      const set = Object.fromEntries(names.map((name) => [name, values[name]]));
      plan.push({ times, id: Number(row[keyName(times)]), set, changes });
    }
  }
  return plan;
}

type Row = Readonly<Record<string, unknown>>;

/** `now` is null for a past event, whose past times move as well. */
function movedRow(times: EventTimes, row: Row, shift: Shift, now: Instant | null): Row {
  const { list } = times;
  const items = list ? { [list.column]: movedList(list.at, row[list.column] as Row[], shift) } : {};
  const all: Row = { ...movedFields(times, row, shift), ...items };
  if (!times.pastStays || now === null) return all;
  const partlyMoved = Object.fromEntries(
    Object.entries(all).map(([name, to]) => {
      const from = row[name] as Instant | null;
      return [name, from !== null && from <= now ? shift.clock(from) : to];
    }),
  );
  const inOrder = Object.values(partlyMoved).filter((at) => at !== null) as Instant[];
  return inOrder.every((at, index) => index === 0 || at > (inOrder[index - 1] ?? 0)) ? partlyMoved : all;
}

function changesOf(times: EventTimes, row: Row, values: Row, { event, competitions }: Catalog): TimeChange[] {
  const { kind, fields, list, historyNames = {} } = times;
  const id = Number(row[keyName(times)]);
  const ofCompetition = competitions.find((each) => each.id === row.competitionId);
  const title = times.title?.(row) ?? ofCompetition?.title ?? event.title;
  const change = (field: string, from: unknown, to: unknown, named = title): TimeChange[] =>
    from === to || from === null
      ? []
      : [
          {
            kind,
            id,
            title: named,
            field,
            historyField: historyNames[field] ?? field,
            from: from as Time,
            to: to as Time,
          },
        ];
  const ofRow = Object.keys(fields).flatMap((field) => change(field, row[field], values[field]));
  if (!list) return ofRow;
  const { column, at } = list;
  const after = values[column] as Row[];
  const ofItem = (item: Row, index: number) =>
    change(`${column}[${index}].${at}`, item[at], after[index]?.[at], String(item.title ?? title));
  return [...ofRow, ...(row[column] as Row[]).flatMap(ofItem)];
}

/** @throws Problem VALIDATION_FAILED when a future time, such as a draw, would lie in the past */
export function refusePast(plan: readonly Moved[], now: Instant): void {
  const isPast = ({ times: { staysAhead }, changes }: Moved) =>
    changes.some(({ field, from, to }) => field === staysAhead && (from as Instant) > now && (to as Instant) <= now);
  if (plan.some(isPast)) refuseFields({ startTimestamp: ['events.error.shiftIntoPast'] });
}

/** Moves an event and all its times; returns the changes. @throws Problem NOT_FOUND, VALIDATION_FAILED */
export async function shiftEvent(
  work: Work,
  deps: Above,
  editor: Pick<Viewer, 'userId'>,
  eventId: number,
  target: ShiftTarget,
): Promise<TimeChange[]> {
  const catalog = await existingCatalog(work.tx, eventId);
  const plan = await plannedShift(work.tx, deps, catalog, target, work.now);
  refusePast(plan, work.now);
  for (const { times, id, set } of plan) await work.tx.update(times.table).set(set).where(eq(times.key, id));
  const above = plan.filter(({ times }) => !ownTimes.includes(times));
  await addEventEntries(work, editor, eventId, above.map(historyEntry));
  if (plan.length > 0) await touchEvent(work, eventId);
  return plan.flatMap(({ changes }) => changes);
}

const historyEntry = ({ times: { kind }, id, changes }: Moved): RecordChange => ({
  ...{ kind, action: 'changed', recordId: id, name: changes[0]?.title ?? '' },
  changes: changes.map(({ historyField, from, to }) => ({ field: historyField, before: from, after: to })),
});

/** `clocks`: only what a new time zone moves. */
export type ShiftScope = 'clocks' | 'everything';

/** Null: nothing moves. */
export function shiftTarget(
  { event }: Pick<Catalog, 'event'>,
  input: EventInput,
  along: ShiftScope,
): ShiftTarget | null {
  const { timeZone = event.timeZone } = input;
  const start = shiftBetween(event.startTimestamp, null, event.timeZone, timeZone).clock(event.startTimestamp);
  if (along === 'clocks') return timeZone === event.timeZone ? null : { startTimestamp: start, timeZone };
  const { startTimestamp = start, endTimestamp } = input;
  const isMoved = timeZone !== event.timeZone || startTimestamp !== event.startTimestamp;
  return isMoved ? { startTimestamp, endTimestamp, timeZone } : null;
}

/** @throws Problem NOT_FOUND, VALIDATION_FAILED */
export async function changeEvent(
  work: Work,
  deps: Above,
  editor: Pick<Viewer, 'userId'>,
  { eventId, input, along }: { eventId: number; input: EventInput; along: ShiftScope },
): Promise<void> {
  const target = shiftTarget(await existingCatalog(work.tx, eventId), input, along);
  if (target) await shiftEvent(work, deps, editor, eventId, target);
  await updateEvent(work, eventId, input);
}
