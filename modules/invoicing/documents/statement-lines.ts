import { type Cents, cents, toPercent } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { SettlementFigures } from '../rules/settlement.ts';
import type { ShareKind } from '../rules/shares.ts';

/** A line of a settlement as people read it, on the page and on paper. */
export type StatementLine = {
  key: string;
  label: string;
  amount: Cents;
  /** `sum`: what the lines before come to; `aside`: beside them. */
  kind: 'line' | 'sum' | 'aside';
};

/** From the takings to the payout, one line after another; a line that is 0 and says nothing is left out. */
export function statementLines(figures: SettlementFigures, words: Translator): StatementLine[] {
  const { tax } = figures;
  const line = (key: string, label: string, amount: number, kind: StatementLine['kind'] = 'line'): StatementLine => ({
    key,
    label,
    amount: cents(amount),
    kind,
  });
  const rate = (percent: number) => words.number(percent);
  const shareLines = (kind: ShareKind, sign: 1 | -1) =>
    figures.shares
      .filter((share) => share.kind === kind)
      .map((share) =>
        line(
          `${kind} ${share.rate}`,
          words.t(`settlement.share.${kind}`, { rate: rate(toPercent(share.rate)) }),
          sign * share.amount,
        ),
      );
  const lines = [
    line('carriedIn', words.t('settlement.carriedIn'), figures.carriedIn),
    line('received', words.t('settlement.received'), figures.received),
    line('refunded', words.t('settlement.refunded'), -figures.refunded),
    line('cash', words.t('settlement.cash'), -figures.cash),
    line(
      'disagio',
      words.t('settlement.disagio', { rate: rate(toPercent(figures.disagioRate)), of: words.money(figures.byCard) }),
      -figures.disagio,
    ),
    line('ticketFees', words.t('settlement.ticketFees', { count: figures.tickets }), -figures.ticketFees),
    ...shareLines('voucher', 1),
    ...shareLines('article', -1),
    line('balance', words.t('settlement.balance'), figures.balance, 'sum'),
    line('kept', words.t('settlement.keptForRefunds'), -figures.keptForRefunds),
    line('owed', words.t('settlement.owed'), Math.max(0, -figures.carriedOut)),
    line('payout', words.t('settlement.payout'), figures.payout, 'sum'),
    line(
      'tax',
      tax.category === 'AE'
        ? words.t('settlement.taxReverse', { fees: words.money(figures.fees) })
        : words.t('settlement.taxWithin', { fees: words.money(figures.fees), rate: rate(toPercent(tax.rate)) }),
      figures.feesTax,
      'aside',
    ),
    line('held', words.t('settlement.held'), figures.held, 'aside'),
    line('open', words.t('settlement.open'), figures.open, 'aside'),
  ];
  const always = new Set(['received', 'refunded', 'balance', 'payout']);
  return lines.filter(({ key, amount }) => amount !== 0 || always.has(key));
}
