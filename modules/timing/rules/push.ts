/** What is due for a participant, in the sequence in which it is done. */
export const steps = { bib: 1, fields: 2, ages: 4, value: 8, link: 16 } as const;
export type Step = keyof typeof steps;
export const stepNames = Object.keys(steps) as Step[];
export const allSteps = 31;
export const bitsOf = (...names: Step[]): number => names.reduce((bits, name) => bits | steps[name], 0);
export const isDue = (due: number, step: Step): boolean => (due & steps[step]) !== 0;
export const without = (due: number, step: Step): number => due & ~steps[step];

/**
 * `failed` is tried again by itself, `dead` only when somebody says so, `skipped` came after the stop date.
 */
export const pushStates = ['waiting', 'sent', 'failed', 'dead', 'skipped'] as const;
export type PushState = (typeof pushStates)[number];

/** What is wrong with a push; `locales` say `timing.error.<code>`. */
export const pushErrors = [
  /** They are asked too fast, or are busy. */
  'busy',
  /** Nobody answered in time, or the connection broke. */
  'noAnswer',
  /** They answered something else than the call is for. */
  'unexpected',
  /** The address opens nothing: unknown, or switched off there. */
  'closed',
  /** It leads into a private network, or nowhere. */
  'address',
  /** They refuse what is sent, and say why. */
  'refused',
  /** They know nobody by the number that we know; what they changed is looked up before the next try. */
  'unknownThere',
  /** Somebody else there has that number. */
  'bibTakenThere',
  /** A number may have been given, and nothing tells which. */
  'unsure',
  /** Somebody of the event has that number. */
  'bibTaken',
  /** A number of ours was refused there, and ours is what it was. */
  'RR_BIB_CHANGE_FAILED',
  /** There is neither an address for a number nor a number. */
  'noBib',
] as const;
export type PushError = (typeof pushErrors)[number];

/** These go away by themselves, or when somebody switches something on there: they are tried again. */
const passing: ReadonlySet<PushError> = new Set([
  'busy',
  'noAnswer',
  'unexpected',
  'closed',
  'address',
  'unknownThere',
]);
/** Trying on for so long, somebody has to look: 10 s and then twice the pause before, an hour at the most, some 20 hours. */
export const maxAttempts = 28;
const firstPauseMs = 10_000;
const longestPauseMs = 3_600_000;

export const pauseAfter = (attempts: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(20, Math.max(0, attempts - 1)));

export const stateAfter = (error: PushError, attempts: number): 'failed' | 'dead' =>
  passing.has(error) && attempts < maxAttempts ? 'failed' : 'dead';

/** An address that said "too fast" or gave no answer `failures` times in a row rests before anybody asks it again. */
export const restOf = (failures: number, isTooFast: boolean): number => {
  if (isTooFast) return Math.min(300_000, 2000 * 2 ** Math.min(10, failures - 1));
  return failures < 5 ? 0 : Math.min(600_000, 10_000 * 2 ** Math.min(10, failures - 5));
};

/** Written down as one text: the code, and their own sentence. */
export const errorText = (code: PushError, said = ''): string =>
  said === '' ? code : `${code}: ${said.slice(0, 200)}`;
export const errorOf = (text: string): { code: PushError; said: string } => {
  const [code = '', ...said] = text.split(': ');
  return { code: pushErrors.find((one) => one === code) ?? 'unexpected', said: said.join(': ') };
};
