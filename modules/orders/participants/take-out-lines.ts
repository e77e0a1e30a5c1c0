import { asc, eq } from 'drizzle-orm';
import type { Tx } from '#src/data/database.ts';
import { type Cents, cents, sumCents, zeroCents } from '#src/kernel/money.ts';
import { orderItems, participantArticles } from '../schema.ts';
import { type Line, setAmount, shortenVouchers } from './move-lines.ts';

type Article = Pick<
  typeof participantArticles.$inferSelect,
  'name' | 'variantName' | 'quantity' | 'unitPrice' | 'discount'
>;
export type TakenOut = {
  orderId: number;
  ticket: { title: string; ticketPrice: Cents; chargedPrice: Cents };
  articles: readonly Article[];
};

/** A line of articles as it is called. */
export const articleLineName = ({ name, variantName }: Pick<Article, 'name' | 'variantName'>): string =>
  variantName ? `${name}, ${variantName}` : name;

/** What somebody is charged for articles, after vouchers. */
export const chargedForArticles = (articles: readonly Article[]): Cents =>
  sumCents(articles.map(({ quantity, unitPrice, discount }) => cents(quantity * unitPrice - discount)));

/** What somebody is charged for ticket and articles together, after vouchers. */
export async function chargedForPerson(
  reader: Pick<Tx, 'select'>,
  { id, chargedPrice }: { id: number; chargedPrice: Cents },
): Promise<Cents> {
  const articles = await reader.select().from(participantArticles).where(eq(participantArticles.participantId, id));
  return cents(chargedPrice + chargedForArticles(articles));
}

/**
 * What somebody was booked for leaves the lines of their order, with what vouchers took off it. The order's total is the
 * caller's.
 */
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

/** Likewise articles alone. */
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
  // A competition or an article may have got another name since; of equal prices any line is right then.
  const named = fits.filter(({ name }) => name === part.name);
  let left = part.amount;
  let vat: Line['vat'] | null = null;
  for (const line of [...named, ...fits.filter((each) => !named.includes(each))]) {
    const gone = Math.min(left, line.amount);
    if (gone === 0) break;
    left -= gone;
    vat ??= line.vat;
    if (gone === line.amount) await tx.delete(orderItems).where(eq(orderItems.id, line.id));
    else await setAmount(tx, line, line.amount - gone);
  }
  if (part.discount > zeroCents && vat !== null) await shortenVouchers(tx, lines, vat, part.discount);
}
