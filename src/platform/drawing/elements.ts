/**
 * What papers are made of, by the names under which the drawing process knows them. The library itself is loaded where it
 * draws, and not by everybody who writes a paper.
 */
import type * as pdf from '@react-pdf/renderer';

const named = <Component>(name: string): Component => name as unknown as Component;

export const Document = named<typeof pdf.Document>('DOCUMENT');
export const Page = named<typeof pdf.Page>('PAGE');
export const View = named<typeof pdf.View>('VIEW');
export const Text = named<typeof pdf.Text>('TEXT');
export const Image = named<typeof pdf.Image>('IMAGE');
export const Svg = named<typeof pdf.Svg>('SVG');
export const Path = named<typeof pdf.Path>('PATH');
