import type { OrderRecord } from '#modules/orders/index.ts';
import { Confirm } from '#src/platform/forms/confirm.tsx';
import { runForm } from '#src/platform/forms/own-form.ts';
import { type PageCall, page, type Route } from '#src/platform/http.ts';
import { Button } from '#src/ui/form.tsx';
import { loadOrder } from '../load.ts';
import { adminOrderPath, refundStatusPath } from '../paths.ts';
import { settledByHand } from './planned-refunds.ts';
import { setRefundStatus, shownRefundStatuses } from './set-refund-status.ts';

type Call = PageCall<'order.refund', 'orderId', OrderRecord>;

/** The question before a refund is said to be done, which cannot be taken back. */
async function show(call: Call, refusal: string | null = null): Promise<Response> {
  const { deps, words, record: order } = call;
  const { amount } = await settledByHand(deps.read, order);
  return call.render(
    <div className="prose">
      <Confirm
        action={refundStatusPath(order.id)}
        text={<p className="lead">{words.t('refunds.status.question', { amount: words.money(amount) })}</p>}
        risks={[words.t('refunds.status.text')]}
        button={words.t('refunds.status.completed')}
        answer={{ name: 'refundStatus', value: 'completed' }}
        isHarmless
        more={
          <Button look="quiet" name="refundStatus" value="failed">
            {words.t('refunds.status.failed')}
          </Button>
        }
        back={adminOrderPath(order.id)}
        refusal={refusal}
      />
    </div>,
    {
      title: words.t('refunds.status.title', { orderNumber: order.orderNumber }),
      frame: 'admin',
      admin: { intro: <a href={adminOrderPath(order.id)}>{words.t('refunds.back')}</a> },
    },
    refusal ? 409 : 200,
  );
}

const at = { path: '/admin/orders/{orderId}/refund-status', may: 'order.refund', load: loadOrder } as const;

export const refundStatusPages: Route[] = [
  page({ method: 'get', ...at }, (call) => show(call)),
  page({ method: 'post', ...at }, async (call) => {
    const { deps, form, viewer, record: order } = call;
    const refundStatus = shownRefundStatuses.find((status) => status === form.get('refundStatus'));
    if (!refundStatus) return show(call);
    const { userId: editorId, isSuperAdmin } = viewer;
    const done = await runForm(call, async () => {
      await deps.write((work) => setRefundStatus(work, { orderIds: [order.id], refundStatus, editorId, isSuperAdmin }));
      return `${adminOrderPath(order.id)}?done=refundStatus#money`;
    });
    return 'to' in done ? call.redirect(done.to) : show(call, done.state.refusal);
  }),
];
