import type { ReactElement } from 'react';
import { OrderHead, type OrderRecord } from '#modules/orders/index.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { paths } from '#src/ui/paths.ts';
import { ReloadedWhenRestored } from '#src/ui/restored.tsx';
import { bankTransferPath } from '../paths.ts';
import { type FailedTry, failureWord, methodsAfter } from '../rules/failure.ts';
import type { PaymentMethod } from '../rules/methods.ts';
import { methodLabel } from './method-label.ts';
import { PaymentChoice } from './payment-choice.tsx';

/**
 * Page of an unpaid order after a failed payment or without one: what is reserved until when, and how to pay. Uses our
 * own texts, because the issuer's may be in any language.
 */
export function PaymentFailPage(props: {
  order: OrderRecord;
  steps: readonly BookingStep[];
  /** Open amount, cents. */
  open: Cents;
  methods: readonly PaymentMethod[];
  /** The last attempt, if it failed. */
  failed: FailedTry | null;
  i18n: Translator;
}): ReactElement {
  const { order, steps, open, methods, failed, i18n } = props;
  const isTransfer = order.paymentMethod === 'bank';
  // An aborted or expired payment is not an error, so it is not red.
  const isOwnDecision = failed !== null && ['aborted', 'expired'].includes(failureWord(failed));
  return (
    <div className="stack">
      <OrderHead order={order} steps={steps} title={i18n.t('afterOrder.fail.title')} i18n={i18n}>
        {(failed || methods.length === 0) && !isTransfer ? null : (
          <p className="lead">
            {i18n.t(isTransfer ? 'afterOrder.fail.transfer' : 'afterOrder.fail.notTried', {
              event: order.event.title,
            })}
          </p>
        )}
      </OrderHead>
      {failed ? (
        <Alert
          tone={isOwnDecision ? 'wait' : 'bad'}
          title={i18n.t(`payments.failed.${failureWord(failed)}`, { method: methodLabel(i18n, failed.method) })}
        >
          <p>{i18n.t(`payments.failed.${failureWord(failed)}.text`)}</p>
        </Alert>
      ) : null}
      {order.expiresAt === null ? null : (
        <Alert tone="wait">{i18n.t('afterOrder.fail.hold', { until: i18n.weekdayDateTime(order.expiresAt) })}</Alert>
      )}
      {isTransfer ? (
        <p>
          <ButtonLink href={bankTransferPath(order.id)}>{i18n.t('orders.todo.toTransfer')}</ButtonLink>
        </p>
      ) : null}
      {methods.length === 0 ? (
        isTransfer ? null : (
          <Alert tone="bad">{i18n.t('afterOrder.fail.none')}</Alert>
        )
      ) : (
        <PaymentChoice
          order={order}
          open={open}
          methods={methodsAfter(failed, methods)}
          i18n={i18n}
          submit={i18n.t('afterOrder.fail.submit')}
        />
      )}
      <p className="soft">
        {methods.length === 0 ? null : `${i18n.t('afterOrder.fail.later')} `}
        <a href={paths.orders}>{i18n.t('ui.nav.myOrders')}</a>
      </p>
      <ReloadedWhenRestored />
    </div>
  );
}
