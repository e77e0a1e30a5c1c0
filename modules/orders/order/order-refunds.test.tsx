import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { fromIso } from '#src/kernel/time.ts';
import { translatorFor } from '#src/texts/locale.ts';
import type { OrderMoney } from '../rules/order-money.ts';
import { OrderRefunds } from './order-refunds.tsx';

const at = fromIso('2026-03-02T10:00:00Z');

type Refund = OrderMoney['refunds'][number];

const shown = (reason: Refund['reason'], change: Partial<Refund> = {}, byLink = false): string =>
  renderToStaticMarkup(
    <OrderRefunds
      order={{ id: 1 }}
      money={{
        received: cents(5000),
        refunded: cents(2500),
        open: cents(0),
        restDue: null,
        refundable: cents(2500),
        reference: 'SB1',
        payments: [],
        refunds: [
          {
            id: 1,
            at,
            settledAt: at,
            amount: cents(2500),
            reason,
            status: 'completed',
            way: 'provider',
            method: 'visa',
            iban: null,
            accountHolder: null,
            isInFile: false,
            message: null,
            ...change,
          },
        ],
        attempts: [],
      }}
      i18n={translatorFor('de')}
      byLink={byLink}
    />,
  );

test('tells the buyer why money is refunded without a request', () => {
  expect(shown('twice')).toContain('zweimal bezahlt worden. 25,00');
  expect(shown('late')).toContain('schon storniert war. 25,00');
  expect(shown('excess')).toContain('mehr bezahlt, als offen war. 25,00');
  expect(shown('granted')).toContain('<p>25,00');
});

test('a viewer by link is referred to the mail with the account form', () => {
  const waiting = { status: 'pending', way: 'transfer', settledAt: null } as const;
  expect(shown('granted', waiting)).toContain('href="/orders/1/refund-account"');
  expect(shown('granted', waiting, true)).toContain('Den Link dafür hast du per E-Mail bekommen');
  expect(shown('granted', waiting, true)).not.toContain('href');
  expect(shown('granted', { ...waiting, iban: 'AT611904300234573201' }, true)).not.toMatch(/href|E-Mail/);
});
