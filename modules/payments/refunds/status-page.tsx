import type { OrderRecord } from '#modules/orders/index.ts';
import { Button } from '#src/ui/form.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { formPages } from '#src/web/forms/form-pages.ts';
import { runForm, showAgain } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import type { PageCall } from '#src/web/http.ts';
import { loadOrder } from '../load.ts';
import { adminOrderPath, refundStatusPath } from '../paths.ts';
import { planManualRefund } from './planned-refunds.ts';
import { refundStatuses, setRefundStatus } from './set-refund-status.ts';

type Call = PageCall<'order.refund', 'orderId', OrderRecord>;

async function show(call: Call, state?: FormState): Promise<Response> {
  const { deps, i18n, record: order } = call;
  const { amount } = await planManualRefund(deps.read, order);
  const refusal = state?.refusal ?? null;
  return call.render(
    <div className="prose">
      <Confirm
        action={refundStatusPath(order.id)}
        text={<p className="lead">{i18n.t('refunds.status.question', { amount: i18n.money(amount) })}</p>}
        risks={[i18n.t('refunds.status.text')]}
        button={i18n.t('refunds.status.completed')}
        answer={{ name: 'refundStatus', value: 'completed' }}
        isHarmless
        more={
          <Button look="quiet" name="refundStatus" value="failed">
            {i18n.t('refunds.status.failed')}
          </Button>
        }
        back={adminOrderPath(order.id)}
        refusal={refusal}
      />
    </div>,
    {
      title: i18n.t('refunds.status.title', { orderNumber: order.orderNumber }),
      frame: 'admin',
      admin: { eventId: order.event.id, intro: <a href={adminOrderPath(order.id)}>{i18n.t('refunds.back')}</a> },
    },
    refusal ? 409 : 200,
  );
}

export const refundStatusPages = formPages({
  path: '/admin/orders/{orderId}/refund-status',
  may: 'order.refund',
  load: loadOrder,
  loadData: (call: Call) => call,
  show,
  save: async (call) => {
    const { deps, form, viewer, record: order } = call;
    const refundStatus = refundStatuses.find((status) => status === form.get('refundStatus'));
    if (!refundStatus) return showAgain(call, {});
    const { userId: editorId, isSuperAdmin } = viewer;
    return runForm(call, async () => {
      await deps.write((work) => setRefundStatus(work, { orderIds: [order.id], refundStatus, editorId, isSuperAdmin }));
      return `${adminOrderPath(order.id)}?done=refundStatus#money`;
    });
  },
});
