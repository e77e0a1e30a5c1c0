import type { ReactElement } from 'react';
import type { Cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { RadioCards } from '#src/ui/field.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { PaymentMethod } from '../rules/methods.ts';

export const methodField = 'paymentMethod';

export function MethodChoice(props: {
  /** Amount to pay, cents. */
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
