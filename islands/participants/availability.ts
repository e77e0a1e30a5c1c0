import { useEffect, useState } from 'react';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { currentPrice } from '#modules/events/rules/sale.ts';
import { type Instant, instant } from '#src/kernel/time.ts';

const everyMilliseconds = 60_000;

/** What `GET /api/events/{eventId}/competitions` says of stock and prices. */
type Answer = {
  rows: {
    id: number;
    totalTicketCount: number;
    availableTicketCount: number;
    prices: { id: number; price: number; quantity: number; sold: number }[];
  }[];
};

/** The competitions with what is left of them now; a competition or price that the answer does not know stays as it is. */
const withAvailability = (competitions: readonly CatalogCompetition[], { rows }: Answer): CatalogCompetition[] =>
  competitions.map((competition) => {
    const fresh = rows.find(({ id }) => id === competition.id);
    if (!fresh) return competition;
    const { totalTicketCount, availableTicketCount } = fresh;
    return {
      ...competition,
      totalTicketCount,
      sold: totalTicketCount - availableTicketCount,
      prices: competition.prices.map((price) => {
        const now = fresh.prices.find(({ id }) => id === price.id);
        return now ? { ...price, price: now.price, sold: now.sold, quantityTotal: now.sold + now.quantity } : price;
      }),
    };
  });

/** `changed`: competitions whose price is another one than before, with the new one in cents. */
type Available = { catalog: Catalog; now: Instant; changed: { title: string; price: number }[] };

export function updated(before: Available, answer: Answer, now: Instant): Available {
  const competitions = withAvailability(before.catalog.competitions, answer);
  const changed = competitions.flatMap((competition, at) => {
    const was = before.catalog.competitions[at];
    const [then, price] = [was && currentPrice(was, before.now), currentPrice(competition, now)];
    return then && price && then.price !== price.price ? [{ title: competition.title, price: price.price }] : [];
  });
  return { catalog: { ...before.catalog, competitions }, now, changed: changed.length > 0 ? changed : before.changed };
}

/**
 * The catalogue as it is now, so that "3 left" is true: asked for when the page is looked at again, and every minute while
 * it is. The moment is the server's.
 */
export function useAvailability(catalog: Catalog, now: number): Available {
  const [fresh, setFresh] = useState<Available>({ catalog, now: instant(now), changed: [] });
  const { id } = catalog.event;
  useEffect(() => {
    let askedAt = performance.now();
    const ask = async () => {
      if (document.hidden || performance.now() - askedAt < everyMilliseconds / 6) return;
      askedAt = performance.now();
      const response = await fetch(`/api/events/${id}/competitions`).catch(() => null);
      const answer = response?.ok ? ((await response.json().catch(() => null)) as Answer | null) : null;
      if (!answer) return;
      const at = Date.parse(response?.headers.get('date') ?? '');
      setFresh((before) => updated(before, answer, at ? instant(at) : before.now));
    };
    const timer = setInterval(ask, everyMilliseconds);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [id]);
  return fresh;
}
