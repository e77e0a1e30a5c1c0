import * as z from 'zod';
import { eventIdsOf } from '#modules/events/index.ts';
import { type ApiRoute, api } from '#src/platform/http.ts';
import { listQuerySchema } from '#src/platform/list-query.ts';
import { cancelOrder } from '../order/cancel-order.ts';
import { adminOrderShapeSchema } from '../shapes.ts';
import { adminOrderShape, adminOrdersOf } from './admin-read.ts';
import { requireOrderRole } from './api.ts';
import { listOrders } from './order-list.ts';

const tag = 'Orders of organizers';

export const orderListApi: readonly ApiRoute[] = [
  api(
    {
      method: 'get',
      path: '/api/admin/orders',
      may: 'order.manage',
      tag,
      summary: 'Orders of the events that the caller works for.',
      query: listQuerySchema,
      answer: z.object({ count: z.int(), rows: z.array(adminOrderShapeSchema) }),
    },
    async ({ deps, viewer, query }) => {
      const { count, ids } = await listOrders(deps.read, query, await eventIdsOf(deps.read, viewer));
      return { count, rows: (await adminOrdersOf(deps.read, ids)).map(adminOrderShape) };
    },
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/orders/cancel',
      may: 'order.manage',
      tag,
      summary: 'Cancels several orders; those that are canceled already are left alone.',
      body: z.object({ orderIds: z.array(z.int().positive()).min(1).max(500) }),
      answer: z.object({ count: z.int() }),
    },
    async ({ deps, viewer, body }) => {
      const orderIds = [...new Set(body.orderIds)];
      for (const orderId of orderIds) await requireOrderRole(deps, viewer, orderId);
      const open = (await adminOrdersOf(deps.read, orderIds)).filter((order) => order.status !== 'canceled');
      await deps.write(async (work) => {
        for (const { id } of open) {
          await cancelOrder(work, { orderId: id, editorId: viewer.userId, reason: 'byAdmin' });
        }
      });
      return { count: open.length };
    },
  ),
];
