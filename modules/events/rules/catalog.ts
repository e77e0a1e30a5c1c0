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

/** `left`: not sold by any competition of the quota; `free`: `left` without places held for others. */
export type SharedQuota = { id: number; left: number; free: number };

/**
 * Everything needed to show an event, price a basket and check a registration. Plain data, passed to islands as it is.
 * Money in cents, instants in epoch milliseconds.
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
  logo: string | null;
  hostName: string | null;
  googleAnalyticsTrackingCode: string | null;
  facebookPixel: string | null;
  takesGiftCards: boolean;
  /** Null: not stated. */
  taxExemption: TaxExemption | null;
};

export type CatalogEvent = Omit<typeof events.$inferSelect, 'createdAt'>;

export type CatalogCompetition = typeof competitions.$inferSelect &
  HeldByOthers & {
    prices: CatalogPrice[];
    /** When the first held place may come free. */
    heldTill?: Instant;
    /** Places are drawn; until then they are not for sale. */
    isDrawn?: boolean;
    quota?: SharedQuota;
    /** The team whose held places the buyer opened; entries join it (`place-holds.ts`). */
    sharedTeam?: { id: number; name: string };
  };

/** Places of several competitions together, sold ones included. */
export type CatalogQuota = { id: number; title: string; quotaTotal: number; competitionIds: number[] };

/** An automatic discount; without competitions it applies to all. */
export type CatalogDiscount = {
  id: number;
  discountKind: DiscountKind;
  title: string;
  /** Whole percent or cents off each ticket; exactly one is set. */
  percentOff: number | null;
  amountOff: Cents | null;
  fromCount: number;
  childAge: number;
  /** `list`: the field matched with the list; null: the e-mail address. */
  memberFieldId: number | null;
  /** Inclusive; null: no end. */
  availableTo: Instant | null;
  competitionIds: number[];
  /** `list`: unused members found in a basket, by typed text (`typedFor`); set by `withMembers` only. */
  members?: readonly (readonly [typed: string, member: string])[];
};

export type CatalogPrice = Omit<typeof competitionPrices.$inferSelect, 'competitionId'> & HeldByOthers;

/** Places held for others; set in a buyer's view of the catalog only (`place-holds.ts`). */
type HeldByOthers = { held?: number };

export type CatalogArticle = Omit<typeof articles.$inferSelect, 'eventId'> & {
  competitionIds: number[];
  variants: Omit<typeof articleVariants.$inferSelect, 'articleId'>[];
};

/** VAT in percent, as in forms, API and history. */
export const withPercent = <R extends { vat: BasisPoints | null }>(record: R) => ({
  ...record,
  vat: record.vat === null ? null : toPercent(record.vat),
});

type FieldOption = Omit<FormFieldOption, 'retired'>;
export type CatalogFormField = Omit<typeof formFields.$inferSelect, 'eventId' | 'options'> & {
  options: FieldOption[];
  /** Retired options; existing answers need their labels. */
  formerOptions: FieldOption[];
  competitionIds: number[];
};

/** Comma-separated, in catalog order. */
export const competitionNames = ({ competitions }: Catalog, ids: readonly number[]): string =>
  competitions
    .filter(({ id }) => ids.includes(id))
    .map(({ title }) => title)
    .join(', ');
