/** Bits of the due steps, in order of execution. */
export const steps = { bib: 1, fields: 2, ages: 4, value: 8, link: 16 } as const;
export type Step = keyof typeof steps;
export const stepNames = Object.keys(steps) as Step[];
export const allSteps = 31;
export const bitsOf = (...names: Step[]): number => names.reduce((bits, name) => bits | steps[name], 0);
export const isDue = (due: number, step: Step): boolean => (due & steps[step]) !== 0;
export const without = (due: number, step: Step): number => due & ~steps[step];

/** `failed` retries by itself, `dead` needs a manual retry, `skipped` came after the stop date. */
export const pushStates = ['waiting', 'sent', 'failed', 'dead', 'skipped'] as const;
export type PushState = (typeof pushStates)[number];

/** `locales` has `timing.error.<code>` for each. */
export const pushErrors = [
  'busy',
  /** Timeout or broken connection. */
  'noAnswer',
  /** The response does not fit the call. */
  'unexpected',
  /** The address is unknown or switched off there. */
  'closed',
  /** The address is private or does not resolve. */
  'address',
  'refused',
  /** The PID or number is unknown there; changes are looked up before the next try. */
  'unknownThere',
  /** Another participant at RACE RESULT has that number. */
  'bibTakenThere',
  /** A number may have been reserved, and it is unknown which. */
  'unsure',
  /** Another participant of the event has that number. */
  'bibTaken',
  /** RACE RESULT refused our number; ours is unchanged. */
  'RR_BIB_CHANGE_FAILED',
  /** There is neither a number nor an address to get one. */
  'noBib',
] as const;
export type PushError = (typeof pushErrors)[number];

/** Temporary errors: retried automatically. */
const passing: ReadonlySet<PushError> = new Set([
  'busy',
  'noAnswer',
  'unexpected',
  'closed',
  'address',
  'unknownThere',
]);
/** Backoff from 10 s, doubled up to an hour: about 20 hours in total. */
export const maxAttempts = 28;
const firstPauseMs = 10_000;
const longestPauseMs = 3_600_000;

export const pauseAfter = (attempts: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(20, Math.max(0, attempts - 1)));

export const stateAfter = (error: PushError, attempts: number): 'failed' | 'dead' =>
  passing.has(error) && attempts < maxAttempts ? 'failed' : 'dead';

/** Rest in ms of an address after `failures` consecutive failures. */
export const restOf = (failures: number, isTooFast: boolean): number => {
  if (isTooFast) return Math.min(300_000, 2000 * 2 ** Math.min(10, failures - 1));
  return failures < 5 ? 0 : Math.min(600_000, 10_000 * 2 ** Math.min(10, failures - 5));
};

/** Stored as the code followed by the error text of RACE RESULT. */
export const errorText = (code: PushError, message = ''): string =>
  message === '' ? code : `${code}: ${message.slice(0, 200)}`;
export const errorOf = (text: string): { code: PushError; message: string } => {
  const [code = '', ...message] = text.split(': ');
  return { code: pushErrors.find((one) => one === code) ?? 'unexpected', message: message.join(': ') };
};
