import type { ReactElement } from 'react';
import type { OrderRecord } from '#modules/orders/index.ts';
import { Summary, WithSide } from '#src/ui/booking.tsx';
import { Alert } from '#src/ui/display.tsx';
import { RadioCards } from '#src/ui/field.tsx';
import { Button, ButtonLink, ErrorSummary, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { ownOrderPath, paymentPath } from '../paths.ts';
import type { PaymentMethod } from '../rules/methods.ts';

type PaymentPageProps = { order: OrderRecord; methods: readonly PaymentMethod[]; error?: string };

/** How would you like to pay? The sum stays in view. */
export function PaymentPage({ order, methods, error }: PaymentPageProps): ReactElement {
  const { words: pageWords, csrfToken } = usePage();
  const words = pageWords.in(order.event.timeZone);
  const lines = order.orderItems.map((item) => ({
    label: item.name,
    ...(item.amount > 1
      ? { detail: words.t('payments.line.times', { amount: item.amount, price: words.money(item.price) }) }
      : item.code
        ? { detail: item.code }
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
            note: words.t('ui.summary.vatIncluded'),
          }}
        />
      }
    >
      <header className="stack-s">
        <h1>{words.t('payments.page.title')}</h1>
        <p className="lead">{words.t('payments.page.lead', { event: order.event.title })}</p>
      </header>
      {order.expiresAt === null ? null : (
        <Alert tone="wait">
          {words.t('payments.page.heldUntil', { until: words.weekdayDateTime(order.expiresAt) })}
        </Alert>
      )}
      {methods.length === 0 ? (
        <Alert tone="bad" title={words.t('payments.none.title')}>
          <p>{words.t('payments.none.text')}</p>
          <p>
            <a href={ownOrderPath(order.id)}>{words.t('payments.toOrder')}</a>
          </p>
        </Alert>
      ) : (
        <Form csrfToken={csrfToken} action={paymentPath(order.event.id, order.id)}>
          {error ? (
            <ErrorSummary title={words.t('ui.errors.title', { count: 1 })} errors={{ paymentMethod: error }} />
          ) : null}
          <RadioCards
            name="paymentMethod"
            label={words.t('payments.method.label')}
            error={error ?? null}
            defaultValue={methods[0]}
            choices={methods.map((method) => ({
              value: method,
              label: words.t(`payments.method.${method}`),
              text: words.t(`payments.method.${method}.text`),
              aside: words.money(order.totalPrice),
            }))}
          />
          <div className="form-actions">
            <Button>{words.t('payments.page.submit')}</Button>
            <ButtonLink look="plain" href={ownOrderPath(order.id)}>
              {words.t('payments.page.later')}
            </ButtonLink>
          </div>
        </Form>
      )}
    </WithSide>
  );
}
