/** How a paper looks: what the law wants in a clear sequence, in the seller's language and look. */
import type { ReactNode } from 'react';
import { paperParts } from '#modules/orders/index.ts';
import { type Cents, cents, toPercent } from '#src/kernel/money.ts';
import type { Translator } from '#src/platform/locale.ts';
import { Document, fittedSize, Image, Page, Part, Text, View } from '#src/platform/pdf.tsx';
import { type PaperData, type PaperLine, type PaperParty, reasonsOf } from '../rules/paper.ts';
import { type PictureArea, pictureAt, points, type Size } from '../rules/template.ts';

const { a4, accentOf, hairline, Label, pageText, quiet, soft, tabular } = paperParts;
const columns = { quantity: 46, rate: 44, unit: 80, total: 84 };
const right = { textAlign: 'right' as const, ...tabular };

export type PaperPictures = Partial<Record<PictureArea, Size & { bytes: Uint8Array; format: 'png' | 'jpg' }>>;
type Drawn = { data: PaperData; pictures: PaperPictures; words: Translator };

/** As it stands on an envelope, without the name. */
function addressOf(party: PaperParty, words: Translator): string[] {
  const town = [party.zipCode, party.city].filter(Boolean).join(' ');
  const country = party.countryCode ? words.country(party.countryCode) : null;
  return [party.contact, party.street, party.additional, town, country].flatMap((line) => (line?.trim() ? [line] : []));
}

function numbersOf(party: PaperParty, { t }: Translator): string[] {
  return [
    ...(party.vatId ? [t('invoicing.paper.vatId', { vatId: party.vatId })] : []),
    ...(party.taxNumber ? [t('invoicing.paper.taxNumber', { taxNumber: party.taxNumber })] : []),
  ];
}

/** Behind the text of every page; each takes the place that the preview shows it in. */
function Pictures({ data, pictures }: Drawn) {
  return (['center', 'header', 'footer'] as const).map((area) => {
    const picture = pictures[area];
    if (!picture) return null;
    const { x, y, ...size } = pictureAt(area, picture, data.template.spacing);
    return (
      <Image
        key={area}
        fixed
        src={{ data: Buffer.from(picture.bytes), format: picture.format }}
        style={{ position: 'absolute', left: x, top: y, ...size }}
      />
    );
  });
}

function Quiet({ children, style = {} }: { children: ReactNode; style?: Record<string, unknown> }) {
  return <Text style={{ color: quiet, fontSize: 8.5, ...style }}>{children}</Text>;
}

function Seller({ data, words, width }: Drawn & { width: number }) {
  const { seller } = data;
  const fontSize = fittedSize(seller.name, { width: width * 0.9, largest: 15, smallest: 9, lines: 2, bold: true });
  return (
    <View style={{ marginBottom: 20 }}>
      <Text style={{ fontSize, fontWeight: 700, lineHeight: 1.2, marginBottom: 2 }}>{seller.name}</Text>
      <Quiet>{addressOf(seller, words).join(', ')}</Quiet>
      <Quiet>{[...(seller.email ? [seller.email] : []), ...numbersOf(seller, words)].join('  ·  ')}</Quiet>
    </View>
  );
}

function Recipient({ data, words }: Drawn) {
  const { buyer } = data;
  return (
    <View style={{ flex: 1, paddingRight: 20 }}>
      {buyer ? (
        <>
          <Label>{words.t('invoicing.paper.recipient')}</Label>
          {[buyer.name, ...addressOf(buyer, words), ...numbersOf(buyer, words)].map((line, at) => (
            <Text key={at}>{line}</Text>
          ))}
        </>
      ) : null}
    </View>
  );
}

function Facts({ data, words }: Drawn) {
  const { t, calendarDate } = words;
  const { supply, refersTo } = data;
  const period =
    supply.from === supply.to
      ? calendarDate(supply.to)
      : t('invoicing.paper.period', { from: calendarDate(supply.from), to: calendarDate(supply.to) });
  const facts = [
    [t(`invoicing.paper.number.${data.kind}`), data.number],
    [t('invoicing.paper.issuedOn'), calendarDate(data.issuedOn)],
    [t(supply.from === supply.to ? 'invoicing.paper.suppliedOn' : 'invoicing.paper.suppliedIn'), period],
    ...(data.orderNumber ? [[t('invoicing.paper.orderNumber'), data.orderNumber]] : []),
    ...(refersTo
      ? [
          [
            t('invoicing.paper.refersTo'),
            t('invoicing.paper.paperOf', { number: refersTo.number, date: calendarDate(refersTo.issuedOn) }),
          ],
        ]
      : []),
  ] as [string, string][];
  return (
    <Part as="Table">
      <View style={{ width: 240 }}>
        {facts.map(([label, value]) => (
          <Part key={label} as="TR">
            <View wrap={false} style={{ flexDirection: 'row', marginBottom: 2 }}>
              <Part as="TH" scope="Row">
                <Text style={{ width: 96, color: quiet, paddingRight: 6 }}>{label}</Text>
              </Part>
              <Part as="TD">
                <Text style={{ flex: 1, fontWeight: 700 }}>{value}</Text>
              </Part>
            </View>
          </Part>
        ))}
      </View>
    </Part>
  );
}

const rateText = (rate: PaperLine['rate'], { number }: Translator) => `${number(toPercent(rate))} %`;

/** Of several reasons each has a mark, which stands at its lines too. */
const marks = ['¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
function markOf(reason: string | null, { lines }: PaperData): string {
  const reasons = reasonsOf(lines);
  return reason === null || reasons.length < 2 ? '' : (marks[reasons.indexOf(reason)] ?? '');
}

function Line({ line, data, words }: { line: PaperLine; data: PaperData; words: Translator }) {
  const { money, number } = words;
  const mark = markOf(line.reason, data);
  const figures = [
    [columns.quantity, number(line.quantity)],
    [columns.rate, [rateText(line.rate, words), mark].join(mark && ' ')],
    [columns.unit, money(line.unitGross)],
    [columns.total, money(line.gross)],
  ] as const;
  return (
    <Part as="TR">
      <View wrap={false} style={{ flexDirection: 'row', borderBottom: `0.5pt solid ${hairline}`, paddingVertical: 4 }}>
        <Part as="TD">
          <View style={{ flex: 1, paddingRight: 10 }}>
            <Text style={{ fontWeight: 700 }}>{line.name}</Text>
            {line.detail ? <Quiet>{line.detail}</Quiet> : null}
          </View>
        </Part>
        {figures.map(([width, text], at) => (
          <Part key={at} as="TD">
            <Text style={{ ...right, width }}>{text}</Text>
          </Part>
        ))}
      </View>
    </Part>
  );
}

function Lines({ data, words }: Drawn) {
  const { t } = words;
  const head = { fontSize: 7.5, color: quiet };
  const heads = [
    [columns.quantity, t('invoicing.paper.quantity')],
    [columns.rate, t('invoicing.paper.rate')],
    [columns.unit, t('invoicing.paper.unitPrice')],
    [columns.total, t('invoicing.paper.amount')],
  ] as const;
  return (
    <Part as="Table">
      <View style={{ marginBottom: 10 }}>
        <Part as="TR">
          <View style={{ flexDirection: 'row', borderBottom: `1pt solid ${hairline}`, paddingBottom: 4 }}>
            <Part as="TH" scope="Column">
              <Text style={{ ...head, flex: 1 }}>{t('invoicing.paper.position')}</Text>
            </Part>
            {heads.map(([width, text]) => (
              <Part key={text} as="TH" scope="Column">
                <Text style={{ ...head, ...right, width }}>{text}</Text>
              </Part>
            ))}
          </View>
        </Part>
        {data.lines.map((line, at) => (
          <Line key={at} line={line} data={data} words={words} />
        ))}
      </View>
    </Part>
  );
}

function Sums({ data, words }: Drawn) {
  const { t, money } = words;
  const { taxes, totals } = data;
  const cell = { ...right, width: 76, fontSize: 8.5 };
  const head = { ...cell, color: quiet, fontSize: 7.5 };
  const row = (label: string, value: Cents, strong = false) => (
    <Part key={label} as="TR">
      <View style={{ flexDirection: 'row', justifyContent: 'flex-end', paddingVertical: 1.5 }}>
        <Part as="TH" scope="Row">
          <Text style={{ ...right, flex: 1, fontWeight: strong ? 700 : 400 }}>{label}</Text>
        </Part>
        <Part as="TD">
          <Text style={{ ...right, width: 96, fontWeight: strong ? 700 : 400 }}>{money(value)}</Text>
        </Part>
      </View>
    </Part>
  );
  const { accent } = accentOf(data.template.accent);
  return (
    <View wrap={false} style={{ marginBottom: 12 }}>
      <Part as="Table">
        <Part as="TR">
          <View style={{ flexDirection: 'row', justifyContent: 'flex-end' }}>
            {(['rate', 'net', 'tax', 'gross'] as const).map((name) => (
              <Part key={name} as="TH" scope="Column">
                <Text style={head}>{t(`invoicing.paper.${name}`)}</Text>
              </Part>
            ))}
          </View>
        </Part>
        {taxes.map((tax) => (
          <Part key={`${tax.category}${tax.rate}`} as="TR">
            <View style={{ flexDirection: 'row', justifyContent: 'flex-end' }}>
              {[rateText(tax.rate, words), money(tax.net), money(tax.tax), money(tax.gross)].map((text, at) => (
                <Part key={at} as="TD">
                  <Text style={cell}>{text}</Text>
                </Part>
              ))}
            </View>
          </Part>
        ))}
      </Part>
      <View
        style={{
          marginTop: 8,
          padding: 10,
          backgroundColor: soft,
          borderRadius: 9,
          borderLeft: `3pt solid ${accent}`,
        }}
      >
        <Part as="Table">
          {row(t('invoicing.paper.netTotal'), totals.net)}
          {row(t('invoicing.paper.taxTotal'), totals.tax)}
          {row(t(`invoicing.paper.total.${data.kind}`), totals.gross, true)}
          {totals.prepaid === 0 ? null : row(t('invoicing.paper.prepaid'), cents(-totals.prepaid))}
          {row(t(`invoicing.paper.due.${data.kind}`), totals.due, totals.due !== 0)}
        </Part>
      </View>
    </View>
  );
}

function Texts({ texts }: { texts: readonly (string | null)[] }) {
  return (
    <View style={{ marginBottom: texts.some(Boolean) ? 8 : 0 }}>
      {texts.map((text, at) =>
        text ? (
          <Text key={at} style={{ marginBottom: 3 }}>
            {text}
          </Text>
        ) : null,
      )}
    </View>
  );
}

export function PaperPdf(drawn: Drawn) {
  const { data, words } = drawn;
  const { template, payment } = data;
  const { top, bottom, left, right: rightSpace } = template.spacing;
  const title = words.t(`invoicing.paper.title.${data.kind}`);
  const width = a4.width - points(left) - points(rightSpace);
  const exemptions = reasonsOf(data.lines).map((reason) => [markOf(reason, data), reason].filter(Boolean).join(' '));
  return (
    <Document title={`${title} ${data.number}`} author={data.seller.name} language={words.htmlLang} pdfVersion="1.7">
      <Page
        size="A4"
        style={{
          ...pageText,
          paddingTop: points(top),
          paddingLeft: points(left),
          paddingRight: points(rightSpace),
          paddingBottom: points(bottom),
        }}
      >
        <Pictures {...drawn} />
        <Seller {...drawn} width={width} />
        <View style={{ flexDirection: 'row', marginBottom: 20 }}>
          <Recipient {...drawn} />
          <Facts {...drawn} />
        </View>
        <Part as="H1">
          <Text style={{ fontSize: 20, fontWeight: 700, lineHeight: 1.2 }}>{`${title} ${data.number}`}</Text>
        </Part>
        <Text style={{ fontSize: 11, marginTop: 3, marginBottom: 10, lineHeight: 1.35 }}>{data.subject}</Text>
        <Texts texts={[template.textTop]} />
        <Lines {...drawn} />
        <Sums {...drawn} />
        <Texts texts={[...exemptions, payment?.text ?? null, payment?.terms ?? null, ...data.notes]} />
        <Texts texts={[template.textBottom]} />
        <View
          fixed
          style={{
            position: 'absolute',
            left: points(left),
            right: points(rightSpace),
            bottom: 24,
            borderTop: `0.5pt solid ${hairline}`,
            paddingTop: 6,
            // A picture behind the foot may be dark; what stands there stays readable.
            ...(data.template.pictures.footer
              ? { backgroundColor: '#ffffff', paddingHorizontal: 6, paddingBottom: 3 }
              : {}),
          }}
        >
          {data.issuedBy ? <Quiet style={{ fontSize: 7.5 }}>{data.issuedBy}</Quiet> : null}
          <Quiet style={{ fontSize: 7.5 }}>{`${title} ${data.number}`}</Quiet>
        </View>
      </Page>
    </Document>
  );
}
