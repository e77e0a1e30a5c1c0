import { eq } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { cardOfId } from '#modules/gift-cards/index.ts';
import { addAudit, mainOrganizer, orderOf } from '#modules/orders/index.ts';
import { organizerById } from '#modules/organizers/index.ts';
import type { Config } from '#src/config/config.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { days, hours, instant } from '#src/kernel/time.ts';
import type { Locale } from '#src/texts/locale.ts';
import { postReceived, postToDecide } from './mails/post.ts';
import { declaredSince, withdrawalOfKey } from './read-withdrawals.ts';
import { cardNumberIn, orderNumberIn } from './rules/answers.ts';
import { type Withdrawal, withdrawals } from './schema.ts';
import type { DeclarationInput } from './shapes.ts';

/** Each statement writes a mail to an address that nobody proved. */
const perMailbox: Limit = { name: 'withdrawal-mailbox', most: 10, windowMs: days(1), per: 'account' };
const perAddress: Limit = { name: 'withdrawal-address', most: 20, windowMs: hours(1), per: 'address' };
/** Of one order others are written to no more than so often a day, whoever types its number. */
const maxReported = 3;

type Origin = {
  key: string;
  language: Locale;
  clientAddress: string;
  limitFactor: number;
  /** Who hears of a statement that names no order, or an order whose organizer has no address. */
  contactEmail: string;
  /** What the reference of a transfer begins with; null where there is none. */
  referencePrefix: string | null;
};

/** What of an origin is the same for all. */
export const knownOfShop = ({
  limitFactor,
  contactEmail,
  bank,
}: Config): Omit<Origin, 'key' | 'language' | 'clientAddress'> => ({
  ...{ limitFactor, contactEmail },
  referencePrefix: bank?.referencePrefix ?? null,
});

/**
 * Takes a statement down, whatever it names: it counts from this moment. Its sender gets a receipt with what they said and
 * nothing else; the buyer of the order, where that is another address, and the organizer hear of it. Whoever declares learns
 * of none of that.
 * @throws Problem TOO_MANY_REQUESTS
 */
export async function declareWithdrawal(work: Work, said: DeclarationInput, origin: Origin): Promise<Withdrawal> {
  const { tx, now } = work;
  const before = await withdrawalOfKey(tx, origin.key);
  if (before) return before;
  await countTry(work, perMailbox, said.email, 1);
  await countTry(work, perAddress, origin.clientAddress, origin.limitFactor);
  const number = orderNumberIn(said.orderNumber, origin.referencePrefix);
  const order = number === null ? null : await orderOf(tx, number);
  const cardNumber = cardNumberIn(said.orderNumber);
  const card = cardNumber === null ? null : await cardOfId(tx, cardNumber);
  const told = await declaredSince(tx, { orderId: order?.id, giftCardId: card?.id }, instant(now - days(1)));
  const { key, language } = origin;
  const [made] = await tx
    .insert(withdrawals)
    .values({ ...said, key, language, orderId: order?.id ?? null, giftCardId: card?.id ?? null, declaredAt: now })
    .returning();
  const withdrawal = present(made, 'an inserted statement');
  const buyer = order ? (await userById(tx, order.userId))?.email : card?.buyerEmail;
  const isBuyer = buyer === said.email;
  await postReceived(work, withdrawal, isBuyer ? 'buyer' : 'sender', said.email, language);
  if (order) await addAudit(work, { orderId: order.id, type: 'Other', editorId: null, comment: 'withdrawal.declared' });
  if (told >= maxReported) return withdrawal;
  if (buyer && !isBuyer)
    await postReceived(work, withdrawal, 'buyer', buyer, order?.language ?? card?.language ?? language);
  const organizerId = order ? mainOrganizer(order)?.id : card?.organizerId;
  const organizer = organizerId === undefined ? null : await organizerById(tx, organizerId);
  await postToDecide(work, withdrawal, organizer?.email ?? origin.contactEmail);
  return withdrawal;
}

/** With an account its names and addresses go from statements; that there was one stays with the order. */
export const forgetSender = ({ tx }: Work, email: string) =>
  tx.update(withdrawals).set({ name: '', email: null, what: '' }).where(eq(withdrawals.email, email));
