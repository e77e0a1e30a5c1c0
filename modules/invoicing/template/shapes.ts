import * as z from 'zod';
import type { RecordOf } from '#src/web/answers.ts';
import { lengthUnits, type pictureAreas } from '../rules/paper.ts';
import {
  highestNumber,
  isDescription,
  isNumberPart,
  isUsable,
  type Side,
  type TemplateDraft,
} from '../rules/template.ts';

/** Error messages are translation keys. */
const numberPart = (part: 'prefix' | 'suffix') =>
  z
    .string()
    .nullable()
    .transform((text) => text?.trim() ?? '')
    .refine((text) => isNumberPart(part, text), `invoicing.template.error.${part}`);

const description = z
  .string()
  .nullable()
  .transform((text) => text?.replaceAll('\r\n', '\n').trim() || null)
  .refine((text) => text === null || isDescription(text), 'invoicing.template.error.description');

const side = (of: Side) =>
  z
    .object({
      value: z
        .number()
        .min(0)
        .max(999.99)
        .transform((value) => Math.round(value * 100) / 100),
      unit: z.enum(lengthUnits),
    })
    .refine((length) => isUsable(of, length), `invoicing.template.error.spacing.${of}`);

export const templateChange = z.object({
  accountingGroupNr: z
    .object({
      value: z.int().min(1).max(highestNumber).optional(),
      prefix: numberPart('prefix').optional(),
      suffix: numberPart('suffix').optional(),
    })
    .optional(),
  descriptionTop: description.optional(),
  descriptionBottom: description.optional(),
  spacing: z
    .object({
      top: side('top').optional(),
      bottom: side('bottom').optional(),
      left: side('left').optional(),
      right: side('right').optional(),
    })
    .optional(),
});
export type TemplateChange = z.output<typeof templateChange>;

const length = z.object({ value: z.number(), unit: z.enum(lengthUnits) });
const address = z.string().nullable().describe('URL of the picture on this site, for super admins');
export const templateAnswer = z
  .object({
    accountingGroupNr: z.object({
      value: z.int().describe('Running number of the next document'),
      prefix: z.string(),
      suffix: z.string(),
    }),
    descriptionTop: z.string().nullable(),
    descriptionBottom: z.string().nullable(),
    spacing: z.object({ top: length, bottom: length, left: length, right: length }),
    pictures: z.object({ header: address, center: address, footer: address }),
  })
  .meta({ id: 'InvoiceTemplate', description: 'Texts, numbers and margins of invoices' });

export const templatePath = (organizerId: number): string => `/admin/organizers/template/${organizerId}`;
export const pictureAddress = (organizerId: number, name: string): string =>
  `${templatePath(organizerId)}/pictures/${name}`;

type Pictures = Record<(typeof pictureAreas)[number], string | null>;

export function withPictureUrls(
  organizerId: number,
  template: TemplateDraft & { pictures: Pictures },
): RecordOf<typeof templateAnswer> {
  const addressOf = (name: string | null) => name && pictureAddress(organizerId, name);
  const { header, center, footer } = template.pictures;
  return {
    ...template,
    pictures: { header: addressOf(header), center: addressOf(center), footer: addressOf(footer) },
  };
}
