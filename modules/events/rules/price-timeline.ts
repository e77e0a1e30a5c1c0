import { type CalendarDate, dateIn, days, type Instant, instant, zonedInstant, zonedParts } from '#src/kernel/time.ts';
import { formatDate, formatWhole, type Locale } from '#src/ui/format.ts';
import { fill, momentText, priceName, type Speech } from './price-texts.ts';
import { gapsOf, priceState, type Selling, segmentsOf } from './price-windows.ts';
import { quantityLeft } from './sale.ts';

/** Input of `src/ui/timeline.tsx`: final texts, and moments between `from` and `to`. */
export type PriceTimeline = {
  title: string;
  from: number;
  to: number;
  rows: {
    key: number;
    label: string;
    state: string;
    detail: string;
    /** The row as a sentence. */
    said: string;
    isOn: boolean;
    window: Stretch;
    /** When it is the current price. */
    sold: Stretch[];
  }[];
  gaps: Stretch[];
  marks: { kind: 'now' | 'start'; at: number; label: string }[];
  ticks: { at: number; label: string; year: string | null }[];
  legend: { sold: string; waits: string; gap: string };
};
type Stretch = { from: number; to: number };

export function priceTimeline(selling: Selling, now: Instant, speech: Speech): PriceTimeline {
  const { prices } = selling;
  const { texts, locale, timeZone } = speech;
  const start = selling.timestamp;
  const ends = prices.flatMap(({ availableFrom, availableTo }) => [availableFrom, availableTo]);
  const known = [now, start, ...ends].filter((at) => at !== null);
  const span = Math.max(days(1), Math.max(...known) - Math.min(...known));
  const from = Math.min(...known) - span * 0.04;
  const to = Math.max(...known) + span * 0.04;
  const within = (stretch: { from: number | null; to: number | null }): Stretch => ({
    from: Math.max(from, stretch.from ?? from),
    to: Math.min(to, stretch.to ?? to),
  });
  const segments = segmentsOf(selling);
  return {
    title: texts.title,
    from,
    to,
    rows: prices.map((price) => {
      const state = priceState(selling, price, now);
      const label = priceName(prices, price.id, locale);
      const stock = { sold: formatWhole(price.sold, locale), left: formatWhole(quantityLeft(price), locale) };
      const end = (at: Instant | null) => (at === null ? texts.open : momentText(at, speech));
      return {
        key: price.id,
        label,
        state: texts.states[state],
        detail: fill(texts.stock, stock),
        said: fill(texts.row, {
          ...stock,
          price: label,
          state: texts.states[state],
          from: end(price.availableFrom),
          to: end(price.availableTo),
        }),
        isOn: state === 'current',
        window: within({ from: price.availableFrom, to: price.availableTo }),
        sold: segments.filter(({ priceId }) => priceId === price.id).map(within),
      };
    }),
    gaps: gapsOf(segments),
    marks: [
      { kind: 'now', at: now, label: texts.now },
      { kind: 'start', at: start, label: texts.start },
    ],
    ticks: ticksBetween(instant(Math.ceil(from)), instant(Math.floor(to)), timeZone, locale),
    legend: texts.legend,
  };
}

/** As many dates fit on a phone. */
const maxTicks = 5;
const two = (n: number) => String(n).padStart(2, '0');

/** Midnights in the event's zone: firsts of months for long ranges, else every n days. */
export function ticksBetween(
  from: Instant,
  to: Instant,
  timeZone: string,
  locale: Locale,
): { at: number; label: string; year: string | null }[] {
  const dates = to - from > days(70) ? monthsBetween(from, to, timeZone) : daysBetween(from, to, timeZone);
  let yearBefore = '';
  return dates.map((date) => {
    const year = date.slice(0, 4);
    const isSameYear = year === yearBefore;
    yearBefore = year;
    return {
      at: zonedInstant(date, 0, 0, timeZone),
      // `01.04.` and `04/01`
      label: formatDate(date, locale).replace(locale === 'de' ? year : `/${year}`, ''),
      year: isSameYear ? null : year,
    };
  });
}

function monthsBetween(from: Instant, to: Instant, timeZone: string): CalendarDate[] {
  const first = zonedParts(from, timeZone);
  const last = zonedParts(to, timeZone);
  const all = Array.from(
    { length: (last.year - first.year) * 12 + last.month - first.month },
    (_, at) => first.year * 12 + first.month + at,
  );
  const step = [1, 2, 3, 6, 12, 24, 60, 120].find((each) => all.length / each <= maxTicks) ?? all.length;
  return all
    .filter((month) => month % step === 0)
    .map((month) => `${String(Math.floor(month / 12)).padStart(4, '0')}-${two((month % 12) + 1)}-01` as CalendarDate);
}

function daysBetween(from: Instant, to: Instant, timeZone: string): CalendarDate[] {
  const count = Math.floor((to - from) / days(1));
  const step = Math.max(1, Math.ceil(count / maxTicks));
  const all = Array.from({ length: count }, (_, at) => dateIn(instant(from + days(at + 1)), timeZone));
  // Where a day has 25 hours, the next date may be the first once more.
  const first = dateIn(from, timeZone);
  return [...new Set(all)].filter((date) => date > first).filter((_, at) => at % step === 0);
}
