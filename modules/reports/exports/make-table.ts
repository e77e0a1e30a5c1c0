import { hasWaves } from '#modules/bibs/index.ts';
import { catalogOf, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { legsOfEvent } from '#modules/shared-teams/index.ts';
import type { FileColumn } from '#src/files/tables/cells.ts';
import { fileNameOf, type TableFile, tableFile, tableFileOf } from '#src/files/tables/table-file.ts';
import { dateIn } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { DaySpan } from '../rules/days.ts';
import type { ExportKind } from '../rules/export-kinds.ts';
import { refuse } from '../rules/problems.ts';
import { consentTable } from './consent-table.ts';
import { accountingColumns, accountingRows, monthColumns, monthRows, paperColumns, paperRows } from './money-tables.ts';
import {
  detailedColumns,
  type Legs,
  lineColumns,
  linesIn,
  lvsColumns,
  peopleIn,
  peopleOrOrderIn,
  perOrderColumns,
  raceFieldColumns,
  summarizedColumns,
} from './order-columns.ts';
import { viewsColumns, viewsRows } from './read-event-views.ts';
import {
  countQueriedOrders,
  type ExportedOrder,
  orderPages,
  queriedOrders,
  type WantedColumns,
} from './read-order-pages.ts';

export type ExportRequest = DaySpan & {
  kind: ExportKind;
  /** null: all events. */
  eventId: number | null;
};
/** `part`: progress from 0 to 1 while the table is read. */
export type ExportTable = { table: TableFile; part(): number };

/** Named after the event, the kind, and the days it covers; without them the day it was made. */
export const exportFileName = (about: DaySpan & { kind: ExportKind; eventTitle: string | null; day: string }): string =>
  fileNameOf(about.eventTitle ?? '', about.kind, about.from, about.to, about.from || about.to ? null : about.day);

type Call = { deps: Pick<Deps, 'read' | 'clock' | 'signer' | 'config'>; i18n: Translator };

/**
 * The table in the requester's language, with days in the event's time zone.
 * @throws Problem NO_ORDERS_FOR_EVENT_FOUND, NOT_FOUND without the event
 */
export async function exportTable(call: Call, request: ExportRequest): Promise<ExportTable> {
  const { deps, i18n } = call;
  const { kind, eventId } = request;
  const catalog = eventId === null ? null : await catalogOf(deps.read, eventId);
  const day = dateIn(deps.clock(), (catalog?.event ?? i18n).timeZone);
  const name = exportFileName({ ...request, eventTitle: catalog?.event.title ?? null, day });
  const named = { locale: i18n.locale, name, sheet: kind };
  const tableOf = <Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): ExportTable => ({
    table: tableFileOf<Row>({ ...named, columns }, rows),
    part: () => 1,
  });
  const whole = <Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): ExportTable =>
    rows.length === 0 ? refuse('NO_ORDERS_FOR_EVENT_FOUND') : tableOf(columns, rows);
  if (kind === 'accounting') return whole(accountingColumns, await accountingRows(deps.read, request, deps.clock()));
  if (kind === 'order-payments') return whole(monthColumns, await monthRows(deps.read, request, deps.clock()));
  if (kind === 'event-views') return tableOf(viewsColumns, await viewsRows(deps.read, request, eventId));
  if (kind === 'customer-invoices' || kind === 'organizer-invoices')
    return whole(paperColumns, await paperRows(deps.read, { ...request, kind }));
  return orderTable(call, { ...request, kind, eventId: eventId ?? refuse('NOT_FOUND') }, name);
}

const wantedBy = (kind: ExportKind, legs: Legs | null, waves: boolean): WantedColumns => ({
  legs: legs !== null,
  waves,
  answers: kind === 'detailed' || kind === 'race-fields',
  lines: kind === 'withvouchers' || kind === 'perOrder',
  addresses: kind === 'perOrder',
});

const namedLegs = ({ competitions }: Catalog, named: ReadonlyMap<number, string[]>): Legs =>
  new Map(competitions.map(({ id, title }) => [title, named.get(id) ?? []]));

type EventRequest = ExportRequest & { eventId: number };

async function orderTable({ deps, i18n: inGeneral }: Call, request: EventRequest, name: string): Promise<ExportTable> {
  const { kind, eventId } = request;
  const catalog = (await catalogOf(deps.read, eventId)) ?? refuse('NOT_FOUND');
  const i18n = wordsOf(inGeneral, catalog);
  const about = queriedOrders(catalog, request);
  if (kind === 'forNewsletter') return consentTable(deps, about, i18n, name);
  const count = await countQueriedOrders(deps.read, about);
  if (count === 0) refuse('NO_ORDERS_FOR_EVENT_FOUND');
  // Legs exist only for teams whose members register separately.
  const named = await legsOfEvent(deps.read, eventId);
  const isAsked = kind === 'detailed' || kind === 'race-fields';
  const legs = isAsked && (catalog.event.teamDays !== null || named.size > 0) ? namedLegs(catalog, named) : null;
  const waves = isAsked && (await hasWaves(deps.read, eventId));
  let read = 0;
  const made = <Row>(
    columns: readonly FileColumn<Row>[],
    rowsIn: (orders: readonly ExportedOrder[]) => readonly Row[],
  ) => ({
    part: () => Math.min(1, read / count),
    table: tableFile<Row>({ name, sheet: kind, locale: i18n.locale, columns }, async function* () {
      read = 0;
      for await (const orders of orderPages(deps.read, about, wantedBy(kind, legs, waves))) {
        read += orders.length;
        yield rowsIn(orders);
      }
    }),
  });
  if (kind === 'lvs') return made(lvsColumns(i18n), peopleIn);
  if (kind === 'race-fields') return made(raceFieldColumns(i18n, catalog, legs, waves), peopleIn);
  if (kind === 'detailed') return made(detailedColumns(i18n, catalog, legs, waves), peopleOrOrderIn);
  if (kind === 'withvouchers') return made(lineColumns(i18n), linesIn);
  if (kind === 'perOrder') return made(perOrderColumns(i18n), (orders) => orders);
  return made(summarizedColumns(i18n), (orders) => orders);
}
