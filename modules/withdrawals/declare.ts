import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { cardOfId } from '#modules/gift-cards/index.ts';
import { addAudit, mainOrganizer, orderOf } from '#modules/orders/index.ts';
import { organizerById } from '#modules/organizers/index.ts';
import type { Config } from '#src/config/config.ts';
import type { Job } from '#src/data/jobs.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { days, hours, instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale } from '#src/texts/locale.ts';
import { postReceived, postToDecide } from './mails.ts';
import { declaredSince, withdrawalOfKey } from './read-withdrawals.ts';
import { cardNumberIn, orderNumberIn } from './rules/answers.ts';
import { type Withdrawal, withdrawals } from './schema.ts';
import type { DeclarationInput } from './shapes.ts';

/** Each statement mails an unverified address. */
const perMailbox: Limit = { name: 'withdrawal-mailbox', most: 10, windowMs: days(1), per: 'account' };
const perAddress: Limit = { name: 'withdrawal-address', most: 20, windowMs: hours(1), per: 'address' };
/** Maximum mails per day about one order, whoever sends its number. */
const maxReported = 3;

type Origin = {
  key: string;
  language: Locale;
  clientAddress: string;
  limitFactor: number;
  /** Recipient when no order is named or its organizer has no address. */
  contactEmail: string;
  /** Prefix of payment references; null where there is none. */
  referencePrefix: string | null;
};

export const shopOrigin = ({
  limitFactor,
  contactEmail,
  bank,
}: Config): Omit<Origin, 'key' | 'language' | 'clientAddress'> => ({
  limitFactor,
  contactEmail,
  referencePrefix: bank?.referencePrefix ?? null,
});

/**
 * Stores a statement from this moment on, whatever it names. The sender gets a receipt of their own words only. The
 * buyer of the order, if another address, and the organizer are notified; the sender learns nothing about that.
 * @throws Problem TOO_MANY_REQUESTS
 */
export async function declareWithdrawal(work: Work, input: DeclarationInput, origin: Origin): Promise<Withdrawal> {
  const { tx, now } = work;
  const before = await withdrawalOfKey(tx, origin.key);
  if (before) return before;
  await countTry(work, perMailbox, input.email, 1);
  await countTry(work, perAddress, origin.clientAddress, origin.limitFactor);
  const number = orderNumberIn(input.orderNumber, origin.referencePrefix);
  const order = number === null ? null : await orderOf(tx, number);
  const cardNumber = cardNumberIn(input.orderNumber);
  const card = cardNumber === null ? null : await cardOfId(tx, cardNumber);
  const recentCount = await declaredSince(tx, { orderId: order?.id, giftCardId: card?.id }, instant(now - days(1)));
  const { key, language } = origin;
  const [made] = await tx
    .insert(withdrawals)
    .values({ ...input, key, language, orderId: order?.id ?? null, giftCardId: card?.id ?? null, declaredAt: now })
    .returning();
  const withdrawal = present(made, 'an inserted statement');
  const buyer = order ? (await userById(tx, order.userId))?.email : card?.buyerEmail;
  const isBuyer = buyer === input.email;
  await postReceived(work, withdrawal, isBuyer ? 'buyer' : 'sender', input.email, language);
  if (order) await addAudit(work, { orderId: order.id, type: 'Other', editorId: null, comment: 'withdrawal.declared' });
  if (recentCount >= maxReported) return withdrawal;
  if (buyer && !isBuyer)
    await postReceived(work, withdrawal, 'buyer', buyer, order?.language ?? card?.language ?? language);
  const organizerId = order ? mainOrganizer(order)?.id : card?.organizerId;
  const organizer = organizerId === undefined ? null : await organizerById(tx, organizerId);
  await postToDecide(work, withdrawal, organizer?.email ?? origin.contactEmail);
  return withdrawal;
}

/** Deletes names and addresses with an account; the fact of the statement stays with the order. */
export const forgetSender = ({ tx }: Work, email: string) =>
  tx.update(withdrawals).set({ name: '', email: null, what: '' }).where(eq(withdrawals.email, email));

/** Years in which a statement and its sender may have to be proven. */
const retentionYears = 3;

/** Deletes the sender afterwards; the statement and its answer stay with the order. */
export const forgetStatementsJob = (deps: Pick<Deps, 'write'>): Job => ({
  name: 'forget-withdrawals',
  endsByClock: true,
  everyMs: hours(24),
  async run() {
    await deps.write(({ tx, now }) =>
      tx
        .update(withdrawals)
        .set({ name: '', email: null, what: '' })
        .where(
          and(isNotNull(withdrawals.email), lt(withdrawals.declaredAt, instant(now - days(365 * retentionYears)))),
        ),
    );
    return false;
  },
});
