import * as z from 'zod';
import { loadManagedEvents } from '#modules/events/index.ts';
import { api, tagged } from '#src/web/http.ts';
import { listOrders, orderListQuery } from '../order-list.ts';
import { adminOrderAnswers } from '../read-admin.ts';
import { adminOrderShapeSchema } from '../shapes.ts';
import { cancelOrders, maxCanceled } from './cancel-orders.ts';
import { cancelRefundSchema, grantedBy } from './cancel-refund.ts';
import { requireOrdersRole } from './ticked-orders.ts';

export const orderListApi = tagged('Orders of organizers', [
  api(
    {
      method: 'get',
      path: '/api/admin/orders',
      may: 'order.view',
      summary:
        'Orders of the events that the caller works for, newest first. `q` finds by the beginnings of names and addresses of mail, by order number, payment reference and start number.',
      load: loadManagedEvents,
      query: orderListQuery,
      answer: z.object({ count: z.int(), rows: z.array(adminOrderShapeSchema) }),
    },
    async ({ deps, record: eventIds, query }) => {
      const { count, ids } = await listOrders(deps, query, eventIds);
      return { count, rows: await adminOrderAnswers(deps, ids) };
    },
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/orders/cancel',
      may: 'order.manage',
      summary:
        'Cancels up to 1,000 orders, in portions, with one decision about the money of each; those that are canceled already are left alone and not counted.',
      load: loadManagedEvents,
      body: z.object({
        orderIds: z.array(z.int().positive()).min(1).max(maxCanceled),
        refund: cancelRefundSchema,
      }),
      answer: z.object({ count: z.int() }),
    },
    async ({ deps, viewer, now, record: eventIds, body }) => {
      const { orderIds } = body;
      await requireOrdersRole(deps.read, eventIds, orderIds);
      const refund = grantedBy(viewer, body.refund, now);
      return { count: await cancelOrders(deps, { orderIds, editorId: viewer.userId, refund }) };
    },
  ),
]);
