// Our own: JSON lines need no transport.

export { describeError, errorLine } from './describe-error.ts';

/** One JSON line per entry on stdout. Never log codes, tokens, cookies, full IBANs or query parameters. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;
export type Log = {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
};

export const logLevels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

export function jsonLog(level: LogLevel, now: () => number, write: (line: string) => void): Log {
  const threshold = logLevels.indexOf(level);
  const entry =
    (at: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      if (logLevels.indexOf(at) < threshold) return;
      write(`${JSON.stringify({ time: new Date(now()).toISOString(), level: at, message, ...fields })}\n`);
    };
  return { debug: entry('debug'), info: entry('info'), warn: entry('warn'), error: entry('error') };
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
