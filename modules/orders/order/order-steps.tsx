import type { ReactElement, ReactNode } from 'react';
import { catalogOf } from '#modules/events/index.ts';
import type { Reader } from '#src/data/database.ts';
import { present } from '#src/kernel/assert.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Stepper } from '#src/ui/booking.tsx';
import type { OrderRecord } from '../read.ts';
import { isPaidStatus } from '../rules/order-state.ts';
import { type BookingStep, eventPath, stepLabel, stepsOf } from '../rules/steps.ts';

/** The steps that the booking of this order had; who had nothing to pay had no payment. */
export async function stepsOfOrder(
  reader: Reader,
  order: Pick<OrderRecord, 'eventId' | 'totalPrice'>,
): Promise<BookingStep[]> {
  const steps = stepsOf(present(await catalogOf(reader, order.eventId), 'an order has an event'));
  return order.totalPrice === 0 ? steps.filter((step) => step !== 'payment') : steps;
}

/**
 * Heading and numbered steps of what was ordered. The steps before are done for good, so none leads back; a canceled
 * order is on no way any more.
 */
export function OrderHead(props: {
  order: Pick<OrderRecord, 'event' | 'eventId' | 'status'>;
  steps: readonly BookingStep[];
  title: string;
  i18n: Translator;
  children?: ReactNode;
}): ReactElement {
  const { order, steps, title, i18n, children } = props;
  const at = steps.indexOf(isPaidStatus(order.status) ? 'completed' : 'payment');
  return (
    <header className="stack-s booking-head">
      <p className="soft">
        <a href={eventPath(String(order.eventId))}>{order.event.title}</a>
      </p>
      <h1>{title}</h1>
      {order.status === 'canceled' ? null : (
        <Stepper
          texts={{ label: i18n.t('ui.stepper.label'), complete: i18n.t('orders.step.done') }}
          steps={steps.map((step, index) => ({
            label: i18n.t(stepLabel({ catalog: order }, step)),
            state: index < at ? 'complete' : index === at ? 'current' : 'ahead',
          }))}
        />
      )}
      {children}
    </header>
  );
}
