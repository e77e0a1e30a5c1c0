import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { fromIso } from '#src/kernel/time.ts';
import { wordsFor } from '#src/platform/locale.ts';
import type { OrderMoney } from '../rules/order-money.ts';
import { OrderRefunds } from './order-refunds.tsx';

const at = fromIso('2026-03-02T10:00:00Z');

const shown = (reason: OrderMoney['refunds'][number]['reason']): string =>
  renderToStaticMarkup(
    <OrderRefunds
      order={{ id: 1 }}
      money={{
        received: cents(5000),
        refunded: cents(2500),
        open: cents(0),
        refundable: cents(2500),
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
          },
        ],
        attempts: [],
      }}
      words={wordsFor('de')}
    />,
  );

test('the buyer reads why money comes back that nobody asked back', () => {
  expect(shown('twice')).toContain('zweimal bezahlt worden. 25,00');
  expect(shown('late')).toContain('schon storniert war. 25,00');
  expect(shown('excess')).toContain('mehr bezahlt, als offen war. 25,00');
  expect(shown('granted')).toContain('<p>25,00');
});
