import type { Clock } from '#src/kernel/time.ts';
import type { Assets } from './assets.ts';
import type { Config } from './config.ts';
import type { Database, Reader } from './database.ts';
import type { PdfFonts } from './drawing/fonts.ts';
import type { Files } from './files.ts';
import type { Imaging } from './imaging.ts';
import type { LargeFiles } from './large-files.ts';
import type { Log } from './log.ts';
import type { MailType } from './mail/kinds.ts';
import type { Mailer } from './mailer.ts';
import type { FileSandbox } from './sandbox/file-sandbox.ts';
import type { Signer } from './signer.ts';
import type { Viewer } from './viewer.ts';
import type { Write } from './work.ts';

/**
 * What every route is given. A module adds what it needs of those above it in its `needs.ts`
 * (`declare module '#src/platform/deps.ts' { interface Deps { … } }`), and `src/app/needs.ts` answers it.
 */
export interface Deps {
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
