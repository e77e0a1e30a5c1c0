/** What both papers share: colours, measures, small parts. Lengths are points, 72 to the inch. */
import { Text, View } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import { paperFont } from '#src/platform/pdf.tsx';
import type { PaperFact } from './data.ts';

export const millimetres = (n: number) => (n * 72) / 25.4;
export const a4 = { width: millimetres(210), height: millimetres(297) };

export const ink = '#14213d';
export const quiet = '#5c667a';
export const hairline = '#d9dee7';
export const soft = '#f4f6fa';
export const paper = '#ffffff';
const defaultAccent = '#1d4ed8';

export const accentOf = (color: string | null | undefined): string =>
  color && /^#[0-9a-f]{6}$/i.test(color) ? color : defaultAccent;

/** White or dark, whichever reads better on the colour (relative luminance of WCAG 2.2). */
export function inkOn(color: string): string {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.0575 ? paper : ink;
}

export const pageText = { fontFamily: paperFont, fontSize: 9.5, color: ink, lineHeight: 1.4 } as const;
export const tabular = { fontFeatureSettings: ['tnum'] as string[] };

export function Label({ children, color = quiet }: { children: ReactNode; color?: string }) {
  return <Text style={{ fontSize: 7.5, color, lineHeight: 1.3 }}>{children}</Text>;
}

export function SectionTitle({ children }: { children: ReactNode }) {
  return <Text style={{ fontSize: 11, fontWeight: 700, marginBottom: 5, lineHeight: 1.25 }}>{children}</Text>;
}

export function Facts({ facts, labelWidth }: { facts: readonly PaperFact[]; labelWidth: number }) {
  return (
    <View>
      {facts.map((fact, at) => (
        <View key={at} style={{ flexDirection: 'row', marginBottom: 3 }} wrap={false}>
          <Text style={{ width: labelWidth, paddingRight: 8, color: quiet }}>{fact.label}</Text>
          <Text style={{ flex: 1, fontWeight: 700 }}>{fact.value}</Text>
        </View>
      ))}
    </View>
  );
}
