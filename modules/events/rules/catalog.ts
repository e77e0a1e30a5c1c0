import type { TaxExemption } from '#modules/organizers/rules/address.ts';
import { type BasisPoints, type Cents, toPercent } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type {
  articles,
  articleVariants,
  cancellationProtections,
  competitionPrices,
  competitions,
  events,
  FormFieldOption,
  formFields,
  shippingCosts,
} from '../schema.ts';
import type { DiscountKind } from './discount.ts';
import type { SharedQuota } from './shared-quotas.ts';

/**
 * Everything one needs to know of an event to show it, price a basket and check a registration. Plain data: made by the
 * server from the database, and handed to islands as it is. Money in cents, instants in epoch
 * milliseconds. What a record has follows from its table.
 */
export type Catalog = {
  event: CatalogEvent;
  competitions: CatalogCompetition[];
  quotas: CatalogQuota[];
  discounts: CatalogDiscount[];
  articles: CatalogArticle[];
  formFields: CatalogFormField[];
  cancellationProtections: Omit<typeof cancellationProtections.$inferSelect, 'eventId'>[];
  shippingCosts: Omit<typeof shippingCosts.$inferSelect, 'eventId'>[];
  organizers: CatalogOrganizer[];
};

type CatalogOrganizer = {
  id: number;
  name: string;
  isMain: boolean;
  whiteLabel: string | null;
  accentColor: string | null;
  /** The stored name of the picture. */
  logo: string | null;
  hostName: string | null;
  googleAnalyticsTrackingCode: string | null;
  facebookPixel: string | null;
  /** Whether its gift cards may pay. */
  takesGiftCards: boolean;
  /** Why nothing of it is taxed; null: nobody said. */
  taxExemption: TaxExemption | null;
};

export type CatalogEvent = Omit<typeof events.$inferSelect, 'createdAt'>;

export type CatalogCompetition = typeof competitions.$inferSelect &
  HeldByOthers & {
    /** In `priceOrder`, then id. */
    prices: CatalogPrice[];
    /** When the first of these places may be had again. */
    heldTill?: Instant;
    /** Its places are drawn among those who entered for them; until then nobody can buy one. */
    isDrawn?: boolean;
    /** What it has in common with others; it follows from what is sold of all of them. */
    quota?: SharedQuota;
    /** A team whose places the buyer has opened: what they enter here becomes part of it (`place-holds.ts`). */
    sharedTeam?: { id: number; name: string };
  };

/** So many places of several competitions together, sold ones included. */
export type CatalogQuota = { id: number; title: string; quotaTotal: number; competitionIds: number[] };

/** What comes off tickets by itself; without competitions in all of them. */
export type CatalogDiscount = {
  id: number;
  discountKind: DiscountKind;
  title: string;
  /** Whole percent off each ticket, or cents; one of the two. */
  percentOff: number | null;
  amountOff: Cents | null;
  fromCount: number;
  childAge: number;
  /** `list`: the field whose answer is looked for on it; null: the e-mail address. */
  memberFieldId: number | null;
  /** Until when it is given, that moment with it; null: as long as there are places. */
  availableTo: Instant | null;
  competitionIds: number[];
  /**
   * `list`: what of a basket stands there and is not used, by how it was typed (`typedFor`); only in a catalogue as a
   * basket meets it (`withMembers` of member-lists).
   */
  members?: readonly (readonly [typed: string, member: string])[];
};

export type CatalogPrice = Omit<typeof competitionPrices.$inferSelect, 'competitionId'> & HeldByOthers;

/** Places that are kept for others who fill in; only in a catalogue as a buyer meets it (`place-holds.ts`). */
type HeldByOthers = { held?: number };

export type CatalogArticle = Omit<typeof articles.$inferSelect, 'eventId'> & {
  competitionIds: number[];
  variants: Omit<typeof articleVariants.$inferSelect, 'articleId'>[];
};

/** With its rate as forms, calls and the history say it: they are for people, and the history is for ever. */
export const withPercent = <R extends { vat: BasisPoints | null }>(record: R) => ({
  ...record,
  vat: record.vat === null ? null : toPercent(record.vat),
});

type FieldOption = Omit<FormFieldOption, 'retired'>;
export type CatalogFormField = Omit<typeof formFields.$inferSelect, 'eventId' | 'options'> & {
  options: FieldOption[];
  /** Offered no longer; answers that hold one keep its words. */
  formerOptions: FieldOption[];
  competitionIds: number[];
};

/** The titles of these competitions in their order; empty for none. */
export const competitionNames = ({ competitions }: Catalog, ids: readonly number[]): string =>
  competitions
    .filter(({ id }) => ids.includes(id))
    .map(({ title }) => title)
    .join(', ');
