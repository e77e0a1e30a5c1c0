import type { ReactElement, ReactNode } from 'react';
import type { OrderRecord } from '#modules/orders/index.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Button, ErrorSummary, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paymentPath } from '../paths.ts';
import type { PaymentMethod } from '../rules/methods.ts';
import { MethodChoice, methodField } from './method-choice.tsx';

export function PaymentChoice(props: {
  order: Pick<OrderRecord, 'id' | 'event'>;
  /** Open amount, cents. */
  open: Cents;
  methods: readonly PaymentMethod[];
  i18n: Translator;
  submit: string;
  error?: string | undefined;
  /** The error is not about the choice: its payment could not start. */
  isRefused?: boolean | undefined;
  children?: ReactNode;
}): ReactElement {
  const { order, open, methods, i18n, submit, error, isRefused, children } = props;
  return (
    <Form csrfToken={usePage().csrfToken} action={paymentPath(order.event.id, order.id)}>
      {error ? (
        <ErrorSummary
          title={isRefused ? i18n.t('payments.failed.retry') : i18n.t('ui.errors.title', { count: 1 })}
          errors={{ [methodField]: error }}
        />
      ) : null}
      <MethodChoice amount={open} methods={methods} i18n={i18n} error={error} />
      <div className="form-actions">
        <Button>{submit}</Button>
        {children}
      </div>
    </Form>
  );
}
