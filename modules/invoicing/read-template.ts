import { eq, sql } from 'drizzle-orm';
import { users } from '#modules/accounts/schema.ts';
import { type Organizer, organizerById } from '#modules/organizers/index.ts';
import { organizers } from '#modules/organizers/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type PaperTemplate, plainTemplate } from './rules/paper.ts';
import { usualPrefix } from './rules/paper-number.ts';
import { refuse } from './rules/problems.ts';
import type { TemplateDraft } from './rules/template.ts';
import { invoiceSeries, invoices, invoiceTemplates } from './schema.ts';

export type Template = TemplateDraft & {
  /** Names of stored files. */
  pictures: PaperTemplate['pictures'];
  accent: string | null;
  /** Papers exist, so the running number is fixed. */
  isNumbered: boolean;
  changed: { at: Instant; by: string | null } | null;
};

/** An organizer's template, by default the plain one. null: no such organizer. */
export async function templateOf(reader: Reader | Tx, organizerId: number): Promise<Template | null> {
  const [row] = await reader
    .select({
      accent: organizers.accentColor,
      template: invoiceTemplates,
      prefix: invoiceSeries.prefix,
      suffix: invoiceSeries.suffix,
      last: invoiceSeries.last,
      isNumbered: sql<number>`exists (select 1 from ${invoices} where ${invoices.seriesId} = ${invoiceSeries.id})`,
      changedBy: users.email,
    })
    .from(organizers)
    .leftJoin(invoiceTemplates, eq(invoiceTemplates.organizerId, organizers.id))
    .leftJoin(users, eq(users.id, invoiceTemplates.changedBy))
    .leftJoin(invoiceSeries, eq(invoiceSeries.organizerId, organizers.id))
    .where(eq(organizers.id, organizerId));
  if (!row) return null;
  const { template, last, prefix, suffix } = row;
  return {
    accountingGroupNr: {
      value: (last ?? 0) + 1,
      prefix: prefix ?? usualPrefix(organizerId),
      suffix: suffix ?? '',
    },
    descriptionTop: template?.descriptionTop ?? null,
    descriptionBottom: template?.descriptionBottom ?? null,
    spacing: template?.spacing ?? plainTemplate.spacing,
    pictures: template?.pictures ?? plainTemplate.pictures,
    accent: row.accent,
    isNumbered: row.isNumbered === 1,
    changed: template ? { at: template.changedAt, by: row.changedBy } : null,
  };
}

export async function paperTemplateOf(reader: Reader | Tx, organizerId: number): Promise<PaperTemplate> {
  const template = await templateOf(reader, organizerId);
  return template ? paperTemplate(template) : plainTemplate;
}

export const paperTemplate = ({
  descriptionTop,
  descriptionBottom,
  spacing,
  pictures,
  accent,
}: Pick<Template, 'descriptionTop' | 'descriptionBottom' | 'spacing' | 'pictures' | 'accent'>): PaperTemplate => ({
  textTop: descriptionTop,
  textBottom: descriptionBottom,
  spacing,
  pictures,
  accent,
});

export type LoadedTemplate = { organizer: Organizer; template: Template };

/** @throws Problem TEMPLATE_NOT_FOUND */
export async function loadTemplate({
  deps: { read },
  params: { organizerId },
}: {
  deps: Pick<Deps, 'read'>;
  params: { organizerId: number };
}): Promise<LoadedTemplate> {
  const organizer = (await organizerById(read, organizerId)) ?? refuse('TEMPLATE_NOT_FOUND');
  return { organizer, template: (await templateOf(read, organizerId)) ?? refuse('TEMPLATE_NOT_FOUND') };
}
