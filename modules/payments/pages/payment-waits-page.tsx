import type { ReactElement } from 'react';
import { OrderHead, type OrderRecord } from '#modules/orders/index.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { ReloadedWhenRestored } from '#src/ui/restored.tsx';
import { bankTransferPath, ownOrderPath, paymentPath, paymentSuccessPath } from '../paths.ts';

export function PaymentWaitsPage(props: {
  order: OrderRecord;
  steps: readonly BookingStep[];
  i18n: Translator;
}): ReactElement {
  const { order, steps, i18n } = props;
  const isTransfer = order.paymentMethod === 'bank';
  return (
    <div className="stack" data-payment-waits={isTransfer ? undefined : order.id}>
      <OrderHead order={order} steps={steps} title={i18n.t('afterOrder.success.pendingTitle')} i18n={i18n}>
        <p className="lead">{i18n.t('afterOrder.success.pending', { event: order.event.title })}</p>
      </OrderHead>
      {order.expiresAt === null ? null : (
        <Alert tone="wait">{i18n.t('afterOrder.fail.hold', { until: i18n.weekdayDateTime(order.expiresAt) })}</Alert>
      )}
      {isTransfer ? null : <p>{i18n.t('afterOrder.success.onlyOnce')}</p>}
      <div className="form-actions">
        <ButtonLink href={paymentSuccessPath(order.id)}>{i18n.t('afterOrder.success.reload')}</ButtonLink>
        <ButtonLink look="quiet" href={isTransfer ? bankTransferPath(order.id) : paymentPath(order.event.id, order.id)}>
          {i18n.t(isTransfer ? 'orders.todo.toTransfer' : 'orders.todo.toPayment')}
        </ButtonLink>
        <ButtonLink look="plain" href={ownOrderPath(order.id)}>
          {i18n.t('payments.toOrder')}
        </ButtonLink>
      </div>
      <ReloadedWhenRestored />
    </div>
  );
}
