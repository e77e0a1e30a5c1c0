import type { Signer } from '#src/access/signer.ts';
import { readMac, type TicketCode } from './rules/ticket-code.ts';
import { makeTicketCode, verifyTicketMac } from './ticket-mac.ts';

/** Each event has its own key. */
const purposeOf = (eventId: number): string => `ticket|${eventId}`;

export const ticketCodeOf = (signer: Signer, eventId: number, participantId: number, version = 0): string =>
  makeTicketCode(signer.key(purposeOf(eventId)), { eventId, participantId, version });

/** Codes made with a previous secret of the installation; they stay valid. */
export const earlierTicketCodes = (signer: Signer, eventId: number, participantId: number, version = 0): string[] =>
  signer
    .keys(purposeOf(eventId))
    .slice(1)
    .map((key) => makeTicketCode(key, { eventId, participantId, version }));

/** Checks the MAC for this event and participant. */
export const isOurTicket = (signer: Signer, code: TicketCode, version = 0): boolean =>
  signer
    .keys(purposeOf(code.eventId))
    .some((key) => verifyTicketMac(key, { ...code, mac: readMac(code.mac) }, version));

/** The ticket version, up to the current one, that made this MAC; null when none did. */
export function versionOfCode(signer: Signer, code: TicketCode, present: number): number | null {
  for (let version = present; version >= 0; version -= 1) if (isOurTicket(signer, code, version)) return version;
  return null;
}
