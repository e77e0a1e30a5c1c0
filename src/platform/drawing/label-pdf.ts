import type { LabelPaper } from './sheet-papers.ts';
import { a4, millimetre, SheetPen } from './sheet-pen.ts';

const padding = 5 * millimetre;
const lineSizes = [11, 11, 8.5, 8.5] as const;
const between = 3 * millimetre;
const largestFigure = 34;
const figurePart = 0.3;
const step = 12;

/** Labels in rows on sheets as they are sold, in the middle of the page; each with a large figure and some lines. */
export async function labelsPdf(paper: LabelPaper): Promise<Uint8Array> {
  const { sheet, skip, labels } = paper;
  const pen = await SheetPen.on(paper);
  const [width, height, gap] = [sheet.width * millimetre, sheet.height * millimetre, sheet.gap * millimetre];
  const left = (a4.width - sheet.columns * width - (sheet.columns - 1) * gap) / 2;
  const top = (a4.height - sheet.rows * height) / 2;
  const onASheet = sheet.columns * sheet.rows;
  pen.page();
  labels.forEach(({ figure, lines }, index) => {
    const place = (index + skip) % onASheet;
    if (place === 0 && index > 0) pen.page();
    const x = left + (place % sheet.columns) * (width + gap) + padding;
    const y = top + Math.floor(place / sheet.columns) * height;
    const inner = width - 2 * padding;
    const figureSpace = inner * figurePart;
    const size = Math.min(
      largestFigure,
      height * 0.4,
      (largestFigure * figureSpace) / (pen.widthOf(figure, largestFigure, true) || 1),
    );
    const shown = linesIn(pen, lines, inner - figureSpace - between, Math.floor(height / step) - 1);
    const first = y + height / 2 - ((shown.length - 1) * step) / 2 + 3;
    pen.paragraph(() => {
      pen.text(figure, x, y + height / 2 + size * 0.36, { size: Math.round(size * 10) / 10, bold: true });
      shown.forEach(({ text, ...said }, at) => {
        pen.text(text, x + figureSpace + between, first + at * step, said);
      });
    });
  });
  return pen.bytes();
}

type Line = { text: string; size: number; bold: boolean; width: number };

/** What is too long goes on in the next line as long as the label has room: first of all the last, what is to be given. */
function linesIn(pen: SheetPen, texts: readonly string[], width: number, room: number): Line[] {
  let free = room - texts.length;
  const lines = texts.map((text, at) => ({ text, size: lineSizes[at] ?? 8.5, bold: at === 0, width }));
  return lines
    .toReversed()
    .map(({ text, ...said }) => {
      const wrapped = free > 0 ? pen.linesOf(text, { ...said, most: free + 1 }) : [text];
      free -= wrapped.length - 1;
      return wrapped.map((part) => ({ ...said, text: part }));
    })
    .toReversed()
    .flat();
}
