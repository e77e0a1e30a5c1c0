export type SplitField = { name: string; field: string };

/** `5 km=Split1; 10 km=Split2`. Null when a name or field is missing or there are too many. */
export function splitFieldsIn(text: string): SplitField[] | null {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const fields = parts.map((part): SplitField => {
    const [name = '', ...field] = part.split('=');
    return { name: name.trim(), field: field.join('=').trim() };
  });
  const isWhole = fields.every(({ name, field }) => name !== '' && name.length <= 40 && field !== '');
  return isWhole && fields.length <= maxSplits ? fields : null;
}
const maxSplits = 20;

const states = { '2': 'dsq', '3': 'dnf', '4': 'dns', '5': 'dns' } as const;

/** From the Status of RACE RESULT. Out of competition gives no result; without a time only DNF gives one. */
export function stateOf(status: string, timeMs: number | null): 'finished' | 'dsq' | 'dnf' | 'dns' | null {
  if (status in states) return states[status as keyof typeof states];
  return (status === '0' || status === '') && timeMs !== null ? 'finished' : null;
}

const firstPauseMs = 60_000;
const longestPauseMs = 15 * 60_000;

/** A minute after news, then doubled up to a quarter of an hour. */
export const pauseOfFetch = (quiet: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(10, quiet));

/** Automatic fetching ends this long after the race. */
export const fetchedAfterEndMs = 6 * 3_600_000;
/** Maximum pause before the start, because a race may be moved. */
export const longestSleepMs = 3_600_000;
