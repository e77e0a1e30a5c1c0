import type { Job } from '#src/data/jobs.ts';
import { storageFaultOf } from '#src/data/storage-faults.ts';
import type { LargeFiles, OpenFile } from '#src/files/large-files.ts';
import { tableBytes } from '#src/files/tables/table-file.ts';
import { Problem } from '#src/kernel/problem.ts';
import { hours, minutes, seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { describeError } from '#src/runtime/log.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { postExportMail } from './export-mail.ts';
import { exportTable } from './make-table.ts';
import { type ExportRow, endedExports, unmailedExports } from './read-exports.ts';
import { claimExport, finishExport, forgetExports, leaveExport, noteProgress } from './store-export.ts';

/** A folder of its own, because backups leave out what can be made again. */
export const exportFiles = (deps: Pick<Deps, 'largeFiles'>): LargeFiles => deps.largeFiles('exports');

/** Removes unfinished files of a killed process. */
export async function removeUnfinished(deps: Pick<Deps, 'largeFiles'>, exportId: number): Promise<void> {
  const files = exportFiles(deps);
  for (const name of await files.names()) if (name.startsWith(`${exportId}-`)) await files.remove(name);
}

export const exportsJob = 'reports.exports';
const mailsJob = 'reports.export-mails';
/** Time per turn; then the lease is renewed, and a stopping server may stop. */
const turnMs = 500;

type Running = {
  row: ExportRow & { leaseOwner: string };
  fileName: string;
  file: OpenFile;
  bytes: AsyncGenerator<Uint8Array>;
  part(): number;
};

/**
 * Makes exports one after another. An unfinished export of a stopped process starts again elsewhere: its lease ends
 * after a minute, its partial file is removed.
 */
export function exportsJobs(deps: Deps): Job[] {
  let running: Running | null = null;
  const run = async (): Promise<boolean> => {
    if (!running) {
      const begun = await begin(deps);
      if (begun === null || begun === 'refused') return begun !== null;
      running = begun;
    }
    const at = running;
    try {
      const end = performance.now() + turnMs;
      while (performance.now() < end) {
        const { done, value } = await at.bytes.next();
        if (done) {
          running = null;
          await finish(deps, at);
          return true;
        }
        await at.file.write(value);
      }
      if (await deps.write((work) => noteProgress(work, at.row, at.part()))) return true;
      // Another process took the lease while this one slept.
      running = null;
      await at.bytes.return(undefined);
      await at.file.discard();
    } catch (error) {
      running = null;
      await failExport(deps, at, error);
    }
    return true;
  };
  return [
    { name: exportsJob, everyMs: seconds(10), run },
    { name: mailsJob, everyMs: minutes(1), run: () => mailExports(deps) },
    { name: 'reports.forget-exports', everyMs: hours(1), endsByClock: true, run: () => forget(deps) },
  ];
}

async function begin(deps: Deps): Promise<Running | 'refused' | null> {
  const row = await deps.write(claimExport);
  if (!row) return null;
  try {
    await removeUnfinished(deps, row.id);
    const i18n = translatorFor(row.language);
    const request = { kind: row.kind, eventId: row.eventId, from: row.fromDate, to: row.toDate };
    const { table, part } = await exportTable({ deps, i18n }, request);
    const fileName = `${row.id}-${row.leaseOwner}.${row.format}`;
    return {
      row,
      fileName,
      part,
      file: await exportFiles(deps).create(fileName),
      bytes: tableBytes(table, row.format),
    };
  } catch (error) {
    await refuseExport(deps, row, error);
    return 'refused';
  }
}

async function finish(deps: Deps, { row, fileName, file }: Running): Promise<void> {
  await file.complete();
  if (await deps.write((work) => finishExport(work, row, { fileName }))) deps.runNow(mailsJob);
  else await exportFiles(deps).remove(fileName);
}

async function failExport(deps: Deps, { row, file, bytes }: Running, error: unknown): Promise<void> {
  await bytes.return(undefined).catch(() => {});
  await file.discard().catch(() => {});
  await refuseExport(deps, row, error);
}

/** Problems are shown in the list; other errors are retried. */
async function refuseExport(deps: Deps, row: Running['row'], error: unknown): Promise<void> {
  if (error instanceof Problem) {
    await deps.write((work) => finishExport(work, row, { problem: error.code }));
    return;
  }
  if (storageFaultOf(error)) throw error;
  deps.log.error('an export failed', { exportId: row.id, ...describeError(error) });
  await deps.write((work) => leaveExport(work, row));
}

async function mailExports(deps: Deps): Promise<boolean> {
  const due = await unmailedExports(deps.read, deps.clock());
  for (const row of due) await deps.write((work) => postExportMail(work, row));
  return false;
}

async function forget(deps: Deps): Promise<boolean> {
  const ended = await endedExports(deps.read, deps.clock());
  for (const { fileName } of ended) if (fileName) await exportFiles(deps).remove(fileName);
  if (ended.length > 0)
    await deps.write((work) =>
      forgetExports(
        work,
        ended.map(({ id }) => id),
      ),
    );
  return ended.length === 100;
}
