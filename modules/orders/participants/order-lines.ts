import { and, asc, eq, isNull, max } from 'drizzle-orm';
import { lowerRedemption } from '#modules/vouchers/index.ts';
import type { Tx } from '#src/data/database.ts';
import { present } from '#src/kernel/assert.ts';
import { type BasisPoints, type Cents, cents, minCents, sumCents, zeroCents } from '#src/kernel/money.ts';
import { netOfGross } from '#src/kernel/rounding.ts';
import { item } from '../rules/order-item.ts';
import { orderItems, participantArticles } from '../schema.ts';

type Article = Pick<
  typeof participantArticles.$inferSelect,
  'name' | 'variantName' | 'quantity' | 'unitPrice' | 'discount'
>;
export type TakenOut = {
  orderId: number;
  ticket: { title: string; ticketPrice: Cents; chargedPrice: Cents };
  articles: readonly Article[];
};

export const articleLineName = ({ name, variantName }: Pick<Article, 'name' | 'variantName'>): string =>
  variantName ? `${name}, ${variantName}` : name;

export const chargedForArticles = (articles: readonly Article[]): Cents =>
  sumCents(articles.map(({ quantity, unitPrice, discount }) => cents(quantity * unitPrice - discount)));

export async function chargedForPerson(
  reader: Pick<Tx, 'select'>,
  { id, chargedPrice }: { id: number; chargedPrice: Cents },
): Promise<Cents> {
  const articles = await reader.select().from(participantArticles).where(eq(participantArticles.participantId, id));
  return cents(chargedPrice + chargedForArticles(articles));
}

/** Removes a participant's lines and their voucher discounts; the caller updates the total. */
export async function takeOutLines(tx: Tx, { orderId, ticket, articles }: TakenOut): Promise<void> {
  await takeOut(tx, orderId, {
    kind: 'ticket',
    name: ticket.title,
    price: ticket.ticketPrice,
    amount: 1,
    discount: cents(ticket.ticketPrice - ticket.chargedPrice),
  });
  await takeOutArticles(tx, orderId, articles);
}

export async function takeOutArticles(tx: Tx, orderId: number, articles: readonly Article[]): Promise<void> {
  for (const article of articles)
    await takeOut(tx, orderId, {
      kind: 'article',
      name: articleLineName(article),
      price: article.unitPrice,
      amount: article.quantity,
      discount: article.discount,
    });
}

type Part = { kind: 'ticket' | 'article'; name: string; price: Cents; amount: number; discount: Cents };

async function takeOut(tx: Tx, orderId: number, part: Part): Promise<void> {
  const lines = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
  const fits = lines.filter(({ kind, price }) => kind === part.kind && price === part.price);
  // Names may have changed since; among equal prices any line fits.
  const named = fits.filter(({ name }) => name === part.name);
  let left = part.amount;
  let vat: Line['vat'] | null = null;
  for (const line of [...named, ...fits.filter((each) => !named.includes(each))]) {
    const removed = Math.min(left, line.amount);
    if (removed === 0) break;
    left -= removed;
    vat ??= line.vat;
    if (removed === line.amount) await tx.delete(orderItems).where(eq(orderItems.id, line.id));
    else await setAmount(tx, line, line.amount - removed);
  }
  if (part.discount > zeroCents && vat !== null) await shortenVouchers(tx, lines, vat, part.discount);
}

export type Line = typeof orderItems.$inferSelect;

export type MovedTicket = {
  orderId: number;
  from: { title: string; ticketPrice: Cents };
  to: { title: string; ticketPrice: Cents };
  /** Cents of discount returned by voucher lines. */
  lostDiscount: Cents;
};

/** Moves one ticket to the line of the other competition. */
export async function moveTicketLine(tx: Tx, { orderId, from, to, lostDiscount }: MovedTicket): Promise<void> {
  const lines = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
  const tickets = lines.filter(({ kind, price }) => kind === 'ticket' && price === from.ticketPrice);
  // The name may have changed since; among equal prices any line fits.
  const old = present(tickets.find(({ name }) => name === from.title) ?? tickets[0], 'every ticket stands in a line');
  const isLast = old.amount === 1;
  if (isLast) await tx.delete(orderItems).where(eq(orderItems.id, old.id));
  else await setAmount(tx, old, old.amount - 1);

  const beside = lines.find(
    (line) =>
      line.kind === 'ticket' &&
      line.id !== old.id &&
      line.name === to.title &&
      line.price === to.ticketPrice &&
      line.vat === old.vat,
  );
  if (beside) await setAmount(tx, beside, beside.amount + 1);
  else {
    const position = isLast ? old.position : await nextPosition(tx, orderId);
    await tx.insert(orderItems).values({ ...item('ticket', to.title, 1, to.ticketPrice, old.vat), orderId, position });
  }
  await shortenVouchers(tx, lines, old.vat, lostDiscount);
}

export async function dropFee(tx: Tx, orderId: number): Promise<void> {
  await tx
    .delete(orderItems)
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.kind, 'of'), isNull(orderItems.code)));
}

export async function setAmount(tx: Tx, line: Line, amount: number): Promise<void> {
  const { priceTotal, priceBeforeTax } = item(line.kind, line.name, amount, line.price, line.vat);
  await tx.update(orderItems).set({ amount, priceTotal, priceBeforeTax }).where(eq(orderItems.id, line.id));
}

/** The position after all lines. */
export async function nextPosition(tx: Tx, orderId: number): Promise<number> {
  const [last] = await tx
    .select({ position: max(orderItems.position) })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  return (last?.position ?? -1) + 1;
}

/** Reduces discount lines at the ticket's tax rate: automatic ones first, then vouchers. */
export async function shortenVouchers(
  tx: Tx,
  lines: readonly Line[],
  vat: BasisPoints,
  lostDiscount: Cents,
): Promise<void> {
  let left = lostDiscount;
  const vouchers = lines.filter(({ kind }) => kind === 'voucher');
  for (const line of [...vouchers].sort((a, b) => Number(b.vat === vat) - Number(a.vat === vat))) {
    const shorter = minCents(left, cents(-line.priceTotal));
    if (shorter <= 0) continue;
    left = cents(left - shorter);
    // Automatic discounts have no redemption.
    if (line.code !== null) await lowerRedemption(tx, line.orderId, line.code, shorter);
    const priceTotal = cents(line.priceTotal + shorter);
    const priceBeforeTax = netOfGross(priceTotal, line.vat);
    await tx
      .update(orderItems)
      .set({ price: priceTotal, priceTotal, priceBeforeTax })
      .where(eq(orderItems.id, line.id));
  }
}
