import type { ReactElement } from 'react';
import { maskIban } from '#src/kernel/iban.ts';
import type { Translator } from '#src/platform/locale.ts';
import { Card } from '#src/ui/display.tsx';
import type { OrderMoney } from '../rules/order-money.ts';

type Refund = OrderMoney['refunds'][number];

/** What comes back to the buyer: how much, how and when. Nothing where nothing does. */
export function OrderRefunds({ money, words }: { money: OrderMoney; words: Translator }): ReactElement | null {
  const shown = money.refunds.filter(({ status }) => status !== 'withdrawn');
  if (shown.length === 0) return null;
  return (
    <Card title={words.t('refunds.own.title')}>
      {shown.map((refund) => (
        <p key={refund.id}>
          {refund.reason === 'granted' ? null : `${words.t(`refunds.own.${refund.reason}`)} `}
          {sentenceOf(refund, words)}
        </p>
      ))}
    </Card>
  );
}

function sentenceOf(refund: Refund, words: Translator): string {
  const { status, way, iban, settledAt } = refund;
  const amount = words.money(refund.amount);
  if (status === 'failed') return words.t('refunds.own.failed', { amount });
  const key = `payments.method.${refund.method}`;
  const method = words.has(key) ? words.t(key) : refund.method;
  if (status === 'completed') {
    const date = words.date(settledAt ?? refund.at);
    return way === 'provider'
      ? words.t('refunds.own.wentBack', { amount, method, date })
      : words.t('refunds.own.wasTransferred', { amount, date });
  }
  if (way === 'provider') return words.t('refunds.own.goesBack', { amount, method });
  return iban
    ? words.t('refunds.own.transfer', { amount, iban: maskIban(iban) })
    : words.t('refunds.own.transferUnknown', { amount });
}
