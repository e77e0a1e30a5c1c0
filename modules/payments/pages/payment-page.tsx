import type { ReactElement } from 'react';
import { itemLabel, OrderHead, type OrderRecord } from '#modules/orders/index.ts';
import { isTaxed } from '#modules/orders/rules/order-item.ts';
import type { OrderMoney } from '#modules/orders/rules/order-money.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
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
  /** Open amount, cents. */
  open: Cents;
  /** Money received so far. */
  paid: OrderMoney['payments'];
  methods: readonly PaymentMethod[];
  i18n: Translator;
  error?: string;
  isRefused?: boolean;
};

export function PaymentPage({
  order,
  open,
  paid,
  steps,
  methods,
  i18n,
  error,
  isRefused,
}: PaymentPageProps): ReactElement {
  const lines = order.orderItems.map((item) => ({
    label: itemLabel(item, i18n),
    ...(item.amount > 1
      ? { detail: i18n.t('payments.line.times', { amount: item.amount, price: i18n.money(item.price) }) }
      : {}),
    amount: i18n.money(item.priceTotal),
  }));
  return (
    <WithSide
      side={
        <Summary
          lines={lines}
          total={i18n.money(order.totalPrice)}
          texts={{
            title: i18n.t('payments.summary.title', { orderNumber: order.orderNumber }),
            total: i18n.t('ui.summary.total'),
            note: isTaxed(order.orderItems) ? i18n.t('ui.summary.vatIncluded') : '',
          }}
        />
      }
    >
      <OrderHead order={order} steps={steps} title={i18n.t('payments.page.title')} i18n={i18n}>
        {methods.length === 0 ? null : (
          <p className="lead">
            {isPaidStatus(order.status)
              ? i18n.t('moves.rest.lead', { event: order.event.title, orderNumber: order.orderNumber })
              : i18n.t('payments.page.lead', { event: order.event.title })}
          </p>
        )}
      </OrderHead>
      {order.expiresAt === null ? null : (
        <Alert tone="wait">{i18n.t('payments.page.heldUntil', { until: i18n.weekdayDateTime(order.expiresAt) })}</Alert>
      )}
      {order.status === 'pending' && paid.length > 0 ? (
        <Alert tone="good" title={i18n.t('payments.paidSoFar.open', { open: i18n.money(open) })}>
          {paid.map((payment) => (
            <p key={payment.at + payment.note}>{paidSoFar(i18n, payment)}</p>
          ))}
        </Alert>
      ) : null}
      {methods.length === 0 ? (
        <Alert tone="bad" title={i18n.t('payments.none.title')}>
          <p>{i18n.t('payments.none.text')}</p>
          <p>
            <a href={ownOrderPath(order.id)}>{i18n.t('payments.toOrder')}</a>
          </p>
        </Alert>
      ) : (
        <PaymentChoice
          order={order}
          open={open}
          methods={methods}
          i18n={i18n}
          submit={i18n.t('payments.page.submit')}
          error={error}
          isRefused={isRefused}
        >
          <ButtonLink look="plain" href={ownOrderPath(order.id)}>
            {i18n.t('payments.page.later')}
          </ButtonLink>
        </PaymentChoice>
      )}
      <ReloadedWhenRestored />
    </WithSide>
  );
}
