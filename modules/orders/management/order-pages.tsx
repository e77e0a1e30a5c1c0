import { requireEventRole } from '#modules/events/index.ts';
import { Problem } from '#src/kernel/problem.ts';
import { idIn, type PageCall, page, type Route } from '#src/platform/http.ts';
import type { MessageKey, Words } from '#src/platform/locale.ts';
import type { Work } from '#src/platform/work.ts';
import { addAudit } from '../order/add-audit.ts';
import { cancelOrder } from '../order/cancel-order.ts';
import { AdminOrderPage, CancelOrderPage } from './admin-order-page.tsx';
import { type AdminOrderRecord, adminOrderOf } from './admin-read.ts';

const doneKeys = [
  'paid',
  'canceled',
  'reactivated',
  'shipped',
  'commented',
  'moved',
  'refunded',
  'refundStatus',
  'refundRetried',
  'refundTransfer',
  'refundAccount',
] as const;

/** What pressing a button of the money's part came to. */
const refundProblems = ['failed', 'refused'] as const;

/** @throws Problem NOT_FOUND for an order of an event that is not the viewer's */
async function managedOrder(call: PageCall<'order.manage'>): Promise<AdminOrderRecord> {
  const order = await adminOrderOf(call.deps.read, idIn(call.params.orderId));
  await requireEventRole(call.deps.read, call.viewer, order.event.id);
  return order;
}

async function render(
  call: PageCall<'order.manage'>,
  order: AdminOrderRecord,
  problem: string | null,
): Promise<Response> {
  const { words, query } = call;
  const money = await call.deps.orderMoney(order);
  const said = refundProblems.find((key) => key === query.get('refund'));
  const done = doneKeys.find((key) => key === query.get('done'));
  return call.render(
    <AdminOrderPage
      order={order}
      money={money}
      done={done ? words.t(`ordersAdmin.done.${done}`) : null}
      problem={problem ?? (said ? words.t(`refunds.problem.${said}`) : null)}
    />,
    {
      title: words.t('ordersAdmin.order', { orderNumber: order.orderNumber }),
      frame: 'admin',
      admin: { intro: <a href="/admin/orders">{words.t('ordersAdmin.back')}</a> },
    },
    problem ? 409 : 200,
  );
}

/** The sentence of a refusal; a mistake of ours goes on its way. */
function sentenceOf(error: unknown, words: Words): string {
  if (!(error instanceof Problem)) throw error;
  const key = `problem.${error.code}`;
  return words.t(words.has(key) ? key : ('problem.UNKNOWN' as MessageKey));
}

/** Runs a verb on an order that the viewer looks after and shows it again, with what was done or why not. */
export async function actOnOrder(
  call: PageCall<'order.manage'>,
  done: (typeof doneKeys)[number],
  verb: (work: Work, order: AdminOrderRecord) => Promise<unknown>,
): Promise<Response> {
  const order = await managedOrder(call);
  try {
    await call.deps.write((work) => verb(work, order));
  } catch (error) {
    return render(call, await managedOrder(call), sentenceOf(error, call.words));
  }
  return call.redirect(`/admin/orders/${order.id}?done=${done}`);
}

const showOrder = page({ method: 'get', path: '/admin/orders/{orderId}', may: 'order.manage' }, async (call) =>
  render(call, await managedOrder(call), null),
);

const askCancel = page({ method: 'get', path: '/admin/orders/{orderId}/cancel', may: 'order.manage' }, async (call) => {
  const order = await managedOrder(call);
  if (order.status === 'canceled') return call.redirect(`/admin/orders/${order.id}`);
  return call.render(<CancelOrderPage order={order} />, {
    title: call.words.t('ordersAdmin.cancelTitle', { orderNumber: order.orderNumber }),
    frame: 'admin',
  });
});

const cancel = page({ method: 'post', path: '/admin/orders/{orderId}/cancel', may: 'order.manage' }, (call) =>
  actOnOrder(call, 'canceled', (work, order) =>
    cancelOrder(work, { orderId: order.id, editorId: call.viewer.userId, reason: 'byAdmin' }),
  ),
);

const comment = page({ method: 'post', path: '/admin/orders/{orderId}/comment', may: 'order.manage' }, async (call) => {
  const text = String(call.form.get('comment') ?? '')
    .trim()
    .slice(0, 5000);
  if (text === '') return render(call, await managedOrder(call), call.words.t('ordersAdmin.commentMissing'));
  return actOnOrder(call, 'commented', (work, order) =>
    addAudit(work, { orderId: order.id, type: 'Comment', editorId: call.viewer.userId, comment: text }),
  );
});

export const orderPagesOfAdmin: Route[] = [showOrder, askCancel, cancel, comment];
