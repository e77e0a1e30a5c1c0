import { errorLine, type Log } from './log.ts';

/** Logs that a library wrote to the console, with the classes of errors, because its messages may contain values. */
export function logConsole(log: Log): void {
  const told = (method: string, severity: 'debug' | 'warn') =>
    function write(...said: unknown[]): void {
      const errors = said.filter((each) => each instanceof Error).map(errorLine);
      log[severity]('a library wrote to the console', { method, errors: errors.join(' < ') || undefined });
    };
  for (const method of ['log', 'info', 'debug', 'trace', 'dir'] as const) console[method] = told(method, 'debug');
  for (const method of ['warn', 'error'] as const) console[method] = told(method, 'warn');
}
