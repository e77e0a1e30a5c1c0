import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Instant } from '#src/kernel/time.ts';
import { automaticDiscounts } from './automatic-discounts.ts';
import type { PricedBasket, Quote } from './pricing.ts';

/** Who got the discount of a list: whose it is there, and on whose ticket it came off. */
export type UsedMember = { discountId: number; member: string; participantLocalId: string };

/** Whom of the lists a priced basket uses up. */
export const usedMembers = (
  catalog: Catalog,
  { teams }: Pick<PricedBasket, 'teams'>,
  tickets: Quote['tickets'],
  now: Instant,
): UsedMember[] =>
  catalog.discounts.some(({ members }) => members)
    ? automaticDiscounts(catalog, teams, tickets, now).flatMap((off, at) => {
        const participantLocalId = tickets[at]?.participantLocalId;
        return off?.member && participantLocalId
          ? { discountId: off.discount.id, member: off.member, participantLocalId }
          : [];
      })
    : [];
