import { expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { fromIso, type Instant, instant } from '#src/kernel/time.ts';
import { aCompetition, aPrice } from '../testing.ts';
import type { Catalog, CatalogCompetition, CatalogEvent, CatalogPrice } from './catalog.ts';
import { noContent, type PageContent } from './content.ts';
import { offsetIso, structuredData } from './structured-data.ts';

const now = fromIso('2026-03-02T09:00:00Z');
const day = (offset: number): Instant => instant(now + offset * 86_400_000);
const address = 'https://shop.test/events/7';

const event = {
  id: 7,
  title: 'Frühlingslauf </script>',
  location: 'Wien, Prater',
  startTimestamp: fromIso('2026-05-17T07:30:00Z'),
  endTimestamp: fromIso('2026-05-17T15:00:00Z'),
  timeZone: 'Europe/Vienna',
  canceled: false,
  soldOut: false,
} as CatalogEvent;

let nextId = 1;
const race = (price: Partial<CatalogPrice> | null, fields: Partial<CatalogCompetition> = {}): CatalogCompetition =>
  aCompetition({
    id: nextId++,
    title: '10 km',
    timestamp: event.startTimestamp,
    totalTicketCount: 500,
    prices: price ? [aPrice({ price: cents(3900), quantityTotal: 500, ...price })] : [],
    ...fields,
  });

type Data = Record<string, unknown> & { offers: Record<string, unknown>[]; subEvent: Record<string, unknown>[] };
const dataOf = (
  competitions: CatalogCompetition[],
  fields: Partial<CatalogEvent> = {},
  content: PageContent = noContent,
): Data[] =>
  structuredData(
    {
      event: { ...event, ...fields },
      competitions,
      organizers: [{ id: 1, name: 'LC Wien', isMain: true, whiteLabel: null, accentColor: null }],
    } as unknown as Catalog,
    content,
    {
      address,
      home: 'https://shop.test',
      site: 'Startblock',
      description: 'Ein Lauf.',
      images: ['https://shop.test/share/7.png'],
      pictureOf: ({ previewPicture }) => previewPicture && `https://shop.test/pictures/${previewPicture}`,
    },
    now,
  ) as Data[];

test('everything that a useful result needs is there: name, start with offset, place, and what is recommended', () => {
  const [data, way] = dataOf([race({})]);
  expect(data).toMatchObject({
    '@type': 'SportsEvent',
    name: event.title,
    url: address,
    startDate: '2026-05-17T09:30:00+02:00',
    endDate: '2026-05-17T17:00:00+02:00',
    location: { '@type': 'Place', name: 'Wien, Prater', address: 'Wien, Prater' },
    description: 'Ein Lauf.',
    image: ['https://shop.test/share/7.png'],
    organizer: [{ '@type': 'Organization', name: 'LC Wien' }],
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
  });
  expect(data?.offers).toEqual([data?.subEvent[0]?.offers]);
  expect(way).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, item: 'https://shop.test' },
      { position: 2, item: address, name: event.title },
    ],
  });
});

test.each<[string, CatalogCompetition, Partial<CatalogEvent>, string, string]>([
  ['on sale', race({}), {}, 'InStock', '39.00'],
  ['of which few are left', race({ quantityTotal: 20 }), {}, 'LimitedAvailability', '39.00'],
  ['of which few are left by the competition', race({}, { sold: 490 }), {}, 'LimitedAvailability', '39.00'],
  ['whose sale opens later', race({ availableFrom: day(3) }), {}, 'PreOrder', '39.00'],
  ['sold out', race({ sold: 500 }), {}, 'SoldOut', '39.00'],
  ['whose sale has ended', race({ availableTo: day(-1) }), {}, 'SoldOut', '39.00'],
  ['of an event that is sold out', race({}), { soldOut: true }, 'SoldOut', '39.00'],
  ['of a canceled event', race({}), { canceled: true }, 'SoldOut', '39.00'],
  ['for free', race({ price: cents(0) }), {}, 'InStock', '0.00'],
])('a ticket %s', (_what, competition, fields, stock, price) => {
  const [data] = dataOf([competition], fields);
  expect(data?.offers).toMatchObject([
    {
      '@type': 'Offer',
      name: '10 km',
      price,
      priceCurrency: 'EUR',
      url: address,
      availability: `https://schema.org/${stock}`,
    },
  ]);
});

test('the sale says when it opens and when it ends, and a canceled event that it is', () => {
  const [open] = dataOf([race({ availableFrom: day(-1), availableTo: day(5) })]);
  expect(open?.offers[0]).toMatchObject({
    validFrom: '2026-03-01T09:00:00.000Z',
    validThrough: '2026-03-07T09:00:00.000Z',
  });
  const [later] = dataOf([race({ availableFrom: day(3), availableTo: day(5) })]);
  expect(later?.offers[0]).toMatchObject({ validFrom: '2026-03-05T09:00:00.000Z' });
  expect(dataOf([race({})], { canceled: true })[0]?.eventStatus).toBe('https://schema.org/EventCancelled');
});

test('a competition without a price or that is over has no offer, and one with a picture shows it', () => {
  const [data] = dataOf([race(null), race({}, { timestamp: day(-1) }), race({}, { previewPicture: 'a.jpg' })]);
  expect(data?.offers).toHaveLength(1);
  expect(data?.subEvent.map(({ image }) => image)).toEqual([
    ['https://shop.test/share/7.png'],
    ['https://shop.test/share/7.png'],
    ['https://shop.test/pictures/a.jpg'],
  ]);
});

test('a price for voucher holders is no offer to everyone', () => {
  const [data] = dataOf([race({ onlyBuyableWithVoucher: true }), race({})]);
  expect(data?.offers).toEqual([data?.subEvent[1]?.offers]);
  expect(data?.subEvent[0]).not.toHaveProperty('offers');
});

test('an instant is told with the offset that holds then', () => {
  expect(offsetIso(fromIso('2026-01-17T08:30:00Z'), 'Europe/Vienna')).toBe('2026-01-17T09:30:00+01:00');
  expect(offsetIso(fromIso('2026-05-17T03:30:00Z'), 'America/New_York')).toBe('2026-05-16T23:30:00-04:00');
});

test('who organizes is reached as the page says, and its questions are there with their answers', () => {
  const host = { name: '', about: '', email: 'lauf@verein.test', phone: '+43 660 1', website: 'https://verein.test' };
  const faqs = [{ question: 'Gibt es Duschen?', answer: 'Ja, im Freibad.' }];
  const [data, , questions] = dataOf([race({})], {}, { ...noContent, host, faqs });
  expect(data?.organizer).toEqual([
    { '@type': 'Organization', name: 'LC Wien', url: host.website, email: host.email, telephone: host.phone },
  ]);
  expect(questions).toMatchObject({
    '@type': 'FAQPage',
    mainEntity: [{ name: 'Gibt es Duschen?', acceptedAnswer: { text: 'Ja, im Freibad.' } }],
  });
  expect(dataOf([race({})])).toHaveLength(2);
});
