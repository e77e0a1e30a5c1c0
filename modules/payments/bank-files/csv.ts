import type { BankFileReader, BankLine } from './bank-line.ts';
import { CsvRecords, delimiterOf } from './csv-records.ts';
import type { ColumnChoices, TableView } from './table-columns.ts';
import { TableReader } from './table-reader.ts';

export class CsvReader implements BankFileReader {
  readonly #records: CsvRecords;
  readonly #table: TableReader;

  constructor(head: string, choices: ColumnChoices, ownIban: string | null) {
    this.#records = new CsvRecords(delimiterOf(head), head);
    this.#table = new TableReader(choices, ownIban);
  }

  get chosen(): TableView | null {
    return this.#table.chosen;
  }

  get format(): string {
    return this.#table.format;
  }

  push(text: string): BankLine[] {
    return this.#records.push(text).flatMap((record) => this.#table.push(record));
  }

  async end(): Promise<BankLine[]> {
    const lines = (await this.#records.end()).flatMap((record) => this.#table.push(record));
    return [...lines, ...this.#table.end()];
  }
}
