import * as z from 'zod';
import type { Work } from '#src/data/work.ts';
import { type ApiRoute, api, type Method } from '#src/web/http.ts';
import { loadManagedOrder } from './load.ts';
import { adminOrderAnswer } from './read-admin.ts';
import { adminOrderShapeSchema } from './shapes.ts';

export const adminAnswer = z.object({ order: adminOrderShapeSchema });

type Said<B extends z.ZodType> = {
  orderId: number;
  editorId: number;
  body: z.output<B>;
};

type OrderLine = 'order.manage' | 'order.assist' | 'order.note';

/** A call that runs a verb on an order whose event the caller manages, and answers the order as it is then. */
export const changesManagedOrder = <B extends z.ZodType = z.ZodUndefined>(
  call: { method: Method; path: `/api/admin/orders/{orderId}/${string}`; summary: string; body?: B; may?: OrderLine },
  verb: (work: Work, said: Said<B>) => Promise<unknown>,
): ApiRoute =>
  api(
    { ...call, may: call.may ?? 'order.manage', load: loadManagedOrder, answer: adminAnswer },
    async ({ deps, viewer, record: orderId, body }) => {
      await deps.write((work) => verb(work, { orderId, editorId: viewer.userId, body: body as z.output<B> }));
      return { order: await adminOrderAnswer(deps, orderId) };
    },
  );
