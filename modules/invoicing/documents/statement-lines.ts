import { type Cents, cents, toPercent } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { SettlementFigures } from '../rules/settlement.ts';
import type { ShareKind } from '../rules/shares.ts';

export type StatementLine = {
  key: string;
  label: string;
  amount: Cents;
  /** `sum`: total of the lines above; `aside`: not part of it. */
  kind: 'line' | 'sum' | 'aside';
};

/** Lines from takings to payout; lines of 0 are left out. */
export function statementLines(figures: SettlementFigures, i18n: Translator): StatementLine[] {
  const { tax } = figures;
  const line = (key: string, label: string, amount: number, kind: StatementLine['kind'] = 'line'): StatementLine => ({
    key,
    label,
    amount: cents(amount),
    kind,
  });
  const rate = (percent: number) => i18n.number(percent);
  const shareLines = (kind: ShareKind, sign: 1 | -1) =>
    figures.shares
      .filter((share) => share.kind === kind)
      .map((share) =>
        line(
          `${kind} ${share.rate}`,
          i18n.t(`settlement.share.${kind}`, { rate: rate(toPercent(share.rate)) }),
          sign * share.amount,
        ),
      );
  const lines = [
    line('carriedIn', i18n.t('settlement.carriedIn'), figures.carriedIn),
    line('received', i18n.t('settlement.received'), figures.received),
    line('refunded', i18n.t('settlement.refunded'), -figures.refunded),
    line('cash', i18n.t('settlement.cash'), -figures.cash),
    line(
      'disagio',
      i18n.t('settlement.disagio', { rate: rate(toPercent(figures.disagioRate)), of: i18n.money(figures.byCard) }),
      -figures.disagio,
    ),
    line('ticketFees', i18n.t('settlement.ticketFees', { count: figures.tickets }), -figures.ticketFees),
    ...shareLines('voucher', 1),
    ...shareLines('article', -1),
    line('balance', i18n.t('settlement.balance'), figures.balance, 'sum'),
    line('kept', i18n.t('settlement.keptForRefunds'), -figures.keptForRefunds),
    line('owed', i18n.t('settlement.owed'), Math.max(0, -figures.carriedOut)),
    line('payout', i18n.t('settlement.payout'), figures.payout, 'sum'),
    line(
      'tax',
      tax.category === 'AE'
        ? i18n.t('settlement.taxReverse', { fees: i18n.money(figures.fees) })
        : i18n.t('settlement.taxWithin', { fees: i18n.money(figures.fees), rate: rate(toPercent(tax.rate)) }),
      figures.feesTax,
      'aside',
    ),
    line('held', i18n.t('settlement.held'), figures.held, 'aside'),
    line('open', i18n.t('settlement.open'), figures.open, 'aside'),
  ];
  const always = new Set(['received', 'refunded', 'balance', 'payout']);
  return lines.filter(({ key, amount }) => amount !== 0 || always.has(key));
}
