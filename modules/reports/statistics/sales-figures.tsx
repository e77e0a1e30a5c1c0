import type { CellKind } from '#src/files/tables/cells.ts';
import { cents } from '#src/kernel/money.ts';
import { type CalendarDate, dateIn, type Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Chart } from '#src/ui/chart.tsx';
import { type Bucket, bucketsOf, cumulated, type Unit, unitOf } from '../rules/buckets.ts';
import { dayNumber, type Span } from '../rules/days.ts';
import type { Measure } from './choices.ts';
import { cellsOf, type Figures, figuresOf } from './figures.tsx';

type Valued = { date: CalendarDate; value: number };

export const kindOf = (measure: Measure): CellKind => (measure === 'revenue' ? 'money' : 'number');

const valueText = (measure: Measure, i18n: Translator) => (value: number) =>
  measure === 'revenue' ? i18n.money(cents(Math.round(value))) : i18n.number(value);
const axisText = (measure: Measure, i18n: Translator) => (value: number) =>
  measure === 'revenue' ? i18n.money(cents(Math.round(value))).replace(/[.,]00(?=\D*$)/, '') : i18n.number(value);

function bucketLabel({ from }: Bucket, unit: Unit, i18n: Translator): string {
  if (unit !== 'month') return shortDay(from, i18n);
  const [year = '', month = ''] = from.split('-');
  return `${i18n.monthName(Number(month)).slice(0, 3)} ${year.slice(2)}`;
}

/** `02.03.` · `03/02` */
const shortDay = (date: CalendarDate, i18n: Translator): string =>
  i18n.locale === 'de' ? i18n.calendarDate(date).slice(0, 6) : i18n.calendarDate(date).slice(0, 5);

const unitKey = { day: 'statistics.byDay', week: 'statistics.byWeek', month: 'statistics.byMonth' } as const;

function chartDescription(buckets: readonly Bucket[], text: (value: number) => string, i18n: Translator): string {
  const largest = buckets.reduce((best, one) => (one.value > best.value ? one : best));
  const sum = buckets.reduce((all, { value }) => all + value, 0);
  const day = (date: CalendarDate | undefined) => i18n.calendarDate(date ?? '');
  return [
    i18n.t('statistics.chartOf', { from: day(buckets[0]?.from), to: day(buckets.at(-1)?.from) }),
    i18n.t('statistics.sum', { value: text(sum) }),
    ...(sum > 0 ? [i18n.t('statistics.most', { value: text(largest.value), label: day(largest.from) })] : []),
  ].join(' ');
}

export function overTime(
  about: { name: string; measure: string; kind: CellKind; text?: string; isMoney?: boolean },
  span: Span,
  rows: readonly Valued[],
  i18n: Translator,
): Figures {
  const unit = unitOf(span);
  const buckets = bucketsOf(span, unit, rows);
  const measure = about.kind === 'money' ? 'revenue' : 'orders';
  const title = i18n.t(unitKey[unit], { measure: about.measure });
  const columns = (first: string) => [
    { title: first, kind: 'date' as const, of: ({ date }: Valued) => date },
    { title: about.measure, kind: about.kind, of: ({ value }: Valued) => value },
  ];
  const all = buckets.map(({ from, value }) => ({ date: from, value }));
  const chart = (
    <Chart
      captionHidden
      title={title}
      description={chartDescription(buckets, valueText(measure, i18n), i18n)}
      labels={buckets.map((bucket) => bucketLabel(bucket, unit, i18n))}
      series={[{ name: about.measure, values: buckets.map(({ value }) => value) }]}
      format={axisText(measure, i18n)}
    />
  );
  const isNothing = rows.length === 0;
  return figuresOf(
    {
      name: about.name,
      title,
      ...(about.text ? { text: about.text } : {}),
      ...(isNothing ? {} : { chart }),
      file: cellsOf(
        columns(i18n.t('statistics.column.date')),
        bucketsOf(span, 'day', rows).map(({ from, value }) => ({ date: from, value })),
      ),
      empty: i18n.t('statistics.nothing'),
    },
    columns(i18n.t(unit === 'day' ? 'statistics.column.date' : 'statistics.column.from')),
    isNothing ? [] : all,
  );
}

export function shares(
  about: { name: string; title: string; column: string; measure: string; kind: CellKind; file?: Figures['file'] },
  rows: readonly { label: string; value: number }[],
  i18n: Translator,
): Figures {
  const { name, title, file } = about;
  return figuresOf(
    { name, title, ...(file ? { file } : {}), empty: i18n.t('statistics.nothing') },
    [
      { title: about.column, kind: 'text', of: ({ label }) => label },
      { title: about.measure, kind: about.kind, of: ({ value }) => value },
    ],
    [...rows].sort((a, b) => b.value - a.value),
    ({ value }) => value,
  );
}

export type Compared = { title: string; start: Instant; timeZone: string; rows: readonly Valued[] };

/** Older sales count from this day on. */
const maxDaysBefore = 365;
const maxPoints = 60;

export function compared(
  about: { name: string; measure: Measure },
  [own, other]: readonly [Compared, Compared],
  now: Instant,
  i18n: Translator,
): Figures {
  const both = [own, other] as const;
  const startOf = ({ start, timeZone }: Compared) => dateIn(start, timeZone);
  const first = Math.max(
    14,
    ...both.flatMap((one) => one.rows.map(({ date }) => dayNumber(startOf(one)) - dayNumber(date))),
  );
  const from = Math.min(maxDaysBefore, first);
  const step = Math.max(1, Math.ceil(from / maxPoints));
  const daysBefore = Array.from({ length: Math.floor(from / step) + 1 }, (_, index) => index * step).reverse();
  const [a = [], b = []] = both.map((one) => cumulated(one.rows, startOf(one), daysBefore, dateIn(now, one.timeZone)));
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
  const measure = i18n.t(`statistics.measure.${about.measure}`);
  const title = i18n.t('statistics.compared', { measure });
  const text = valueText(about.measure, i18n);
  const kind = kindOf(about.measure);
  const rows = daysBefore.map((days, at) => ({ days, own: a[at] ?? null, other: b[at] ?? null }));
  const names =
    own.title === other.title
      ? both.map((one) => `${one.title} ${startOf(one).slice(0, 4)}`)
      : both.map((one) => one.title);
  const [ownName = '', otherName = ''] = names;
  const last = (values: readonly (number | null)[]) => text(known(values).at(-1) ?? 0);
  return figuresOf(
    {
      name: about.name,
      title,
      text: i18n.t('statistics.comparedText'),
      chart: (
        <Chart
          captionHidden
          as="lines"
          title={title}
          description={`${ownName}: ${last(a)}. ${otherName}: ${last(b)}.`}
          labels={daysBefore.map((days) => (days === 0 ? '0' : `−${days}`))}
          series={[
            { name: ownName, values: known(a) },
            { name: otherName, values: known(b) },
          ]}
          format={axisText(about.measure, i18n)}
        />
      ),
      empty: i18n.t('statistics.nothing'),
    },
    [
      { title: i18n.t('statistics.column.before'), kind: 'number', of: ({ days }) => days },
      { title: ownName, kind, of: ({ own: value }) => value },
      { title: otherName, kind, of: ({ other: value }) => value },
    ],
    rows,
  );
}

export function comparedYears(
  about: { name: string; measure: Measure },
  years: readonly [number, number],
  rowsOf: readonly [readonly Valued[], readonly Valued[]],
  i18n: Translator,
): Figures {
  const months = Array.from({ length: 12 }, (_, index) => index + 1);
  const sums = rowsOf.map((rows) =>
    months.map((month) =>
      rows.filter(({ date }) => Number(date.slice(5, 7)) === month).reduce((sum, { value }) => sum + value, 0),
    ),
  );
  const [a = [], b = []] = sums;
  const [year, other] = years.map(String) as [string, string];
  const measure = i18n.t(`statistics.measure.${about.measure}`);
  const title = i18n.t('statistics.comparedYears', { measure, year, other });
  const kind = kindOf(about.measure);
  const text = valueText(about.measure, i18n);
  const total = (values: readonly number[]) => text(values.reduce((sum, value) => sum + value, 0));
  return figuresOf(
    {
      name: about.name,
      title,
      chart: (
        <Chart
          captionHidden
          title={title}
          description={`${year}: ${total(a)}. ${other}: ${total(b)}.`}
          labels={months.map((month) => i18n.monthName(month).slice(0, 3))}
          series={[
            { name: year, values: a },
            { name: other, values: b },
          ]}
          format={axisText(about.measure, i18n)}
        />
      ),
      empty: i18n.t('statistics.nothing'),
    },
    [
      { title: i18n.t('statistics.column.month'), kind: 'text', of: (month) => i18n.monthName(month) },
      { title: year, kind, of: (month) => a[month - 1] ?? 0 },
      { title: other, kind, of: (month) => b[month - 1] ?? 0 },
    ],
    months,
  );
}
