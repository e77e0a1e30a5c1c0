import { and, asc, eq, ne } from 'drizzle-orm';
import { catalogOf, releaseVariant, reserveVariant } from '#modules/events/index.ts';
import type { Catalog, CatalogArticle } from '#modules/events/rules/catalog.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { type Cents, cents, minCents, sumCents, zeroCents } from '#src/kernel/money.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { addAudit } from '../add-audit.ts';
import { orderTranslator } from '../assemble-orders.ts';
import { type PersonOfOrder, personIn } from '../people.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import {
  isOfferedFor,
  type OrderedPieces,
  requireMayHaveLess,
  requireMayHaveMore,
  unitPriceOf,
} from '../rules/article-lines.ts';
import { orderChanged } from '../rules/facts.ts';
import { feeOfNothing } from '../rules/move-price.ts';
import { item, retainedCode, rightOf } from '../rules/order-item.ts';
import { refuse } from '../rules/problems.ts';
import { orderItems, orders, participantArticles, participants } from '../schema.ts';
import { articleLineName, chargedForArticles, dropFee, nextPosition, takeOutArticles } from './order-lines.ts';

/** A participant and the variant they get, with the editor. */
export type NamedArticle = {
  orderId: number;
  participantId: number;
  articleId: number;
  variantId: number;
  quantity: number;
  editorId: number;
};
export type ArticleForPerson = {
  order: OrderRecord;
  seat: PersonOfOrder;
  catalog: Catalog;
  article: CatalogArticle;
  variant: CatalogArticle['variants'][number];
};

/**
 * The participant and the offered variant.
 * @throws Problem VALIDATION_FAILED (also for an article of other competitions),
 * CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS, NOT_FOUND (also for a canceled order)
 */
export async function articleForPerson(tx: Work['tx'], named: NamedArticle): Promise<ArticleForPerson> {
  const { orderId, participantId, articleId, variantId } = named;
  const order = (await orderOf(tx, orderId)) ?? refuse('NOT_FOUND');
  const seat = personIn(order, participantId);
  if (order.status === 'canceled') return refuse('NOT_FOUND');
  const catalog = present(await catalogOf(tx, order.eventId), 'an order has an event');
  const article =
    catalog.articles.find((each) => each.id === articleId && isOfferedFor(each, seat.person.competitionId)) ??
    refuseFields({ articleId: ['unknown'] });
  const variant = article.variants.find(({ id }) => id === variantId);
  if (!variant) {
    if (catalog.articles.some(({ variants }) => variants.some(({ id }) => id === variantId)))
      return refuse('CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS', { articleId, variantId });
    return refuseFields({ variantId: ['unknown'] });
  }
  return { order, seat, catalog, article, variant };
}

/** Amount of an article by participant and by team. */
export function hasOfArticle({ person, team, index }: PersonOfOrder, articleId: number): OrderedPieces {
  const piecesOf = (who: typeof person): number =>
    who.orderedArticleVariants.reduce((sum, each) => (each.articleId === articleId ? sum + each.quantity : sum), 0);
  const ofTeam = team.participants.reduce((sum, each) => sum + piecesOf(each), 0);
  return { localId: person.localId, index, teamSize: team.participants.length, own: piecesOf(person), ofTeam };
}

/**
 * Takes a variant from the stock and adds it to participant and order lines. The caller updates total and history.
 * `isOffered`: reserved by a waiting list.
 * @throws Problem RESERVING_ARTICLES_FAILED
 */
export async function addArticleLine(
  work: Work,
  { order, seat, catalog, article, variant }: ArticleForPerson,
  {
    quantity,
    unitPrice,
    discount = zeroCents,
    isOffered,
  }: { quantity: number; unitPrice: Cents; discount?: Cents; isOffered: boolean },
): Promise<{ participantArticleId: number; name: string }> {
  const { tx } = work;
  await reserveVariant(work, { variantId: variant.id, quantity }, isOffered);
  const of = { name: article.name, variantName: variant.name, quantity, unitPrice };
  const [made] = await tx
    .insert(participantArticles)
    .values({
      ...of,
      discount,
      participantId: seat.person.id,
      articleId: article.id,
      variantId: variant.id,
      uniqueLocalId: secretToken(9),
      withdrawalRight: rightOf([article], article.id),
    })
    .returning({ id: participantArticles.id });
  const name = articleLineName(of);
  const line = item('article', name, quantity, unitPrice, article.vat ?? catalog.event.vat);
  await tx.insert(orderItems).values({
    ...{ ...line, orderId: order.id, position: await nextPosition(tx, order.id) },
    // A free article has no seller.
    soldByPlatform: article.soldByStartblock && unitPrice > 0,
  });
  return { participantArticleId: present(made, 'an inserted article has an id').id, name };
}

/** `difference`: cents added to the total. */
export type AddedArticle = {
  orderId: number;
  participantId: number;
  participantArticleId: number;
  name: string;
  quantity: number;
  difference: Cents;
};

/**
 * Sells a variant from the waiting list at today's price; the caller moves the money.
 * @throws Problem RESERVING_ARTICLES_FAILED, ORDERED_TOO_MANY_ARTICLES, ORDERED_NOT_ENOUGH_ARTICLES, VALIDATION_FAILED,
 * NOT_FOUND (also for a canceled order)
 */
export async function addArticle(work: Work, input: NamedArticle): Promise<AddedArticle> {
  const { orderId, participantId, quantity, editorId } = input;
  const place = await articleForPerson(work.tx, input);
  const { article, order, seat } = place;
  requireMayHaveMore(article, hasOfArticle(seat, article.id), quantity);
  const unitPrice = article.type === 'free' ? zeroCents : article.price;
  const { participantArticleId, name } = await addArticleLine(work, place, { quantity, unitPrice, isOffered: true });
  const difference = cents(unitPrice * quantity);
  const totalPrice = cents(order.totalPrice + difference);
  if (difference > 0) await work.tx.update(orders).set({ totalPrice }).where(eq(orders.id, orderId));
  const changes = [
    { participantId, field: 'article', before: null, after: `${quantity} × ${name}` },
    { field: 'totalPrice', before: String(order.totalPrice), after: String(totalPrice) },
  ];
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, comment: 'article.fromList', changes });
  await work.announce(orderChanged({ orderId }));
  return { orderId, participantId, participantArticleId, name, quantity, difference };
}

/**
 * Gives a free article from the stock; the total stays.
 * @throws Problem RESERVING_ARTICLES_FAILED, VALIDATION_FAILED (also for an article of other competitions), NOT_FOUND
 * (also for a canceled order)
 */
export async function addFreeArticle(work: Work, input: NamedArticle): Promise<void> {
  const { orderId, participantId, quantity, editorId } = input;
  const place = await articleForPerson(work.tx, input);
  const { name } = await addArticleLine(work, place, { quantity, unitPrice: zeroCents, isOffered: false });
  const changes = [{ participantId, field: 'article', before: null, after: `${quantity} × ${name}` }];
  await addAudit(work, { orderId, type: 'FreeArticleAdded', editorId, changes });
  await work.announce(orderChanged({ orderId }));
}

type Pieces = { articleId: number; variantId: number; quantity: number };
/** Pieces that a participant has (`from`), and those in their place (`to`). One of both may be missing. */
export type ArticleChange = {
  orderId: number;
  participantId: number;
  from?: Pieces | undefined;
  /** `unitPrice`: cents, for a donation. */
  to?: (Pieces & { unitPrice?: Cents | undefined }) | undefined;
  /** The total stays, without payment or refund. */
  keepsPrice?: boolean;
  editorId: number;
};
/** `before`, `after`: such as `Shirt, M` or `2 × Shirt, M`. `difference`: cents added to the total. */
export type ChangedArticle = {
  difference: Cents;
  before: string | null;
  after: string | null;
  /** The line of the new pieces; null: none. */
  participantArticleId: number | null;
};

/**
 * Swaps, takes off or adds articles of a participant; lines, stock and total follow, the caller moves the money. A discount goes
 * over to the new article as far as its price allows; vouchers are not evaluated again.
 * @throws Problem NOT_FOUND (also for a canceled order), RESERVING_ARTICLES_FAILED, ORDERED_TOO_MANY_ARTICLES,
 * ORDERED_NOT_ENOUGH_ARTICLES, CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS, VALIDATION_FAILED (also for pieces that the
 * participant does not have)
 * @returns null when both name the same pieces
 */
export async function changeArticle(work: Work, input: ArticleChange): Promise<ChangedArticle | null> {
  const { tx } = work;
  const { orderId, participantId, from, to, keepsPrice = false, editorId } = input;
  const order = (await orderOf(tx, orderId)) ?? refuse('NOT_FOUND');
  const seat = personIn(order, participantId);
  if (order.status === 'canceled') return refuse('NOT_FOUND');
  const place = to ? await articleForPerson(tx, { orderId, participantId, editorId, ...to }) : null;
  const catalog = place?.catalog ?? present(await catalogOf(tx, order.eventId), 'an order has an event');
  const rows = from ? await piecesOf(tx, participantId, from) : [];
  if (from && to && from.variantId === to.variantId && from.quantity === to.quantity) return null;
  requireAmounts(catalog, seat, from, to);
  const charged = chargedForArticles(rows);
  const isSwapAlike =
    keepsPrice && from?.quantity === to?.quantity && new Set(rows.map((row) => row.unitPrice)).size === 1;
  const priceOf = () => (place ? unitPriceOf(place.article, { unitPrice: to?.unitPrice ?? null }, 'to') : zeroCents);
  const unitPrice = isSwapAlike ? (rows[0]?.unitPrice ?? zeroCents) : keepsPrice ? zeroCents : priceOf();
  const discount = sumCents(rows.map((row) => row.discount));
  const sum = cents(unitPrice * (to?.quantity ?? 0));
  const goesOver = minCents(discount, sum);
  await takePieces(work, orderId, rows, cents(discount - goesOver));
  const added = place
    ? await addArticleLine(work, place, {
        quantity: to?.quantity ?? 0,
        unitPrice,
        discount: goesOver,
        isOffered: false,
      })
    : null;
  const newlyCharged = cents(sum - goesOver);
  if (keepsPrice && charged > newlyCharged) await retain(tx, order, rows, catalog, cents(charged - newlyCharged));
  const change = keepsPrice ? zeroCents : cents(newlyCharged - charged);
  const fee = feeOfNothing(order.orderItems, change);
  if (fee > 0) await dropFee(tx, orderId);
  const difference = cents(change - fee);
  const totalPrice = cents(order.totalPrice + difference);
  if (difference !== 0) await tx.update(orders).set({ totalPrice }).where(eq(orders.id, orderId));
  const before = from && rows[0] ? { quantity: from.quantity, name: articleLineName(rows[0]) } : null;
  const after = to && added ? { quantity: to.quantity, name: added.name } : null;
  const changes = [
    { participantId, field: 'article', before: before && counted(before), after: after && counted(after) },
    ...(difference === 0 ? [] : [{ field: 'totalPrice', before: String(order.totalPrice), after: String(totalPrice) }]),
  ];
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, comment: 'article.changed', changes });
  await work.announce(orderChanged({ orderId }));
  const participantArticleId = added?.participantArticleId ?? null;
  return { difference, before: before && inSentence(before), after: after && inSentence(after), participantArticleId };
}

type Counted = { quantity: number; name: string };
const counted = ({ quantity, name }: Counted): string => `${quantity} × ${name}`;
const inSentence = (pieces: Counted): string => (pieces.quantity === 1 ? pieces.name : counted(pieces));

/** Minimum and maximum amounts hold after the change. What was given beyond them stays. */
function requireAmounts(catalog: Catalog, seat: PersonOfOrder, from: Pieces | undefined, to: Pieces | undefined): void {
  const articleIds = new Set([from, to].flatMap((pieces) => pieces?.articleId ?? []));
  for (const articleId of articleIds) {
    const article =
      catalog.articles.find(({ id }) => id === articleId) ?? refuseFields({ 'from.articleId': ['unknown'] });
    const piecesIn = (pieces: Pieces | undefined) => (pieces?.articleId === articleId ? pieces.quantity : 0);
    const more = piecesIn(to) - piecesIn(from);
    if (more > 0) requireMayHaveMore(article, hasOfArticle(seat, articleId), more);
    if (more < 0) requireMayHaveLess(article, hasOfArticle(seat, articleId), -more);
  }
}

type PieceRow = typeof participantArticles.$inferSelect & { left: number; discountLeft: Cents };

/** The lines that these pieces come from, `quantity` and `discount` of each as far as it is taken; the rest stays (`left`). */
async function piecesOf(tx: Work['tx'], participantId: number, from: Pieces): Promise<PieceRow[]> {
  const { articleId, variantId } = participantArticles;
  const rows = await tx
    .select()
    .from(participantArticles)
    .where(
      and(
        eq(participantArticles.participantId, participantId),
        eq(articleId, from.articleId),
        eq(variantId, from.variantId),
      ),
    )
    .orderBy(asc(participantArticles.id));
  if (rows.length === 0) refuseFields({ 'from.variantId': ['unknown'] });
  let missing = from.quantity;
  const taken = rows.flatMap((row) => {
    const quantity = Math.min(missing, row.quantity);
    missing -= quantity;
    const left = row.quantity - quantity;
    const discountLeft = cents(Math.floor((row.discount * left) / row.quantity));
    return quantity > 0 ? [{ ...row, quantity, discount: cents(row.discount - discountLeft), left, discountLeft }] : [];
  });
  return missing > 0 ? refuseFields({ 'from.quantity': ['tooLarge'] }) : taken;
}

/** `lostDiscount` goes back to the vouchers. */
async function takePieces(work: Work, orderId: number, rows: readonly PieceRow[], lostDiscount: Cents): Promise<void> {
  const { tx } = work;
  for (const [at, row] of rows.entries()) {
    await takeOutArticles(tx, orderId, [{ ...row, discount: at === 0 ? lostDiscount : zeroCents }]);
    const isIt = eq(participantArticles.id, row.id);
    if (row.left === 0) await tx.delete(participantArticles).where(isIt);
    else await tx.update(participantArticles).set({ quantity: row.left, discount: row.discountLeft }).where(isIt);
    await releaseVariant(work, { variantId: row.variantId, quantity: row.quantity });
  }
}

/** A line for money that stays although its article went. */
async function retain(
  tx: Work['tx'],
  order: OrderRecord,
  [row]: readonly PieceRow[],
  catalog: Catalog,
  amount: Cents,
): Promise<void> {
  const name = orderTranslator(order).t('orders.item.articleRetained', { article: row ? articleLineName(row) : '' });
  const vat = catalog.articles.find(({ id }) => id === row?.articleId)?.vat ?? catalog.event.vat;
  const line = { ...item('of', name, 1, amount, vat), code: retainedCode };
  await tx.insert(orderItems).values({ ...line, orderId: order.id, position: await nextPosition(tx, order.id) });
}

type TakeOff = Pick<AddedArticle, 'orderId' | 'participantArticleId'> & {
  /** `notPaid`: deadline missed, no editor. `withdrawn`: by the buyer, answered by this editor. */
  why: { comment: 'article.notPaid'; editorId: null } | { comment: 'article.withdrawn'; editorId: number };
};

/** Removes an article and returns its stock; the fee goes with the last cost. null: removed already or canceled. */
export async function takeOffArticle(
  work: Work,
  { orderId, participantArticleId, why }: TakeOff,
): Promise<AddedArticle | null> {
  const { tx } = work;
  const [found] = await tx
    .select({ article: participantArticles, totalPrice: orders.totalPrice })
    .from(participantArticles)
    .innerJoin(participants, eq(participants.id, participantArticles.participantId))
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .where(
      and(eq(participantArticles.id, participantArticleId), eq(orders.id, orderId), ne(orders.status, 'canceled')),
    );
  if (!found) return null;
  const { article } = found;
  const { participantId, variantId, quantity } = article;
  const charged = cents(-chargedForArticles([article]));
  const lines = await tx.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  const fee = feeOfNothing(lines, charged);
  await takeOutArticles(tx, orderId, [article]);
  if (fee > 0) await dropFee(tx, orderId);
  await tx.delete(participantArticles).where(eq(participantArticles.id, participantArticleId));
  await releaseVariant(work, { variantId, quantity });
  const difference = cents(charged - fee);
  const totalPrice = cents(found.totalPrice + difference);
  await tx.update(orders).set({ totalPrice }).where(eq(orders.id, orderId));
  const name = articleLineName(article);
  const changes = [
    { participantId, field: 'article', before: `${quantity} × ${name}`, after: null },
    { field: 'totalPrice', before: String(found.totalPrice), after: String(totalPrice) },
  ];
  await addAudit(work, { orderId, type: 'OrderChanged', ...why, changes });
  await work.announce(orderChanged({ orderId }));
  return { orderId, participantId, participantArticleId, name, quantity, difference };
}
