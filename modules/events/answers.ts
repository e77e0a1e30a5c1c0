import * as z from 'zod';
import { onlineMethods } from '#src/kernel/payment-methods.ts';
import type { Instant } from '#src/kernel/time.ts';
import { cents, computed, instant, onlyIfTrue, percent, type RecordOf } from '#src/web/answers.ts';
import type { Catalog, CatalogArticle, CatalogCompetition, CatalogPrice } from './rules/catalog.ts';
import { discountKinds, isGiven } from './rules/discount.ts';
import { askSettings, asksLevels, eachFlag, managedFlags, publicFlags } from './rules/event-flags.ts';
import { pictureUrl } from './rules/pictures.ts';
import { currentPrice, placesFree, quantityLeft } from './rules/sale.ts';
import { whiteLabelOf } from './rules/white-label.ts';
import { articleRights, defaultRight } from './rules/withdrawal-right.ts';

const id = z.int();
/** The URL of a stored picture. */
const picture = z.codec(z.string().nullable(), z.string().nullable(), {
  decode: (address) => address,
  encode: pictureUrl,
});
const language = z.object({ de: z.string(), en: z.string() });

const currency = 'eur' as const;
export const priceAnswer = computed(
  z.object({
    id,
    price: cents,
    currency: z.literal(currency),
    availableFrom: instant.nullable(),
    availableTo: instant.nullable(),
    quantity: z.int(),
    sold: z.int(),
    priceOrder: z.int(),
    onlyBuyableWithVoucher: z.boolean(),
    hasWaitlist: onlyIfTrue.describe(
      'Whether buyers may join a waiting list for this price while other prices are on sale',
    ),
  }),
  (price: CatalogPrice) => ({ ...price, currency, quantity: quantityLeft(price) }),
).meta({ id: 'Price', description: 'Price of a competition, for a time or a number of places' });

const competitionJson = z.object({
  id,
  eventId: id,
  title: z.string(),
  description: z.string(),
  location: z.string(),
  type: z.enum(['single', 'team']),
  gender: z.enum(['both', 'male', 'female']),
  timestamp: instant,
  endTimestamp: instant.nullable(),
  minAge: z.int(),
  maxAge: z.int(),
  ageCheckMode: z.enum(['ageGroup', 'dayOfCompetition', 'givenDate', 'yearEndBefore', 'yearEndAfter']),
  ageCheckDate: z.string().nullable(),
  disableAgeCheck: z.boolean(),
  minTeamSize: z.int(),
  maxTeamSize: z.int(),
  disciplines: z.array(z.string()),
  previewPicture: picture,
  prices: z.array(priceAnswer),
  currentPrice: priceAnswer.nullable(),
  totalTicketCount: z.int(),
  availableTicketCount: z.int(),
  withShipping: z.boolean(),
  sortOrder: z.int(),
});
/** With the price on sale now. */
type PricedCompetition = CatalogCompetition & { currentPrice: CatalogPrice | null };
export const withCurrentPrice = (competition: CatalogCompetition, now: Instant): PricedCompetition => ({
  ...competition,
  currentPrice: currentPrice(competition, now),
});
export const competitionAnswer = computed(competitionJson, (competition: PricedCompetition) => ({
  ...competition,
  availableTicketCount: Math.max(0, placesFree(competition)),
})).meta({ id: 'Competition', description: 'Competition of an event' });

export const variantAnswer = computed(
  z.object({
    id,
    name: z.string(),
    availableAmount: z.int().describe('Pieces still available'),
    sortOrder: z.int(),
  }),
  ({ total, sold, ...variant }: CatalogArticle['variants'][number]) => ({
    ...variant,
    availableAmount: Math.max(0, total - sold),
  }),
).meta({ id: 'Variant', description: 'Size or kind of an article' });

const articleJson = z.object({
  id,
  name: z.string(),
  picture: picture.describe('Picture of the article; null: pages show /pictures/drawings/article.svg'),
  price: cents,
  currency: z.literal(currency),
  type: z.enum(['normal', 'free', 'donation']),
  minPrice: cents.nullable(),
  maxPrice: cents.nullable(),
  recommendedPrice: cents.nullable(),
  vat: percent.nullable(),
  minAmountPerParticipant: z.int().nullable(),
  maxAmountPerParticipant: z.int().nullable(),
  minAmountPerTeam: z.int().nullable(),
  maxAmountPerTeam: z.int().nullable(),
  teamArticle: z.boolean(),
  hasWaitlist: onlyIfTrue.describe('Whether buyers may join a waiting list for sold-out sizes'),
  withdrawalRight: z
    .codec(z.enum(articleRights).optional(), z.enum(articleRights), {
      decode: (right) => right ?? defaultRight,
      encode: (right) => (right === defaultRight ? undefined : right),
    })
    .describe('Right of withdrawal of the buyer. Default: goods, 14 days from delivery'),
  competitionIds: z.array(id),
  variants: z.array(variantAnswer),
});

const withCurrency = (article: CatalogArticle) => ({ ...article, currency });
export const articleAnswer = computed(articleJson, withCurrency).meta({
  id: 'Article',
  description: 'Article on sale',
});
/** Fields for managers of the event only. */
export const adminArticleAnswer = computed(
  articleJson.extend({ soldByStartblock: z.boolean(), sortOrder: z.int() }),
  withCurrency,
).meta({ id: 'AdminArticle', description: 'Article, for the organizer' });

export const quotaAnswer = z
  .object({
    id,
    title: z.string(),
    quotaTotal: z.int().describe('Number of places shared by these competitions, including sold places'),
    competitionIds: z.array(z.int()),
  })
  .meta({ id: 'SharedQuota', description: 'Places that several competitions share' });
export const discountAnswer = z
  .object({
    id,
    discountKind: z
      .enum(discountKinds)
      .describe(
        'family: from the nth child; club: n participants of one club; combination: all listed competitions; list: each listed member once',
      ),
    title: z.string(),
    percentOff: z
      .int()
      .nullable()
      .describe('Whole percent off each ticket, rounded up to the cent; null: amountOff applies'),
    amountOff: cents.nullable().describe('Cents off each ticket; null: percentOff applies'),
    fromCount: z.int(),
    childAge: z.int().describe('family: maximum age of a child on the day of the event'),
    memberFieldId: z
      .int()
      .nullable()
      .describe('list: form field whose answer is looked up in the list; null: the email address'),
    availableTo: instant.nullable().describe('End of the discount, inclusive'),
    competitionIds: z.array(z.int()).describe('Competitions with the discount; empty: all'),
  })
  .meta({ id: 'Discount', description: 'Ticket discount that applies automatically' });
export const protectionAnswer = z
  .object({ id, title: z.string(), description: z.string(), price: cents })
  .meta({ id: 'CancellationProtection', description: 'Protection that refunds a canceled order' });

export const formFieldAnswer = z
  .object({
    id,
    name: language,
    type: z.enum(['text', 'textarea', 'number', 'date', 'select', 'checkbox']),
    options: z.array(z.object({ value: z.string(), label: language })),
    defaultValue: z.string().nullable(),
    isRequired: z.boolean(),
    adoptPrevious: z.boolean(),
    editableOnlyOncePerTeam: z.boolean(),
    includeInConfirmationPdf: z.boolean(),
    formFieldOrder: z.int(),
    competitionIds: z.array(id),
    rrName: z.string().nullable(),
  })
  .meta({ id: 'FormField', description: 'Question of the organizer to participants' });

export const eventAnswer = z
  .object({
    id,
    title: z.string(),
    description: z.string(),
    location: z.string(),
    startTimestamp: instant,
    endTimestamp: instant,
    timeZone: z.string(),
    titlePicture: picture,
    conditions: z.string(),
    additionalConditions: z.string(),
    vat: percent,
    processingFee: cents,
    ...eachFlag(publicFlags, () => z.boolean()),
    ...eachFlag(askSettings, () => z.enum(asksLevels)),
    userEditTillTime: instant.nullable(),
    hasArticles: z.boolean(),
    whiteLabel: z.string().nullable(),
    organizers: z.array(z.object({ id, name: z.string(), isMain: z.boolean() })),
    cancellationProtections: z.array(protectionAnswer),
    competitions: z.array(competitionAnswer),
    articles: z.array(articleAnswer),
    formFields: z.array(formFieldAnswer),
    shippingCosts: z.object({
      defaultShippingCost: cents,
      countries: z.array(z.object({ countryCode: z.string(), cost: cents })),
    }),
    discounts: z
      .array(discountAnswer)
      .optional()
      .describe('Ticket discounts that apply automatically now; omitted: none'),
  })
  .meta({ id: 'Event', description: 'Event on sale' });

/** Fields for managers of the event only. */
const managedFields = {
  organizerProcessingFee: cents,
  deskSurcharge: cents.nullable(),
  ...eachFlag(managedFlags, () => z.boolean()),
  pdfDescription: z.string(),
  onlinePaymentHoldMinutes: z.int(),
  bankTransferHoldDays: z.int().nullable(),
  freePlacesPerAccount: z
    .int()
    .nullable()
    .describe(
      'Maximum number of places per account in orders with total 0; null: 50. Values above 200 also raise the maximum of unpaid places held at a time',
    ),
  placeHoldMinutes: z
    .int()
    .nullable()
    .describe('Minutes for which places are held while the buyer fills in the form; null: not held'),
  offerHours: z
    .int()
    .nullable()
    .describe('Hours for which a free place is offered to the next person on the waiting list; null: no waiting list'),
  teamDays: z
    .int()
    .nullable()
    .describe('Days for which captains can hold places of team competitions; null: teams are booked at once'),
  paymentMethods: z
    .array(z.enum(onlineMethods))
    .nullable()
    .describe('Payment methods; null: all methods of the platform'),
  kind: z.string(),
  accentColor: z.string().nullable(),
  googleAnalyticsTrackingCodes: z.array(z.string()),
  facebookPixels: z.array(z.string()),
};
const secretAddress = z.string().nullable().describe('Only the last 8 characters are visible');
const raceResultAnswer = z
  .object({
    rrId: z.string().nullable(),
    newBibUrl: secretAddress,
    saveFieldsUrl: secretAddress,
    saveValueUrl: secretAddress,
    reassignAgeGroupsUrl: secretAddress,
    changeLinkUrl: secretAddress,
    listUrl: secretAddress,
    saveValueField: z.string(),
    saveValueText: z.string().nullable(),
    teamField: z.string().nullable(),
    waveField: z.string().nullable(),
    nationFormat: z.string(),
    syncStopDate: instant.nullable(),
    useParticipantIdAsBib: z.boolean(),
    resultTimeField: z.string().nullable(),
    resultSplits: z.string().nullable(),
    fetchesResults: z.boolean(),
    hasWebhook: z.boolean(),
    webhookFields: z.array(z.string()),
    competitions: z.array(z.object({ competitionId: id, rrContestId: z.int() })),
  })
  .meta({ id: 'RaceResultSettings', description: 'Connection of an event to RACE RESULT' });
export type RaceResultRecord = RecordOf<typeof raceResultAnswer>;
export const adminEventAnswer = eventAnswer
  .extend({
    ...managedFields,
    shortlinks: z.array(z.string()),
    raceResult: raceResultAnswer,
  })
  .meta({ id: 'AdminEvent', description: 'Event with all settings, for the organizer' });
export type AdminEventJson = z.input<typeof adminEventAnswer>;

export function publicEvent(catalog: Catalog, now: Instant): RecordOf<typeof eventAnswer> {
  const { event } = catalog;
  const discounts = catalog.discounts.filter((discount) => isGiven(discount, now));
  return {
    ...catalog,
    ...event,
    hasArticles: catalog.articles.length > 0,
    whiteLabel: whiteLabelOf(catalog)?.name ?? null,
    competitions: catalog.competitions.map((competition) => withCurrentPrice(competition, now)),
    shippingCosts: { defaultShippingCost: event.defaultShippingCost, countries: catalog.shippingCosts },
    discounts: discounts.length > 0 ? discounts : undefined,
  };
}

export const managedEvent = (
  catalog: Catalog,
  shortlinks: readonly string[],
  raceResult: RaceResultRecord,
  now: Instant,
): RecordOf<typeof adminEventAnswer> => ({
  ...publicEvent(catalog, now),
  ...catalog.event,
  // The event's own value, so that sending the answer back does not store the organizer's.
  whiteLabel: catalog.event.whiteLabel,
  shortlinks,
  raceResult,
});
