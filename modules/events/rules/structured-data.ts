import { type Instant, instant, toIso, zonedParts } from '#src/kernel/time.ts';
import type { Catalog } from './catalog.ts';
import { offerOf } from './offer.ts';
import { availableTickets } from './sale.ts';

/** An instant with the offset of its zone, ISO 8601, as schema.org wants it: `2026-05-17T09:30:00+02:00`. */
export function offsetIso(at: Instant, timeZone: string): string {
  const p = zonedParts(at, timeZone);
  const wall = Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second);
  const minutes = Math.round((wall - at) / 60_000);
  const magnitude = Math.abs(minutes);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${toIso(instant(wall)).slice(0, 19)}${minutes < 0 ? '-' : '+'}${two(Math.floor(magnitude / 60))}:${two(magnitude % 60)}`;
}

const euros = (cents: number): string => (cents / 100).toFixed(2);

/** The event as a schema.org SportsEvent with an offer for every competition, for search engines. */
export function structuredData(catalog: Catalog, address: string, description: string, now: Instant): object {
  const { event, competitions, organizers } = catalog;
  const place = { '@type': 'Place', name: event.location, address: event.location };
  return {
    '@context': 'https://schema.org',
    '@type': 'SportsEvent',
    name: event.title,
    url: address,
    startDate: offsetIso(event.startTimestamp, event.timeZone),
    endDate: offsetIso(event.endTimestamp, event.timeZone),
    eventStatus: `https://schema.org/${event.canceled ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: place,
    ...(description ? { description } : {}),
    organizer: organizers.map(({ name }) => ({ '@type': 'Organization', name })),
    subEvent: competitions.map((competition) => {
      const offer = offerOf(competition, now);
      const left = event.soldOut ? 0 : availableTickets(competition, now);
      return {
        '@type': 'SportsEvent',
        name: competition.title,
        startDate: offsetIso(competition.timestamp, event.timeZone),
        location: place,
        ...(offer.kind === 'none'
          ? {}
          : {
              offers: {
                '@type': 'Offer',
                price: euros(offer.price),
                priceCurrency: 'EUR',
                url: address,
                availability: `https://schema.org/${offer.kind === 'opens' ? 'PreOrder' : left <= 0 ? 'SoldOut' : 'InStock'}`,
                ...(offer.kind === 'opens' ? { validFrom: toIso(offer.from) } : {}),
                ...(offer.kind === 'now' && offer.until !== null ? { validThrough: toIso(offer.until) } : {}),
              },
            }),
      };
    }),
  };
}
