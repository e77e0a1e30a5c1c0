import type { Cents } from '#src/kernel/money.ts';
import { type Instant, instant, toIso, zonedParts } from '#src/kernel/time.ts';
import type { Catalog, CatalogCompetition } from './catalog.ts';
import type { EventContent } from './content.ts';
import { offerOf } from './offer.ts';
import { availableTickets, currentPrice, fewLeftAt, isCompetitionOver, isForVoucherHolders, isOver } from './sale.ts';

/** ISO 8601 with the zone's offset, as schema.org wants it: `2026-05-17T09:30:00+02:00`. */
export function offsetIso(at: Instant, timeZone: string): string {
  const p = zonedParts(at, timeZone);
  const wall = Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second);
  const minutes = Math.round((wall - at) / 60_000);
  const magnitude = Math.abs(minutes);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${toIso(instant(wall)).slice(0, 19)}${minutes < 0 ? '-' : '+'}${two(Math.floor(magnitude / 60))}:${two(magnitude % 60)}`;
}

const euros = (cents: Cents): string => (cents / 100).toFixed(2);

type Described = {
  /** Absolute addresses of the event's page and the home page. */
  address: string;
  home: string;
  /** The name of the site. */
  site: string;
  description: string;
  /** Absolute, at least 720 pixels wide. */
  images: readonly string[];
  /** Absolute; null: no picture. */
  pictureOf(competition: CatalogCompetition): string | null;
};

/** A schema.org SportsEvent with offers and breadcrumbs. The caller leaves out events that are not listed. */
export function structuredData(
  catalog: Catalog,
  content: Pick<EventContent, 'host' | 'faqs'>,
  described: Described,
  now: Instant,
): object[] {
  const { event, competitions, organizers } = catalog;
  const { address, home, description, images } = described;
  const canceled = event.canceled ? 'EventCancelled' : 'EventScheduled';
  const common = {
    eventStatus: `https://schema.org/${canceled}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    organizer: organizers.map(({ name }) => ({ '@type': 'Organization', name, url: address })),
  };
  const offers = new Map(competitions.map((each) => [each.id, offerData(each, catalog, address, now)]));
  const sportsEvent = {
    '@context': 'https://schema.org',
    '@type': 'SportsEvent',
    name: event.title,
    url: address,
    startDate: offsetIso(event.startTimestamp, event.timeZone),
    endDate: offsetIso(event.endTimestamp, event.timeZone),
    ...common,
    // Contact data belongs to the main organizer.
    organizer: organizers.map(({ isMain }, at) => ({
      ...common.organizer[at],
      ...(isMain || organizers.length === 1 ? contactData(content.host) : {}),
    })),
    ...placeData(event.location || competitions[0]?.location || ''),
    ...(description ? { description } : {}),
    image: images,
    offers: competitions.flatMap(({ id }) => offers.get(id) ?? []),
    subEvent: competitions.map((competition) => {
      const { timestamp, endTimestamp, title, location } = competition;
      const picture = described.pictureOf(competition);
      const offer = offers.get(competition.id);
      return {
        '@type': 'SportsEvent',
        name: title,
        startDate: offsetIso(timestamp, event.timeZone),
        ...(endTimestamp === null ? {} : { endDate: offsetIso(endTimestamp, event.timeZone) }),
        ...common,
        ...placeData(location || event.location),
        image: picture === null ? images : [picture],
        ...(offer ? { offers: offer } : {}),
      };
    }),
  };
  const steps = [
    { name: described.site, item: home },
    { name: event.title, item: address },
  ];
  const breadcrumbs = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  };
  return [sportsEvent, breadcrumbs, ...faqData(content.faqs)];
}

function contactData({ email, phone, website }: EventContent['host']): object {
  return {
    ...(website ? { url: website } : {}),
    ...(email ? { email } : {}),
    ...(phone ? { telephone: phone } : {}),
  };
}

const faqData = (faqs: EventContent['faqs']): object[] =>
  faqs.length === 0
    ? []
    : [
        {
          '@context': 'https://schema.org',
          '@type': 'FAQPage',
          mainEntity: faqs.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        },
      ];

const placeData = (location: string): object =>
  location === '' ? {} : { location: { '@type': 'Place', name: location, address: location } };

/**
 * Null for competitions that are over, have no price or need a voucher: offers are for everyone. Fees are per order
 * and not part of the price.
 */
function offerData(competition: CatalogCompetition, { event }: Catalog, address: string, now: Instant): object | null {
  const offer = offerOf(competition, now);
  const current = currentPrice(competition, now);
  const last = competition.prices.at(-1);
  const price = offer.kind === 'none' ? last?.price : offer.price;
  if (price === undefined || isCompetitionOver(competition, now) || isForVoucherHolders(competition, now)) return null;
  const left = availableTickets(competition, now);
  const isClosed = event.soldOut || event.canceled || isOver(event, now);
  const stock =
    isClosed || offer.kind === 'none'
      ? 'SoldOut'
      : offer.kind === 'opens'
        ? 'PreOrder'
        : left > fewLeftAt
          ? 'InStock'
          : 'LimitedAvailability';
  const from = offer.kind === 'opens' ? offer.from : (current?.availableFrom ?? null);
  const until = offer.kind === 'now' ? (current?.availableTo ?? null) : null;
  return {
    '@type': 'Offer',
    name: competition.title,
    price: euros(price),
    priceCurrency: 'EUR',
    url: address,
    availability: `https://schema.org/${stock}`,
    ...(from === null ? {} : { validFrom: toIso(from) }),
    ...(until === null ? {} : { validThrough: toIso(until) }),
  };
}

/** For the home page. */
export const organizationData = (name: string, home: string, logo: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name,
  url: home,
  logo,
});
