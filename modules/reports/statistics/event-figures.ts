import type { ManagedEvent } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Reader } from '#src/data/database.ts';
import { dateIn, type Instant, zonedParts } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { addDays, lastDays, type Span } from '../rules/days.ts';
import type { Choices } from './choices.ts';
import { articleFigures, methodText, viewFigures, voucherFigures } from './extra-figures.ts';
import { cellsOf, type Figures } from './figures.tsx';
import { ages, byArea, byClub, byGender, byNation } from './people-figures.ts';
import { readArticleSales, readViews, readVoucherUse } from './read-extras.ts';
import { readAreas, readClubs, readPeople } from './read-people.ts';
import { readSales, type Sale } from './read-sales.ts';
import { type Compared, compared, kindOf, overTime, shares } from './sales-figures.tsx';

export type EventQuery = {
  read: Reader;
  catalog: Catalog;
  i18n: Translator;
  now: Instant;
  choices: Choices;
  /** The event to compare with, if the viewer manages it. */
  other: ManagedEvent | null;
  byMethod?: Promise<Sale[]>;
};

type Make = (query: EventQuery) => Promise<Figures | null>;

const spanOf = ({ choices, now, catalog }: EventQuery): Span => lastDays(choices.days, now, catalog.event.timeZone);
const measureText = ({ choices, i18n }: EventQuery) => i18n.t(`statistics.measure.${choices.measure}`);

function salesByMethod(query: EventQuery): Promise<Sale[]> {
  const { read, catalog, choices } = query;
  const of = { measure: choices.measure, apart: 'paymentMethod' } as const;
  query.byMethod ??= readSales(read, [catalog.event], () => spanOf(query), of);
  return query.byMethod;
}

const sales: Make = async (query) => {
  const { measure } = query.choices;
  const { i18n } = query;
  const rows = await salesByMethod(query);
  const about = { name: 'sales', measure: measureText(query), kind: kindOf(measure) };
  return overTime({ ...about, text: i18n.t('statistics.counted') }, spanOf(query), rows, i18n);
};

const sumBy = (rows: readonly Sale[], say: (row: Sale) => string) =>
  [...Map.groupBy(rows, say)].map(([label, of]) => ({ label, value: of.reduce((sum, { value }) => sum + value, 0) }));

/** The table sums per group; the file has the days, too. */
const daysFile = (rows: readonly Sale[], say: (row: Sale) => string, column: string, query: EventQuery) =>
  cellsOf<Sale>(
    [
      { title: query.i18n.t('statistics.column.date'), kind: 'date', of: ({ date }) => date },
      { title: column, kind: 'text', of: say },
      { title: measureText(query), kind: kindOf(query.choices.measure), of: ({ value }) => value },
    ],
    rows,
  );

const paymentMethods: Make = async (query) => {
  const { i18n } = query;
  const { measure } = query.choices;
  const rows = await salesByMethod(query);
  const say = ({ paymentMethod }: Sale) => methodText(paymentMethod, i18n);
  const column = i18n.t('statistics.column.method');
  const file = daysFile(rows, say, column, query);
  const about = { name: 'payment-methods', title: i18n.t('statistics.byMethod'), column, file };
  return shares({ ...about, measure: measureText(query), kind: kindOf(measure) }, sumBy(rows, say), i18n);
};

const competitions: Make = async (query) => {
  const { read, catalog, i18n } = query;
  const tickets = { ...query, choices: { ...query.choices, measure: 'participants' as const } };
  const of = { measure: 'participants', apart: 'competition' } as const;
  const rows = await readSales(read, [catalog.event], () => spanOf(query), of);
  const titles = new Map(catalog.competitions.map(({ id, title }) => [id, title]));
  const say = ({ competitionId }: Sale) => titles.get(competitionId) ?? '–';
  const column = i18n.t('statistics.column.competition');
  const file = daysFile(rows, say, column, tickets);
  const about = { name: 'competitions', title: i18n.t('statistics.byCompetition'), column, file };
  return shares({ ...about, measure: measureText(tickets), kind: 'number' }, sumBy(rows, say), i18n);
};

const daysOfSale = 730;

const comparison: Make = async ({ read, catalog, other, choices, now, i18n }) => {
  if (!other) return null;
  const { measure } = choices;
  const of = async (event: Pick<ManagedEvent, 'id' | 'title' | 'startTimestamp' | 'timeZone'>): Promise<Compared> => {
    const { startTimestamp: start, timeZone, title } = event;
    const to = dateIn(start, timeZone);
    const rows = await readSales(read, [event], () => ({ from: addDays(to, -daysOfSale), to }), { measure });
    return { title, start, timeZone, rows };
  };
  const both = [await of(catalog.event), await of(other)] as const;
  return compared({ name: 'comparison', measure }, both, now, i18n);
};

const ofPeople =
  (make: (groups: Awaited<ReturnType<typeof readPeople>>, query: EventQuery) => Figures): Make =>
  async (query) =>
    make(await readPeople(query.read, query.catalog.event.id), query);

const eventYear = ({ catalog: { event } }: EventQuery) => zonedParts(event.startTimestamp, event.timeZone).year;

const makers: Readonly<Record<string, Make>> = {
  sales,
  'payment-methods': paymentMethods,
  competitions,
  comparison,
  ages: ofPeople((groups, query) => ages(groups, eventYear(query), query.i18n)),
  genders: ofPeople((groups, { i18n }) => byGender(groups, i18n)),
  nations: ofPeople((groups, { i18n }) => byNation(groups, i18n)),
  clubs: async ({ read, catalog, i18n }) => byClub(await readClubs(read, catalog.event.id), i18n),
  'zip-codes': async ({ read, catalog, i18n }) => byArea(await readAreas(read, catalog.event.id), i18n),
  views: async (query) => {
    const { read, catalog, i18n } = query;
    const span = spanOf(query);
    return viewFigures(await readViews(read, span, catalog.event.id), span, i18n);
  },
  articles: async ({ read, catalog, i18n }) => articleFigures(await readArticleSales(read, catalog.event.id), i18n),
  vouchers: async ({ read, catalog, i18n }) => voucherFigures(await readVoucherUse(read, catalog.event.id), i18n),
};

/** null: unknown, or nothing to compare with. */
export const eventFigures = async (name: string, query: EventQuery): Promise<Figures | null> =>
  (await (Object.hasOwn(makers, name) ? makers[name]?.(query) : null)) ?? null;

export const eventParts = {
  sales: ['sales', 'comparison', 'payment-methods', 'competitions'],
  people: ['ages', 'genders', 'nations', 'clubs', 'zip-codes'],
  views: ['views'],
  extras: ['articles', 'vouchers'],
} as const;
export type EventPart = keyof typeof eventParts;
