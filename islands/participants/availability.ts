import { useEffect, useState } from 'react';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { Cents } from '#src/kernel/money.ts';
import { type Instant, instant } from '#src/kernel/time.ts';
import { callServer } from '../call.ts';

const everyMilliseconds = 60_000;

type Answer = {
  rows: {
    id: number;
    totalTicketCount: number;
    availableTicketCount: number;
    prices: { id: number; price: Cents; quantity: number; sold: number }[];
  }[];
};

export const withAvailability = (competitions: readonly CatalogCompetition[], { rows }: Answer): CatalogCompetition[] =>
  competitions.map((competition) => {
    const fresh = rows.find(({ id }) => id === competition.id);
    if (!fresh) return competition;
    const { totalTicketCount, availableTicketCount } = fresh;
    return {
      ...competition,
      totalTicketCount,
      sold: totalTicketCount - availableTicketCount,
      held: 0,
      // Availability already includes the quota.
      quota: undefined,
      prices: competition.prices.map((price) => {
        const now = fresh.prices.find(({ id }) => id === price.id);
        return now
          ? { ...price, price: now.price, sold: now.sold, quantityTotal: now.sold + now.quantity, held: 0 }
          : price;
      }),
    };
  });

/** Current stock and prices, refreshed when the page becomes visible and every minute. */
export function useAvailability(catalog: Catalog, now: number): { catalog: Catalog; now: Instant } {
  const [fresh, setFresh] = useState({ catalog, now: instant(now) });
  const { id } = catalog.event;
  useEffect(() => {
    let askedAt = performance.now();
    const ask = async () => {
      if (document.hidden || performance.now() - askedAt < everyMilliseconds / 6) return;
      askedAt = performance.now();
      try {
        const response = await callServer(`/api/events/${id}/competitions`);
        if (!response) return;
        const answer = (await response.json()) as Answer;
        const competitions = withAvailability(catalog.competitions, answer);
        setFresh({
          catalog: { ...catalog, competitions },
          now: instant(Date.parse(response.headers.get('date') ?? '')),
        });
      } catch {} // Without an answer the known data stays.
    };
    const timer = setInterval(ask, everyMilliseconds);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [id, catalog]);
  return fresh;
}
