import { BankFileFault } from './bank-line.ts';

export type CsvRecord = { cells: string[]; line: number };

/** Longer than any bank's row: a quotation mark that nobody closes must not swallow the file. */
const longestRecord = 20_000;

/** RFC 4180 with any delimiter, piece by piece. A quoted cell may hold line ends. */
export class CsvRecords {
  #rest = '';
  #line = 1;

  constructor(readonly delimiter: string) {}

  push(text: string): CsvRecord[] {
    return this.#read(this.#rest + text, false);
  }

  /** @throws BankFileFault when a quoted cell is still open */
  end(): CsvRecord[] {
    const rest = this.#rest;
    return rest === '' ? [] : this.#read(/\n$/.test(rest) ? rest : `${rest}\n`, true);
  }

  #read(text: string, isLast: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    let from = 0;
    for (;;) {
      const record = this.#record(text, from);
      if (!record) break;
      records.push({ cells: record.cells, line: this.#line });
      this.#line += record.lines;
      from = record.end;
      if (from >= text.length) break;
    }
    this.#rest = text.slice(from);
    if (this.#rest.length > longestRecord || (isLast && this.#rest !== ''))
      throw new BankFileFault('broken', this.#line);
    return records;
  }

  #record(text: string, start: number): { cells: string[]; end: number; lines: number } | null {
    const cells: string[] = [];
    let lines = 1;
    let at = start;
    for (;;) {
      if (text[at] === '"') {
        let cell = '';
        for (;;) {
          const close = text.indexOf('"', at + 1);
          if (close < 0) return null;
          cell += text.slice(at + 1, close);
          at = close + 1;
          if (text[at] !== '"') break;
          cell += '"';
        }
        lines += cell.split('\n').length - 1;
        // Some banks leave blanks behind the mark.
        while (text[at] === ' ') at += 1;
        if (at >= text.length) return null;
        cells.push(cell);
        if (text[at] === this.delimiter) {
          at += 1;
          continue;
        }
        if (text[at] === '\r') at += 1;
        if (at >= text.length) return null;
        if (text[at] !== '\n') throw new BankFileFault('broken', this.#line + lines - 1);
        return { cells, end: at + 1, lines };
      }
      const lineEnd = text.indexOf('\n', at);
      if (lineEnd < 0) return null;
      const next = text.indexOf(this.delimiter, at);
      if (next >= 0 && next < lineEnd) {
        cells.push(text.slice(at, next));
        at = next + 1;
        continue;
      }
      cells.push(text.slice(at, lineEnd).replace(/\r$/, ''));
      return { cells, end: lineEnd + 1, lines };
    }
  }
}

/** Which of `;`, `,` and tab the first lines use most, outside of quotation marks. */
export function delimiterOf(head: string): string {
  const bare = head
    .split('\n')
    .slice(0, 20)
    .join('\n')
    .replace(/"[^"]*"/g, '');
  const count = (sign: string) => bare.split(sign).length;
  return [';', ',', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}
