import * as z from 'zod';
import { extend } from 'zod/mini';
import { accountAnswer, accountOf } from '#modules/accounts/index.ts';
import { catalogOf, namedEventId, publicCatalog, saleFor, wordsOf } from '#modules/events/index.ts';
import { withMembers } from '#modules/member-lists/index.ts';
import { giveConsent } from '#modules/newsletter/index.ts';
import {
  type PlacedOrder,
  type PlaceOrder,
  placeInBatch,
  quoteShape,
  quoteShapeSchema,
} from '#modules/orders/index.ts';
import { type Basket, bookingSchema, quoteRequestSchema } from '#modules/orders/rules/booking.ts';
import { checkEntries, completeBasket } from '#modules/orders/rules/entry-check.ts';
import { requireOpenEvent, staleProtection } from '#modules/orders/rules/pricing.ts';
import { refuse } from '#modules/orders/rules/problems.ts';
import { quote } from '#modules/orders/rules/quote.ts';
import { limitCodeGuesses, vouchersOfCodes } from '#modules/vouchers/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Write } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { api, ownAccount, tagged } from '#src/web/http.ts';
import { hashBody, idempotencyKeyOf } from '#src/web/idempotency.ts';
import { loggingRefusals } from './client-log.ts';

const eventParams = z.object({ eventId: z.string() });
/**
 * `newsletterConsent`: the buyer ticked the sentence that the event's `newsletter-consent` answers in this language.
 */
const bookBody = extend(bookingSchema, { newsletterConsent: z.boolean().optional() });
/** A quote takes a whole booking and ignores what only an order needs. */
const quoteBody = extend(quoteRequestSchema, {
  totalPrice: z.unknown().optional(),
  termsAccepted: z.unknown().optional(),
  eventConditionsAccepted: z.unknown().optional(),
  newsletterConsent: z.unknown().optional(),
});
type BookBody = z.output<typeof bookBody>;

/** @throws Problem VALIDATION_FAILED for a consent this buyer could not give; then nothing is booked */
const bookOnce = (
  write: Write,
  { newsletterConsent, ...order }: Omit<PlaceOrder, 'viewer'> & { viewer: Viewer; newsletterConsent: boolean },
  i18n: Translator,
): Promise<PlacedOrder> =>
  placeInBatch(write, {
    order,
    async finish(work, placed, isNew) {
      if (!newsletterConsent || !isNew) return placed;
      const { viewer: buyer, booking: basket } = order;
      const catalog = (await catalogOf(work.tx, order.eventId)) ?? refuse('NOT_FOUND');
      const given = { orderId: placed.orderId, catalog, basket, buyer, i18n: wordsOf(i18n, catalog) };
      return (await giveConsent(work, given))
        ? placed
        : refuseFields({ newsletterConsent: ['newsletter.error.notOffered'] });
    },
  });

const codesIn = ({ appliedVouchers }: Basket): string[] => appliedVouchers.map(({ code }) => code);

export const bookingApi = tagged('Booking and orders', [
  api(
    {
      method: 'post',
      path: '/api/events/{eventId}/quote',
      may: 'site.read',
      summary: 'The price of a basket, line by line. Books nothing.',
      params: eventParams,
      body: quoteBody,
      answer: quoteShapeSchema,
      withoutCsrf: true,
    },
    async ({ deps, params, body, now, i18n, viewer, clientAddress }) => {
      const catalog = await saleFor(deps.read, await publicCatalog(deps.read, params.eventId), viewer, now);
      requireOpenEvent(catalog, now);
      const basket = completeBasket(catalog, body);
      checkEntries(catalog, basket, now);
      return limitCodeGuesses(
        { deps, viewer, clientAddress, now, eventId: catalog.event.id },
        codesIn(basket),
        async () => {
          const vouchers = await vouchersOfCodes(deps.read, catalog.event.id, codesIn(basket));
          const { limitFactor } = deps.config;
          const asker = { visitId: viewer?.visitId ?? null, clientAddress, limitFactor };
          const known = await withMembers(deps.read, catalog, () => basket.teams, { asker, enterer: viewer, now });
          const priced = quote(known, basket, vouchers, now);
          const stale = staleProtection(catalog, basket);
          if (stale) refuse('NOT_MATCHING_ORDER_TOTAL', { totalPrice: priced.totalPrice, ...stale });
          return quoteShape(priced, i18n);
        },
      );
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/events/{eventId}/book',
      may: 'booking.make',
      summary: 'Books a basket, all or nothing. The same `idempotency-key` books once.',
      params: eventParams,
      load: ownAccount,
      body: bookBody,
      answer: z.object({ orderId: z.int(), userData: accountAnswer.shape.userData }),
      status: 201,
      idempotencyKey: 'own',
    },
    async ({ deps, params, body: sent, viewer, i18n, context, clientAddress, now }) => {
      const { newsletterConsent = false, ...body }: BookBody = sent;
      const eventId = (await namedEventId(deps.read, params.eventId)) || refuse('NOT_FOUND');
      const idempotencyKey = idempotencyKeyOf(context);
      const { orderId } = await loggingRefusals(deps.log, body, () =>
        limitCodeGuesses({ deps, viewer, clientAddress, now, eventId }, codesIn(body), () =>
          bookOnce(
            deps.write,
            {
              eventId,
              booking: body,
              viewer,
              language: i18n.locale,
              idempotencyKey,
              bodyHash: hashBody(sent),
              origin: { clientAddress, limitFactor: deps.config.limitFactor },
              newsletterConsent,
            },
            i18n,
          ),
        ),
      );
      return { orderId, userData: (await accountOf(deps, viewer)).userData };
    },
  ),
]);
