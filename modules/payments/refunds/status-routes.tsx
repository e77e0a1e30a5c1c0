import type { ReactElement } from 'react';
import type { OrderRecord } from '#modules/orders/index.ts';
import { Confirm } from '#src/platform/forms/confirm.tsx';
import { refusalText } from '#src/platform/forms/refusal.ts';
import { page, type Route } from '#src/platform/http.ts';
import { Button } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { moneyOfOrder, refundsOf } from '../money-of-order.ts';
import { adminOrderPath, refundStatusPath } from '../paths.ts';
import { type RefundCall, refundableOrder } from './refund-call.ts';
import { type ShownRefundStatus, setRefundStatus, shownRefundStatuses } from './set-refund-status.ts';

const isStatus = (text: unknown): text is ShownRefundStatus => shownRefundStatuses.includes(text as ShownRefundStatus);

async function show(call: RefundCall, order: OrderRecord, problem?: string): Promise<Response> {
  const rows = await refundsOf(call.deps.read, order.id);
  const open = rows.filter(({ status }) => status === 'pending' || status === 'failed');
  const { kept } = await moneyOfOrder(call.deps.read, order);
  const amount = open.length > 0 ? open.reduce((sum, row) => sum + row.amount, 0) : Math.max(0, kept);
  return call.render(
    <StatusQuestion order={order} amount={amount} problem={problem ?? null} />,
    {
      title: call.words.t('refunds.status.title', { orderNumber: order.orderNumber }),
      frame: 'admin',
      admin: { intro: <a href={adminOrderPath(order.id)}>{call.words.t('refunds.back')}</a> },
    },
    problem ? 409 : 200,
  );
}

/** The question before a refund is said to be done, which cannot be taken back. */
function StatusQuestion(props: { order: OrderRecord; amount: number; problem: string | null }): ReactElement {
  const { order, amount, problem } = props;
  const { words } = usePage();
  return (
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
        refusal={problem}
      />
    </div>
  );
}

export const refundStatusPages: Route[] = [
  page({ method: 'get', path: '/admin/orders/{orderId}/refund-status', may: 'order.refund' }, async (call) =>
    show(call, await refundableOrder(call)),
  ),
  page({ method: 'post', path: '/admin/orders/{orderId}/refund-status', may: 'order.refund' }, async (call) => {
    const order = await refundableOrder(call);
    const refundStatus = call.form.get('refundStatus');
    if (!isStatus(refundStatus)) return show(call, order);
    const { userId: editorId, isSuperAdmin } = call.viewer;
    try {
      await call.deps.write((work) =>
        setRefundStatus(work, { orderIds: [order.id], refundStatus, editorId, isSuperAdmin }),
      );
    } catch (error) {
      return show(call, order, refusalText(error, call.words));
    }
    return call.redirect(`${adminOrderPath(order.id)}?done=refundStatus#money`);
  }),
];
