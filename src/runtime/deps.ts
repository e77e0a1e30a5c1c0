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
 * Questions that a module asks and modules above it answer. A module declares its slots in `slots.ts`
 * (`declare module '#src/runtime/deps.ts' { interface Slots { … } }`); the module that answers fills them in `module.ts`.
 * Arrays are filled by several modules.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules add to it.
export interface Slots {}

/** Passed to every route. */
export interface Deps extends Slots {
  config: Config;
  database: Database;
  read: Reader;
  write: Write;
  clock: Clock;
  log: Log;
  files: Files;
  /** Files that are never whole in memory, each sort in a folder of its own. */
  largeFiles(folder: string): LargeFiles;
  /** Takes uploaded pictures apart and makes them anew. */
  imaging: Imaging;
  /** Reads files of people in processes of their own. */
  sandbox: FileSandbox;
  signer: Signer;
  assets: Assets;
  mailer: Mailer;
  /** All kinds of mails that the modules bring, for looking at them beforehand. */
  mailTypes(): readonly MailType[];
  fonts: PdfFonts;
  /** Who the secret of a session cookie belongs to, with what the modules know of them; null when nobody's. */
  findViewer(sessionId: string): Promise<Viewer | null>;
  /** How the server asks others. In demo mode the built-in identity provider answers without a network. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** Begins a job now, because something was just put into its box. */
  runNow(job: string): void;
  /** Started with demo data: the built-in mailbox is readable. */
  demo: boolean;
}
