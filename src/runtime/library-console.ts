import { errorLine, type Log } from './log.ts';

/**
 * What libraries write to the console goes through the log: that it was written and the classes of the errors in it, for
 * nobody knows which values are in their sentences.
 */
export function logConsole(log: Log): void {
  const told = (method: string, severity: 'debug' | 'warn') =>
    function write(...said: unknown[]): void {
      const errors = said.filter((each) => each instanceof Error).map(errorLine);
      log[severity]('a library wrote to the console', { method, errors: errors.join(' < ') || undefined });
    };
  for (const method of ['log', 'info', 'debug', 'trace', 'dir'] as const) console[method] = told(method, 'debug');
  for (const method of ['warn', 'error'] as const) console[method] = told(method, 'warn');
}
