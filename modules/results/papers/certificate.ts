/** The certificate: one large start number on an A4 page, with the time where the number would stand. */
import { paperParts } from '#modules/orders/index.ts';
import type { Deps } from '#src/platform/deps.ts';
import { type AskedBy, fittedSize, Part, registerFonts, renderPdf, Text, View } from '#src/platform/pdf.tsx';
import type { ShownResult } from './data.ts';

const { a4, accentOf, hairline, millimetres, PdfPage, paper, quiet, soft, tabular } = paperParts;

const margin = millimetres(18);
const card = { width: a4.width - 2 * margin, height: millimetres(225) };
const rim = 2;
const hole = { at: 28, size: 18 };
const inner = card.width - 2 * 44;

function Hole({ left, top }: { left: number; top: number }) {
  return (
    <View
      style={{
        position: 'absolute',
        left: left - hole.size / 2,
        top: top - hole.size / 2,
        width: hole.size,
        height: hole.size,
        borderRadius: hole.size / 2,
        backgroundColor: paper,
        border: '0.75pt solid #aab4c6',
      }}
    />
  );
}

/** One line, as large as it fits. Figures of equal width have a wide hyphen beside them, which no name wants. */
export function Line(props: {
  children: string;
  largest: number;
  smallest: number;
  bold?: boolean;
  color?: string;
  lines?: number;
  isFigure?: boolean;
}) {
  const { children, largest, smallest, bold = false, color, lines = 1, isFigure = false } = props;
  return (
    <Text
      style={{
        fontSize: fittedSize(children, { width: inner, largest, smallest, bold, lines }),
        fontWeight: bold ? 700 : 400,
        lineHeight: 1.2,
        textAlign: 'center',
        maxLines: lines,
        textOverflow: 'ellipsis',
        ...(color ? { color } : {}),
        ...(isFigure ? tabular : {}),
      }}
    >
      {children}
    </Text>
  );
}

function Ranks({ ranks }: { ranks: ShownResult['ranks'] }) {
  const width = inner / Math.max(1, ranks.length);
  return (
    <View style={{ flexDirection: 'row', justifyContent: 'center' }}>
      {ranks.map(({ label, value }) => (
        <View key={label} style={{ width, alignItems: 'center' }}>
          <Text style={{ fontSize: 30, fontWeight: 700, lineHeight: 1.2, ...tabular }}>{value}</Text>
          <Text style={{ fontSize: 10.5, color: quiet, lineHeight: 1.3 }}>{label}</Text>
        </View>
      ))}
    </View>
  );
}

function Certificate({ data }: { data: ShownResult }) {
  const { accent, accentInk } = accentOf(data.accent);
  const [near, far] = [hole.at, card.width - hole.at];
  return (
    <PdfPage
      data={data}
      title={`${data.title} – ${data.name}`}
      margin={margin}
      top={margin}
      bottom={millimetres(24)}
      footAt={millimetres(12)}
      foot={[data.foot]}
    >
      <View style={{ height: card.height }}>
        <View
          style={{ flex: 1, borderRadius: 24, paddingHorizontal: rim, paddingBottom: rim, backgroundColor: accent }}
        >
          <View style={{ height: 128, alignItems: 'center', justifyContent: 'center' }}>
            <Part as="H1">
              <Line largest={28} smallest={13} bold color={accentInk} lines={2}>
                {data.event.title}
              </Line>
            </Part>
            <Line largest={12} smallest={8} color={accentInk}>
              {[data.event.date, data.event.place].filter(Boolean).join('  ·  ')}
            </Line>
          </View>
          <View
            style={{
              flex: 1,
              alignItems: 'center',
              justifyContent: 'space-around',
              backgroundColor: paper,
              paddingVertical: 18,
            }}
          >
            <Line largest={16} smallest={12} color={quiet}>
              {data.title}
            </Line>
            <View style={{ alignItems: 'center' }}>
              <Line largest={40} smallest={16} bold lines={2}>
                {data.name}
              </Line>
              {data.below ? (
                <Line largest={15} smallest={9} color={quiet}>
                  {data.below}
                </Line>
              ) : null}
            </View>
            <View style={{ alignItems: 'center' }}>
              <Line largest={15} smallest={10}>
                {data.competition}
              </Line>
              <Line largest={84} smallest={28} bold isFigure>
                {data.figure}
              </Line>
            </View>
            <Ranks ranks={data.ranks} />
          </View>
          <View
            style={{
              minHeight: 62,
              justifyContent: 'center',
              flexDirection: 'row',
              flexWrap: 'wrap',
              alignItems: 'center',
              alignContent: 'center',
              paddingHorizontal: 48,
              paddingVertical: 8,
              backgroundColor: soft,
              borderTop: `0.5pt solid ${hairline}`,
              borderBottomLeftRadius: 22,
              borderBottomRightRadius: 22,
            }}
          >
            {data.splits.slice(0, 8).map(({ label, value }) => (
              <Text key={label} style={{ fontSize: 9, lineHeight: 1.4, marginHorizontal: 8, ...tabular }}>
                {`${label} ${value}`}
              </Text>
            ))}
          </View>
        </View>
        <Hole left={near} top={near} />
        <Hole left={far} top={near} />
        <Hole left={near} top={card.height - near} />
        <Hole left={far} top={card.height - near} />
      </View>
    </PdfPage>
  );
}

/** The bytes of the paper. `by`: who asks for it. */
export async function certificatePdf(deps: Pick<Deps, 'fonts'>, data: ShownResult, by: AskedBy): Promise<Uint8Array> {
  await registerFonts(deps.fonts);
  return renderPdf(<Certificate data={data} />, [], by);
}
