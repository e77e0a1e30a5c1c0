import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { defaultTimeZone, type Translator } from '#src/texts/locale.ts';
import { calendarYear, lastDays, type Span } from '../rules/days.ts';
import type { Choices } from './choices.ts';
import { articleFigures, paymentFigures, viewFigures } from './extra-figures.ts';
import type { Figures } from './figures.tsx';
import { readArticleSales, readViews } from './read-extras.ts';
import { readOrderPayments } from './read-order-payments.ts';
import { readAllEvents } from './read-people.ts';
import { readSales } from './read-sales.ts';
import { comparedYears, kindOf, overTime, shares } from './sales-figures.tsx';

/** Figures of all events for super admins. Days in each event's time zone. */
export type PlatformQuery = { read: Reader; i18n: Translator; now: Instant; choices: Choices };
type Make = (query: PlatformQuery) => Promise<readonly Figures[]>;

const spanOf = ({ choices, now }: PlatformQuery): Span => lastDays(choices.days, now, defaultTimeZone);
const measureText = ({ choices, i18n }: PlatformQuery) => i18n.t(`statistics.measure.${choices.measure}`);

const sales: Make = async (query) => {
  const { read, choices, now, i18n } = query;
  const { measure } = choices;
  const events = await readAllEvents(read);
  const titles = new Map(events.map(({ id, title }) => [id, title]));
  const rows = await readSales(read, events, (timeZone) => lastDays(choices.days, now, timeZone), { measure });
  const about = { measure: measureText(query), kind: kindOf(measure) };
  const byEvent = [...Map.groupBy(rows, ({ eventId }) => eventId)].map(([id, of]) => {
    return { label: titles.get(id) ?? '', value: of.reduce((sum, { value }) => sum + value, 0) };
  });
  const column = i18n.t('statistics.column.event');
  return [
    overTime({ name: 'sales', ...about, text: i18n.t('statistics.counted') }, spanOf(query), rows, i18n),
    shares({ name: 'events', title: i18n.t('statistics.byEvent'), column, ...about }, byEvent, i18n),
  ];
};

const years: Make = async ({ read, choices, i18n }) => {
  const { measure, year } = choices;
  const other =
    choices.compare !== null && choices.compare >= 2000 && choices.compare < 2200 ? choices.compare : year - 1;
  const events = await readAllEvents(read);
  const of = (one: number) => readSales(read, events, () => calendarYear(one), { measure });
  return [comparedYears({ name: 'years', measure }, [year, other], [await of(year), await of(other)], i18n)];
};

const makers = {
  sales,
  years,
  articles: async ({ read, i18n }) => [articleFigures(await readArticleSales(read), i18n, true)],
  views: async (query) => {
    const span = spanOf(query);
    return [viewFigures(await readViews(query.read, span), span, query.i18n, true)];
  },
  payments: async ({ read, choices, i18n }) => [
    paymentFigures(await readOrderPayments(read, choices.year), choices.year, i18n),
  ],
} as const satisfies Record<string, Make>;

export const platformParts = Object.keys(makers) as PlatformPart[];
export type PlatformPart = keyof typeof makers;

export const platformFigures = (part: PlatformPart, query: PlatformQuery): Promise<readonly Figures[]> =>
  makers[part](query);

/** null: unknown. */
export async function platformFile(name: string, query: PlatformQuery): Promise<Figures | null> {
  const part = name === 'events' ? 'sales' : (name as PlatformPart);
  if (!Object.hasOwn(makers, part)) return null;
  return (await platformFigures(part, query)).find((figures) => figures.name === name) ?? null;
}
