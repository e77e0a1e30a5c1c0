import { eq } from 'drizzle-orm';
import { catalogOf, touchEvent } from '#modules/events/index.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { given } from '#src/kernel/pick.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { isRedeemed, voucherTypeOf } from './read-management.ts';
import { refuse } from './rules/problems.ts';
import { amountText, storedAmount, type TermsText, termsErrors, termsForHistory } from './rules/voucher-type.ts';
import { voucherTypes } from './schema.ts';
import type { VoucherTypeInput } from './shapes.ts';
import { changedFields, type Editor, noteType } from './write-history.ts';

/**
 * Changes what is given of a kind of voucher; all of it must fit afterwards. Orders keep what they got.
 * @throws Problem NOT_FOUND, VALIDATION_FAILED by field, RESOURCE_IN_USE when the use type would change while live orders
 *   hold codes of it
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
  const after: TermsText = { ...before, ...given(input) };
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
