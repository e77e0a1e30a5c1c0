import { stat, statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Config } from '#src/config/config.ts';
import { databaseFile } from '#src/data/database-file.ts';
import { orIfMissing } from '#src/runtime/file-system.ts';
import type { Gauge } from '#src/runtime/metrics.ts';
import { memoryOfAll } from '#src/runtime/processes/own-process.ts';

/** The delay of timers since the last scrape. Not part of the metrics before `start`. */
export class EventLoopLag {
  #histogram: ReturnType<typeof monitorEventLoopDelay> | null = null;

  start(): void {
    this.#histogram = monitorEventLoopDelay({ resolution: 20 });
    this.#histogram.enable();
  }

  stop(): void {
    this.#histogram?.disable();
    this.#histogram = null;
  }

  readonly gauge: Gauge = {
    name: 'startblock_event_loop_lag_p99_seconds',
    help: 'How late the event loop comes to a timer, 99th percentile since the last scrape.',
    read: () => {
      const nanoseconds = this.#histogram?.percentile(99);
      this.#histogram?.reset();
      if (nanoseconds === undefined) throw new Error('not measured');
      return nanoseconds / 1e9;
    },
  };
}

const sizeOf = async (file: string) => (await orIfMissing(stat(file), null))?.size ?? 0;

/** Disk, memory and uptime of the process, and the size of a local database. */
export function machineGauges({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): readonly Gauge[] {
  const file = databaseFile(databaseUrl);
  const startedAt = performance.timeOrigin / 1000;
  const ofFile: readonly Gauge[] =
    file === null
      ? []
      : [
          { name: 'startblock_database_bytes', help: 'Size of the database file.', read: () => sizeOf(file) },
          {
            name: 'startblock_database_wal_bytes',
            help: 'Size of the write-ahead log beside the database.',
            read: () => sizeOf(`${file}-wal`),
          },
        ];
  return [
    ...ofFile,
    {
      name: 'startblock_disk_free_bytes',
      help: 'Free space on the disk of DATA_DIR.',
      read: async () => {
        const { bavail, bsize } = await statfs(dataDir);
        return bavail * bsize;
      },
    },
    {
      name: 'startblock_memory_bytes',
      help: 'Resident memory of the process and of those that it started; what they share is counted for each.',
      read: () => memoryOfAll(process.pid),
    },
    {
      name: 'startblock_start_time_seconds',
      help: 'When the process started, in seconds since 1970.',
      read: () => startedAt,
    },
  ];
}
