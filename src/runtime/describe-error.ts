import { DrizzleQueryError } from 'drizzle-orm/errors';
import { AssertionFailed, OwnError } from '#src/kernel/assert.ts';
import { Problem } from '#src/kernel/problem.ts';

/** The loggable parts of an error; missing ones are left out. */
export type DescribedError = {
  error: string;
  /** Such as `SQLITE_CONSTRAINT_UNIQUE`, `ECONNREFUSED`. */
  code?: string;
  /** A sentence that contains no data of users. */
  reason?: string;
  /** A failed statement's text, without values. */
  statement?: string;
  /** Class, code and reason of its cause. */
  cause?: string;
  stack?: string;
};

/**
 * Makes an error fit for the log, `last_error`, error reports and consoles. Libraries quote their input in messages, so a message
 * is used only when we wrote it or when it is a known sentence without values.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { error: error === null ? 'null' : typeof error };
  const [first, ...behind] = causesOf(error).filter((each) => !(each instanceof DrizzleQueryError));
  const query = causesOf(error).find((each) => each instanceof DrizzleQueryError);
  const spoken = first ?? error;
  const { code, reason } = essence(spoken);
  const cause = behind.map((each) => inOneLine(essence(each))).join(' < ');
  const stack = ourFirst([...framesOf(spoken), ...(query ? framesOf(query) : [])])
    .slice(0, 8)
    .join(' | ');
  return {
    error: essence(spoken).error,
    ...(code === undefined ? {} : { code }),
    ...(reason === undefined ? {} : { reason }),
    ...(query ? { statement: withoutValues(query.query) } : {}),
    ...(cause ? { cause } : {}),
    ...(stack ? { stack } : {}),
  };
}

/** The same in one line. */
export const errorLine = (error: unknown): string => inOneLine(describeError(error));

const inOneLine = ({ error, code, reason }: DescribedError): string => {
  const kind = [error, code].filter(Boolean).join(' ');
  return (reason === undefined ? kind : `${kind}: ${reason}`).slice(0, 500);
};

function causesOf(error: Error): Error[] {
  const found: Error[] = [];
  for (let each: unknown = error; each instanceof Error && found.length < 5 && !found.includes(each); each = each.cause)
    found.push(each);
  return found;
}

function essence(error: Error): Pick<DescribedError, 'error' | 'code' | 'reason'> {
  const name = nameOf(error);
  const said: unknown = error instanceof Problem ? error.code : (error as { code?: unknown }).code;
  const code = typeof said === 'string' && /^\w{2,60}$/.test(said) ? said : undefined;
  const reason = reasonOf(error, code);
  return { error: name, ...(code === undefined ? {} : { code }), ...(reason === undefined ? {} : { reason }) };
}

/** Libraries may change `name`, and the executable's classes are minified. */
function nameOf(error: Error): string {
  const { name } = error;
  const own = name === 'Error' ? error.constructor?.name : name;
  return typeof own === 'string' && /^[A-Za-z_$][\w$]{0,60}$/.test(own) ? own : 'Error';
}

function reasonOf(error: Error, code: string | undefined): string | undefined {
  const message = String(error.message);
  if (error instanceof AssertionFailed || error instanceof OwnError) return message.slice(0, 500);
  const { syscall } = error as { syscall?: unknown };
  if (code && typeof syscall === 'string' && /^\w{2,30}$/.test(syscall)) return `${syscall} failed`;
  if (/^SQLITE_/.test(code ?? '')) {
    const sentence = message.replace(/^(SQLITE_\w+: |SQLite error: )+/, '');
    return databaseSentences.some((known) => known.test(sentence)) ? sentence.slice(0, 300) : undefined;
  }
  return engineSentences.some((known) => known.test(message)) ? message.slice(0, 300) : undefined;
}

/** Messages of SQLite with names of tables, columns and constraints. */
const databaseSentences = [
  /^(UNIQUE|NOT NULL|CHECK|FOREIGN KEY) constraint failed(: \w+(\.\w+)?(, \w+(\.\w+)?)*)?$/,
  /^database or disk is full$/,
  /^attempt to write a readonly database$/,
  /^disk I\/O error$/,
  /^database (table )?is locked$/,
  /^database disk image is malformed$/,
  /^file is not a database$/,
  /^unable to open database file$/,
  /^no such table: \w+(\.\w+)?$/,
  /^cannot (commit|rollback) - no transaction is active$/,
];

/** Messages of the engine about our code; quoted text could be a value. */
const engineSentences = [
  /^(undefined|null) is not an object \(evaluating '[^'"`]*'\)$/,
  /^[\w.$()[\] ]+ is not a function\. \(In '[^'"`]*', '[^'"`]*' is (undefined|null)\)$/,
  /^Cannot destructure property '\w+' from null or undefined value$/,
  /^Can't find variable: \w+$/,
  /^Maximum call stack size exceeded\.?$/,
  /^Out of memory$/,
  /^Invalid Date$/,
  /^Invalid URL$/,
  /^(Greeting never received|Connection timeout|Connection closed( unexpectedly)?|Unexpected socket close|Timeout)$/,
  /^The connection was closed\.?$/,
  /^The operation timed out\.?$/,
  /^The operation was aborted\.?$/,
];

const frame =
  /^\s+at (?:async )?(?:[\w$.<>#[\] ]{1,120} \((?:[^\s()]{0,300}:\d+(?::\d+)?|unknown|native)\)|[^\s()]{1,300}:\d+:\d+)$/;

/** The stack without the message, whose lines may look like frames. */
function framesOf(error: Error): string[] {
  const stack = String(error.stack ?? '');
  const message = String(error.message);
  const at = message === '' ? -1 : stack.indexOf(message);
  const lines = (at < 0 ? stack : stack.slice(at + message.length)).split('\n');
  // A changed message leaves the old one in the stack.
  const from = lines.findLastIndex((line) => line.trim() !== '' && !frame.test(line)) + 1;
  return lines.slice(at < 0 ? from : 0).flatMap((line) => (frame.test(line) ? [line.trim().replace(/^at /, '')] : []));
}

/** The top frame and then our own; a library's frames below a statement are skipped. */
function ourFirst([first, ...others]: readonly string[]): string[] {
  const frames = [...new Set(others)].filter((each) => each !== first);
  const ours = frames.filter((each) => !each.includes('node_modules'));
  return first === undefined ? [] : [first, ...(ours.length > 0 ? ours : frames)];
}

/** Removes values from a statement; shortens lists of placeholders. */
const withoutValues = (statement: string): string =>
  statement
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\b\d{4,}\b/g, '…')
    .replace(/(\(?\?\)?,\s*){3,}/g, '?, … ')
    .replace(/\s+/g, ' ')
    .slice(0, 400);
