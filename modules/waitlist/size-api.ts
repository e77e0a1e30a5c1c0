import * as z from 'zod';
import { catalogOf, saleFor } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isSelling } from '#modules/events/rules/place-holds.ts';
import { hasOfArticle, loadOwnOrder, nameOf, type OrderRecord, peopleOf } from '#modules/orders/index.ts';
import { isOfferedFor, mayHaveMore, variantLeft } from '#modules/orders/rules/article-lines.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { cents, instant } from '#src/web/answers.ts';
import { api, tagged } from '#src/web/http.ts';
import { askerOf } from './asker.ts';
import { joinSize } from './join-size.ts';
import { entryOf, positionOf, sizeEntriesOf } from './read-entries.ts';
import { entryStates } from './rules/entry-state.ts';
import { refuse } from './rules/problems.ts';
import { hasSizeLists, priceOfSize, type Size, sizeClosing } from './rules/sizes.ts';
import { type Entry, isForSize } from './schema.ts';
import { joinAnswer } from './shapes.ts';
import { takeOffer } from './take-offer.ts';

const path = '/api/orders/{orderId}/waitlist' as const;

/** Loader of routes: an entry for a size of one's own order. @throws Problem NOT_FOUND */
async function loadSizeEntry(call: {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  params: { orderId: number; sizeEntryId: number };
}): Promise<Entry> {
  const order = await loadOwnOrder(call);
  const entry = await entryOf(call.deps.read, call.params.sizeEntryId);
  return entry?.orderId === order.id ? entry : refuse('NOT_FOUND');
}

const sizesAnswer = z.object({
  open: z.array(
    z.object({
      participantId: z.int(),
      articleId: z.int(),
      variantId: z.int(),
      article: z.string(),
      variant: z.string(),
      price: cents.describe('Price per piece, in cents'),
      least: z.int(),
      most: z.int().describe('Maximum number of pieces'),
    }),
  ),
  entries: z.array(
    z.object({
      id: z.int(),
      participantId: z.int(),
      variantId: z.int(),
      places: z.int().describe('Number of pieces'),
      state: z.enum(entryStates),
      position: z.int().nullable(),
      offerUntil: instant.nullable(),
    }),
  ),
});

export const sizeApi = tagged('Waiting lists', [
  api(
    {
      method: 'get',
      path,
      may: 'order.read',
      load: loadOwnOrder,
      summary: 'Lists the sold-out sizes that participants of an order can wait for, and their waiting list entries',
      answer: sizesAnswer,
    },
    async ({ deps, record: order, now }) => {
      const entries = (await sizeEntriesOf(deps.read, order.id)).filter(isForSize);
      return {
        open: (await openSizesOf(deps.read, order, now)).map(({ participantId, article, variant, least, most }) => ({
          ...{ participantId, least, most, articleId: article.id, variantId: variant.id },
          ...{ article: article.name, variant: variant.name, price: priceOfSize(article, 1) },
        })),
        entries: await Promise.all(
          entries.map(async (entry) => ({
            ...entry,
            position: await positionOf(deps.read, entry),
            offerUntil: entry.state === 'offered' ? entry.offerUntil : null,
          })),
        ),
      };
    },
  ),
  api(
    {
      method: 'post',
      path,
      may: 'order.change',
      load: loadOwnOrder,
      refuses: [
        'ORDERED_NOT_ENOUGH_ARTICLES',
        'ORDERED_TOO_MANY_ARTICLES',
        'WAITLIST_ALREADY_ON_IT',
        'WAITLIST_NOT_OPEN',
      ],
      summary:
        'Joins the waiting list of a sold-out size for a participant of the order. An unverified address must first confirm by mail.',
      body: z.object({
        participantId: z.int(),
        variantId: z.int(),
        places: z.int().min(1).max(100).default(1).describe('Number of pieces, offered together or not at all'),
      }),
      answer: joinAnswer,
      status: 201,
    },
    async (call) => {
      const { deps, record: order, body } = call;
      const { email: _, ...asker } = askerOf(call, '');
      const joined = await deps.write((work) => joinSize(work, { ...asker, ...body, order, isByLink: false }));
      const entry = joined.state === 'asked' ? null : await entryOf(deps.read, joined.entryId);
      return { state: joined.state, position: entry && (await positionOf(deps.read, entry)) };
    },
  ),
  api(
    {
      method: 'post',
      path: `${path}/{sizeEntryId}/take`,
      may: 'order.change',
      load: loadSizeEntry,
      refuses: ['ORDERED_TOO_MANY_ARTICLES', 'WAITLIST_NO_PLACES', 'WAITLIST_PRICE_CHANGED'],
      summary: 'Accepts an offered size. It is added to the order at the price sent.',
      body: z.object({ price: z.int().min(0).describe('Total price of all pieces, cents') }),
    },
    async ({ deps, viewer, record: entry, body }) => {
      await deps.write((work) => takeOffer(work, deps, entry, { ...body, editorId: viewer.userId }));
      return undefined;
    },
  ),
]);

export type OpenSize = Size & { participantId: number; name: string; least: number; most: number };

/** Reads nothing but the catalog if there are no lists. */
export async function openSizesOf(reader: Reader, order: OrderRecord, now: Instant): Promise<OpenSize[]> {
  if (order.event.offerHours === null || order.status === 'canceled') return [];
  const known = await catalogOf(reader, order.eventId);
  if (!known?.articles.some(hasSizeLists) || !isSelling(known.event, now)) return [];
  return openSizesIn(await saleFor(reader, known, null, now), order, now);
}

/** `catalog`: as on public sale. */
function openSizesIn(catalog: Catalog, order: OrderRecord, now: Instant): OpenSize[] {
  return catalog.articles.filter(hasSizeLists).flatMap((article) =>
    article.variants
      .filter((variant) => variantLeft(variant) === 0)
      .flatMap((variant) =>
        peopleOf(order).flatMap((seat): OpenSize[] => {
          const { id: participantId, competitionId } = seat.person;
          const booked = { orderId: order.id, competitionId, isLive: true };
          const of = { variantId: variant.id, orderId: order.id };
          const { least, most } = mayHaveMore(article, hasOfArticle(seat, article.id));
          const isOpen = isOfferedFor(article, competitionId) && sizeClosing(catalog, of, booked, now) === null;
          return isOpen && most > 0
            ? [{ article, variant, participantId, name: nameOf(seat.person), least, most }]
            : [];
        }),
      ),
  );
}
