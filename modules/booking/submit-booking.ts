import { catalogOf, wordsOf } from '#modules/events/index.ts';
import { giveConsent } from '#modules/newsletter/index.ts';
import { type PlacedOrder, type PlaceOrder, placeInBatch } from '#modules/orders/index.ts';
import type { Basket } from '#modules/orders/rules/booking.ts';
import { refuse } from '#modules/orders/rules/problems.ts';
import { limitCodeGuesses } from '#modules/vouchers/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';

type Caller = { deps: Deps; viewer: Viewer; clientAddress: string; now: Instant; i18n: Translator };

export type Submission = Pick<PlaceOrder, 'eventId' | 'booking' | 'idempotencyKey' | 'bodyHash'> & {
  /**
   * The newsletter sentence that the buyer ticked; null: none. `mark` identifies the sentence of a page, which is ignored if
   * the sentence has changed since. Without a mark the sentence of now counts, and must be offered to this buyer.
   */
  consent: { mark?: string } | null;
  /** Runs in the transaction before the order is planned; throws to refuse it. */
  check?(work: Work): Promise<void>;
  /** Runs in the transaction of a new order, not when an idempotency key repeats. */
  finish?(work: Work, placed: PlacedOrder): Promise<void>;
};

export const codesIn = ({ appliedVouchers }: Pick<Basket, 'appliedVouchers'>): string[] =>
  appliedVouchers.map(({ code }) => code);

/**
 * Books a basket, all or nothing; the only way in for pages and the API.
 * @throws Problem, VALIDATION_FAILED among others for a consent that was not offered; then nothing was booked
 */
export function submitBooking(caller: Caller, { consent, check, finish, ...order }: Submission): Promise<PlacedOrder> {
  const { deps, viewer, clientAddress, now, i18n } = caller;
  const { eventId, booking } = order;
  return limitCodeGuesses({ deps, viewer, clientAddress, now, eventId }, codesIn(booking), () =>
    placeInBatch(deps.write, {
      order: {
        ...order,
        viewer,
        language: i18n.locale,
        origin: { clientAddress, limitFactor: deps.config.limitFactor },
      },
      ...(check && { check }),
      async finish(work, placed, isNew) {
        if (!isNew) return placed;
        if (consent) await storeConsent(work, placed, { ...order, consent, viewer, i18n });
        await finish?.(work, placed);
        return placed;
      },
    }),
  );
}

async function storeConsent(
  work: Work,
  { orderId }: PlacedOrder,
  given: Pick<Submission, 'eventId' | 'booking'> & { consent: { mark?: string }; viewer: Viewer; i18n: Translator },
): Promise<void> {
  const { eventId, booking, consent, viewer, i18n } = given;
  const catalog = (await catalogOf(work.tx, eventId)) ?? refuse('NOT_FOUND');
  const about = { orderId, catalog, basket: booking, buyer: viewer, i18n: wordsOf(i18n, catalog) };
  const isStored = await giveConsent(work, { ...about, ...consent });
  if (!isStored && consent.mark === undefined) refuseFields({ newsletterConsent: ['newsletter.error.notOffered'] });
}
