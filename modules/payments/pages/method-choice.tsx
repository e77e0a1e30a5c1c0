import type { ReactElement } from 'react';
import type { Cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { RadioCards } from '#src/ui/field.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { PaymentMethod } from '../rules/methods.ts';

export const methodField = 'paymentMethod';

/** One of the ways to pay, each with its mark. */
export function MethodChoice(props: {
  /** What is to be paid, cents. */
  amount: Cents;
  methods: readonly PaymentMethod[];
  /** Of these; else the first one is. */
  chosen?: string | undefined;
  words: Translator;
  error?: string | undefined;
}): ReactElement {
  const { amount, methods, chosen, words, error } = props;
  const { files } = usePage().assets.manifest;
  return (
    <RadioCards
      name={methodField}
      label={words.t('payments.method.label', { amount: words.money(amount) })}
      error={error ?? null}
      defaultValue={methods.find((method) => method === chosen) ?? methods[0]}
      choices={methods.map((method) => {
        const mark = files[`icons/pay/${method}.svg`];
        return {
          value: method,
          label: words.t(`payments.method.${method}`),
          text: words.t(`payments.method.${method}.text`),
          ...(mark ? { aside: <img className="payment-mark" src={mark} alt="" width="40" height="26" /> } : {}),
        };
      })}
    />
  );
}
