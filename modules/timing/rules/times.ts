/** Results as RACE RESULT lists them. */

export type SplitField = { name: string; field: string };

/** `5 km=Split1; 10 km=Split2`; null: one of them has no name or no field, or there are too many. */
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

/** Their Status with a time. Out of competition is no result; without a time only who did not finish has one. */
export function stateOf(status: string, timeMs: number | null): 'finished' | 'dsq' | 'dnf' | 'dns' | null {
  if (status in states) return states[status as keyof typeof states];
  return (status === '0' || status === '') && timeMs !== null ? 'finished' : null;
}

const firstPauseMs = 60_000;
const longestPauseMs = 15 * 60_000;

/** After something new a minute, then twice the pause before, a quarter of an hour at the most. */
export const pauseOfFetch = (quiet: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(10, quiet));

/** So long after its end a race still gets results by itself. */
export const fetchedAfterEndMs = 6 * 3_600_000;
/** Before the start it is looked at again at least so often: a race may be moved. */
export const longestSleepMs = 3_600_000;
