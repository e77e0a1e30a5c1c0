// Our own: SQLite flushes its log on the thread that commits, which answers everybody else as well.
import { closeSync, fdatasync, fstatSync, openSync } from 'node:fs';

/**
 * Brings the write-ahead log of an embedded database to the disk, as SQLite itself does in `synchronous=FULL`, but on a
 * thread of the system: a disk takes 0.3 to 3 ms. The log is one file as long as anybody has the database open, and no lock
 * of SQLite's lies on it, so another handle of it does no harm.
 */
export class LogFlush {
  #opened: number | null = null;

  /** @param file of the database */
  constructor(private readonly file: string) {}

  /** All that was committed before is on the disk when it answers. @throws what the system says, such as EIO */
  async flush(): Promise<void> {
    const log = this.#open();
    await new Promise<void>((done, fail) => fdatasync(log, (error) => (error ? fail(error) : done())));
  }

  close(): void {
    if (this.#opened !== null) closeSync(this.#opened);
    this.#opened = null;
  }

  /** A log that was removed meanwhile is another one now. */
  #open(): number {
    if (this.#opened !== null && fstatSync(this.#opened).nlink > 0) return this.#opened;
    this.close();
    this.#opened = openSync(`${this.file}-wal`, 'r');
    return this.#opened;
  }
}
