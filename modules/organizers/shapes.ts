import * as z from 'zod';
import { emailSchema, organizerAddressAnswer, type User } from '#modules/accounts/index.ts';
import { type OrganizerRole, organizerRoles } from '#src/access/permissions.ts';
import { parseBic, parseIban } from '#src/kernel/iban.ts';
import { oneLine } from '#src/kernel/plain-text.ts';
import { isAccent } from '#src/ui/theme.ts';
import { computed, instant, percent } from '#src/web/answers.ts';
import { organizerAddressSchema, taxExemptions } from './rules/address.ts';
import { hostNameOf } from './rules/host-name.ts';
import type { organizers } from './schema.ts';

/** Inputs and answers of the organizer calls. Rates are percent with up to two decimals. */
const optionalText = (max: number) =>
  z
    .string()
    .overwrite(oneLine)
    .max(max)
    .transform((text) => text || null)
    .nullable()
    .optional();

const percentInput = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^\d{1,3}([.,]\d{1,2})?$/),
  ])
  .transform((value) => (typeof value === 'number' ? value : Number(value.replace(',', '.'))))
  .pipe(z.number().min(0).max(100))
  .describe('Percent, up to two decimals');

const emptyOr = <S extends z.ZodType<string, string>>(schema: S) =>
  z
    .string()
    .trim()
    .transform((text) => text || null)
    .pipe(z.nullable(schema))
    .nullable()
    .optional();

export const organizerFields = z.object({
  name: z.string().overwrite(oneLine).min(1).max(150),
  email: emptyOr(emailSchema),
  address: z.optional(z.nullable(organizerAddressSchema)),
  iban: emptyOr(
    z
      .string()
      .max(60)
      .refine((text) => parseIban(text) !== null)
      .transform((text) => String(parseIban(text))),
  ).describe('IBAN'),
  bic: emptyOr(
    z
      .string()
      .max(20)
      .refine((text) => parseBic(text) !== null)
      .transform((text) => String(parseBic(text))),
  ).describe('BIC'),
  vat: percentInput.optional(),
  disagioPercentage: percentInput.optional(),
  /** Cents per ticket, for new events. */
  organizerProcessingFee: z.int().min(0).max(10_000_000).nullable().optional(),
  paymentReference: optionalText(140),
  taxNumber: optionalText(40),
  taxExemption: emptyOr(z.enum(taxExemptions)),
  /** `true` takes the organizer's own name. */
  whiteLabel: z.union([optionalText(150).unwrap(), z.boolean()]).optional(),
  accentColor: emptyOr(z.string().toLowerCase().refine(isAccent)).describe('#rrggbb'),
  /** Uniqueness is checked on save. */
  hostName: emptyOr(
    z
      .string()
      .max(255)
      .refine((text) => hostNameOf(text) !== null)
      .transform((text) => hostNameOf(text) ?? ''),
  ).describe(
    'Host name of the organizer’s site, for example `lauf.example.org`; international names are stored in Punycode',
  ),
  facebookPixel: optionalText(100),
  googleAnalyticsTrackingCode: optionalText(100),
});
export const organizerChange = organizerFields.partial();
export type OrganizerInput = z.input<typeof organizerFields>;
export type OrganizerChange = z.input<typeof organizerChange>;

const organizerJson = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  address: organizerAddressAnswer.nullable(),
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  vat: percent,
  disagioPercentage: percent,
  organizerProcessingFee: z.int().nullable(),
  paymentReference: z.string().nullable(),
  taxNumber: z.string().nullable(),
  taxExemption: z.enum(taxExemptions).nullable(),
  whiteLabel: z.string().nullable(),
  accentColor: z.string().nullable(),
  logo: z.string().nullable().describe('URL of the picture on this site'),
  hostName: z.string().nullable(),
  facebookPixel: z.string().nullable(),
  googleAnalyticsTrackingCode: z.string().nullable(),
  createdAt: instant,
});

export type Organizer = typeof organizers.$inferSelect;

export const organizerAnswer = computed(organizerJson, ({ disagioBasisPoints, logo, ...organizer }: Organizer) => ({
  ...organizer,
  logo: logo && `/pictures/${logo}`,
  disagioPercentage: disagioBasisPoints,
})).meta({ id: 'Organizer', description: 'Organizer of events' });

export const organizerRole = z.enum(organizerRoles);

export const invitationInput = z.object({
  email: emailSchema,
  role: organizerRole.default('manager'),
  message: z
    .string()
    .trim()
    .max(1000)
    .transform((text) => text || null)
    .nullable()
    .optional(),
});
export const organizerUserAnswer = z
  .object({
    id: z.int(),
    email: z.string(),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    role: organizerRole.describe('Role; the README of the module lists the permissions of each role'),
  })
  .meta({ id: 'OrganizerUser', description: 'Member of an organizer' });
export type OrganizerUser = Pick<User, 'id' | 'email' | 'firstname' | 'lastname'> & { role: OrganizerRole };
