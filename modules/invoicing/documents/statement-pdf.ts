import { organizerById } from '#modules/organizers/index.ts';
import { contactLines } from '#modules/organizers/rules/address.ts';
import { methodLabel } from '#modules/payments/index.ts';
import { renderArchived } from '#src/documents/document.ts';
import { formatIban } from '#src/kernel/iban.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AskedBy } from '#src/runtime/processes/drawer.ts';
import type { Translator } from '#src/texts/locale.ts';
import { accentOnPaper } from '#src/ui/theme.ts';
import type { SettlementFigures } from '../rules/settlement.ts';
import { type StatementLine, statementLines } from './statement-lines.ts';

export type Statement = {
  organizerId: number | null;
  eventTitle: string;
  /** null: a draft. */
  number: number | null;
  from: Instant;
  until: Instant;
  figures: SettlementFigures;
};

/** The settlement of an event as an A4 page, in one language. */
export async function statementPdf(
  deps: Pick<Deps, 'read' | 'fonts' | 'config'>,
  statement: Statement,
  words: Translator,
  by: AskedBy,
): Promise<Uint8Array<ArrayBuffer>> {
  const data = await dataOf(deps, statement, words);
  const template = 'modules/invoicing/documents/statement.typ';
  // Kept for as long as an invoice, so it is archived the same way.
  return renderArchived(deps.fonts, { template, data, xml: null, issuedAt: statement.until }, by);
}

async function dataOf(
  { read, config }: Pick<Deps, 'read' | 'config'>,
  { organizerId, eventTitle, number, from, until, figures }: Statement,
  words: Translator,
) {
  const organizer = organizerId === null ? null : await organizerById(read, organizerId);
  const row = ({ label, amount, kind }: StatementLine) => ({
    label,
    value: words.money(amount),
    strong: kind === 'sum',
  });
  const lines = statementLines(figures, words);
  const name = organizer?.name ?? words.t('ui.product.name');
  const { accent, accentInk } = accentOnPaper(organizer?.accentColor);
  const heading =
    number === null ? words.t('settlement.draft.title') : words.t('settlement.title', { number: String(number) });
  const { iban = null, paymentReference = null } = organizer ?? {};
  return {
    language: words.htmlLang,
    title: `${heading}, ${eventTitle}`,
    author: name,
    accent,
    'accent-ink': accentInk,
    organizer: { name, lines: contactLines(organizer) },
    heading,
    note: number === null ? words.t('settlement.draft.note') : null,
    facts: [
      { label: words.t('settlement.event'), value: eventTitle },
      {
        label: words.t('settlement.period'),
        value: words.t('settlement.fromUntil', { from: words.dateTime(from), until: words.dateTime(until) }),
      },
      { label: words.t('settlement.account'), value: iban ? formatIban(iban) : words.t('settlement.noAccount') },
      ...(paymentReference ? [{ label: words.t('settlement.reference'), value: paymentReference }] : []),
    ],
    rows: lines.filter(({ kind }) => kind !== 'aside').map(row),
    aside: lines.filter(({ kind }) => kind === 'aside').map(row),
    'aside-title': words.t('settlement.aside'),
    methods: {
      title: words.t('settlement.byMethod'),
      heads: [
        words.t('settlement.method'),
        words.t('settlement.payments'),
        words.t('settlement.received'),
        words.t('settlement.refunded'),
      ],
      rows: figures.byMethod.map((sums) => [
        methodLabel(words, sums.method),
        words.number(sums.payments),
        words.money(sums.received),
        words.money(sums.refunded),
      ]),
    },
    foot: [
      words.t('settlement.foot', { platform: words.t('ui.product.name') }),
      config.imprint.length > 0 ? config.imprint.join(' · ') : config.publicUrl,
    ],
  };
}
