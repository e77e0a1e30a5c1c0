import type { Instant } from '#src/kernel/time.ts';
import type { Catalog, CatalogCompetition, CatalogPrice } from './catalog.ts';
import { gapsOf, segmentsOf } from './price-windows.ts';
import { currentPrice } from './sale.ts';
import type { VoucherKind } from './voucher-kinds.ts';

/** A moment at which something about an event changes by itself, with the affected records. */
export type EventDate = { at: Instant } & (
  | { kind: 'price' | 'saleOpens'; of: { competition: CatalogCompetition; price: CatalogPrice }[] }
  | { kind: 'salePauses' | 'saleEnds' | 'start'; of: { competition: CatalogCompetition }[] }
  | { kind: 'vouchersEnd'; of: { name: string }[] }
  | { kind: 'changesEnd' | 'eventStarts' | 'eventEnds'; of: [] }
);

/**
 * All dates in order, equal ones of several competitions merged. Prices count with their full quota, so that sold-out
 * ones keep their place. A price already on sale early has no date of its own.
 */
export function datesOf({ event, competitions }: Catalog, kinds: readonly VoucherKind[], now: Instant): EventDate[] {
  const dates = competitions.flatMap((competition): EventDate[] => {
    const { timestamp, endTimestamp, prices } = competition;
    const saleEnd = endTimestamp ?? timestamp;
    const segments = segmentsOf({ prices: prices.map((price) => ({ ...price, sold: 0 })) });
    const last = segments.at(-1);
    const onSale = currentPrice(competition, now);
    const changes = segments.flatMap(({ priceId, from }, index): EventDate[] => {
      const price = prices.find(({ id }) => id === priceId);
      if (!price || from === null || from > saleEnd || (from > now && price === onSale)) return [];
      return [{ at: from, kind: index === 0 ? 'saleOpens' : 'price', of: [{ competition, price }] }];
    });
    const pauses = gapsOf(segments).map(
      ({ from }): EventDate => ({ at: from, kind: 'salePauses', of: [{ competition }] }),
    );
    const end = last?.to !== null && last !== undefined && last.to < saleEnd ? last.to : saleEnd;
    return [
      ...changes,
      ...pauses,
      ...(last ? [{ at: end, kind: 'saleEnds' as const, of: [{ competition }] }] : []),
      { at: timestamp, kind: 'start', of: [{ competition }] },
    ];
  });
  const ends = kinds.flatMap(({ name, validTo }): EventDate[] =>
    validTo === null ? [] : [{ at: validTo, kind: 'vouchersEnd', of: [{ name }] }],
  );
  const { startTimestamp, endTimestamp, userEditTillTime } = event;
  const own: EventDate[] = [
    { at: userEditTillTime ?? startTimestamp, kind: 'changesEnd', of: [] },
    { at: startTimestamp, kind: 'eventStarts', of: [] },
    { at: endTimestamp, kind: 'eventEnds', of: [] },
  ];
  const grouped = Map.groupBy([...dates, ...ends, ...own], keyOf);
  const merged = [...grouped.values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, of: [first, ...more].flatMap(({ of }) => of as unknown[]) } as EventDate] : [],
  );
  return merged.sort((a, b) => a.at - b.at || order.indexOf(a.kind) - order.indexOf(b.kind));
}

const order: readonly EventDate['kind'][] = [
  'saleOpens',
  'price',
  'vouchersEnd',
  'salePauses',
  'saleEnds',
  'changesEnd',
  'eventStarts',
  'start',
  'eventEnds',
];

/** Prices are distinguished by amount. */
const keyOf = (date: EventDate): string =>
  `${date.at} ${date.kind} ${date.kind === 'price' || date.kind === 'saleOpens' ? date.of[0]?.price.price : ''}`;
