import type { Catalog } from '#modules/events/rules/catalog.ts';
import { type LivePrice, live, type PricedBasket, quoteBasket, withoutCodes } from '#modules/orders/rules/pricing.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Problem } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';

/** `refused`: a catalog code, or `noGain`. `waiting`: another problem in the basket comes first. */
export type CodeOutcome =
  | { code: string; name: string; state: 'applied'; discount: Cents }
  | { code: string; name: string; state: 'refused'; why: string }
  | { code: string; name: string; state: 'waiting' };
/** `codes`: in the order entered. `basket`: to be booked, with the codes that work. */
export type DraftPrice<B extends PricedBasket> = LivePrice & { codes: CodeOutcome[]; basket: B };

/** `draftPrice` without codes at an event without discounts, to keep their code out of the bundle. */
export function priceWithoutCodes<B extends PricedBasket>(catalog: Catalog, entered: B, now: Instant): DraftPrice<B> {
  const basket = { ...entered, appliedVouchers: [] };
  return { ...live(() => quoteBasket(catalog, basket, now, withoutCodes)), codes: [], basket };
}

/** Local id of the person whose ticket needs a voucher; null for other problems. */
export const needsVoucher = (problem: Pick<Problem, 'code' | 'details'> | null): string | null =>
  problem?.code === 'TICKET_NOT_AVAILABLE' && problem.details.reason === 'onlyBuyableWithVoucher'
    ? String(problem.details.participantLocalId)
    : null;

export function nameOf(
  teams: readonly { participants: readonly { localId: string; firstName: string; lastName: string }[] }[],
  localId: string,
): string {
  const person = teams.flatMap(({ participants }) => participants).find((each) => each.localId === localId);
  return person ? `${person.firstName} ${person.lastName}`.trim() : '';
}
