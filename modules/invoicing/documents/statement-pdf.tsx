import type { ReactElement } from 'react';
import { paperParts } from '#modules/orders/index.ts';
import { organizerById } from '#modules/organizers/index.ts';
import { contactLines } from '#modules/organizers/rules/address.ts';
import { methodLabel } from '#modules/payments/index.ts';
import { formatIban } from '#src/kernel/iban.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { Translator } from '#src/platform/locale.ts';
import { type AskedBy, Part, registerFonts, renderEInvoice, Text, View } from '#src/platform/pdf.tsx';
import type { SettlementFigures } from '../rules/settlement.ts';
import { type StatementLine, statementLines } from './statement-lines.ts';

const { Facts, hairline, millimetres, PaperHead, PdfPage, quiet, SectionTitle, soft, tabular } = paperParts;
const right = { textAlign: 'right' as const, ...tabular };

export type Statement = {
  organizerId: number | null;
  eventTitle: string;
  /** null: a draft. */
  number: number | null;
  from: Instant;
  until: Instant;
  figures: SettlementFigures;
};

type Row = { label: string; value: string; isSum: boolean };
type StatementData = {
  language: 'de' | 'en-US';
  accent: string | null;
  organizer: { name: string; lines: string[] };
  event: { title: string };
  title: string;
  /** A draft says so. */
  note: string | null;
  facts: { label: string; value: string }[];
  rows: Row[];
  aside: Row[];
  asideTitle: string;
  methods: { title: string; heads: string[]; rows: string[][] };
  foot: string[];
};

/** The settlement of an event as an A4 page, in one language. */
export async function statementPdf(
  deps: Pick<Deps, 'read' | 'fonts' | 'config'>,
  statement: Statement,
  words: Translator,
  by: AskedBy,
): Promise<Uint8Array<ArrayBuffer>> {
  await registerFonts(deps.fonts);
  const data = await dataOf(deps, statement, words);
  // Kept for as long as an invoice, so it is archived the same way.
  const about = { xml: null, title: titleOf(data), author: data.organizer.name, description: data.event.title };
  return renderEInvoice(<StatementPaper data={data} />, { ...about, issuedAt: statement.until }, by);
}

const titleOf = ({ title, event }: StatementData): string => `${title}, ${event.title}`;

async function dataOf(
  { read, config }: Pick<Deps, 'read' | 'config'>,
  { organizerId, eventTitle, number, from, until, figures }: Statement,
  words: Translator,
): Promise<StatementData> {
  const organizer = organizerId === null ? null : await organizerById(read, organizerId);
  const row = ({ label, amount, kind }: StatementLine): Row => ({
    label,
    value: words.money(amount),
    isSum: kind === 'sum',
  });
  const lines = statementLines(figures, words);
  const { iban = null, paymentReference = null } = organizer ?? {};
  return {
    language: words.htmlLang,
    accent: organizer?.accentColor ?? null,
    organizer: { name: organizer?.name ?? words.t('ui.product.name'), lines: contactLines(organizer) },
    event: { title: eventTitle },
    title:
      number === null ? words.t('settlement.draft.title') : words.t('settlement.title', { number: String(number) }),
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
    asideTitle: words.t('settlement.aside'),
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

function StatementPaper({ data }: { data: StatementData }): ReactElement {
  const { methods } = data;
  return (
    <PdfPage
      data={data}
      title={titleOf(data)}
      margin={millimetres(20)}
      top={millimetres(18)}
      bottom={millimetres(26)}
      footAt={millimetres(12)}
      foot={data.foot}
    >
      <PaperHead organizer={data.organizer} title={data.title} accent={data.accent} />
      {data.note ? <Text style={{ marginBottom: 12 }}>{data.note}</Text> : null}
      <Facts facts={data.facts} labelWidth={120} />
      <View style={{ height: 14 }} />
      <Part as="Table">
        {data.rows.map((row) => (
          <Line key={row.label} row={row} />
        ))}
      </Part>
      {data.aside.length > 0 ? (
        <View style={{ marginTop: 16 }} wrap={false}>
          <SectionTitle>{data.asideTitle}</SectionTitle>
          <Part as="Table">
            {data.aside.map((row) => (
              <Line key={row.label} row={row} />
            ))}
          </Part>
        </View>
      ) : null}
      {methods.rows.length > 0 ? (
        <View style={{ marginTop: 16 }}>
          <SectionTitle>{methods.title}</SectionTitle>
          <Part as="Table">
            <Part as="TR">
              <View style={{ flexDirection: 'row', borderBottom: `1pt solid ${hairline}`, paddingBottom: 4 }}>
                {methods.heads.map((head, at) => (
                  <View key={head} style={{ flex: at === 0 ? 2 : 1 }}>
                    <Part as="TH" scope="Column">
                      <Text style={{ fontSize: 7.5, color: quiet, ...(at === 0 ? {} : right) }}>{head}</Text>
                    </Part>
                  </View>
                ))}
              </View>
            </Part>
            {methods.rows.map((cells) => (
              <Part key={cells[0]} as="TR">
                <View
                  wrap={false}
                  style={{ flexDirection: 'row', borderBottom: `0.5pt solid ${hairline}`, paddingVertical: 5 }}
                >
                  {cells.map((cell, at) => (
                    <Part key={at} as={at === 0 ? 'TH' : 'TD'} {...(at === 0 ? { scope: 'Row' as const } : {})}>
                      <Text style={{ flex: at === 0 ? 2 : 1, ...(at === 0 ? {} : right) }}>{cell}</Text>
                    </Part>
                  ))}
                </View>
              </Part>
            ))}
          </Part>
        </View>
      ) : null}
    </PdfPage>
  );
}

function Line({ row: { label, value, isSum } }: { row: Row }): ReactElement {
  const bold = isSum ? { fontWeight: 700 as const } : {};
  return (
    <Part as="TR">
      <View
        wrap={false}
        style={{
          flexDirection: 'row',
          paddingVertical: 6,
          paddingHorizontal: 8,
          borderBottom: `0.5pt solid ${hairline}`,
          ...(isSum ? { backgroundColor: soft } : {}),
        }}
      >
        <Part as="TH" scope="Row">
          <Text style={{ flex: 1, ...bold }}>{label}</Text>
        </Part>
        <Part as="TD">
          <Text style={{ width: 110, ...right, ...bold }}>{value}</Text>
        </Part>
      </View>
    </Part>
  );
}
