import { eq } from 'drizzle-orm';
import { catalogOf, touchEvent } from '#modules/events/index.ts';
import { requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { withoutUndefined } from '#src/kernel/pick.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { dateIn, type Instant, instant, minutes, zonedInstant } from '#src/kernel/time.ts';
import { isRedeemed, voucherTypeOf } from './read-management.ts';
import { refuse } from './rules/problems.ts';
import {
  amountText,
  storedAmount,
  type TermsText,
  termsErrors,
  termsForHistory,
  usualTerms,
} from './rules/voucher-type.ts';
import { voucherTypes } from './schema.ts';
import type { NewVoucherTypeInput, VoucherTypeInput } from './shapes.ts';
import { changedFields, type Editor, noteType } from './write-history.ts';

/** Only the platform may create, change or activate what it pays for. @throws Problem NO_PERMISSION */
export async function requirePlatform(
  work: Work,
  viewer: Viewer,
  of: { voucherTypeId?: number; wanted?: { paidByPlatform?: boolean | undefined } },
): Promise<void> {
  const stored = of.voucherTypeId === undefined ? null : await voucherTypeOf(work.tx, of.voucherTypeId);
  if (stored?.paidByPlatform || of.wanted?.paidByPlatform) requirePermission('event.platform', viewer, work.now);
}

export function wholeDay(at: Instant, timeZone: string): { start: Instant; end: Instant } {
  const date = dateIn(at, timeZone);
  const lastMinute = zonedInstant(date, 23, 59, timeZone);
  return { start: zonedInstant(date, 0, 0, timeZone), end: instant(lastMinute + minutes(1) - 1) };
}

/**
 * `amount` in cents or percent. Valid today by default, or on the day of a later `validFrom`.
 * @throws Problem NOT_FOUND without the event; VALIDATION_FAILED by field
 */
export async function createVoucherType(work: Work, input: NewVoucherTypeInput, editor: Editor): Promise<number> {
  const catalog = (await catalogOf(work.tx, input.eventId)) ?? refuse('NOT_FOUND');
  const { timeZone } = catalog.event;
  const validFrom = input.validFrom === undefined ? wholeDay(work.now, timeZone).start : input.validFrom;
  const firstDay = validFrom !== null && validFrom > work.now ? validFrom : work.now;
  const terms: TermsText = {
    ...usualTerms,
    ...withoutUndefined(input),
    validFrom,
    validTo: input.validTo === undefined ? wholeDay(firstDay, timeZone).end : input.validTo,
  };
  const errors = termsErrors(catalog, terms);
  if (Object.keys(errors).length > 0) refuseFields(errors);
  const [made] = await work.tx
    .insert(voucherTypes)
    .values({ ...terms, amount: storedAmount(terms.amount, terms.unit), createdAt: work.now })
    .returning();
  const type = present(made, 'an inserted row comes back');
  await noteType(work, editor, type, 'created', changedFields({}, termsForHistory(catalog, terms)));
  await touchEvent(work, type.eventId);
  return type.id;
}

/**
 * Orders keep their discounts.
 * @throws Problem NOT_FOUND; VALIDATION_FAILED by field; RESOURCE_IN_USE when the use type changes while live orders
 * hold codes
 */
export async function updateVoucherType(
  work: Work,
  voucherTypeId: number,
  input: VoucherTypeInput,
  editor: Editor,
): Promise<void> {
  const stored = (await voucherTypeOf(work.tx, voucherTypeId)) ?? refuse('NOT_FOUND');
  if (input.eventId !== undefined && input.eventId !== stored.eventId)
    refuseFields({ eventId: ['vouchers.error.eventStays'] });
  const catalog = present(await catalogOf(work.tx, stored.eventId), 'a kind of voucher is of an event');
  const before: TermsText = { ...stored, amount: amountText(stored.amount, stored.unit) };
  const after: TermsText = { ...before, ...withoutUndefined(input) };
  const errors = termsErrors(catalog, after);
  if (Object.keys(errors).length > 0) refuseFields(errors);
  if (after.useType !== before.useType && (await isRedeemed(work.tx, voucherTypeId))) refuse('RESOURCE_IN_USE');
  const changes = changedFields(termsForHistory(catalog, before), termsForHistory(catalog, after));
  if (changes.length === 0) return;
  await work.tx
    .update(voucherTypes)
    .set({ ...after, amount: storedAmount(after.amount, after.unit) })
    .where(eq(voucherTypes.id, voucherTypeId));
  await noteType(work, editor, { ...stored, name: after.name }, 'changed', changes);
  await touchEvent(work, stored.eventId);
}
