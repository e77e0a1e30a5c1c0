// Our own: the library of our other papers lays out every cell anew and takes a quarter of a minute for five thousand
// rows; pdf-lib takes texts at their places.

import { PDFDocument, type PDFFont, PDFName } from '@cantoo/pdf-lib';
import { Font } from '@react-pdf/renderer';
import { assert } from '#src/kernel/assert.ts';
import { pdfFont, printable } from './fonts.ts';
import { withParagraphs } from './paragraphs.ts';

export const millimetre = 72 / 25.4;
export const a4 = { width: 210 * millimetre, height: 297 * millimetre };

type FontData = NonNullable<ReturnType<typeof Font.getFont>['data']>;
type Glyph = ReturnType<FontData['glyphForCodePoint']>;
type Fontkit = Parameters<PDFDocument['registerFontkit']>[0];
type SheetPage = { lines: string[]; paragraphs: number };
type Placed = { size: number; bold?: boolean /** As much of the text as fits. */; width?: number; align?: 'end' };

/** Letters one beside the other, each looked for once: figures and names in a table need no more. */
function plainLetters(font: FontData): object {
  const known = new Map<number, Glyph>();
  const glyphOf = (code: number): Glyph => {
    const glyph = known.get(code) ?? font.glyphForCodePoint(code);
    known.set(code, glyph);
    return glyph;
  };
  return Object.assign(Object.create(font), {
    layout: (text: string) => ({ glyphs: [...text].map((letter) => glyphOf(letter.codePointAt(0) ?? 32)) }),
  });
}

/** Writes texts at their places on pages, measured from the upper left corner in points. */
export class SheetPen {
  readonly #pages: SheetPage[] = [];
  readonly #shown = new Map<string, string>();

  private constructor(
    private readonly document: PDFDocument,
    private readonly fonts: { regular: PDFFont; bold: PDFFont },
  ) {}

  static async on({ language, title }: { language: string; title: string }): Promise<SheetPen> {
    const document = await PDFDocument.create({ updateMetadata: false });
    const embed = async (fontWeight: 400 | 700) => {
      const { data } = Font.getFont({ fontFamily: pdfFont, fontWeight });
      assert(data, 'registerFonts was awaited before anything is drawn');
      document.registerFontkit({ create: async () => plainLetters(data) } as unknown as Fontkit);
      // The bytes are read by that alone.
      return document.embedFont(new Uint8Array([0, 1, 0, 0]), { subset: true });
    };
    document.setTitle(title, { showInWindowTitleBar: true });
    document.setLanguage(language);
    document.setProducer('Startblock');
    return new SheetPen(document, { regular: await embed(400), bold: await embed(700) });
  }

  get pages(): number {
    return this.#pages.length;
  }

  page(): void {
    const { node } = this.document.addPage([a4.width, a4.height]);
    node.setFontDictionary(PDFName.of('R'), this.fonts.regular.ref);
    node.setFontDictionary(PDFName.of('B'), this.fonts.bold.ref);
    this.#pages.push({ lines: [], paragraphs: 0 });
  }

  /** What is written meanwhile is one paragraph for screen readers, on the page that was begun last. */
  paragraph(write: () => void): void {
    this.#marked(
      (at) => {
        at.paragraphs += 1;
        return `/P <</MCID ${at.paragraphs - 1}>> BDC`;
      },
      write,
      this.#pages.length - 1,
    );
  }

  /** What is written meanwhile is nothing to them. `page`: of those that are there. */
  decoration(write: () => void, page = this.#pages.length - 1): void {
    this.#marked(() => '/Artifact BMC', write, page);
  }

  text(text: string, x: number, y: number, { size, bold = false, width, align }: Placed): void {
    const shown = width === undefined ? this.#printable(text) : this.fitted(text, { size, bold, width });
    if (shown === '') return;
    const font = bold ? this.fonts.bold : this.fonts.regular;
    const left = align === 'end' ? x + (width ?? 0) - font.widthOfTextAtSize(shown, size) : x;
    const at = `1 0 0 1 ${left.toFixed(2)} ${(a4.height - y).toFixed(2)} Tm`;
    this.#write(`BT\n/${bold ? 'B' : 'R'} ${size} Tf\n${at}\n${font.encodeText(shown)} Tj\nET`);
  }

  rule(x: number, y: number, width: number, thickness = 0.5): void {
    this.#write(`q\n${thickness} w\n0.75 G\n${x.toFixed(2)} ${(a4.height - y).toFixed(2)} m`);
    this.#write(`${(x + width).toFixed(2)} ${(a4.height - y).toFixed(2)} l\nS\nQ`);
  }

  widthOf(text: string, size: number, bold = false): number {
    return (bold ? this.fonts.bold : this.fonts.regular).widthOfTextAtSize(this.#printable(text), size);
  }

  /** As much of a text as fits, with a mark where it ends early. */
  fitted(
    text: string,
    { size, bold = false, width }: Required<Pick<Placed, 'size' | 'width'>> & { bold?: boolean },
  ): string {
    const font = bold ? this.fonts.bold : this.fonts.regular;
    let shown = this.#printable(text);
    if (font.widthOfTextAtSize(shown, size) <= width) return shown;
    while (shown !== '' && font.widthOfTextAtSize(`${shown}…`, size) > width) shown = shown.slice(0, -1).trimEnd();
    return `${shown}…`;
  }

  /** A text in lines that fit, broken behind spaces and hyphens; what the last of them has no room for ends with a mark. */
  linesOf(
    text: string,
    { size, bold = false, width, most }: Required<Pick<Placed, 'size' | 'width'>> & { bold?: boolean; most: number },
  ): string[] {
    const font = bold ? this.fonts.bold : this.fonts.regular;
    const whole = this.#printable(text);
    if (font.widthOfTextAtSize(whole, size) <= width) return [whole];
    const lines: string[] = [];
    // `2 × Pasta` stays in one line.
    for (const piece of whole.split(/(?<=[ -])(?<!× )(?!×)/)) {
      const longer = (lines.at(-1) ?? '') + piece;
      const isFull = lines.length > 0 && font.widthOfTextAtSize(longer.trimEnd(), size) > width;
      if (lines.length === 0 || (isFull && lines.length < most)) lines.push(piece);
      else lines[lines.length - 1] = longer;
    }
    return lines.map((line) => line.trimEnd());
  }

  async bytes(): Promise<Uint8Array> {
    return withParagraphs(
      this.document,
      this.#pages.map(({ lines, paragraphs }) => ({ content: lines.join('\n'), paragraphs })),
    );
  }

  #current = -1;
  #write(operators: string): void {
    assert(this.#current >= 0, 'a page is written within a paragraph or as decoration');
    this.#pages[this.#current]?.lines.push(operators);
  }

  #marked(begin: (page: SheetPage) => string, write: () => void, index: number): void {
    const page = this.#pages[index];
    assert(page, 'what is written stands on a page');
    page.lines.push(begin(page));
    this.#current = index;
    write();
    this.#current = -1;
    page.lines.push('EMC');
  }

  /** Clubs and competitions come again and again. */
  #printable(text: string): string {
    const known = this.#shown.get(text);
    if (known !== undefined) return known;
    const shown = printable(text.replace(/\s+/g, ' ').trim());
    this.#shown.set(text, shown);
    return shown;
  }
}
