/**
 * The ticket as a bib: an A4 page whose upper half is a start number with the QR code, and whose lower half says what to
 * know. Folded once along the marks it is an A5 card with a flat, unbroken code.
 */
import { Path, Svg, Text, View } from '#src/platform/pdf.tsx';
import { Bib, margin } from './bib.tsx';
import type { ParticipantConfirmationData } from './data.ts';
import { a4, Facts, hairline, millimetres, PdfPage, quiet, SectionTitle } from './document-parts.tsx';

/** A dashed line across the middle with a short firm mark at each edge. */
function FoldMarks({ label }: { label: string }) {
  const middle = 6;
  return (
    <View style={{ position: 'absolute', left: 0, top: a4.height / 2 - middle, width: a4.width, height: 2 * middle }}>
      <Svg width={a4.width} height={2 * middle} viewBox={`0 0 ${a4.width} ${2 * middle}`}>
        <Path
          d={`M 0 ${middle} H ${millimetres(7)} M ${a4.width - millimetres(7)} ${middle} H ${a4.width}`}
          stroke={quiet}
          strokeWidth={0.75}
        />
        <Path
          d={`M ${margin} ${middle} H ${a4.width - margin}`}
          stroke={hairline}
          strokeWidth={0.5}
          strokeDasharray="3 4"
        />
      </Svg>
      <Text style={{ position: 'absolute', right: margin, top: -4, fontSize: 6.5, color: quiet, lineHeight: 1.2 }}>
        {label}
      </Text>
    </View>
  );
}

export function ParticipantConfirmation({ data }: { data: ParticipantConfirmationData }) {
  const { labels, participant } = data;
  const facts = [...participant.facts, ...data.answers];
  const column = (a4.width - 2 * margin - 28) / 2;
  return (
    <PdfPage
      data={data}
      title={`${labels.title} – ${participant.name}`}
      margin={margin}
      top={margin}
      bottom={millimetres(24)}
      footAt={millimetres(9)}
      foot={[[data.organizer.name, ...data.organizer.lines].join('  ·  '), data.platform]}
    >
      <Bib data={data} />
      <FoldMarks label={labels.fold} />
      <View style={{ flexDirection: 'row', gap: 28, marginTop: millimetres(10) + millimetres(9) }}>
        <View style={{ width: column }}>
          {data.startInfo.length > 0 ? <SectionTitle>{labels.startInfo}</SectionTitle> : null}
          {data.startInfo.map((paragraph, at) => (
            <Text key={at} style={{ marginBottom: 6 }}>
              {paragraph}
            </Text>
          ))}
        </View>
        <View style={{ width: column }}>
          <SectionTitle>{labels.details}</SectionTitle>
          <Facts facts={facts} labelWidth={column * 0.42} />
          {data.articles.length > 0 ? (
            <View style={{ marginTop: 10 }}>
              <SectionTitle>{labels.articles}</SectionTitle>
              {data.articles.map((article, at) => (
                <Text key={at} style={{ marginBottom: 2 }}>
                  {article}
                </Text>
              ))}
            </View>
          ) : null}
        </View>
      </View>
    </PdfPage>
  );
}
