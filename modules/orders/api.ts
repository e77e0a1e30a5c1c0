import * as z from 'zod';
import { accountAnswer, accountOf } from '#modules/accounts/index.ts';
import { type Address, addressSchema } from '#modules/accounts/rules/address.ts';
import { eventIdOf, publicCatalog } from '#modules/events/index.ts';
import { tryingCodes, vouchersOfCodes } from '#modules/vouchers/index.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { type ApiRoute, api } from '#src/platform/http.ts';
import { listQuerySchema } from '#src/platform/list-query.ts';
import { listOwnOrders } from './admin-read.ts';
import { cancelOwnOrder } from './cancel-own-order.ts';
import { confirmationLink } from './confirmation.tsx';
import { requireOwnOrder } from './own-order.ts';
import { placeOrder } from './place-order.ts';
import { orderOf, ordersOf } from './read.ts';
import { type Basket, type Booking, bookingSchema, quoteRequestSchema } from './rules/booking.ts';
import { checkEntries, completeBasket } from './rules/entry-check.ts';
import { orderStatuses } from './rules/order-state.ts';
import { quote, requireOpenEvent, staleProtection } from './rules/pricing.ts';
import { refuse } from './rules/problems.ts';
import { setInvoiceAddress } from './set-invoice-address.ts';
import { orderShape, orderShapeSchema, quoteShape, quoteShapeSchema } from './shapes.ts';

const tag = 'Booking and orders';
// The browser's small edition of zod checks the same; only its type differs.
const basketBody = quoteRequestSchema as unknown as z.ZodType<Basket>;
const bookingBody = bookingSchema as unknown as z.ZodType<Booking>;
export const addressBody = addressSchema as unknown as z.ZodType<Address>;
const eventParams = z.object({ eventId: z.string() });
export const orderParams = z.object({ orderId: z.coerce.number().int().positive() });
const codesIn = ({ appliedVouchers }: Basket): string[] => appliedVouchers.map(({ code }) => code);
const orderAnswer = z.object({ order: orderShapeSchema });

export const orderApi: readonly ApiRoute[] = [
  api(
    {
      method: 'post',
      path: '/api/events/{eventId}/quote',
      may: 'site.read',
      tag,
      summary: 'The price of a basket, line by line. Books nothing.',
      params: eventParams,
      body: basketBody,
      answer: quoteShapeSchema,
      withoutCsrf: true,
    },
    async ({ deps, params, body, now, words, viewer, clientAddress }) => {
      const catalog = await publicCatalog(deps.read, params.eventId);
      requireOpenEvent(catalog, now);
      const basket = completeBasket(catalog, body);
      checkEntries(catalog, basket, now);
      return tryingCodes({ deps, viewer, clientAddress, now }, codesIn(basket), async () => {
        const vouchers = await vouchersOfCodes(deps.read, catalog.event.id, codesIn(basket));
        const priced = quote(catalog, basket, vouchers, now);
        const stale = staleProtection(catalog, basket);
        if (stale) refuse('NOT_MATCHING_ORDER_TOTAL', { totalPrice: priced.totalPrice, ...stale });
        return quoteShape(priced, words);
      });
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/events/{eventId}/book',
      may: 'booking.make',
      tag,
      summary: 'Books a basket, all or nothing. The same `idempotency-key` books once.',
      params: eventParams,
      body: bookingBody,
      answer: z.object({ orderId: z.int(), userData: accountAnswer.shape.userData }),
      status: 201,
    },
    async ({ deps, params, body, viewer, words, context, clientAddress, now }) => {
      const eventId = (await eventIdOf(deps.read, params.eventId)) || refuse('NOT_FOUND');
      const idempotencyKey = context.req.header('idempotency-key')?.trim() || null;
      if (idempotencyKey && idempotencyKey.length > 200) return refuseFields({ 'idempotency-key': ['tooLong'] });
      const { orderId } = await tryingCodes({ deps, viewer, clientAddress, now }, codesIn(body), () =>
        deps.write((work) =>
          placeOrder(work, { eventId, booking: body, viewer, language: words.locale, idempotencyKey }),
        ),
      );
      return { orderId, userData: (await accountOf(deps, viewer)).userData };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/orders/my',
      may: 'order.list',
      tag,
      summary: 'The orders of the caller, newest first.',
      query: listQuerySchema,
      answer: z.object({ count: z.int(), rows: z.array(orderShapeSchema) }),
    },
    async ({ deps, viewer, query }) => {
      const { count, ids } = await listOwnOrders(deps.read, query, viewer.userId);
      return { count, rows: (await ordersOf(deps.read, ids)).map(orderShape) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/orders/info/{orderId}',
      may: 'order.follow',
      tag,
      summary: 'State and price alone, for the pages after a payment.',
      params: orderParams,
      answer: z.object({
        order: z.object({
          id: z.int(),
          status: z.enum(orderStatuses),
          totalPrice: z.int(),
          paymentStatus: z.enum(['pending', 'authorized', 'completed', 'failed']).nullable(),
        }),
      }),
    },
    async ({ deps, params }) => {
      const order = (await orderOf(deps.read, params.orderId)) ?? refuse('NOT_FOUND');
      const { id, status, totalPrice, paymentStatus } = order;
      return { order: { id, status, totalPrice, paymentStatus } };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/orders/{orderId}',
      may: 'order.read',
      tag,
      summary: 'One order of the caller.',
      params: orderParams,
      answer: orderAnswer,
    },
    async ({ deps, params, viewer }) => ({
      order: orderShape(await requireOwnOrder(deps.read, viewer, params.orderId)),
    }),
  ),
  api(
    {
      method: 'patch',
      path: '/api/orders/{orderId}/cancel',
      may: 'order.change',
      tag,
      summary: 'The buyer cancels.',
      params: orderParams,
      answer: orderAnswer,
    },
    async ({ deps, params, viewer }) => {
      await deps.write((work) => cancelOwnOrder(work, viewer, params.orderId));
      return { order: orderShape(await requireOwnOrder(deps.read, viewer, params.orderId)) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/orders/{orderId}/has-invoice-address',
      may: 'order.read',
      tag,
      summary: 'Whether the address of the invoice was set.',
      params: orderParams,
      answer: z.object({ hasInvoiceAddress: z.boolean() }),
    },
    async ({ deps, params, viewer }) => {
      const order = await requireOwnOrder(deps.read, viewer, params.orderId);
      return { hasInvoiceAddress: order.invoiceAddress !== null };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/orders/{orderId}/invoice-address',
      may: 'order.change',
      tag,
      summary: 'Sets the address of the invoice, once an order.',
      params: orderParams,
      body: addressBody,
      answer: orderAnswer,
    },
    async ({ deps, params, viewer, body }) => {
      await deps.write((work) => setInvoiceAddress(work, viewer, params.orderId, body));
      return { order: orderShape(await requireOwnOrder(deps.read, viewer, params.orderId)) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/orders/{orderId}/confirmation',
      may: 'order.read',
      tag,
      summary: 'A link to the order confirmation (PDF), good for 15 minutes.',
      params: orderParams,
      answer: z.object({ downloadLink: z.string() }),
    },
    async ({ deps, params, viewer, now }) => {
      const order = await requireOwnOrder(deps.read, viewer, params.orderId);
      return { downloadLink: confirmationLink(deps, order.id, now) };
    },
  ),
];
