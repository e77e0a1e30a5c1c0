import type { ReactElement } from 'react';
import { type Cents, sumCents } from '#src/kernel/money.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { RadioCards } from '#src/ui/field.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import type { AdminOrderRecord } from '../read-admin.ts';
import type { OrderMoney } from '../rules/order-money.ts';
import { mayChangeStatus, type OrderStatus, orderStatuses } from '../rules/order-state.ts';

/** Questions before an order becomes something else, each with what it means. */

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

/** Refunds that have not begun are taken back when the order comes back. */
const waitingRefunds = ({ refunds }: OrderMoney): Cents =>
  sumCents(
    refunds
      .filter(
        ({ status, reason, way, isInFile }) =>
          status === 'pending' && reason === 'granted' && way !== 'provider' && !isInFile,
      )
      .map(({ amount }) => amount),
  );

/** The question before a canceled order comes back: its places, its money, its mails. */
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

/** `complete` of a canceled order is what its money makes of it when it comes back, and nothing that is set. */
const settableStatuses = (from: OrderStatus): OrderStatus[] =>
  orderStatuses.filter((to) => mayChangeStatus(from, to) && !(from === 'canceled' && to === 'complete'));

/** The states that an order may have next, each with what follows from it. */
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
