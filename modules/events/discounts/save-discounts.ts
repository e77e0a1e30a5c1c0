import { and, eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { cents } from '#src/kernel/money.ts';
import { withoutUndefined } from '#src/kernel/pick.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { changeRecord, createRecord } from '../records/save.ts';
import { childAge, defaultCounts } from '../rules/discount.ts';
import { formFields } from '../schema.ts';
import { discountCompetitions, discounts } from '../schema-discounts.ts';
import type { DiscountInput } from '../shapes.ts';

type NewDiscount = DiscountInput & Required<Pick<DiscountInput, 'discountKind' | 'title'>>;

/**
 * Existing orders keep their prices.
 * @throws Problem VALIDATION_FAILED at `percentOff` unless exactly one of percent and cents is given, at
 * `competitionIds` for a combination of fewer than two, at `memberFieldId` unless it is a text field of this event
 */
export async function createDiscount(work: Work, eventId: number, input: NewDiscount): Promise<number> {
  const { discountKind, title, percentOff = null, fromCount, memberFieldId = null, availableTo = null } = input;
  const amountOff = input.amountOff == null ? null : cents(input.amountOff);
  requireOne({ percentOff, amountOff });
  await requireText(work, eventId, memberFieldId);
  const values = {
    ...{ eventId, discountKind, title, percentOff, amountOff, childAge: input.childAge ?? childAge },
    ...{ fromCount: fromCount ?? defaultCounts[discountKind], memberFieldId, availableTo },
  };
  const id = await createRecord(work, 'discount', eventId, () => values, input.competitionIds ?? []);
  await requireCombined(work, id);
  return id;
}

export async function updateDiscount(work: Work, discountId: number, input: DiscountInput): Promise<void> {
  const { competitionIds, amountOff, ...fields } = input;
  await changeRecord(
    work,
    'discount',
    discountId,
    async (before) => {
      const change = { ...fields, amountOff: amountOff == null ? amountOff : cents(amountOff) };
      requireOne({ ...before, ...withoutUndefined(change) });
      await requireText(work, before.eventId, change.memberFieldId);
      return change;
    },
    competitionIds,
  );
  await requireCombined(work, discountId);
}

function requireOne({ percentOff, amountOff }: { percentOff?: number | null; amountOff?: number | null }): void {
  if ((percentOff ?? null) === null ? (amountOff ?? null) === null : (amountOff ?? null) !== null)
    refuseFields({ percentOff: ['events.error.discountOneOf'] });
}

/** Checked after the write, since kind and competitions may change separately. */
async function requireCombined({ tx }: Work, id: number): Promise<void> {
  const rows = await tx
    .select({ kind: discounts.discountKind, competitionId: discountCompetitions.competitionId })
    .from(discounts)
    .leftJoin(discountCompetitions, eq(discountCompetitions.discountId, discounts.id))
    .where(eq(discounts.id, id));
  if (rows[0]?.kind === 'combination' && rows.length < 2)
    refuseFields({ competitionIds: ['events.error.discountOfTwo'] });
}

/** Members are matched by text, so the field must be a text field. */
async function requireText({ tx }: Work, eventId: number, fieldId: number | null | undefined): Promise<void> {
  if (fieldId == null) return;
  const isText = and(eq(formFields.id, fieldId), eq(formFields.eventId, eventId), eq(formFields.type, 'text'));
  const found = await tx.select({ id: formFields.id }).from(formFields).where(isText);
  if (found.length === 0) refuseFields({ memberFieldId: ['events.error.memberFieldId'] });
}
