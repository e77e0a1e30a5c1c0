/** What both papers share: colours, measures, small parts. Lengths are points, 72 to the inch. */
import type { ReactNode } from 'react';
import { Document, Page, Part, pdfFont, Text, View } from '#src/platform/pdf.tsx';
import { isAccent, themeOf } from '#src/ui/theme.ts';
import type { DocumentFact, DocumentLanguage } from './data.ts';

export const millimetres = (n: number) => (n * 72) / 25.4;
export const a4 = { width: millimetres(210), height: millimetres(297) };

export const ink = '#11162a';
export const quiet = '#525a70';
export const hairline = '#d9dee7';
export const soft = '#f4f6fa';
export const paper = '#ffffff';
const defaultAccent = '#1f45d6';

/** The colour of heads and bibs and what is written on it, computed as on the web pages. */
export function accentOf(color: string | null | undefined): { accent: string; accentInk: string } {
  return themeOf(color && isAccent(color) ? color : defaultAccent).light;
}

export const pageText = { fontFamily: pdfFont, fontSize: 9.5, color: ink, lineHeight: 1.4 } as const;
export const tabular = { fontFeatureSettings: ['tnum'] as string[] };

export function Label({ children, color = quiet }: { children: ReactNode; color?: string }) {
  return <Text style={{ fontSize: 7.5, color, lineHeight: 1.3 }}>{children}</Text>;
}

export function SectionTitle({ children }: { children: ReactNode }) {
  return (
    <Part as="H2">
      <Text style={{ fontSize: 11, fontWeight: 700, marginBottom: 5, lineHeight: 1.25 }}>{children}</Text>
    </Part>
  );
}

export function Facts({ facts, labelWidth }: { facts: readonly DocumentFact[]; labelWidth: number }) {
  return (
    <Part as="Table">
      <View>
        {facts.map((fact, at) => (
          <Part key={at} as="TR">
            <View style={{ flexDirection: 'row', marginBottom: 3 }} wrap={false}>
              <Part as="TH" scope="Row">
                <Text style={{ width: labelWidth, paddingRight: 8, color: quiet }}>{fact.label}</Text>
              </Part>
              <Part as="TD">
                <Text style={{ flex: 1, fontWeight: 700 }}>{fact.value}</Text>
              </Part>
            </View>
          </Part>
        ))}
      </View>
    </Part>
  );
}

/** The head of a paper about money: who writes it, and what it is. */
export function PaperHead(props: {
  organizer: { name: string; lines: readonly string[] };
  title: string;
  accent: string | null;
}) {
  const { organizer, title } = props;
  const { accent, accentInk } = accentOf(props.accent);
  return (
    <View style={{ flexDirection: 'row', justifyContent: 'space-between', marginBottom: 22 }}>
      <View style={{ width: '52%' }}>
        <Text style={{ fontSize: 13, fontWeight: 700, lineHeight: 1.3, marginBottom: 3 }}>{organizer.name}</Text>
        {organizer.lines.map((line) => (
          <Text key={line} style={{ color: quiet, fontSize: 8.5 }}>
            {line}
          </Text>
        ))}
      </View>
      <View style={{ backgroundColor: accent, borderRadius: 13, paddingVertical: 14, paddingHorizontal: 18 }}>
        <Part as="H1">
          <Text style={{ fontSize: 15, fontWeight: 700, color: accentInk }}>{title}</Text>
        </Part>
      </View>
    </View>
  );
}

/** A PDF of one kind of page: what it is called, who wrote it, and the foot that stands on every page of it. */
export function PdfPage(props: {
  data: { organizer: { name: string }; event: { title: string }; language: DocumentLanguage };
  title: string;
  margin: number;
  /** From the upper edge to the text, and from the lower one to the text and to the foot. */
  top: number;
  bottom: number;
  footAt: number;
  foot: readonly string[];
  children: ReactNode;
}) {
  const { data, title, margin, top, bottom, footAt, foot, children } = props;
  return (
    <Document
      title={title}
      author={data.organizer.name}
      subject={data.event.title}
      language={data.language}
      pdfVersion="1.7"
    >
      <Page size="A4" style={{ ...pageText, paddingTop: top, paddingHorizontal: margin, paddingBottom: bottom }}>
        {children}
        <View
          fixed
          style={{
            position: 'absolute',
            left: margin,
            right: margin,
            bottom: footAt,
            borderTop: `0.5pt solid ${hairline}`,
            paddingTop: 6,
          }}
        >
          {foot.map((line) => (
            <Text key={line} style={{ fontSize: 7.5, color: quiet, lineHeight: 1.35 }}>
              {line}
            </Text>
          ))}
        </View>
      </Page>
    </Document>
  );
}
