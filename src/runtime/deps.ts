import type { Signer } from '#src/access/signer.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Config } from '#src/config/config.ts';
import type { Database, Reader } from '#src/data/database.ts';
import type { Write } from '#src/data/work.ts';
import type { PdfFonts } from '#src/documents/font-files.ts';
import type { Files } from '#src/files/files.ts';
import type { LargeFiles } from '#src/files/large-files.ts';
import type { Imaging } from '#src/files/pictures/imaging.ts';
import type { FileSandbox } from '#src/files/sandbox/file-sandbox.ts';
import type { Clock } from '#src/kernel/time.ts';
import type { MailType } from '#src/mail/kinds.ts';
import type { Mailer } from '#src/mail/mailer.ts';
import type { Assets } from '#src/web/assets.ts';
import type { Log } from './log.ts';

/**
 * Questions of a module that modules above answer. A module declares its slots in `slots.ts` (`declare module
 * '#src/runtime/deps.ts' { interface Slots { … } }`); other modules fill them in `module.ts`. Several modules may fill an array.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules add to it.
export interface Slots {}

export interface Deps extends Slots {
  config: Config;
  database: Database;
  read: Reader;
  write: Write;
  clock: Clock;
  log: Log;
  files: Files;
  /** Files too large for memory, each kind in its own folder. */
  largeFiles(folder: string): LargeFiles;
  /** Decodes and re-encodes uploaded pictures. */
  imaging: Imaging;
  /** Reads uploaded files in child processes. */
  sandbox: FileSandbox;
  signer: Signer;
  assets: Assets;
  mailer: Mailer;
  /** All kinds of mails, for previews. */
  mailTypes(): readonly MailType[];
  fonts: PdfFonts;
  /** The viewer of a session cookie; null when there is none. */
  findViewer(sessionId: string): Promise<Viewer | null>;
  /** Outgoing requests. In demo mode the built-in identity provider answers without a network. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** Wakes a job. */
  runNow(job: string): void;
  /** Started with demo data: the built-in mailbox is public. */
  demo: boolean;
}
