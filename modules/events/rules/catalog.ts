import { type BasisPoints, type Cents, toPercent } from '#src/kernel/money.ts';
import type { OnlineMethod } from '#src/kernel/payment-methods.ts';
import type { CalendarDate, Instant } from '#src/kernel/time.ts';
import type { EventFlag } from './event-flags.ts';

/**
 * Everything one needs to know of an event to show it, price a basket and check a registration. Plain data: made by the
 * server from the database, and handed to islands as it is. Money in cents, instants in epoch milliseconds.
 */
export type Catalog = {
  event: CatalogEvent;
  competitions: CatalogCompetition[];
  articles: CatalogArticle[];
  formFields: CatalogFormField[];
  cancellationProtections: { id: number; title: string; description: string; price: Cents }[];
  shippingCosts: { countryCode: string; cost: Cents }[];
  organizers: CatalogOrganizer[];
};

export type CatalogOrganizer = {
  id: number;
  name: string;
  isMain: boolean;
  whiteLabel: string | null;
  accentColor: string | null;
  googleAnalyticsTrackingCode: string | null;
  facebookPixel: string | null;
};

export type CatalogEvent = Record<EventFlag, boolean> & {
  id: number;
  title: string;
  description: string;
  location: string;
  startTimestamp: Instant;
  endTimestamp: Instant;
  timeZone: string;
  titlePicture: string | null;
  conditions: string;
  additionalConditions: string;
  vat: BasisPoints;
  processingFee: Cents;
  organizerProcessingFee: Cents;
  userEditTillTime: Instant | null;
  pdfDescription: string;
  onlinePaymentHoldMinutes: number;
  bankTransferHoldDays: number | null;
  /** Ways to pay at once that the event takes; null: all that the platform offers. */
  paymentMethods: OnlineMethod[] | null;
  defaultShippingCost: Cents;
  kind: string;
  /** The event's own; null: what its main organizer has. */
  whiteLabel: string | null;
  accentColor: string | null;
  googleAnalyticsTrackingCodes: string[];
  facebookPixels: string[];
  version: number;
};

export type AgeCheckMode = 'ageGroup' | 'dayOfCompetition' | 'givenDate' | 'yearEndBefore' | 'yearEndAfter';

export type CatalogCompetition = {
  id: number;
  eventId: number;
  title: string;
  description: string;
  location: string;
  type: 'single' | 'team';
  gender: 'both' | 'male' | 'female';
  timestamp: Instant;
  endTimestamp: Instant | null;
  minAge: number;
  maxAge: number;
  ageCheckMode: AgeCheckMode;
  ageCheckDate: CalendarDate | null;
  disableAgeCheck: boolean;
  minTeamSize: number;
  maxTeamSize: number;
  disciplines: string[];
  previewPicture: string | null;
  totalTicketCount: number;
  sold: number;
  withShipping: boolean;
  sortOrder: number;
  /** In `priceOrder`, then id. */
  prices: CatalogPrice[];
};

export type CatalogPrice = {
  id: number;
  price: Cents;
  availableFrom: Instant | null;
  availableTo: Instant | null;
  quantityTotal: number;
  sold: number;
  priceOrder: number;
  onlyBuyableWithVoucher: boolean;
};

export type CatalogArticle = {
  id: number;
  name: string;
  picture: string | null;
  price: Cents;
  type: 'normal' | 'free' | 'donation';
  minPrice: Cents | null;
  maxPrice: Cents | null;
  recommendedPrice: Cents | null;
  /** null: the event's. */
  vat: BasisPoints | null;
  minAmountPerParticipant: number | null;
  maxAmountPerParticipant: number | null;
  minAmountPerTeam: number | null;
  maxAmountPerTeam: number | null;
  teamArticle: boolean;
  soldByStartblock: boolean;
  sortOrder: number;
  competitionIds: number[];
  variants: { id: number; name: string; total: number; sold: number; sortOrder: number }[];
};

/** With its rate as forms, calls and the history say it: they are for people, and the history is for ever. */
export const withPercent = <R extends { vat: BasisPoints | null }>(record: R) => ({
  ...record,
  vat: record.vat === null ? null : toPercent(record.vat),
});

export type CatalogFormField = {
  id: number;
  name: { de: string; en: string };
  type: 'text' | 'textarea' | 'number' | 'date' | 'select' | 'checkbox';
  options: { value: string; label: { de: string; en: string } }[];
  /** Offered no longer; answers that hold one keep its words. */
  formerOptions: { value: string; label: { de: string; en: string } }[];
  defaultValue: string | null;
  isRequired: boolean;
  adoptPrevious: boolean;
  editableOnlyOncePerTeam: boolean;
  includeInConfirmationPdf: boolean;
  formFieldOrder: number;
  competitionIds: number[];
  rrName: string | null;
};

/** The titles of these competitions in their order; empty for none. */
export const competitionNames = ({ competitions }: Catalog, ids: readonly number[]): string =>
  competitions
    .filter(({ id }) => ids.includes(id))
    .map(({ title }) => title)
    .join(', ');
