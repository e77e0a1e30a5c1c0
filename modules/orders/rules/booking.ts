import * as z from 'zod/mini';
import { type Address, addressSchema, genders } from '#modules/accounts/rules/address.ts';
import { emailLength, isEmail } from '#src/kernel/email.ts';
import { isCalendarDate } from '#src/kernel/time.ts';

/**
 * What a buyer sends to be priced and booked (contract: `Booking`). Runs on both sides; texts are trimmed here, and an
 * empty text is no text.
 */
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const optionalText = (most: number) =>
  z.pipe(
    z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(most)))),
    z.transform((text) => text || null),
  );
const givenText = (most: number) =>
  z.pipe(
    z.nullable(z.string().check(z.trim(), z.maxLength(most))),
    z.transform((text) => text || null),
  );
const id = z.int().check(z.positive());

const emailCheck = z.refine<string>((text) => isEmail(text), { error: 'email' });
const emailText = z.nullable(z.string().check(z.normalize('NFKC'), emailCheck));
const dateText = z.nullable(z.string().check(z.refine((text) => isCalendarDate(text), { error: 'date' })));
const countryText = z.nullable(z.string().check(z.refine((code) => /^[A-Z]{2,3}$/.test(code), { error: 'country' })));

const articleSchema = z.object({
  uniqueLocalId: z.string().check(z.minLength(1), z.maxLength(100)),
  articleId: id,
  variantId: id,
  quantity: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  /** Cents; only for donations. */
  unitPrice: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(100_000_00)))),
});

const fieldSchema = z.object({
  fieldId: id,
  value: z.pipe(
    z.nullable(z.union([z.string().check(z.maxLength(5000)), z.number(), z.boolean()])),
    z.transform((value) => (value === null ? '' : String(value).trim())),
  ),
});

const participantSchema = z.object({
  localId: z.string().check(z.minLength(1), z.maxLength(100)),
  firstName: name,
  lastName: name,
  email: z.pipe(optionalText(emailLength), emailText),
  birthDate: z.pipe(optionalText(10), dateText),
  gender: z.pipe(
    z.optional(z.nullable(z.enum(genders))),
    z.transform((gender) => gender ?? null),
  ),
  nationalityCountryCode: z.pipe(optionalText(3), countryText),
  competitionPriceId: z.optional(z.nullable(id)),
  formFieldsSelected: z._default(z.array(fieldSchema).check(z.maxLength(200)), []),
  articles: z._default(z.array(articleSchema).check(z.maxLength(200)), []),
});

/** What may be changed of somebody who is booked; what is not sent stays, null empties. */
export const participantChangeSchema = z.object({
  firstName: z.optional(name),
  lastName: z.optional(name),
  email: z.optional(z.pipe(givenText(emailLength), emailText)),
  birthDate: z.optional(z.pipe(givenText(10), dateText)),
  gender: z.optional(z.nullable(z.enum(genders))),
  nationalityCountryCode: z.optional(z.pipe(givenText(3), countryText)),
  formFieldsSelected: z.optional(z.array(fieldSchema).check(z.maxLength(200))),
});
export type ParticipantChange = z.output<typeof participantChangeSchema>;
export const participantEmailSchema = z
  .string()
  .check(z.trim(), z.maxLength(emailLength), z.normalize('NFKC'), emailCheck);
export const teamNameSchema = givenText(150);

const teamSchema = z.object({
  competitionId: id,
  teamName: optionalText(150),
  participants: z.array(participantSchema).check(z.minLength(1), z.maxLength(500)),
});

const optionalAddress = z.pipe(
  z.optional(z.nullable(addressSchema)),
  z.transform((address): Address | null => address ?? null),
);

const basket = {
  teams: z.array(teamSchema).check(z.minLength(1), z.maxLength(500)),
  appliedVouchers: z._default(
    z
      .array(
        z.object({
          code: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
          participantLocalId: z.optional(z.nullable(z.string())),
          articleUniqueLocalId: z.optional(z.nullable(z.string())),
        }),
      )
      .check(z.maxLength(100)),
    [],
  ),
  cancellationProtections: z._default(
    z.array(z.object({ id, price: z.int().check(z.minimum(0)) })).check(z.maxLength(20)),
    [],
  ),
  contactAddress: optionalAddress,
  deliveryAddress: optionalAddress,
  invoiceAddress: optionalAddress,
};

/** For a price alone: the sum, the acceptances and addresses may be missing. */
export const quoteRequestSchema = z.object(basket);
export const bookingSchema = z.object({
  ...basket,
  totalPrice: z.int().check(z.minimum(0)),
  termsAccepted: z.literal(true),
  eventConditionsAccepted: z.literal(true),
});

export type Basket = z.output<typeof quoteRequestSchema>;
export type Booking = z.output<typeof bookingSchema>;
export type BookingTeam = Basket['teams'][number];
export type BookingParticipant = BookingTeam['participants'][number];
export type BookingArticle = BookingParticipant['articles'][number];
