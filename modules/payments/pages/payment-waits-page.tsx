import type { ReactElement } from 'react';
import { OrderHead, type OrderRecord } from '#modules/orders/index.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { ReloadedWhenRestored } from '#src/ui/restored.tsx';
import { bankTransferPath, ownOrderPath, paymentPath, paymentSuccessPath } from '../paths.ts';

/** Somebody was told that they paid, and the money is not here yet. */
export function PaymentWaitsPage(props: {
  order: OrderRecord;
  steps: readonly BookingStep[];
  words: Translator;
}): ReactElement {
  const { order, steps, words } = props;
  const isTransfer = order.paymentMethod === 'bank';
  return (
    <div className="stack" data-payment-waits={isTransfer ? undefined : order.id}>
      <OrderHead order={order} steps={steps} title={words.t('afterOrder.success.pendingTitle')} words={words}>
        <p className="lead">{words.t('afterOrder.success.pending', { event: order.event.title })}</p>
      </OrderHead>
      {order.expiresAt === null ? null : (
        <Alert tone="wait">{words.t('afterOrder.fail.hold', { until: words.weekdayDateTime(order.expiresAt) })}</Alert>
      )}
      {isTransfer ? null : <p>{words.t('afterOrder.success.onlyOnce')}</p>}
      <div className="form-actions">
        <ButtonLink href={paymentSuccessPath(order.id)}>{words.t('afterOrder.success.reload')}</ButtonLink>
        <ButtonLink look="quiet" href={isTransfer ? bankTransferPath(order.id) : paymentPath(order.event.id, order.id)}>
          {words.t(isTransfer ? 'orders.todo.toTransfer' : 'orders.todo.toPayment')}
        </ButtonLink>
        <ButtonLink look="plain" href={ownOrderPath(order.id)}>
          {words.t('payments.toOrder')}
        </ButtonLink>
      </div>
      <ReloadedWhenRestored />
    </div>
  );
}
