import { machineGauges } from '#src/app/machine-gauges.ts';
import { backupGauge } from '#src/data/backup.ts';
import { factGauges } from '#src/data/facts.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Log } from '#src/runtime/log.ts';
import type { Gauge, Metrics } from '#src/runtime/metrics.ts';
import { modules } from './modules.ts';

const logLines = 'startblock_log_lines_total';

/** Declares the counters at the start, because verbs count before the first scrape. */
export function declareCounters(metrics: Metrics): void {
  metrics.counter(logLines, 'Lines in the log, by level.', [{ level: 'warn' }, { level: 'error' }]);
  for (const { name, help, labels } of modules.flatMap(({ counters }) => counters ?? []))
    metrics.counter(name, help, labels);
}

export function counted(log: Log, metrics: Metrics): Log {
  const counting =
    (level: 'warn' | 'error'): Log['warn'] =>
    (...entry) => {
      metrics.count(logLines, { level });
      log[level](...entry);
    };
  return { ...log, warn: counting('warn'), error: counting('error') };
}

export function observe(metrics: Metrics, deps: Deps, own: readonly Gauge[], isReady: () => Promise<boolean>): void {
  const { config, read, database } = deps;
  const gauges: readonly Gauge[] = [
    {
      name: 'startblock_ready',
      help: '1 when /readyz answers 200, else 0.',
      read: async () => Number(await isReady()),
    },
    ...machineGauges(config),
    ...factGauges(deps),
    ...own,
    // A remote server makes its own backups.
    ...(database.isLocal ? [backupGauge(read)] : []),
    ...modules.flatMap((module) => module.gauges?.(deps) ?? []),
  ];
  for (const { name, help, read } of gauges) metrics.gauge(name, help, read);
}
