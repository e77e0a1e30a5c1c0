import type { ReactElement } from 'react';
import { itemLabel, OrderHead, type OrderRecord } from '#modules/orders/index.ts';
import type { OrderMoney } from '#modules/orders/rules/order-money.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
import { isTaxed } from '#modules/orders/rules/taxes.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Summary, WithSide } from '#src/ui/booking.tsx';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { ReloadedWhenRestored } from '#src/ui/restored.tsx';
import { ownOrderPath } from '../paths.ts';
import type { PaymentMethod } from '../rules/methods.ts';
import { paidSoFar } from './method-label.ts';
import { PaymentChoice } from './payment-choice.tsx';

type PaymentPageProps = {
  order: OrderRecord;
  steps: readonly BookingStep[];
  /** What is still to be paid, cents. */
  open: Cents;
  /** What came in so far. */
  paid: OrderMoney['payments'];
  methods: readonly PaymentMethod[];
  /** In the event's wording and zone. */
  words: Translator;
  error?: string;
  /** As `PaymentChoice` has it. */
  isRefused?: boolean;
};

/** How would you like to pay? The sum stays in view. */
export function PaymentPage({
  order,
  open,
  paid,
  steps,
  methods,
  words,
  error,
  isRefused,
}: PaymentPageProps): ReactElement {
  const lines = order.orderItems.map((item) => ({
    label: itemLabel(item, words),
    ...(item.amount > 1
      ? { detail: words.t('payments.line.times', { amount: item.amount, price: words.money(item.price) }) }
      : {}),
    amount: words.money(item.priceTotal),
  }));
  return (
    <WithSide
      side={
        <Summary
          lines={lines}
          total={words.money(order.totalPrice)}
          texts={{
            title: words.t('payments.summary.title', { orderNumber: order.orderNumber }),
            total: words.t('ui.summary.total'),
            note: isTaxed(order.orderItems) ? words.t('ui.summary.vatIncluded') : '',
          }}
        />
      }
    >
      <OrderHead order={order} steps={steps} title={words.t('payments.page.title')} words={words}>
        {methods.length === 0 ? null : (
          <p className="lead">
            {isPaidStatus(order.status)
              ? words.t('moves.rest.lead', { event: order.event.title, orderNumber: order.orderNumber })
              : words.t('payments.page.lead', { event: order.event.title })}
          </p>
        )}
      </OrderHead>
      {order.expiresAt === null ? null : (
        <Alert tone="wait">
          {words.t('payments.page.heldUntil', { until: words.weekdayDateTime(order.expiresAt) })}
        </Alert>
      )}
      {order.status === 'pending' && paid.length > 0 ? (
        <Alert tone="good" title={words.t('payments.paidSoFar.open', { open: words.money(open) })}>
          {paid.map((payment) => (
            <p key={payment.at + payment.note}>{paidSoFar(words, payment)}</p>
          ))}
        </Alert>
      ) : null}
      {methods.length === 0 ? (
        <Alert tone="bad" title={words.t('payments.none.title')}>
          <p>{words.t('payments.none.text')}</p>
          <p>
            <a href={ownOrderPath(order.id)}>{words.t('payments.toOrder')}</a>
          </p>
        </Alert>
      ) : (
        <PaymentChoice
          order={order}
          open={open}
          methods={methods}
          words={words}
          submit={words.t('payments.page.submit')}
          error={error}
          isRefused={isRefused}
        >
          <ButtonLink look="plain" href={ownOrderPath(order.id)}>
            {words.t('payments.page.later')}
          </ButtonLink>
        </PaymentChoice>
      )}
      <ReloadedWhenRestored />
    </WithSide>
  );
}
