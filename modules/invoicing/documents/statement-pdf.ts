import { organizerById } from '#modules/organizers/index.ts';
import { contactLines } from '#modules/organizers/rules/address.ts';
import { methodLabel } from '#modules/payments/index.ts';
import { renderArchived } from '#src/documents/document.ts';
import { formatIban } from '#src/kernel/iban.ts';
import { type Cents, cents, toPercent } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { RequestedBy } from '#src/runtime/processes/drawer.ts';
import type { Translator } from '#src/texts/locale.ts';
import { accentOnPaper } from '#src/ui/theme.ts';
import type { SettlementFigures, ShareKind } from '../rules/settlement.ts';

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

export type Statement = {
  organizerId: number | null;
  eventTitle: string;
  number: number | null;
  from: Instant;
  until: Instant;
  figures: SettlementFigures;
};

export async function statementPdf(
  deps: Pick<Deps, 'read' | 'fonts' | 'config'>,
  statement: Statement,
  i18n: Translator,
  by: RequestedBy,
): Promise<Uint8Array<ArrayBuffer>> {
  const data = await dataOf(deps, statement, i18n);
  const template = 'modules/invoicing/documents/statement.typ';
  // Archived like an invoice, because the same retention applies.
  return renderArchived(deps.fonts, { template, data, xml: null, issuedAt: statement.until }, by);
}

async function dataOf(
  { read, config }: Pick<Deps, 'read' | 'config'>,
  { organizerId, eventTitle, number, from, until, figures }: Statement,
  i18n: Translator,
) {
  const organizer = organizerId === null ? null : await organizerById(read, organizerId);
  const row = ({ label, amount, kind }: StatementLine) => ({
    label,
    value: i18n.money(amount),
    strong: kind === 'sum',
  });
  const lines = statementLines(figures, i18n);
  const name = organizer?.name ?? i18n.t('ui.product.name');
  const { accent, accentInk } = accentOnPaper(organizer?.accentColor);
  const heading =
    number === null ? i18n.t('settlement.draft.title') : i18n.t('settlement.title', { number: String(number) });
  const { iban = null, paymentReference = null } = organizer ?? {};
  return {
    language: i18n.htmlLang,
    title: `${heading}, ${eventTitle}`,
    author: name,
    accent,
    'accent-ink': accentInk,
    organizer: { name, lines: contactLines(organizer) },
    heading,
    note: number === null ? i18n.t('settlement.draft.note') : null,
    facts: [
      { label: i18n.t('settlement.event'), value: eventTitle },
      {
        label: i18n.t('settlement.period'),
        value: i18n.t('settlement.fromUntil', { from: i18n.dateTime(from), until: i18n.dateTime(until) }),
      },
      { label: i18n.t('settlement.account'), value: iban ? formatIban(iban) : i18n.t('settlement.noAccount') },
      ...(paymentReference ? [{ label: i18n.t('settlement.reference'), value: paymentReference }] : []),
    ],
    rows: lines.filter(({ kind }) => kind !== 'aside').map(row),
    aside: lines.filter(({ kind }) => kind === 'aside').map(row),
    'aside-title': i18n.t('settlement.aside'),
    methods: {
      title: i18n.t('settlement.byMethod'),
      heads: [
        i18n.t('settlement.method'),
        i18n.t('settlement.payments'),
        i18n.t('settlement.received'),
        i18n.t('settlement.refunded'),
      ],
      rows: figures.byMethod.map((sums) => [
        methodLabel(i18n, sums.method),
        i18n.number(sums.payments),
        i18n.money(sums.received),
        i18n.money(sums.refunded),
      ]),
    },
    foot: [
      i18n.t('settlement.foot', { platform: i18n.t('ui.product.name') }),
      config.imprint.length > 0 ? config.imprint.join(' · ') : config.publicUrl,
    ],
  };
}
