import { asc, eq } from 'drizzle-orm';
import { catalogOf, movedFields, timesOf } from '#modules/events/index.ts';
import { type EventCopied, eventCopied } from '#modules/events/rules/facts.ts';
import { shiftBetween } from '#modules/events/rules/shifted.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { amountText, termsForHistory } from './rules/voucher-type.ts';
import { voucherTypes } from './schema.ts';
import { changedFields, noteType } from './write-history.ts';

export const voucherTimes = timesOf(voucherTypes, {
  kind: 'voucherType',
  key: voucherTypes.id,
  rows: (_, eventId) => eq(voucherTypes.eventId, eventId),
  title: ({ name }) => name,
  fields: { validFrom: 'day', validTo: 'day' },
  pastStays: true,
});

/**
 * Copies voucher types without codes; times move with the event. Skips types whose target is not part of the copy.
 * `paidByPlatform` is not copied.
 */
async function copyVoucherTypes(work: Work, copied: EventCopied): Promise<void> {
  const { eventId, from, startedAt, startsAt, timeZone, editorId, impersonatorId } = copied;
  const shift = shiftBetween(startedAt, startsAt, timeZone);
  const idMapper = (ids: [number, number][]) => {
    const known = new Map(ids);
    return (id: number | null) => (id === null ? null : known.get(id));
  };
  const [competition, price, article] = [copied.competitions, copied.prices, copied.articles].map(idMapper);
  const catalog = await catalogOf(work.tx, eventId);
  if (!catalog) return;
  const originals = await work.tx
    .select()
    .from(voucherTypes)
    .where(eq(voucherTypes.eventId, from))
    .orderBy(asc(voucherTypes.id));
  for (const { id: _, ...original } of originals) {
    const competitionId = competition?.(original.competitionId);
    const competitionPriceId = price?.(original.competitionPriceId);
    const articleId = article?.(original.articleId);
    if (competitionId === undefined || competitionPriceId === undefined || articleId === undefined) continue;
    const values = {
      ...original,
      eventId,
      paidByPlatform: false,
      competitionId,
      competitionPriceId,
      articleId,
      ...movedFields(voucherTimes, original, shift),
      createdAt: work.now,
    };
    const [made] = await work.tx.insert(voucherTypes).values(values).returning();
    const fields = termsForHistory(catalog, { ...values, amount: amountText(values.amount, values.unit) });
    const acting = impersonatorId === null ? work : { ...work, impersonatorId };
    const type = present(made, 'an inserted row comes back');
    await noteType(acting, { userId: editorId }, type, 'created', changedFields({}, fields));
  }
}

export const voucherHandlers: readonly FactHandler[] = [onFact(eventCopied, 'vouchers.copy-types', copyVoucherTypes)];
