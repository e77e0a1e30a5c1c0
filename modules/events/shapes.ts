import * as z from 'zod';
import { isCountryCode } from '#src/kernel/countries.ts';
import { basisPoints } from '#src/kernel/money.ts';
import { onlineMethods } from '#src/kernel/payment-methods.ts';
import { oneLine, severalLines } from '#src/kernel/plain-text.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { fromIso, isCalendarDate, isTimeZone, timeZoneName } from '#src/kernel/time.ts';
import { discountKinds, maxChildAge, maxOfCount } from './rules/discount.ts';
import { askSettings, asksLevels, eachFlag, eventFlags } from './rules/event-flags.ts';
import { parsePicture } from './rules/pictures.ts';
import { maxHoldMinutes, maxOfferHours, maxTeamDays, minHoldMinutes } from './rules/place-holds.ts';
import { articleRights } from './rules/withdrawal-right.ts';

/**
 * API inputs. Missing fields get defaults on creation and stay on changes. Money in cents, rates in percent, instants
 * ISO 8601 with offset, dates `YYYY-MM-DD`.
 */
export const recordId = z.coerce.number().int().positive();

const line = (max = 200) => z.string().overwrite(oneLine).max(max);
const named = (max = 200) => z.string().overwrite(oneLine).min(1).max(max);
const long = (max = 100_000) => z.string().overwrite(severalLines).max(max);
const money = () => z.int().min(0).max(10_000_000);
const amount = () => z.int().min(0).max(1_000_000);
const percent = () => z.number().min(0).max(100).multipleOf(0.01).transform(basisPoints);
const moment = () => z.iso.datetime({ offset: true }).transform(fromIso);
const date = () =>
  z.iso
    .date()
    .refine(isCalendarDate, { error: 'date' })
    .transform((text) => text as CalendarDate);
/** An address, or null. */
const picture = () => line(100).nullable().transform(parsePicture);
const position = () => z.int().min(0).max(100_000);
/** Empty: all competitions. */
const offeredIn = () => z.array(z.int().positive()).max(1000);
const countryCode = () => z.string().refine(isCountryCode, { error: 'country' });
const bothLanguages = z
  .object({ de: named(), en: line().default('') })
  .transform(({ de, en }) => ({ de, en: en || de }));

export const eventKinds = ['running', 'trail', 'triathlon', 'cycling', 'company', 'kids', 'charity', 'other'] as const;

export const eventInput = z
  .object({
    title: named(),
    description: long(),
    location: line(300),
    startTimestamp: moment(),
    endTimestamp: moment(),
    timeZone: z.string().refine(isTimeZone, { abort: true }).overwrite(timeZoneName),
    titlePicture: picture(),
    conditions: long(),
    additionalConditions: long(),
    vat: percent(),
    processingFee: money(),
    organizerProcessingFee: money(),
    deskSurcharge: money().nullable(),
    ...eachFlag(eventFlags, () => z.boolean()),
    ...eachFlag(askSettings, () => z.enum(asksLevels)),
    userEditTillTime: moment().nullable(),
    pdfDescription: long(5000),
    onlinePaymentHoldMinutes: z.int().min(10).max(43_200),
    bankTransferHoldDays: z.int().min(1).max(365).nullable(),
    freePlacesPerAccount: z
      .int()
      .min(1)
      .max(10_000)
      .nullable()
      .describe(
        'Maximum number of places per account in orders with total 0; null: 50. Values above 200 also raise the maximum of unpaid places held at a time',
      ),
    placeHoldMinutes: z.int().min(minHoldMinutes).max(maxHoldMinutes).nullable(),
    offerHours: z.int().min(1).max(maxOfferHours).nullable(),
    teamDays: z.int().min(2).max(maxTeamDays).nullable(),
    paymentMethods: z.array(z.enum(onlineMethods)).max(onlineMethods.length).nullable(),
    kind: z.enum(eventKinds),
    /** `false` means none, as with organizers. */
    whiteLabel: z
      .union([line(100), z.literal(false)])
      .nullable()
      .transform((text) => text || null),
    accentColor: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i)
      .nullable(),
    googleAnalyticsTrackingCodes: z.array(z.string().regex(/^(?:G|GT|AW|DC)-[A-Z0-9]{4,20}$/)).max(10),
    facebookPixels: z.array(z.string().regex(/^\d{5,20}$/)).max(10),
    shippingCosts: z.object({
      defaultShippingCost: money().optional(),
      countries: z
        .array(z.object({ countryCode: countryCode(), cost: money() }))
        .max(300)
        .check(({ value: countries, issues }) => {
          for (const [at, { countryCode }] of countries.entries())
            if (countries.findIndex((each) => each.countryCode === countryCode) < at)
              issues.push({
                code: 'custom',
                path: [at, 'countryCode'],
                message: 'events.error.countryTwice',
                input: countryCode,
              });
        })
        .optional(),
    }),
  })
  .partial();
export type EventInput = z.output<typeof eventInput>;
/** Without `organizerId`: the caller's organizer. */
export const newEventInput = eventInput.extend({ title: named(), organizerId: z.int().positive().optional() });

/** Missing fields keep the original's values. */
export const copyInput = z.object({ title: named(), startTimestamp: moment() }).partial();

/** Without `endTimestamp` the duration stays. `dryRun` changes nothing. */
export const shiftInput = z.object({
  startTimestamp: moment(),
  endTimestamp: moment().optional(),
  dryRun: z.boolean().default(false),
});

export const visibilityInput = z.object({ visible: z.boolean(), visibleViaLink: z.boolean() }).partial();

export const competitionInput = z
  .object({
    title: named(),
    description: long(),
    location: line(300),
    type: z.enum(['single', 'team']),
    gender: z.enum(['both', 'male', 'female']),
    timestamp: moment(),
    endTimestamp: moment().nullable(),
    minAge: z.int().min(0).max(150),
    maxAge: z.int().min(0).max(150),
    ageCheckMode: z.enum(['ageGroup', 'dayOfCompetition', 'givenDate', 'yearEndBefore', 'yearEndAfter']),
    ageCheckDate: date().nullable(),
    disableAgeCheck: z.boolean(),
    minTeamSize: z.int().min(1).max(1000),
    maxTeamSize: z.int().min(1).max(1000),
    disciplines: z.array(named(100)).max(50),
    previewPicture: picture(),
    totalTicketCount: amount(),
    withShipping: z.boolean(),
    sortOrder: position(),
  })
  .partial();
export type CompetitionInput = z.output<typeof competitionInput>;
export const newCompetitionInput = competitionInput.extend({ title: named() });

/** `quantity` is what is left; 0 means sold out. */
export const priceInput = z
  .object({
    price: money(),
    currency: z.literal('eur'),
    availableFrom: moment().nullable(),
    availableTo: moment().nullable(),
    quantity: amount(),
    /** What was left when `quantity` was chosen. Only the difference counts, since sales continue meanwhile. */
    baselineQuantity: amount(),
    priceOrder: position(),
    onlyBuyableWithVoucher: z.boolean(),
    hasWaitlist: z.boolean(),
  })
  .partial();
export type PriceInput = z.output<typeof priceInput>;

const pieces = () => z.int().min(0).max(100).nullable();
export const articleInput = z
  .object({
    name: named(),
    picture: picture(),
    price: money(),
    currency: z.literal('eur'),
    type: z.enum(['normal', 'free', 'donation']),
    minPrice: money().nullable(),
    maxPrice: money().nullable(),
    recommendedPrice: money().nullable(),
    vat: percent().nullable(),
    minAmountPerParticipant: pieces(),
    maxAmountPerParticipant: pieces(),
    minAmountPerTeam: amount().nullable(),
    maxAmountPerTeam: amount().nullable(),
    teamArticle: z.boolean(),
    hasWaitlist: z.boolean(),
    soldByStartblock: z.boolean(),
    withdrawalRight: z.enum(articleRights),
    sortOrder: position(),
    competitionIds: offeredIn(),
  })
  .partial();
export type ArticleInput = z.output<typeof articleInput>;
export const newArticleInput = articleInput.extend({ name: named() });

/** `availableAmount` is what is left. */
export const variantInput = z
  .object({
    name: line(),
    availableAmount: amount(),
    /** What was left when `availableAmount` was chosen; only the difference counts. */
    baselineAvailableAmount: amount(),
    sortOrder: position(),
  })
  .partial();
export type VariantInput = z.output<typeof variantInput>;

export const protectionInput = z.object({ title: named(), description: long(5000), price: money() }).partial();
export type ProtectionInput = z.output<typeof protectionInput>;
export const newProtectionInput = protectionInput.extend({ title: named() });

/** A competition has at most one quota. */
export const quotaInput = z.object({ title: named(), quotaTotal: amount(), competitionIds: offeredIn() }).partial();
export type QuotaInput = z.output<typeof quotaInput>;
export const newQuotaInput = quotaInput.extend({ title: named(), quotaTotal: amount(), competitionIds: offeredIn() });

/** Exactly one of `percentOff` and `amountOff` (cents). */
export const discountInput = z
  .object({
    discountKind: z.enum(discountKinds),
    title: named(),
    percentOff: z.int().min(1).max(100).nullable(),
    amountOff: z.int().min(1).max(10_000_000).nullable(),
    fromCount: z.int().min(1).max(maxOfCount),
    childAge: z.int().min(1).max(maxChildAge),
    memberFieldId: z.int().positive().nullable(),
    availableTo: moment().nullable(),
    competitionIds: offeredIn(),
  })
  .partial();
export type DiscountInput = z.output<typeof discountInput>;
export const newDiscountInput = discountInput.extend({ discountKind: z.enum(discountKinds), title: named() });

export const formFieldInput = z
  .object({
    name: bothLanguages,
    type: z.enum(['text', 'textarea', 'number', 'date', 'select', 'checkbox']),
    options: z.array(z.object({ value: named(), label: bothLanguages })).max(500),
    defaultValue: long(5000).nullable(),
    isRequired: z.boolean(),
    adoptPrevious: z.boolean(),
    editableOnlyOncePerTeam: z.boolean(),
    includeInConfirmationPdf: z.boolean(),
    formFieldOrder: position(),
    competitionIds: offeredIn(),
    rrName: line().nullable(),
  })
  .partial();
export type FormFieldInput = z.output<typeof formFieldInput>;
export const newFormFieldInput = formFieldInput.extend({ name: bothLanguages });

/** Letters a to z and hyphens; a number would be an event id. */
export const shortlinkPattern = /^(?=.*[a-z])[a-z-]{1,60}$/;
/** Path segments of routes; a test checks that the list is complete. */
export const reservedShortlinks: readonly string[] = ['customer-invoices', 'invoice-pdf-template', 'new'];
