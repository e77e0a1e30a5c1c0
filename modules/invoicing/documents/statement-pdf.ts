import { organizerById } from '#modules/organizers/index.ts';
import { contactLines } from '#modules/organizers/rules/address.ts';
import { methodLabel } from '#modules/payments/index.ts';
import { renderArchived } from '#src/documents/document.ts';
import { formatIban } from '#src/kernel/iban.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { RequestedBy } from '#src/runtime/processes/drawer.ts';
import type { Translator } from '#src/texts/locale.ts';
import { accentOnPaper } from '#src/ui/theme.ts';
import type { SettlementFigures } from '../rules/settlement.ts';
import { type StatementLine, statementLines } from './statement-lines.ts';

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
