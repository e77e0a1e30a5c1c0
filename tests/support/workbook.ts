import { strToU8, zipSync } from 'fflate';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '&#10;');
const column = (at: number) => String.fromCharCode(65 + at);

/** A workbook with inline texts, as other programs write it. */
export function workbookOf(
  ...sheets: readonly (readonly (readonly (string | number | null)[])[])[]
): Uint8Array<ArrayBuffer> {
  const files = sheets.map((rows, index) => {
    const written = rows.map((cells, line) => {
      const row = cells.map((cell, at) => {
        const address = `${column(at)}${line + 1}`;
        if (cell === null) return '';
        if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`;
        return `<c r="${address}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
      });
      return `<row r="${line + 1}">${row.join('')}</row>`;
    });
    const sheet = `<worksheet><sheetData>${written.join('')}</sheetData></worksheet>`;
    return [`xl/worksheets/sheet${index + 1}.xml`, strToU8(sheet)] as const;
  });
  return zipSync(Object.fromEntries(files)) as Uint8Array<ArrayBuffer>;
}
