import * as z from 'zod/mini';
import { type Address, addressSchema } from '#modules/accounts/rules/address.ts';
import { holdsWebAddress } from '#modules/accounts/rules/web-address.ts';
import { isCountryCode } from '#src/kernel/countries.ts';
import { emailIssue, isEmail } from '#src/kernel/email.ts';
import { oneLine } from '#src/kernel/plain-text.ts';
import { eachField, fieldError, type ParticipantData, type ParticipantField, specOf } from './participant.ts';

/** Request to price or book (contract: `Booking`), used on both sides. Texts are trimmed; an empty text is null. */
const isName = z.refine<string>((text) => !holdsWebAddress(text), { error: 'webAddress' });
const optionalText = (length: number) =>
  z.pipe(
    z.optional(z.nullable(z.string().check(z.overwrite(oneLine), z.maxLength(length), isName))),
    z.transform((text) => text || null),
  );
const id = z.int().check(z.positive());

/** Stored text form; dates are `YYYY-MM-DD`. */
const fieldText = (name: ParticipantField) => {
  const { kind, maxLength = 10, isRequired } = specOf(name);
  const text = z.string().check(z.overwrite(oneLine), z.maxLength(maxLength));
  if (kind === 'email') return text.check(z.normalize('NFKC'));
  const named = kind === 'text' ? text.check(isName) : text;
  return isRequired ? named.check(z.minLength(1)) : named;
};
/** Missing fields: null for a new participant, undefined (unchanged) for a change. */
function fieldSchema(name: ParticipantField, absent: null | undefined) {
  const { kind, isRequired, options } = specOf(name);
  if (isRequired) return absent === null ? fieldText(name) : z.optional(fieldText(name));
  const sent = z.optional(z.nullable(options ? z.enum(options) : fieldText(name)));
  const read = z.transform((text: string | null | undefined) => (text === undefined ? absent : text || null));
  const isRight = z.refine<string>(
    (text) => fieldError(name, text) === null && (kind !== 'country' || isCountryCode(text)),
    { error: kind === 'email' ? emailIssue : kind },
  );
  const right = z.nullable(z.string().check(isRight));
  return z.pipe(z.pipe(sent, read), absent === null ? right : z.optional(right));
}
type Schemas<Absent> = { [Name in ParticipantField]: z.ZodMiniType<ParticipantData[Name] | Absent> };

const articleSchema = z.object({
  uniqueLocalId: z.string().check(z.minLength(1), z.maxLength(100)),
  articleId: id,
  variantId: id,
  quantity: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  unitPrice: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(100_000_00)))),
});

const answerSchema = z.object({
  fieldId: id,
  value: z.pipe(
    z.nullable(z.union([z.string().check(z.maxLength(5000)), z.number(), z.boolean()])),
    z.transform((value) => (value === null ? '' : String(value).trim())),
  ),
});

const participantSchema = z.object({
  localId: z.string().check(z.minLength(1), z.maxLength(100)),
  ...(eachField((name) => fieldSchema(name, null)) as Schemas<never>),
  competitionPriceId: z.optional(z.nullable(id)),
  formFieldsSelected: z._default(z.array(answerSchema).check(z.maxLength(200)), []),
  articles: z._default(z.array(articleSchema).check(z.maxLength(200)), []),
});

/** Change of a booked participant: missing fields stay, null empties. */
export type ParticipantChange = { [Name in ParticipantField]?: ParticipantData[Name] | undefined } & {
  formFieldsSelected?: z.output<typeof answerSchema>[] | undefined;
};
export const participantChangeSchema: z.ZodMiniType<ParticipantChange> = z.object({
  ...(eachField((name) => fieldSchema(name, undefined)) as Schemas<undefined>),
  formFieldsSelected: z.optional(z.array(answerSchema).check(z.maxLength(200))),
});
export const participantEmailSchema = fieldText('email').check(z.refine<string>(isEmail, { error: emailIssue }));
/** A blank name is refused: a team name cannot be removed. */
export const teamNameSchema = z
  .string()
  .check(z.overwrite(oneLine), z.minLength(1, { error: 'ui.form.missing' }), z.maxLength(150), isName);

/** A person who joins a team of an order. */
export const newMemberSchema = () =>
  z.object({
    ...(eachField((name) => fieldSchema(name, null)) as Schemas<never>),
    formFieldsSelected: z._default(z.array(answerSchema).check(z.maxLength(200)), []),
  });

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

/** For prices only: total, acceptances and addresses may be missing. */
export const quoteRequestSchema = z.object(basket);
export const bookingSchema = z.object({
  ...basket,
  totalPrice: z.int().check(z.minimum(0)),
  termsAccepted: z.literal(true, 'acceptTerms'),
  eventConditionsAccepted: z.literal(true, 'acceptTerms'),
});

export type Basket = z.output<typeof quoteRequestSchema>;
export type Booking = z.output<typeof bookingSchema>;
export type BookingTeam = Basket['teams'][number];
export type BookingParticipant = BookingTeam['participants'][number];
export type BookingArticle = BookingParticipant['articles'][number];
