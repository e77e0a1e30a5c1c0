import type { ReactElement } from 'react';
import { idsOf } from '#src/access/permissions.ts';
import { type Cents, centsFromZero, sumCents } from '#src/kernel/money.ts';
import type { Problem } from '#src/kernel/problem.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { MoneyField, RadioCards } from '#src/ui/field.tsx';
import { readCents } from '#src/ui/format.ts';
import { usePage } from '#src/ui/page.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { formPages } from '#src/web/forms/form-pages.ts';
import { postedText, runForm, showAgain } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import type { PageCall } from '#src/web/http.ts';
import { managesOrder } from '../load.ts';
import { cancelOrder } from '../order/cancel-order.ts';
import type { AdminOrderRecord } from '../read-admin.ts';
import { type CancelRefund, cancelRefundModes, feeOf, noRefund } from '../rules/cancel-refund.ts';
import type { OrderMoney } from '../rules/order-money.ts';
import { mayChangeStatus, type OrderStatus, orderStatuses } from '../rules/order-state.ts';
import { grantedBy } from './cancel-orders.ts';
import { type OrderCall, orderPageTranslator } from './order-frame.tsx';

/** Confirmation pages for a change of an order's status, with its consequences. */

export function OrderFacts({ order }: { order: AdminOrderRecord }): ReactElement {
  const { i18n } = usePage();
  return (
    <Facts
      facts={[
        { label: i18n.t('ordersAdmin.column.event'), value: order.event.title },
        { label: i18n.t('ordersAdmin.column.buyer'), value: order.user.email },
        { label: i18n.t('ordersAdmin.column.total'), value: i18n.money(order.totalPrice) },
      ]}
    />
  );
}

/** Refunds that have not started are withdrawn when the order comes back. */
const waitingRefunds = ({ refunds }: OrderMoney): Cents =>
  sumCents(
    refunds
      .filter(
        ({ status, reason, way, isInFile }) =>
          status === 'pending' && reason === 'granted' && way !== 'provider' && !isInFile,
      )
      .map(({ amount }) => amount),
  );

export function ReactivateOrderPage({ order, money }: { order: AdminOrderRecord; money: OrderMoney }): ReactElement {
  const { i18n } = usePage();
  const waiting = waitingRefunds(money);
  const isPaid = order.totalPrice > 0 ? money.refundable + waiting >= order.totalPrice : order.paymentMethod !== null;
  return (
    <Confirm
      action={`/admin/orders/${order.id}/status`}
      fields={{ status: 'pending' }}
      text={
        <>
          <OrderFacts order={order} />
          <Alert tone="wait" title={i18n.t('orderActions.reactivate.warning')}>
            <ul>
              <li>{i18n.t('orderActions.reactivate.places')}</li>
              <li>
                {isPaid
                  ? i18n.t('orderActions.reactivate.paid')
                  : order.paymentMethod === 'bank'
                    ? i18n.t('orderActions.reactivate.unpaidBank', { amount: i18n.money(order.totalPrice) })
                    : i18n.t('orderActions.reactivate.unpaid', {
                        amount: i18n.money(order.totalPrice),
                        minutes: order.event.onlinePaymentHoldMinutes,
                      })}
              </li>
              {waiting > 0 ? (
                <li>{i18n.t('orderActions.reactivate.refunds', { amount: i18n.money(waiting) })}</li>
              ) : null}
              <li>{i18n.t('orderActions.reactivate.mails')}</li>
            </ul>
          </Alert>
        </>
      }
      button={i18n.t('orderActions.reactivate.confirm')}
      isHarmless
      back={`/admin/orders/${order.id}`}
      backLabel={i18n.t('orderActions.reactivate.keep')}
    />
  );
}

/** `complete` of a canceled order follows from its money and cannot be set. */
const settableStatuses = (from: OrderStatus): OrderStatus[] =>
  orderStatuses.filter((to) => mayChangeStatus(from, to) && !(from === 'canceled' && to === 'complete'));

export function SetStatusPage({ order, error }: { order: AdminOrderRecord; error: string | null }): ReactElement {
  const { i18n } = usePage();
  const choices = settableStatuses(order.status).map((to) => ({
    value: to,
    label: i18n.t(`ui.status.${to}`),
    text: i18n.t(`orderActions.status.${to}.text`),
  }));
  return (
    <Confirm
      action={`/admin/orders/${order.id}/status`}
      text={
        <>
          <OrderFacts order={order} />
          <p>{i18n.t('orderActions.status.now', { status: i18n.t(`ui.status.${order.status}`) })}</p>
        </>
      }
      button={i18n.t('orderActions.status.submit')}
      isHarmless
      hasRequired
      back={`/admin/orders/${order.id}`}
    >
      <RadioCards name="status" label={i18n.t('orderActions.status.label')} choices={choices} error={error} required />
    </Confirm>
  );
}

type QuestionProps = { order: AdminOrderRecord; money: OrderMoney; state: FormState | undefined };

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
  const title = orderPageTranslator(call, order).t('ordersAdmin.cancelTitle', { orderNumber: order.orderNumber });
  return call.render(
    <CancelOrderPage order={order} money={await call.deps.orderMoney(order)} state={state} />,
    { title, frame: 'admin', organizerIds: idsOf(order.organizers), admin: { eventId: order.event.id } },
    formStatus(state),
  );
}

/** Cancels only if the refundable sum is still the one shown. */
async function cancel(call: OrderCall) {
  const { deps, viewer, now, record: order } = call;
  const { refundable } = await deps.orderMoney(order);
  const decided = cancelMoneyIn(call, refundable > 0 && order.status !== 'canceled');
  if ('errors' in decided) return showAgain(call, decided);
  const refund = grantedBy(viewer, decided.refund, now);
  const giveBack = deps.openCancellationRefund({ ...refund, shown: shownLeft(call) });
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
  loadData: (call: OrderCall) => call,
  show,
  save: cancel,
});

/** Cents per choice that has no sum of its own. */
export type CancelSums = Record<'full' | 'withoutProcessingFee', Cents>;

/** Refund choice of a cancellation; nothing is preselected. */
export function CancelMoney({ sums, isMany }: { sums: CancelSums; isMany: boolean }): ReactElement {
  const { i18n } = usePage();
  const { full, withoutProcessingFee } = sums;
  const modes = cancelRefundModes.filter((mode) => mode !== 'withoutProcessingFee' || withoutProcessingFee < full);
  return (
    <>
      <RadioCards
        name="refund"
        label={i18n.t('refunds.mode')}
        choices={modes.map((mode) => ({
          value: mode,
          label: i18n.t(mode === 'none' ? 'ordersAdmin.cancelMode.none' : `refunds.mode.${mode}`),
          ...(mode === 'full' || mode === 'withoutProcessingFee' ? { aside: i18n.money(sums[mode]) } : {}),
        }))}
      />
      <MoneyField
        name="amount"
        label={i18n.t(isMany ? 'refunds.many.amount' : 'refunds.amount')}
        hint={isMany ? i18n.t('orderList.cancel.amountHint') : i18n.t('refunds.amountHint', { left: i18n.money(full) })}
      />
    </>
  );
}

/** The posted refund choice or its errors. `isAsked`: there is money to decide about. */
export function cancelMoneyIn(
  call: Pick<PageCall, 'form' | 'i18n'>,
  isAsked: boolean,
): { refund: CancelRefund } | { errors: Record<string, string> } {
  const { form, i18n } = call;
  const mode = cancelRefundModes.find((each) => each === form.get('refund'));
  if (!mode) return isAsked ? { errors: { refund: i18n.t('refunds.modeMissing') } } : { refund: noRefund };
  if (mode !== 'custom') return { refund: { mode } };
  const amount = readCents(postedText(call, 'amount'), i18n.locale);
  return amount === null || amount <= 0
    ? { errors: { amount: i18n.t('refunds.amountWrong') } }
    : { refund: { mode, amount } };
}

/** Cents that the page showed; null: none. */
export const shownLeft = ({ form }: Pick<PageCall, 'form'>): number | null => {
  const digits = /^\d{1,12}$/.exec(String(form.get('left') ?? ''));
  return digits ? Number(digits[0]) : null;
};
