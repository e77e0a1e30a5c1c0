import { csrfToken } from '../csrf.ts';
import type { ListedTicket, Outcome, QueuedScan, Refusal, ScannerServer, Upload } from './session.ts';

type ListAnswer = {
  serverTime: string;
  tickets: (Omit<ListedTicket, 'admitted' | 'replaced'> & {
    admitted: { device: string; scannedAt: string; believed: boolean } | null;
    replaced: { codeHash: string; replacedAt: string }[];
  })[];
};
type ScanAnswer = {
  result: Outcome['result'];
  participant: { firstName: string; lastName: string; competitionTitle: string; teamName: string | null } | null;
  admittedAt: string | null;
  replacedAt: string | null;
};

/** A gate does not wait: after this the list in the device decides. */
const patienceMs = 2500;

/** Of ours alone: what stands between may answer with the same numbers. An event that is not there is another's by now. */
const refusals: Readonly<Record<string, Refusal | undefined>> = {
  UNAUTHORIZED: 'loginNeeded',
  NO_PERMISSION: 'ended',
  NOT_FOUND: 'eventEnded',
};
const codeOf = async (response: Response): Promise<string> => {
  const said: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return String((said as { code?: unknown } | null)?.code ?? '');
};

/** `unexpected` is told of answers that neither the scan nor the network explains. */
export function scannerServer(unexpected: () => void): ScannerServer {
  /** Reads what came; a word where nothing did, or another login is needed. */
  const ask = async <T>(path: string, init: RequestInit): Promise<T | Refusal | 'invalid' | 'offline'> => {
    try {
      const response = await fetch(path, init);
      if (response.ok) return (await response.json()) as T;
      const refusal = refusals[await codeOf(response)];
      if (refusal) return refusal;
      if (response.status === 401 || response.status === 403) return 'loginNeeded';
      if (init.method === 'POST' && (response.status === 400 || response.status === 404)) return 'invalid';
      unexpected();
    } catch {
      // There is no network.
    }
    return 'offline';
  };
  return {
    async list(eventId) {
      const answer = await ask<ListAnswer>(`/api/admin/events/${eventId}/scan-list`, { cache: 'no-store' });
      if (typeof answer === 'string') return answer === 'offline' || answer === 'invalid' ? null : answer;
      return {
        serverTime: Date.parse(answer.serverTime),
        tickets: answer.tickets.map(({ admitted, replaced, ...ticket }) => ({
          ...ticket,
          admitted: admitted && { ...admitted, scannedAt: Date.parse(admitted.scannedAt) },
          replaced: replaced.map(({ codeHash, replacedAt }) => ({ codeHash, replacedAt: Date.parse(replacedAt) })),
        })),
      };
    },
    async upload(scan: QueuedScan): Promise<Upload> {
      const { eventId, participantId, eventSecret, device, scannedAt } = scan;
      const facts = { device, participantId, scannedAt: new Date(scannedAt).toISOString() };
      const answer = await ask<ScanAnswer>(`/api/admin/events/${eventId}/${eventSecret === null ? 'admit' : 'scan'}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken() },
        body: JSON.stringify(eventSecret === null ? facts : { ...facts, eventSecret }),
        signal: AbortSignal.timeout(patienceMs),
      });
      if (typeof answer === 'string') return { kind: answer };
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
          admittedAt: admittedAt === null ? null : Date.parse(admittedAt),
          replacedAt: replacedAt === null ? null : Date.parse(replacedAt),
        },
      };
    },
  };
}
