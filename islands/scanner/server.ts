import { csrfToken } from '../csrf.ts';
import type { ListedTicket, Outcome, QueuedScan, ScannerServer, Upload } from './session.ts';

type ListAnswer = {
  serverTime: string;
  tickets: (Omit<ListedTicket, 'admitted'> & { admitted: { device: string; scannedAt: string } | null })[];
};
type ScanAnswer = {
  result: Outcome['result'];
  participant: { firstName: string; lastName: string; competitionTitle: string; teamName: string | null } | null;
  admittedAt: string | null;
};

/** A gate does not wait: after this the list in the device decides. */
const patienceMs = 2500;

/** `unexpected` is told of answers that neither the scan nor the network explains. */
export function scannerServer(unexpected: () => void): ScannerServer {
  return {
    async list(eventId) {
      try {
        const response = await fetch(`/api/admin/events/${eventId}/scan-list`, { cache: 'no-store' });
        if (response.status === 401 || response.status === 403) return 'loginNeeded';
        if (!response.ok) {
          unexpected();
          return null;
        }
        const answer = (await response.json()) as ListAnswer;
        return {
          serverTime: Date.parse(answer.serverTime),
          tickets: answer.tickets.map((ticket) => ({
            ...ticket,
            admitted: ticket.admitted && {
              device: ticket.admitted.device,
              scannedAt: Date.parse(ticket.admitted.scannedAt),
            },
          })),
        };
      } catch {
        return null;
      }
    },
    async upload(scan: QueuedScan): Promise<Upload> {
      const { eventId, participantId, eventSecret, device, scannedAt } = scan;
      const facts = { device, participantId, scannedAt: new Date(scannedAt).toISOString() };
      const path = `/api/admin/events/${eventId}/${eventSecret === null ? 'admit' : 'scan'}`;
      try {
        const response = await fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken() },
          body: JSON.stringify(eventSecret === null ? facts : { ...facts, eventSecret }),
          signal: AbortSignal.timeout(patienceMs),
        });
        if (response.status === 401 || response.status === 403) return { kind: 'loginNeeded' };
        if (response.status === 400 || response.status === 404) return { kind: 'invalid' };
        if (!response.ok) {
          unexpected();
          return { kind: 'offline' };
        }
        const answer = (await response.json()) as ScanAnswer;
        const { participant } = answer;
        return {
          kind: 'answer',
          outcome: {
            result: answer.result,
            person: participant && {
              name: `${participant.firstName} ${participant.lastName}`,
              competitionTitle: participant.competitionTitle,
              teamName: participant.teamName,
            },
            admittedAt: answer.admittedAt === null ? null : Date.parse(answer.admittedAt),
          },
        };
      } catch {
        return { kind: 'offline' };
      }
    },
  };
}
