import { cents } from '#src/kernel/money.ts';
import { fromIso } from '#src/kernel/time.ts';
import type { CatalogCompetition, CatalogPrice } from './rules/catalog.ts';

export const aPrice = (change: Partial<CatalogPrice> = {}): CatalogPrice => ({
  id: 1,
  price: cents(1000),
  availableFrom: null,
  availableTo: null,
  quantityTotal: 10,
  sold: 0,
  priceOrder: 1,
  onlyBuyableWithVoucher: false,
  hasWaitlist: false,
  ...change,
});

export const aCompetition = (change: Partial<CatalogCompetition> = {}): CatalogCompetition => ({
  id: 1,
  eventId: 1,
  title: '10 km',
  description: '',
  location: '',
  type: 'single',
  gender: 'both',
  timestamp: fromIso('2026-06-01T08:00:00Z'),
  endTimestamp: null,
  minAge: 0,
  maxAge: 0,
  ageCheckMode: 'dayOfCompetition',
  ageCheckDate: null,
  disableAgeCheck: false,
  minTeamSize: 1,
  maxTeamSize: 10,
  disciplines: [],
  previewPicture: null,
  totalTicketCount: 100,
  sold: 0,
  withShipping: false,
  sortOrder: 1,
  prices: [],
  ...change,
});
