/** The buyer's paper: what was ordered, what it costs with its tax per rate, how it is paid, and by whom it is sold. */
import { fittedSize, Image, Part, Text, View } from '#src/platform/pdf.tsx';
import type { OrderConfirmationData, OrderLine } from './data.ts';
import {
  a4,
  accentOf,
  Facts,
  hairline,
  Label,
  millimetres,
  PdfPage,
  paper,
  quiet,
  SectionTitle,
  soft,
  tabular,
} from './document-parts.tsx';

const margin = millimetres(20);
const inner = a4.width - 2 * margin;
const columns = { quantity: 46, unit: 84, total: 88 };
const right = { textAlign: 'right' as const, ...tabular };
const tones = { good: '#15803d', open: '#b45309', bad: '#b42318' } as const;

function Head({ data }: { data: OrderConfirmationData }) {
  const { labels } = data;
  const { accent, accentInk } = accentOf(data.accent);
  const nameSize = fittedSize(data.organizer.name, {
    width: inner * 0.55,
    largest: 15,
    smallest: 9,
    lines: 2,
    bold: true,
  });
  return (
    <View style={{ flexDirection: 'row', justifyContent: 'space-between', alignItems: 'flex-start', marginBottom: 22 }}>
      <View style={{ width: inner * 0.56 }}>
        <Text style={{ fontSize: nameSize, fontWeight: 700, lineHeight: 1.2 }}>{data.organizer.name}</Text>
        {data.organizer.lines.map((line, at) => (
          <Text key={at} style={{ color: quiet, fontSize: 8.5 }}>
            {line}
          </Text>
        ))}
      </View>
      {/* A small bib with the order number: the one strong idea of every paper of ours. */}
      <View
        style={{
          width: 168,
          height: 74,
          backgroundColor: accent,
          borderRadius: 13,
          justifyContent: 'center',
          alignItems: 'center',
        }}
      >
        <Label color={accentInk}>{labels.orderNumber}</Label>
        <Text
          style={{
            fontSize: fittedSize(data.orderNumber, { width: 136, largest: 23, smallest: 10, bold: true }),
            fontWeight: 700,
            color: accentInk,
            lineHeight: 1.25,
            ...tabular,
          }}
        >
          {data.orderNumber}
        </Text>
        <Label color={accentInk}>{`${labels.orderDate} ${data.orderDate}`}</Label>
        {[
          { left: 8, top: 8 },
          { right: 8, top: 8 },
          { left: 8, bottom: 8 },
          { right: 8, bottom: 8 },
        ].map((place, at) => (
          <View
            key={at}
            style={{ position: 'absolute', ...place, width: 6, height: 6, borderRadius: 3, backgroundColor: paper }}
          />
        ))}
      </View>
    </View>
  );
}

function Addresses({ data }: { data: OrderConfirmationData }) {
  const width = (inner - 24 * Math.max(0, data.addresses.length - 1)) / Math.max(2, data.addresses.length);
  return (
    <View style={{ flexDirection: 'row', gap: 24, marginBottom: 20 }}>
      {data.addresses.map((address) => (
        <View key={address.label} style={{ width }}>
          <Label>{address.label}</Label>
          <View style={{ height: 2 }} />
          {address.lines.map((line, at) => (
            <Text key={at}>{line}</Text>
          ))}
        </View>
      ))}
    </View>
  );
}

function Lines({ data }: { data: OrderConfirmationData }) {
  const { labels, money } = data;
  const head = { fontSize: 7.5, color: quiet };
  const heads = [
    [labels.position, { flex: 1 }],
    [labels.quantity, { ...right, width: columns.quantity }],
    [labels.unitPrice, { ...right, width: columns.unit }],
    [labels.amount, { ...right, width: columns.total }],
  ] as const;
  const last = data.lines.at(-1);
  const isLastLong = last !== undefined && isLong(last);
  return (
    <View>
      <Part as="Table" name="lines">
        <Part as="TR">
          <View style={{ flexDirection: 'row', borderBottom: `1pt solid ${hairline}`, paddingBottom: 4 }}>
            {heads.map(([text, style]) => (
              <Part key={text} as="TH" scope="Column">
                <Text style={{ ...head, ...style }}>{text}</Text>
              </Part>
            ))}
          </View>
        </Part>
      </Part>
      {data.lines.slice(0, isLastLong ? undefined : -1).map((line, at) => (
        <Line key={at} line={line} money={money} />
      ))}
      {/* A sum alone on the next page would belong to nothing: the last line and the tax go with it. */}
      <View wrap={false}>
        {isLastLong || !last ? null : <Line line={last} money={money} />}
        <View
          style={{
            flexDirection: 'row',
            alignItems: 'center',
            marginTop: 8,
            marginBottom: 14,
            paddingVertical: 9,
            paddingHorizontal: 12,
            backgroundColor: soft,
            borderRadius: 9,
          }}
        >
          <Text style={{ flex: 1, fontSize: 12, fontWeight: 700 }}>{labels.total}</Text>
          <Text style={{ fontSize: 15, fontWeight: 700, ...right }}>{money(data.totalCents)}</Text>
        </View>
        <Taxes data={data} />
      </View>
    </View>
  );
}

/** The names of a whole club may go on overleaf; kept together they would leave the page before them empty. */
const isLong = ({ detail }: OrderLine): boolean => (detail?.length ?? 0) > 500;

function Line({ line, money }: { line: OrderLine; money: OrderConfirmationData['money'] }) {
  const figures = [
    [columns.quantity, line.quantity],
    [columns.unit, money(line.unitCents)],
    [columns.total, money(line.totalCents)],
  ] as const;
  return (
    <Part as="TR" within="lines">
      <View
        wrap={isLong(line)}
        style={{ flexDirection: 'row', borderBottom: `0.5pt solid ${hairline}`, paddingVertical: 6 }}
      >
        <Part as="TD">
          <View style={{ flex: 1, paddingRight: 10 }}>
            <Text style={{ fontWeight: 700 }}>{line.name}</Text>
            {line.detail ? <Text style={{ color: quiet, fontSize: 8.5 }}>{line.detail}</Text> : null}
          </View>
        </Part>
        {figures.map(([width, text]) => (
          <Part key={width} as="TD">
            <Text style={{ ...right, width }}>{text}</Text>
          </Part>
        ))}
      </View>
    </Part>
  );
}

function Taxes({ data }: { data: OrderConfirmationData }) {
  const { labels, money } = data;
  const cell = { ...right, width: 72, fontSize: 8.5 };
  const head = { ...cell, color: quiet, fontSize: 7.5 };
  return (
    <View wrap={false} style={{ alignSelf: 'flex-end', marginBottom: 20, paddingRight: 12 }}>
      <Part as="Table">
        <Part as="TR">
          <View style={{ flexDirection: 'row' }}>
            {[labels.rate, labels.net, labels.tax, labels.gross].map((text) => (
              <Part key={text} as="TH" scope="Column">
                <Text style={head}>{text}</Text>
              </Part>
            ))}
          </View>
        </Part>
        {data.taxes.map((tax) => (
          <Part key={tax.rate} as="TR">
            <View style={{ flexDirection: 'row' }}>
              {[tax.rate, money(tax.netCents), money(tax.taxCents), money(tax.grossCents)].map((text, at) => (
                <Part key={at} as="TD">
                  <Text style={cell}>{text}</Text>
                </Part>
              ))}
            </View>
          </Part>
        ))}
      </Part>
    </View>
  );
}

function Payment({ data }: { data: OrderConfirmationData }) {
  const { labels, payment } = data;
  return (
    <View
      wrap={false}
      style={{
        flexDirection: 'row',
        border: `0.75pt solid ${hairline}`,
        borderRadius: 12,
        padding: 14,
        marginBottom: 16,
      }}
    >
      <View style={{ flex: 1, paddingRight: 14 }}>
        <View style={{ flexDirection: 'row', alignItems: 'center', marginBottom: 4 }}>
          <Part as="H2">
            <Text style={{ fontSize: 11, fontWeight: 700, lineHeight: 1.25 }}>{labels.payment}</Text>
          </Part>
          <Text
            style={{
              marginLeft: 8,
              fontSize: 8,
              fontWeight: 700,
              color: paper,
              backgroundColor: tones[data.status.tone],
              borderRadius: 7,
              paddingHorizontal: 7,
              paddingVertical: 2,
              lineHeight: 1.2,
            }}
          >
            {data.status.word}
          </Text>
        </View>
        <Text style={{ marginBottom: payment.facts.length > 0 ? 8 : 0 }}>{payment.way}</Text>
        <Facts facts={payment.facts} labelWidth={110} />
      </View>
      {payment.qr ? (
        <View style={{ width: millimetres(36), alignItems: 'center' }}>
          <Image
            src={{ data: Buffer.from(payment.qr), format: 'png' }}
            style={{ width: millimetres(36), height: millimetres(36) }}
          />
          <Text style={{ fontSize: 7, color: quiet, textAlign: 'center', lineHeight: 1.25 }}>{labels.payByCode}</Text>
        </View>
      ) : null}
    </View>
  );
}

function Withdrawal({ title, paragraphs, formTitle, form }: NonNullable<OrderConfirmationData['withdrawal']>) {
  return (
    <View style={{ marginTop: 20 }}>
      <SectionTitle>{title}</SectionTitle>
      {paragraphs.map((text) => (
        <Text key={text} style={{ marginBottom: 6 }}>
          {text}
        </Text>
      ))}
      <View wrap={false} style={{ marginTop: 14, border: `0.75pt solid ${hairline}`, borderRadius: 12, padding: 14 }}>
        <SectionTitle>{formTitle}</SectionTitle>
        {form.map((text) => (
          <Text key={text} style={{ marginBottom: 8 }}>
            {text}
          </Text>
        ))}
      </View>
    </View>
  );
}

export function OrderConfirmation({ data }: { data: OrderConfirmationData }) {
  const { labels, event } = data;
  return (
    <PdfPage
      data={data}
      title={`${labels.title} ${data.orderNumber}`}
      margin={margin}
      top={millimetres(18)}
      bottom={millimetres(26)}
      footAt={millimetres(10)}
      foot={[data.platform]}
    >
      <Head data={data} />
      <Addresses data={data} />
      <Part as="H1">
        <Text style={{ fontSize: 20, fontWeight: 700, lineHeight: 1.2 }}>{labels.title}</Text>
      </Part>
      <Text style={{ fontSize: 11, marginTop: 3, marginBottom: 16, lineHeight: 1.35 }}>
        {[event.title, event.date, event.place].join('  ·  ')}
      </Text>
      <Lines data={data} />
      <Payment data={data} />
      {data.notes.map((note, at) => (
        <Text key={at} style={{ color: quiet, fontSize: 8.5, marginBottom: 4 }}>
          {note}
        </Text>
      ))}
      {data.withdrawal ? <Withdrawal {...data.withdrawal} /> : null}
    </PdfPage>
  );
}
