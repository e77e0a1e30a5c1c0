import * as z from 'zod';
import { extend } from 'zod/mini';
import { accountAnswer, accountOf } from '#modules/accounts/index.ts';
import { namedEventId, publicCatalog, saleFor } from '#modules/events/index.ts';
import { withMembers } from '#modules/member-lists/index.ts';
import { quoteShape, quoteShapeSchema } from '#modules/orders/index.ts';
import { bookingSchema, quoteRequestSchema } from '#modules/orders/rules/booking.ts';
import { checkEntries, completeBasket } from '#modules/orders/rules/entry-check.ts';
import { requireOpenEvent, staleProtection } from '#modules/orders/rules/pricing.ts';
import { refuse, registrationCodes } from '#modules/orders/rules/problems.ts';
import { quote } from '#modules/orders/rules/quote.ts';
import { limitCodeGuesses, vouchersOfCodes } from '#modules/vouchers/index.ts';
import { api, ownAccount, tagged } from '#src/web/http.ts';
import { hashBody, idempotencyKeyOf } from '#src/web/idempotency.ts';
import { loggingRefusals } from './client-log.ts';
import { codesIn, submitBooking } from './submit-booking.ts';

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

export const bookingApi = tagged('Booking and orders', [
  api(
    {
      method: 'post',
      path: '/api/events/{eventId}/quote',
      may: 'site.read',
      refuses: registrationCodes,
      summary: 'Returns the price of a basket, line by line. Books nothing.',
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
      refuses: [...registrationCodes, 'WAITING_ROOM_NOT_YOUR_TURN'],
      summary: 'Books a basket completely or not at all. Repeated requests with the same `idempotency-key` book once.',
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
      const { orderId } = await loggingRefusals(deps.log, body, () =>
        submitBooking(
          { deps, viewer, clientAddress, now, i18n },
          {
            eventId,
            booking: body,
            idempotencyKey: idempotencyKeyOf(context),
            bodyHash: hashBody(sent),
            consent: newsletterConsent ? {} : null,
          },
        ),
      );
      return { orderId, userData: (await accountOf(deps, viewer)).userData };
    },
  ),
]);
