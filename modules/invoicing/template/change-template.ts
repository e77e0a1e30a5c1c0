import { eq } from 'drizzle-orm';
import { addAccountAudit } from '#modules/accounts/index.ts';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { type Template, templateOf } from '../read-template.ts';
import { refuse } from '../rules/problems.ts';
import { sides } from '../rules/template.ts';
import { invoiceSeries, invoiceTemplates } from '../schema.ts';
import type { TemplateChange } from './shapes.ts';

/**
 * Changes named fields for future papers.
 * @throws Problem TEMPLATE_NOT_FOUND, VALIDATION_FAILED for a number that goes back or leaves a gap
 */
export async function changeTemplate(
  work: Work,
  organizerId: number,
  change: TemplateChange,
  actorId: number,
): Promise<void> {
  const before = (await templateOf(work.tx, organizerId)) ?? refuse('TEMPLATE_NOT_FOUND');
  const after = changed(before, change);
  const names = changedNames(before, after);
  if (names.length === 0) return;
  await saveNumbers(work, organizerId, before, after);
  await saveTemplate(work, organizerId, after, actorId, names);
}

const changed = (before: Template, { accountingGroupNr, spacing, ...texts }: TemplateChange): Template => ({
  ...before,
  ...defined(texts),
  accountingGroupNr: { ...before.accountingGroupNr, ...defined(accountingGroupNr ?? {}) },
  spacing: { ...before.spacing, ...defined(spacing ?? {}) },
});

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;

function changedNames(before: Template, after: Template): string[] {
  const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
  const lengthOf = ({ spacing }: Template, side: (typeof sides)[number]) => [spacing[side].value, spacing[side].unit];
  return [
    ...(['value', 'prefix', 'suffix'] as const).flatMap((part) =>
      isOther(before.accountingGroupNr[part], after.accountingGroupNr[part]) ? [`accountingGroupNr.${part}`] : [],
    ),
    ...(['descriptionTop', 'descriptionBottom'] as const).filter((name) => isOther(before[name], after[name])),
    ...sides.flatMap((side) => (isOther(lengthOf(before, side), lengthOf(after, side)) ? [`spacing.${side}`] : [])),
  ];
}

/** The running number can only be raised, and only before the first paper, so there are no gaps. */
async function saveNumbers({ tx }: Work, organizerId: number, before: Template, after: Template): Promise<void> {
  const [was, is] = [before.accountingGroupNr, after.accountingGroupNr];
  if (is.value !== was.value && (before.isNumbered || is.value < was.value)) {
    const why = before.isNumbered ? 'numbered' : 'backward';
    refuseFields({ 'accountingGroupNr.value': [`invoicing.template.error.value.${why}`] });
  }
  if (JSON.stringify(is) === JSON.stringify(was)) return;
  const { prefix, suffix } = is;
  const last = is.value - 1;
  const made = await tx
    .insert(invoiceSeries)
    .values({ organizerId, prefix, suffix, last })
    .onConflictDoNothing()
    .returning({ id: invoiceSeries.id });
  if (made.length > 0) return;
  await tx
    .update(invoiceSeries)
    .set({ prefix, suffix, ...(is.value === was.value ? {} : { last }) })
    .where(eq(invoiceSeries.organizerId, organizerId));
}

/** `names`: changed fields, without their content. */
export async function saveTemplate(
  work: Work,
  organizerId: number,
  { descriptionTop, descriptionBottom, spacing, pictures }: Template,
  actorId: number,
  names: readonly string[],
): Promise<void> {
  const by = work.impersonatorId ?? actorId;
  const columns = { descriptionTop, descriptionBottom, spacing, pictures, changedAt: work.now, changedBy: by };
  await work.tx
    .insert(invoiceTemplates)
    .values({ organizerId, ...columns })
    .onConflictDoUpdate({ target: invoiceTemplates.organizerId, set: columns });
  await addAccountAudit(work, {
    userId: actorId,
    actorId: by,
    type: 'InvoiceTemplateChanged',
    comment: `organizer ${organizerId}: ${names.join(', ')}`,
  });
}
