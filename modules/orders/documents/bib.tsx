/** The upper half of the ticket: a start number with four holes, a big figure once there is one, and the QR code. */
import { fittedSize, Image, Part, Text, View } from '#src/platform/pdf.tsx';
import type { DocumentFact, ParticipantConfirmationData } from './data.ts';
import { a4, accentOf, hairline, Label, millimetres, paper, quiet, soft, tabular } from './document-parts.tsx';

export const margin = millimetres(12);
const bib = { width: a4.width - 2 * margin, height: a4.height / 2 - margin - millimetres(10) };
const rim = 1.75;
const headHeight = 76;
const footHeight = 62;
const inset = 22;
/** With its quiet zone; the code alone is above 25 mm even for the longest content. */
const codeSize = millimetres(40);
const figureWidth = bib.width - 2 * rim - codeSize - 3 * inset;

function Hole({ left, top }: { left: number; top: number }) {
  const size = 13;
  return (
    <View
      style={{
        position: 'absolute',
        left: left - size / 2,
        top: top - size / 2,
        width: size,
        height: size,
        borderRadius: size / 2,
        backgroundColor: paper,
        border: `0.75pt solid #aab4c6`,
      }}
    />
  );
}

function Head({ data, accentInk }: { data: ParticipantConfirmationData; accentInk: string }) {
  const { event } = data;
  const width = bib.width - 2 * 40;
  const size = fittedSize(event.title, { width, largest: 22, smallest: 11, bold: true });
  const facts = `${event.date}  ·  ${event.place}`;
  return (
    <View
      style={{
        height: headHeight,
        paddingHorizontal: 40,
        justifyContent: 'center',
        alignItems: 'center',
      }}
    >
      <Part as="H1">
        <Text
          style={{
            fontSize: size,
            fontWeight: 700,
            color: accentInk,
            lineHeight: 1.2,
            maxLines: 1,
            textOverflow: 'ellipsis',
          }}
        >
          {event.title}
        </Text>
      </Part>
      <Text
        style={{
          fontSize: fittedSize(facts, { width, largest: 10.5, smallest: 7 }),
          color: accentInk,
          lineHeight: 1.35,
          marginTop: 2,
          maxLines: 1,
          textOverflow: 'ellipsis',
        }}
      >
        {facts}
      </Text>
    </View>
  );
}

function Figure({ label, value }: DocumentFact) {
  const fontSize = fittedSize(value, { width: figureWidth, largest: 118, smallest: 40, bold: true });
  return (
    <>
      <Label>{label}</Label>
      <Text style={{ fontSize, fontWeight: 700, lineHeight: 1, marginTop: -fontSize * 0.05, ...tabular }}>{value}</Text>
    </>
  );
}

function Middle({ data }: { data: ParticipantConfirmationData }) {
  const { figure, participant } = data;
  const nameSize = fittedSize(participant.name, {
    width: figureWidth,
    largest: figure ? 25 : 46,
    smallest: 10,
    lines: 2,
    bold: true,
  });
  return (
    <View
      style={{
        flex: 1,
        flexDirection: 'row',
        alignItems: 'center',
        paddingHorizontal: inset,
        gap: inset,
        backgroundColor: paper,
      }}
    >
      <View style={{ width: figureWidth, alignItems: 'center' }}>
        {figure ? <Figure {...figure} /> : null}
        <Text
          style={{
            fontSize: nameSize,
            fontWeight: 700,
            lineHeight: 1.15,
            marginTop: 4,
            textAlign: 'center',
            maxLines: 2,
            textOverflow: 'ellipsis',
          }}
        >
          {participant.name}
        </Text>
      </View>
      <View style={{ width: codeSize, alignItems: 'center' }}>
        <View
          style={{
            width: codeSize,
            height: codeSize,
            backgroundColor: paper,
            borderRadius: 10,
            border: `0.75pt solid ${hairline}`,
            padding: 2,
          }}
        >
          <Image src={{ data: Buffer.from(data.qr), format: 'png' }} style={{ width: '100%', height: '100%' }} />
        </View>
        <Text
          style={{
            fontSize: fittedSize(data.code, { width: codeSize, largest: 6.5, smallest: 4 }),
            color: quiet,
            marginTop: 4,
            lineHeight: 1.2,
          }}
        >
          {data.code}
        </Text>
        <Text style={{ fontSize: 7, color: quiet, textAlign: 'center', lineHeight: 1.3, marginTop: 2 }}>
          {data.labels.showAtGate}
        </Text>
      </View>
    </View>
  );
}

type FootCell = DocumentFact & { share: number };
const footWidth = bib.width - 2 * rim - 2 * 34;
const footGap = 12;

function Foot({ data }: { data: ParticipantConfirmationData }) {
  const { labels, competition, participant } = data;
  const cells: FootCell[] = participant.team
    ? [
        { label: labels.competition, value: competition.title, share: 0.29 },
        { label: labels.team, value: participant.team, share: 0.29 },
        { label: labels.start, value: competition.start, share: 0.25 },
        { label: labels.order, value: data.orderNumber, share: 0.17 },
      ]
    : [
        { label: labels.competition, value: competition.title, share: 0.42 },
        { label: labels.start, value: competition.start, share: 0.38 },
        { label: labels.order, value: data.orderNumber, share: 0.2 },
      ];
  const widthOf = (cell: FootCell) => (footWidth - footGap * (cells.length - 1)) * cell.share;
  // All in the size of the longest, so that the row reads as one.
  const fontSize = Math.min(
    ...cells.map((cell) =>
      fittedSize(cell.value, { width: widthOf(cell) - 1, largest: 11.5, smallest: 6, lines: 3, bold: true }),
    ),
  );
  return (
    <View
      style={{
        height: footHeight,
        flexDirection: 'row',
        alignItems: 'center',
        gap: footGap,
        paddingHorizontal: 34,
        backgroundColor: soft,
        borderBottomLeftRadius: 16.5,
        borderBottomRightRadius: 16.5,
      }}
    >
      {cells.map((cell) => (
        <View key={cell.label} style={{ width: widthOf(cell) }}>
          <Label>{cell.label}</Label>
          <Text style={{ fontSize, fontWeight: 700, lineHeight: 1.2, maxLines: 3, textOverflow: 'ellipsis' }}>
            {cell.value}
          </Text>
        </View>
      ))}
    </View>
  );
}

export function Bib({ data }: { data: ParticipantConfirmationData }) {
  const { accent, accentInk } = accentOf(data.accent);
  const hole = 20;
  return (
    <View style={{ height: bib.height }}>
      {/* The rim is the accent showing around what lies on it: a stroked border leaves a hairline beside the head. */}
      <View style={{ flex: 1, borderRadius: 18, paddingHorizontal: rim, paddingBottom: rim, backgroundColor: accent }}>
        <Head data={data} accentInk={accentInk} />
        <Middle data={data} />
        <Foot data={data} />
      </View>
      <Hole left={hole} top={hole} />
      <Hole left={bib.width - hole} top={hole} />
      <Hole left={hole} top={bib.height - hole} />
      <Hole left={bib.width - hole} top={bib.height - hole} />
      {data.sample ? (
        <Text
          style={{
            position: 'absolute',
            left: 0,
            top: bib.height / 2 - 50,
            width: bib.width,
            textAlign: 'center',
            fontSize: 88,
            fontWeight: 700,
            color: '#d92d20',
            opacity: 0.22,
            transform: 'rotate(-14deg)',
            lineHeight: 1,
          }}
        >
          {data.sample}
        </Text>
      ) : null}
    </View>
  );
}
