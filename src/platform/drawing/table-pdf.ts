import type { TablePaper } from './sheet-papers.ts';
import { a4, millimetre, SheetPen } from './sheet-pen.ts';

const margin = 14 * millimetre;
const width = a4.width - 2 * margin;
const rowHeight = 15;
const lineHeight = 10;
/** More of one cell is rather a mistake than something to read on paper. */
const mostLines = 5;
const gap = 5;
const size = 8.5;
const tableTop = margin + 44;
const tableEnd = a4.height - margin - 18;

/** A table over any number of pages: on each its title, the heads of its columns, and which page it is. */
export async function tablePdf(paper: TablePaper): Promise<Uint8Array> {
  const pen = await SheetPen.on(paper);
  const columns = placed(paper.columns);
  for (const { title, rows } of paper.groups) {
    let y = Number.POSITIVE_INFINITY;
    for (const row of rows.length > 0 ? rows : [[]]) {
      const cells = columns.map(({ space }, index) =>
        pen.linesOf(row[index] ?? '', { size, bold: index === 0, width: space, most: mostLines }),
      );
      const height = rowHeight + (Math.max(...cells.map(({ length }) => length)) - 1) * lineHeight;
      if (y + height > tableEnd) {
        y = tableTop;
        pen.page();
        drawHead(pen, paper, title, columns);
      }
      const at = y + rowHeight - 4.5;
      pen.paragraph(() => {
        columns.forEach(({ x, space, isFigure }, index) => {
          cells[index]?.forEach((line, below) => {
            pen.text(line, x, at + below * lineHeight, {
              size,
              width: space,
              bold: index === 0,
              ...(isFigure ? { align: 'end' } : {}),
            });
          });
        });
      });
      pen.decoration(() => pen.rule(margin, y + height, width, 0.3));
      y += height;
    }
  }
  for (let page = 0; page < pen.pages; page += 1) {
    const foot = paper.foot.replace('{page}', String(page + 1)).replace('{pages}', String(pen.pages));
    pen.decoration(() => {
      pen.text(paper.lead, margin, a4.height - margin, { size: 7.5, width: width * 0.7 });
      pen.text(foot, margin + width * 0.7, a4.height - margin, { size: 7.5, width: width * 0.3, align: 'end' });
    }, page);
  }
  return pen.bytes();
}

type Column = { title: string; x: number; space: number; isFigure: boolean };

function placed(columns: TablePaper['columns']): Column[] {
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  let x = margin;
  return columns.map(({ title, share, isFigure = false }) => {
    const space = (width * share) / all;
    const column = { title, x, space: space - gap, isFigure };
    x += space;
    return column;
  });
}

/** The heads are read out once, on the first page of all; each page shows them. */
function drawHead(pen: SheetPen, { title }: TablePaper, group: string, columns: readonly Column[]): void {
  const heads = () => {
    for (const { title: head, x, space, isFigure } of columns)
      pen.text(head, x, tableTop - 4.5, { size: 7.5, bold: true, width: space, ...(isFigure ? { align: 'end' } : {}) });
  };
  pen.paragraph(() => pen.text(title, margin, margin + 10, { size: 14, bold: true, width }));
  if (group !== '') pen.paragraph(() => pen.text(group, margin, margin + 25, { size: 10, width }));
  if (pen.pages === 1) pen.paragraph(heads);
  else pen.decoration(heads);
  pen.decoration(() => pen.rule(margin, tableTop, width, 1));
}
