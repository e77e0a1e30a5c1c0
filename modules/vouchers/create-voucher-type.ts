import { catalogOf, touchEvent } from '#modules/events/index.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { given } from '#src/kernel/pick.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { dateIn, type Instant, instant, minutes, zonedInstant } from '#src/kernel/time.ts';
import { refuse } from './rules/problems.ts';
import { storedAmount, type TermsText, termsErrors, termsForHistory, usualTerms } from './rules/voucher-type.ts';
import { voucherTypes } from './schema.ts';
import type { NewVoucherTypeInput } from './shapes.ts';
import { changedFields, type Editor, noteType } from './write-history.ts';

/** From the first to the last millisecond of a day in a zone. */
export function wholeDay(at: Instant, timeZone: string): { start: Instant; end: Instant } {
  const date = dateIn(at, timeZone);
  const lastMinute = zonedInstant(date, 23, 59, timeZone);
  return { start: zonedInstant(date, 0, 0, timeZone), end: instant(lastMinute + minutes(1) - 1) };
}

/**
 * Makes a kind of voucher and answers its id; `amount` in cents, or in percent of a percentage. Without times it is valid
 * today, or on the day of `validFrom` when that is later.
 * @throws Problem NOT_FOUND without such an event, VALIDATION_FAILED by field when target and ids do not fit
 */
export async function createVoucherType(work: Work, input: NewVoucherTypeInput, editor: Editor): Promise<number> {
  const catalog = (await catalogOf(work.tx, input.eventId)) ?? refuse('NOT_FOUND');
  const { timeZone } = catalog.event;
  const validFrom = input.validFrom === undefined ? wholeDay(work.now, timeZone).start : input.validFrom;
  const firstDay = validFrom !== null && validFrom > work.now ? validFrom : work.now;
  const terms: TermsText = {
    ...usualTerms,
    ...given(input),
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
