import type { ReactElement } from 'react';
import { addressLines, paperParts } from '#modules/orders/index.ts';
import { organizerById } from '#modules/organizers/index.ts';
import { contactLines } from '#modules/organizers/rules/address.ts';
import { type BankTransfer, paymentCodePng, transferTo } from '#modules/payments/index.ts';
import { billNumber } from '#modules/payments/rules/bill-number.ts';
import { present } from '#src/kernel/assert.ts';
import { formatIban } from '#src/kernel/iban.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { Translator } from '#src/platform/locale.ts';
import { type AskedBy, Image, Part, registerFonts, renderEInvoice, Text, View } from '#src/platform/pdf.tsx';
import type { Company } from '../schema.ts';
import type { ShownBill } from '../view-company.ts';

const { Facts, hairline, millimetres, PaperHead, PdfPage, quiet, soft, tabular } = paperParts;
const right = { textAlign: 'right' as const, ...tabular };

type BillData = {
  language: 'de' | 'en-US';
  accent: string | null;
  organizer: { name: string; lines: string[] };
  /** What the paper is about, for the file. */
  event: { title: string };
  title: string;
  to: string[];
  lead: string;
  facts: { label: string; value: string }[];
  heads: string[];
  rows: string[][];
  sums: { label: string; value: string; isDue: boolean }[];
  code: { png: Uint8Array; text: string } | null;
  notes: string[];
  foot: string[];
};

/** What is to be transferred for a bill; null: nothing is open, or there is no account. */
export const transferOfBill = ({ config }: Pick<Deps, 'config'>, { bill, open }: ShownBill): BankTransfer | null =>
  config.bank && open > 0 ? transferTo(config.bank, billNumber(bill.id), open) : null;

/** A collective bill as an A4 page: what its orders cost by now and what is still open of them, and how it is paid. */
export async function billPdf(
  deps: Pick<Deps, 'read' | 'fonts' | 'config'>,
  { company, shown, now }: { company: Company; shown: ShownBill; now: Instant },
  words: Translator,
  by: AskedBy,
): Promise<Uint8Array<ArrayBuffer>> {
  await registerFonts(deps.fonts);
  const data = await dataOf(deps, company, shown, now, words);
  const about = { xml: null, title: data.title, author: data.organizer.name, description: data.event.title };
  return renderEInvoice(<BillPaper data={data} />, { ...about, issuedAt: shown.bill.createdAt }, by);
}

async function dataOf(
  deps: Pick<Deps, 'read' | 'config'>,
  company: Company,
  shown: ShownBill,
  now: Instant,
  words: Translator,
): Promise<BillData> {
  const { t, money } = words;
  const { bill, orders, open } = shown;
  const organizer = present(await organizerById(deps.read, company.organizerId), 'a company has an organizer');
  const transfer = transferOfBill(deps, shown);
  const total = money(bill.total);
  return {
    language: words.htmlLang,
    accent: organizer.accentColor,
    organizer: { name: organizer.name, lines: contactLines(organizer) },
    event: { title: company.name },
    title: t('companies.bill.title', { number: String(bill.id) }),
    to: addressLines(company.address, words),
    lead: bill.withdrawnAt
      ? t('companies.paper.withdrawn', { date: words.date(bill.createdAt), at: words.date(bill.withdrawnAt) })
      : t('companies.paper.lead', { date: words.date(bill.createdAt), now: words.dateTime(now) }),
    facts: [
      { label: t('companies.bill.dueOn'), value: words.calendarDate(bill.dueOn) },
      ...(transfer
        ? [
            { label: t('payments.transfer.payee'), value: transfer.payee },
            { label: t('payments.transfer.iban'), value: formatIban(transfer.iban) },
            { label: t('payments.transfer.reference'), value: transfer.reference },
          ]
        : []),
    ],
    heads: ['order', 'event', 'people', 'invoice', 'billed', 'open'].map((name) =>
      t(`companies.column.${name}` as 'companies.column.order'),
    ),
    rows: orders.map((order) => [
      String(order.orderId),
      order.isLive ? order.event : t('companies.order.gone', { event: order.event }),
      words.number(order.people),
      order.invoice ?? '–',
      order.billed === null ? '–' : money(order.billed),
      money(order.open),
    ]),
    sums: [
      { label: t('companies.bill.total'), value: total, isDue: false },
      { label: t('companies.bill.open'), value: money(open), isDue: true },
    ],
    code: transfer ? { png: await paymentCodePng(transfer), text: t('companies.paper.code') } : null,
    notes: [t('companies.paper.noInvoice'), ...(bill.withdrawnAt ? [] : [t('companies.paper.exact')])],
    foot: [
      t('companies.paper.foot', { organizer: organizer.name, platform: t('ui.product.name') }),
      deps.config.imprint.length > 0 ? deps.config.imprint.join(' · ') : deps.config.publicUrl,
    ],
  };
}

const widths = [48, 0, 46, 82, 68, 68];
const cellStyle = (at: number) => ({
  ...(widths[at] ? { width: widths[at] } : { flex: 1 }),
  ...(at === 2 || at > 3 ? right : {}),
  paddingRight: at === 2 || at === 1 ? 8 : 0,
});

function BillPaper({ data }: { data: BillData }): ReactElement {
  const { code } = data;
  return (
    <PdfPage
      data={data}
      title={data.title}
      margin={millimetres(20)}
      top={millimetres(18)}
      bottom={millimetres(26)}
      footAt={millimetres(12)}
      foot={data.foot}
    >
      <PaperHead organizer={data.organizer} title={data.title} accent={data.accent} />
      <View style={{ marginBottom: 18 }}>
        {data.to.map((line) => (
          <Text key={line}>{line}</Text>
        ))}
      </View>
      <Text style={{ marginBottom: 12 }}>{data.lead}</Text>
      <View style={{ flexDirection: 'row', justifyContent: 'space-between', marginBottom: 14 }}>
        <View style={{ flex: 1 }}>
          <Facts facts={data.facts} labelWidth={120} />
        </View>
        {code ? (
          <View style={{ width: millimetres(34), alignItems: 'center' }}>
            <Image
              src={{ data: Buffer.from(code.png), format: 'png' }}
              style={{ width: millimetres(34), height: millimetres(34) }}
            />
            <Text style={{ fontSize: 7, color: quiet, textAlign: 'center', lineHeight: 1.25 }}>{code.text}</Text>
          </View>
        ) : null}
      </View>
      <Part as="Table">
        <Part as="TR">
          <View style={{ flexDirection: 'row', borderBottom: `1pt solid ${hairline}`, paddingBottom: 4 }}>
            {data.heads.map((head, at) => (
              <View key={head} style={cellStyle(at)}>
                <Part as="TH" scope="Column">
                  <Text style={{ fontSize: 7.5, color: quiet, ...(at === 2 || at > 3 ? right : {}) }}>{head}</Text>
                </Part>
              </View>
            ))}
          </View>
        </Part>
        {data.rows.map((cells) => (
          <Part key={cells[0]} as="TR">
            <View
              wrap={false}
              style={{ flexDirection: 'row', borderBottom: `0.5pt solid ${hairline}`, paddingVertical: 5 }}
            >
              {cells.map((cell, at) => (
                <Part key={at} as={at === 0 ? 'TH' : 'TD'} {...(at === 0 ? { scope: 'Row' as const } : {})}>
                  <Text style={cellStyle(at)}>{cell}</Text>
                </Part>
              ))}
            </View>
          </Part>
        ))}
      </Part>
      <View style={{ marginTop: 10 }} wrap={false}>
        <Part as="Table">
          {data.sums.map(({ label, value, isDue }) => (
            <Part key={label} as="TR">
              <View
                style={{
                  flexDirection: 'row',
                  paddingVertical: 6,
                  paddingHorizontal: 8,
                  ...(isDue ? { backgroundColor: soft } : {}),
                }}
              >
                <Part as="TH" scope="Row">
                  <Text style={{ flex: 1, ...(isDue ? { fontWeight: 700 } : {}) }}>{label}</Text>
                </Part>
                <Part as="TD">
                  <Text style={{ width: 110, ...right, ...(isDue ? { fontWeight: 700 } : {}) }}>{value}</Text>
                </Part>
              </View>
            </Part>
          ))}
        </Part>
      </View>
      <View style={{ marginTop: 14 }}>
        {data.notes.map((note) => (
          <Text key={note} style={{ color: quiet, fontSize: 8.5, marginBottom: 4 }}>
            {note}
          </Text>
        ))}
      </View>
    </PdfPage>
  );
}
