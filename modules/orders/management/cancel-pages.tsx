import type { ReactElement } from 'react';
import { idsOf } from '#src/access/permissions.ts';
import { centsFromZero } from '#src/kernel/money.ts';
import type { Problem } from '#src/kernel/problem.ts';
import { Alert } from '#src/ui/display.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { formPages } from '#src/web/forms/form-pages.ts';
import { runForm, showAgain } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { managesOrder } from '../load.ts';
import { cancelOrder } from '../order/cancel-order.ts';
import type { AdminOrderRecord } from '../read-admin.ts';
import { feeOf } from '../rules/cancel-refund.ts';
import type { OrderMoney } from '../rules/order-money.ts';
import { CancelMoney, cancelMoneyIn, shownLeft } from './cancel-money.tsx';
import { grantedBy } from './cancel-refund.ts';
import { type OrderCall, wordsHere } from './order-frame.tsx';
import { OrderFacts } from './status-pages.tsx';

type QuestionProps = { order: AdminOrderRecord; money: OrderMoney; state: FormState | undefined };

/** The question before an order is canceled, together with what goes back of its money. */
function CancelOrderPage({ order, money, state }: QuestionProps): ReactElement {
  const { i18n } = usePage();
  const left = money.refundable;
  return (
    <Confirm
      action={`/admin/orders/${order.id}/cancel`}
      fields={{ left }}
      text={
        <>
          <OrderFacts order={order} />
          <Alert tone="wait" title={i18n.t('ordersAdmin.cancelWarning')}>
            {i18n.t(cancelText(money))}
          </Alert>
        </>
      }
      button={i18n.t('ordersAdmin.cancelConfirm')}
      back={`/admin/orders/${order.id}`}
      backLabel={i18n.t('ordersAdmin.cancelKeep')}
      refusal={state?.refusal ?? null}
      state={state}
    >
      {left > 0 ? (
        <CancelMoney sums={{ full: left, withoutProcessingFee: centsFromZero(left - feeOf(order)) }} isMany={false} />
      ) : null}
    </Confirm>
  );
}

const cancelText = ({ received, refundable }: OrderMoney) =>
  refundable > 0
    ? 'ordersAdmin.cancelDecide'
    : received > 0
      ? 'ordersAdmin.cancelGivenBack'
      : 'ordersAdmin.cancelUnpaid';

async function show(call: OrderCall, state?: FormState): Promise<Response> {
  const order = call.record;
  if (order.status === 'canceled' && !state) return call.redirect(`/admin/orders/${order.id}`);
  const title = wordsHere(call, order).t('ordersAdmin.cancelTitle', { orderNumber: order.orderNumber });
  return call.render(
    <CancelOrderPage order={order} money={await call.deps.orderMoney(order)} state={state} />,
    { title, frame: 'admin', organizerIds: idsOf(order.organizers), admin: { eventId: order.event.id } },
    formStatus(state),
  );
}

/** Does what the question showed, and nothing else: what is left must be what it was there. */
async function cancel(call: OrderCall) {
  const { deps, viewer, now, record: order } = call;
  const { refundable } = await deps.orderMoney(order);
  const decided = cancelMoneyIn(call, refundable > 0 && order.status !== 'canceled');
  if ('errors' in decided) return showAgain(call, decided);
  const refund = grantedBy(viewer, decided.refund, now);
  const giveBack = deps.givingBack({ ...refund, shown: shownLeft(call) });
  return runForm(
    call,
    async () => {
      await deps.write((work) =>
        cancelOrder(work, { orderId: order.id, editorId: viewer.userId, reason: 'byAdmin', giveBack }),
      );
      return `/admin/orders/${order.id}?done=canceled`;
    },
    {
      beside: (problem: Problem) =>
        problem.code.startsWith('CANT_REFUND_') && problem.code !== 'CANT_REFUND_MEANWHILE'
          ? { amount: call.i18n.t(`problem.${problem.code}` as never) }
          : null,
    },
  );
}

export const cancelPages = formPages({
  path: '/admin/orders/{orderId}/cancel',
  ...managesOrder,
  of: (call: OrderCall) => call,
  show,
  save: cancel,
});
