import type { Signer } from '#src/access/signer.ts';
import { readMac, type TicketCode } from './rules/ticket-code.ts';
import { makeTicketCode, verifyTicketMac } from './ticket-mac.ts';

/** Every event has a key of its own, so the tickets of one say nothing about another's. */
const purposeOf = (eventId: number): string => `ticket|${eventId}`;

/** The text inside the QR code of a participant's ticket. */
export const ticketCodeOf = (signer: Signer, eventId: number, participantId: number, version = 0): string =>
  makeTicketCode(signer.key(purposeOf(eventId)), { eventId, participantId, version });

/** The codes that the same ticket had before the installation's secret was changed; they are good as well. */
export const earlierTicketCodes = (signer: Signer, eventId: number, participantId: number, version = 0): string[] =>
  signer
    .keys(purposeOf(eventId))
    .slice(1)
    .map((key) => makeTicketCode(key, { eventId, participantId, version }));

/** Whether the MAC of this code was made by us, for this event and participant. */
export const isOurTicket = (signer: Signer, code: TicketCode, version = 0): boolean =>
  signer
    .keys(purposeOf(code.eventId))
    .some((key) => verifyTicketMac(key, { ...code, mac: readMac(code.mac) }, version));

/** The version that the MAC of this code was made with, of those up to the ticket's present one; null for none of them. */
export function versionOfCode(signer: Signer, code: TicketCode, present: number): number | null {
  for (let version = present; version >= 0; version -= 1) if (isOurTicket(signer, code, version)) return version;
  return null;
}
