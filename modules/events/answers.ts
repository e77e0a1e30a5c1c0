import * as z from 'zod';
import { toPercent } from '#src/kernel/money.ts';
import { onlineMethods } from '#src/kernel/payment-methods.ts';
import { pickNamed } from '#src/kernel/pick.ts';
import { type Instant, toIso, toIsoOrNull } from '#src/kernel/time.ts';
import {
  type Catalog,
  type CatalogArticle,
  type CatalogCompetition,
  type CatalogDiscount,
  type CatalogFormField,
  type CatalogPrice,
  withPercent,
} from './rules/catalog.ts';
import { discountKinds, isGiven } from './rules/discount.ts';
import { eachFlag, managedFlags, publicFlags } from './rules/event-flags.ts';
import { pictureUrl } from './rules/pictures.ts';
import { currentPrice, placesFree, quantityLeft } from './rules/sale.ts';
import { whiteLabelOf } from './rules/white-label.ts';
import { articleRights } from './rules/withdrawal-right.ts';

/** API answers: instants as ISO 8601 with `Z`, absent values as null. */
const id = z.int();
const iso = z.iso.datetime();
const language = z.object({ de: z.string(), en: z.string() });

export const priceAnswer = z.object({
  id,
  price: z.int(),
  currency: z.literal('eur'),
  availableFrom: iso.nullable(),
  availableTo: iso.nullable(),
  quantity: z.int(),
  sold: z.int(),
  priceOrder: z.int(),
  onlyBuyableWithVoucher: z.boolean(),
  hasWaitlist: z
    .literal(true)
    .optional()
    .describe('Whether buyers may join a waiting list for this price while other prices are on sale'),
});
type PriceAnswer = z.output<typeof priceAnswer>;

export const competitionAnswer = z.object({
  id,
  eventId: id,
  title: z.string(),
  description: z.string(),
  location: z.string(),
  type: z.enum(['single', 'team']),
  gender: z.enum(['both', 'male', 'female']),
  timestamp: iso,
  endTimestamp: iso.nullable(),
  minAge: z.int(),
  maxAge: z.int(),
  ageCheckMode: z.enum(['ageGroup', 'dayOfCompetition', 'givenDate', 'yearEndBefore', 'yearEndAfter']),
  ageCheckDate: z.string().nullable(),
  disableAgeCheck: z.boolean(),
  minTeamSize: z.int(),
  maxTeamSize: z.int(),
  disciplines: z.array(z.string()),
  previewPicture: z.string().nullable(),
  prices: z.array(priceAnswer),
  currentPrice: priceAnswer.nullable(),
  totalTicketCount: z.int(),
  availableTicketCount: z.int(),
  withShipping: z.boolean(),
  sortOrder: z.int(),
});
type CompetitionAnswer = z.output<typeof competitionAnswer>;

export const variantAnswer = z.object({ id, name: z.string(), availableAmount: z.int(), sortOrder: z.int() });

export const articleAnswer = z.object({
  id,
  name: z.string(),
  picture: z.string().nullable().describe('Picture of the article; null: pages show /pictures/drawings/article.svg'),
  price: z.int(),
  currency: z.literal('eur'),
  type: z.enum(['normal', 'free', 'donation']),
  minPrice: z.int().nullable(),
  maxPrice: z.int().nullable(),
  recommendedPrice: z.int().nullable(),
  vat: z.number().nullable(),
  minAmountPerParticipant: z.int().nullable(),
  maxAmountPerParticipant: z.int().nullable(),
  minAmountPerTeam: z.int().nullable(),
  maxAmountPerTeam: z.int().nullable(),
  teamArticle: z.boolean(),
  hasWaitlist: z.literal(true).optional().describe('Whether buyers may join a waiting list for sold-out sizes'),
  withdrawalRight: z
    .enum(articleRights)
    .optional()
    .describe('Right of withdrawal of the buyer. Default: goods, 14 days from delivery'),
  competitionIds: z.array(id),
  variants: z.array(variantAnswer),
});

/** Fields for managers of the event only. */
export const adminArticleAnswer = articleAnswer.extend({ soldByStartblock: z.boolean(), sortOrder: z.int() });

export const quotaAnswer = z.object({
  id,
  title: z.string(),
  quotaTotal: z.int().describe('Number of places shared by these competitions, including sold places'),
  competitionIds: z.array(z.int()),
});
export const discountAnswer = z.object({
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
  amountOff: z.int().nullable().describe('Cents off each ticket; null: percentOff applies'),
  fromCount: z.int(),
  childAge: z.int().describe('family: maximum age of a child on the day of the event'),
  memberFieldId: z
    .int()
    .nullable()
    .describe('list: form field whose answer is looked up in the list; null: the email address'),
  availableTo: iso.nullable().describe('End of the discount, inclusive'),
  competitionIds: z.array(z.int()).describe('Competitions with the discount; empty: all'),
});
export const discountShape = ({
  availableTo,
  members: _,
  ...plain
}: CatalogDiscount): z.output<typeof discountAnswer> => ({ ...plain, availableTo: toIsoOrNull(availableTo) });
export const protectionAnswer = z.object({ id, title: z.string(), description: z.string(), price: z.int() });

export const formFieldAnswer = z.object({
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
});

export const eventAnswer = z.object({
  id,
  title: z.string(),
  description: z.string(),
  location: z.string(),
  startTimestamp: iso,
  endTimestamp: iso,
  timeZone: z.string(),
  titlePicture: z.string().nullable(),
  conditions: z.string(),
  additionalConditions: z.string(),
  vat: z.number(),
  processingFee: z.int(),
  ...eachFlag(publicFlags, () => z.boolean()),
  userEditTillTime: iso.nullable(),
  hasArticles: z.boolean(),
  whiteLabel: z.string().nullable(),
  organizers: z.array(z.object({ id, name: z.string(), isMain: z.boolean() })),
  cancellationProtections: z.array(protectionAnswer),
  competitions: z.array(competitionAnswer),
  articles: z.array(articleAnswer),
  formFields: z.array(formFieldAnswer),
  shippingCosts: z.object({
    defaultShippingCost: z.int(),
    countries: z.array(z.object({ countryCode: z.string(), cost: z.int() })),
  }),
  discounts: z
    .array(discountAnswer)
    .optional()
    .describe('Ticket discounts that apply automatically now; omitted: none'),
});
export type EventAnswer = z.output<typeof eventAnswer>;

/** Fields for managers of the event only. */
const managedFields = {
  organizerProcessingFee: z.int(),
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
const raceResultAnswer = z.object({
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
  nationFormat: z.string(),
  syncStopDate: iso.nullable(),
  useParticipantIdAsBib: z.boolean(),
  resultTimeField: z.string().nullable(),
  resultSplits: z.string().nullable(),
  fetchesResults: z.boolean(),
  hasWebhook: z.boolean(),
  webhookFields: z.array(z.string()),
  competitions: z.array(z.object({ competitionId: id, rrContestId: z.int() })),
});
export type RaceResultAnswer = z.output<typeof raceResultAnswer>;
export const adminEventAnswer = eventAnswer.extend({
  ...managedFields,
  shortlinks: z.array(z.string()),
  raceResult: raceResultAnswer,
});
export type AdminEventAnswer = z.output<typeof adminEventAnswer>;

export const priceShape = ({
  quantityTotal,
  availableFrom,
  availableTo,
  held = 0,
  hasWaitlist,
  ...plain
}: CatalogPrice): PriceAnswer => ({
  ...plain,
  ...(hasWaitlist ? { hasWaitlist } : {}),
  currency: 'eur',
  availableFrom: toIsoOrNull(availableFrom),
  availableTo: toIsoOrNull(availableTo),
  quantity: quantityLeft({ quantityTotal, sold: plain.sold, held }),
});

export function competitionShape(competition: CatalogCompetition, now: Instant): CompetitionAnswer {
  const { sold: _, held: __, heldTill: ___, quota: ____, timestamp, endTimestamp, prices, ...plain } = competition;
  const current = currentPrice(competition, now);
  return {
    ...plain,
    previewPicture: pictureUrl(plain.previewPicture),
    timestamp: toIso(timestamp),
    endTimestamp: toIsoOrNull(endTimestamp),
    prices: prices.map(priceShape),
    currentPrice: current && priceShape(current),
    availableTicketCount: Math.max(0, placesFree(competition)),
  };
}

export const variantShape = ({ total, sold, ...plain }: CatalogArticle['variants'][number]) => ({
  ...plain,
  availableAmount: Math.max(0, total - sold),
});

export function articleShape(article: CatalogArticle): z.output<typeof articleAnswer> {
  const { sortOrder: _, soldByStartblock: __, variants, picture, ...answer } = withPercent(article);
  const { hasWaitlist, withdrawalRight, ...plain } = answer;
  return {
    ...plain,
    ...(hasWaitlist ? { hasWaitlist } : {}),
    ...(withdrawalRight === 'goods_14' ? {} : { withdrawalRight }),
    picture: pictureUrl(picture),
    currency: 'eur',
    variants: variants.map(variantShape),
  };
}

export const adminArticleShape = (article: CatalogArticle): z.output<typeof adminArticleAnswer> => ({
  ...articleShape(article),
  soldByStartblock: article.soldByStartblock,
  sortOrder: article.sortOrder,
});

export const formFieldShape = ({ formerOptions: _, ...field }: CatalogFormField): z.output<typeof formFieldAnswer> =>
  field;

export function eventShape(catalog: Catalog, now: Instant): EventAnswer {
  const { event } = catalog;
  const discounts = catalog.discounts.filter((discount) => isGiven(discount, now)).map(discountShape);
  return {
    ...pickNamed(event, eventAnswer.shape),
    startTimestamp: toIso(event.startTimestamp),
    endTimestamp: toIso(event.endTimestamp),
    titlePicture: pictureUrl(event.titlePicture),
    vat: toPercent(event.vat),
    userEditTillTime: toIsoOrNull(event.userEditTillTime),
    hasArticles: catalog.articles.length > 0,
    whiteLabel: whiteLabelOf(catalog)?.name ?? null,
    organizers: catalog.organizers.map(({ id, name, isMain }) => ({ id, name, isMain })),
    cancellationProtections: catalog.cancellationProtections,
    competitions: catalog.competitions.map((competition) => competitionShape(competition, now)),
    articles: catalog.articles.map(articleShape),
    formFields: catalog.formFields.map(formFieldShape),
    shippingCosts: { defaultShippingCost: event.defaultShippingCost, countries: catalog.shippingCosts },
    ...(discounts.length > 0 ? { discounts } : {}),
  };
}

export const adminEventShape = (
  catalog: Catalog,
  shortlinks: readonly string[],
  raceResult: RaceResultAnswer,
  now: Instant,
): AdminEventAnswer => ({
  ...eventShape(catalog, now),
  ...pickNamed(catalog.event, managedFields),
  // The event's own value, so that sending the answer back does not store the organizer's.
  whiteLabel: catalog.event.whiteLabel,
  shortlinks: [...shortlinks],
  raceResult,
});
