import { givenBib, linkIn, listRows } from '../rules/answers.ts';
import type { Fields } from '../rules/fields.ts';
import { type CallDeps, callAddress, type Failure, type Outcome } from './client.ts';

type FailedOutcome = Exclude<Outcome, { ok: true }>;
export type Answered<T> = { ok: true; value: T } | FailedOutcome;

const unexpected: Failure = { ok: false, error: 'unexpected', message: '', maybeDone: true };
async function read<T>(outcome: Promise<Outcome>, of: (text: string) => T | null): Promise<Answered<T>> {
  const answer = await outcome;
  if (!answer.ok) return answer;
  const value = of(answer.text);
  return value === null ? unexpected : { ok: true, value };
}

/** Identifies a participant at RACE RESULT. A PID is never reused. */
export type Who = { pid: number } | { bib: string };
const named = (who: Who): Record<string, string> => ('pid' in who ? { pid: String(who.pid) } : { bib: who.bib });

/** Not idempotent: every call reserves another number. */
export const askBib = (deps: CallDeps, address: string, contest: number | null) =>
  read(
    callAddress(deps, {
      address,
      method: 'GET',
      query: { contest: String(contest ?? 0), firstfree: 'true', v2: 'true', bib: '0' },
    }),
    givenBib,
  );

export const saveFields = (deps: CallDeps, address: string, who: Who, fields: Fields) =>
  callAddress(deps, { address, method: 'POST', query: { ...named(who), noHistory: 'false' }, body: fields });

/** Adds an unknown participant under the number in `fields`. */
export const addWithFields = (deps: CallDeps, address: string, fields: Fields) =>
  callAddress(deps, { address, method: 'POST', query: { noHistory: 'false' }, body: [fields] });

export const saveValue = (deps: CallDeps, address: string, bib: string, fieldname: string, value: string) =>
  callAddress(deps, { address, method: 'POST', query: { bib, fieldname, value, nohistory: '0' } });

export const reassignAgeGroup = (deps: CallDeps, address: string, who: Who, contest: number | null) =>
  callAddress(deps, {
    address,
    method: 'GET',
    query: { ...named(who), contest: String(contest ?? 0), set: '0', addOnly: 'false' },
  });

export const askChangeLink = (deps: CallDeps, address: string, bib: string) =>
  read(callAddress(deps, { address, method: 'GET', query: { bib } }), linkIn);

export const listParticipants = (deps: CallDeps, address: string, fields: readonly string[], filter: string) =>
  read(
    callAddress(deps, {
      address,
      method: 'GET',
      query: { fields: JSON.stringify(fields), ...(filter ? { filter } : {}), listFormat: 'JSON' },
    }),
    (text) => listRows(text, fields),
  );
