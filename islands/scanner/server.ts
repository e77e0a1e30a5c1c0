import type { ListChanges } from '#modules/checkin/rules/list-changes.ts';
import { csrfToken } from '../csrf.ts';
import type { Due, GivenOut, ListedTicket, Outcome, QueuedScan, Refusal, ScannerServer, Upload } from './kinds.ts';

type GivenAnswer = { device: string; handedOutAt: string; believed: boolean } | null;
type ListAnswer = {
  serverTime: string;
  cursor: string;
  changes: ListChanges;
  tickets: (Omit<ListedTicket, 'admitted' | 'replaced' | 'takenBackAt' | 'due'> & {
    admitted: { device: string; scannedAt: string; believed: boolean } | null;
    takenBackAt: string | null;
    replaced: { codeHash: string; replacedAt: string }[];
    due?: Omit<Due, 'handedOut'> & { handedOut: GivenAnswer };
  })[];
};
type ScanAnswer = {
  result: Outcome['result'];
  participant: { firstName: string; lastName: string; competitionTitle: string; teamName: string | null } | null;
  admittedAt: string | null;
  replacedAt: string | null;
};

/** A gate cannot wait: after this time the local list decides. */
const patienceMs = 2500;

/** Only from our own server; proxies may use the same status codes. */
const refusals: Readonly<Record<string, Refusal | undefined>> = {
  UNAUTHORIZED: 'loginNeeded',
  NO_PERMISSION: 'ended',
  NOT_FOUND: 'eventEnded',
};
const codeOf = async (response: Response): Promise<string> => {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return String((body as { code?: unknown } | null)?.code ?? '');
};

const given = (one: GivenAnswer): GivenOut | null => one && { ...one, handedOutAt: Date.parse(one.handedOutAt) };
const momentOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));
const iso = (at: number): string => new Date(at).toISOString();

/** `api`: base URL; `isDesk`: the list includes what is due. `unexpected` is called for unexplained answers. */
export function scannerServer(api: string, isDesk: boolean, unexpected: () => void): ScannerServer {
  /** The parsed answer, or a word without one. */
  const ask = async <T>(
    path: string,
    held: number,
    init: RequestInit,
    since: string | null = null,
  ): Promise<T | Refusal | 'invalid' | 'offline'> => {
    try {
      const response = await fetch(`${api}/${path}?held=${held}${since === null ? '' : `&since=${since}`}`, init);
      if (response.ok) return (response.status === 204 ? null : await response.json()) as T;
      const refusal = refusals[await codeOf(response)];
      if (refusal) return refusal;
      if (response.status === 401 || response.status === 403) return 'loginNeeded';
      if (init.method === 'POST' && (response.status === 400 || response.status === 404)) return 'invalid';
      unexpected();
    } catch {} // No network.
    return 'offline';
  };
  const send = <T>(path: string, held: number, body: object) =>
    ask<T>(path, held, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken() },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    });
  const isWord = (answer: unknown): answer is Refusal | 'invalid' | 'offline' => typeof answer === 'string';
  return {
    async list(_eventId, held, since) {
      const answer = await ask<ListAnswer>(isDesk ? 'desk-list' : 'scan-list', held, { cache: 'no-store' }, since);
      if (isWord(answer)) return answer === 'offline' || answer === 'invalid' ? null : answer;
      return {
        serverTime: Date.parse(answer.serverTime),
        cursor: answer.cursor,
        changes: answer.changes,
        tickets: answer.tickets.map(({ admitted, replaced, takenBackAt, due, ...ticket }) => ({
          ...ticket,
          admitted: admitted && { ...admitted, scannedAt: Date.parse(admitted.scannedAt) },
          takenBackAt: momentOf(takenBackAt),
          replaced: replaced.map(({ codeHash, replacedAt }) => ({ codeHash, replacedAt: Date.parse(replacedAt) })),
          ...(due ? { due: { ...due, handedOut: given(due.handedOut) } } : {}),
        })),
      };
    },
    async upload(scan: QueuedScan, held): Promise<Upload> {
      const { participantId, eventSecret, device, scannedAt } = scan;
      const facts = { device, participantId, scannedAt: iso(scannedAt) };
      const answer = await (eventSecret === null
        ? send<ScanAnswer>('admit', held, facts)
        : send<ScanAnswer>('scan', held, { ...facts, eventSecret }));
      if (isWord(answer)) return { kind: answer };
      const { result, participant, admittedAt, replacedAt } = answer;
      return {
        kind: 'answer',
        outcome: {
          result,
          person: participant && {
            name: `${participant.firstName} ${participant.lastName}`,
            competitionTitle: participant.competitionTitle,
            teamName: participant.teamName,
          },
          admittedAt: momentOf(admittedAt),
          replacedAt: momentOf(replacedAt),
        },
      };
    },
    async turnAway({ device, scannedAt, code }, held) {
      const answer = await send<null>('turned-away', held, { device, scannedAt: iso(scannedAt), code });
      return isWord(answer) ? { kind: answer } : { kind: 'answer', answer };
    },
    async handOut(handOuts, held) {
      const answer = await send<{ results: { handedOut: GivenAnswer }[] }>('hand-outs', held, {
        handOuts: handOuts.map(({ participantId, device, handedOutAt, takenBackAt }) => ({
          participantId,
          device,
          handedOutAt: iso(handedOutAt),
          takenBackAt: takenBackAt === null ? null : iso(takenBackAt),
        })),
      });
      if (isWord(answer)) return { kind: answer };
      return { kind: 'answer', answer: answer.results.map(({ handedOut }) => given(handedOut)) };
    },
    async hideName(participantId, held) {
      const answer = await send<null>('hide-name', held, { participantId });
      return isWord(answer) ? { kind: answer } : { kind: 'answer', answer };
    },
    async setBib(participantId, bib, replaces, held) {
      const body = { participantId, bib, ...(replaces === null ? {} : { replaces }) };
      const answer = await send<null>('bib', held, body);
      return isWord(answer) ? { kind: answer } : { kind: 'answer', answer };
    },
  };
}
