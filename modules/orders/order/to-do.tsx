import type { ReactElement } from 'react';
import type { Words } from '#src/platform/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import type { OrderRecord } from '../read.ts';

/** What is still to do, first of all. */
export function ToDo({ order, words }: { order: OrderRecord; words: Words }): ReactElement | null {
  if (order.status !== 'pending') return null;
  const isTransfer = order.paymentMethod === 'bank';
  return (
    <Alert tone="wait" title={words.t(isTransfer ? 'orders.todo.transfer' : 'orders.todo.pay')}>
      {order.expiresAt ? <p>{words.t('orders.todo.until', { until: words.dateTime(order.expiresAt) })}</p> : null}
      <p>
        <ButtonLink
          href={isTransfer ? `/payment-in-advance/${order.id}` : `/events/${order.eventId}/payment?order=${order.id}`}
        >
          {words.t(isTransfer ? 'orders.todo.toTransfer' : 'orders.todo.toPayment')}
        </ButtonLink>
      </p>
    </Alert>
  );
}
