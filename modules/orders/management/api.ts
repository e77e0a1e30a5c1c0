import * as z from 'zod';
import { api, type Deps, tagged } from '#src/platform/http.ts';
import { listQuerySchema } from '#src/platform/list/query.ts';
import { addAudit } from '../add-audit.ts';
import { loadManagedOrder } from '../load.ts';
import { cancelOrder } from '../order/cancel-order.ts';
import { adminOrderOf, adminOrderShape } from '../read-admin.ts';
import { participantEmailSchema } from '../rules/booking.ts';
import { addressBody, adminOrderShapeSchema } from '../shapes.ts';
import { changeBuyer } from './change-buyer.ts';
import { changeOrderData } from './change-order-data.ts';
import { listOrderMails, orderMailSchema, orderMailShape } from './order-mails.ts';

const answer = z.object({ order: adminOrderShapeSchema });
const emailBody = participantEmailSchema as unknown as z.ZodType<string>;

const shown = async (deps: Deps, orderId: number) => ({
  order: adminOrderShape(await adminOrderOf(deps.read, orderId)),
});

export const adminOrderApi = tagged('Orders of organizers', [
  api(
    {
      method: 'get',
      path: '/api/admin/orders/{orderId}',
      may: 'order.manage',
      summary: 'One order with its history.',
      load: loadManagedOrder,
      answer,
    },
    async ({ deps, params }) => {
      return shown(deps, params.orderId);
    },
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/orders/{orderId}/cancel',
      may: 'order.manage',
      summary: 'Cancels an order and gives its places back.',
      load: loadManagedOrder,
      answer,
    },
    async ({ deps, viewer, params: { orderId } }) => {
      await deps.write((work) => cancelOrder(work, { orderId, editorId: viewer.userId, reason: 'byAdmin' }));
      return shown(deps, orderId);
    },
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/orders/{orderId}/data',
      may: 'order.manage',
      summary: 'Changes the addresses; what is not sent stays.',
      load: loadManagedOrder,
      body: z.object({
        contactAddress: z.nullable(addressBody).optional(),
        deliveryAddress: z.nullable(addressBody).optional(),
        invoiceAddress: z.nullable(addressBody).optional(),
      }),
      answer,
    },
    async ({ deps, viewer, params: { orderId }, body }) => {
      await deps.write((work) => changeOrderData(work, { orderId, editorId: viewer.userId, ...body }));
      return shown(deps, orderId);
    },
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/orders/{orderId}/change-buyer',
      may: 'order.manage',
      summary: 'Gives the order to the account of another address; nobody who had it by its visit keeps it.',
      load: loadManagedOrder,
      body: z.object({ newEmail: emailBody }),
      answer,
    },
    async ({ deps, viewer, params: { orderId }, body: { newEmail } }) => {
      await deps.write((work) => changeBuyer(work, { orderId, newEmail, editorId: viewer.userId }));
      return shown(deps, orderId);
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/orders/{orderId}/mails',
      may: 'order.manage',
      summary: 'What was written to the buyer and the participants of an order, newest first, and what became of it.',
      load: loadManagedOrder,
      query: listQuerySchema,
      answer: z.object({ count: z.int(), rows: z.array(orderMailSchema) }),
    },
    async ({ deps, params: { orderId }, query }) => {
      const { count, rows } = await listOrderMails(deps.read, orderId, query);
      return { count, rows: rows.map(orderMailShape) };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/orders/{orderId}/comment',
      may: 'order.manage',
      summary: 'Adds a comment to the history.',
      load: loadManagedOrder,
      body: z.object({ comment: z.string().trim().min(1).max(5000) }),
      answer,
    },
    async ({ deps, viewer, params: { orderId }, body }) => {
      await deps.write((work) =>
        addAudit(work, { orderId, type: 'Comment', editorId: viewer.userId, comment: body.comment }),
      );
      return shown(deps, orderId);
    },
  ),
]);
