import type { ReactElement, ReactNode } from 'react';
import type { OrderRecord } from '#modules/orders/index.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { RadioCards } from '#src/ui/field.tsx';
import { Button, ErrorSummary, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paymentPath } from '../paths.ts';
import type { PaymentMethod } from '../rules/methods.ts';

const methodField = 'paymentMethod';

export function MethodChoice(props: {
  amount: Cents;
  methods: readonly PaymentMethod[];
  chosen?: string | undefined;
  i18n: Translator;
  error?: string | undefined;
}): ReactElement {
  const { amount, methods, chosen, i18n, error } = props;
  const { files } = usePage().assets.manifest;
  return (
    <RadioCards
      name={methodField}
      label={i18n.t('payments.method.label', { amount: i18n.money(amount) })}
      error={error ?? null}
      defaultValue={methods.find((method) => method === chosen) ?? methods[0]}
      choices={methods.map((method) => {
        const mark = files[`icons/pay/${method}.svg`];
        return {
          value: method,
          label: i18n.t(`payments.method.${method}`),
          text: i18n.t(`payments.method.${method}.text`),
          ...(mark ? { aside: <img className="payment-mark" src={mark} alt="" width="40" height="26" /> } : {}),
        };
      })}
    />
  );
}

export function PaymentChoice(props: {
  order: Pick<OrderRecord, 'id' | 'event'>;
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
