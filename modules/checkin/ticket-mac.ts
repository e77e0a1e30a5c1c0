import { createHmac } from 'node:crypto';
import { isSameSecret, type Signer } from '#src/access/signer.ts';
import { formatTicketCode, macAlphabet, macLength, readMac, signedPart, type TicketCode } from './rules/ticket-code.ts';

/** `version`: number of replacements. Version 0 is not part of the MAC, for compatibility. */
type Ticket = { eventId: number; participantId: number; version?: number };

/** The first 80 bits of HMAC-SHA256 over event, participant and version, in base 32. */
export function makeTicketMac(eventKey: Uint8Array, ticket: Ticket): string {
  const { version = 0 } = ticket;
  const text = version === 0 ? signedPart(ticket) : `${signedPart(ticket)}.${version}`;
  return base32(createHmac('sha256', eventKey).update(text).digest());
}

/** The first 80 bits as 16 characters. */
export function base32(digest: Uint8Array): string {
  let bits = 0n;
  for (const byte of digest.subarray(0, (macLength * 5) / 8)) bits = (bits << 8n) | BigInt(byte);
  let text = '';
  for (let left = macLength; left > 0; left -= 1, bits >>= 5n) text = macAlphabet[Number(bits & 31n)] + text;
  return text;
}

export const makeTicketCode = (eventKey: Uint8Array, ticket: Ticket): string =>
  formatTicketCode({ ...ticket, mac: makeTicketMac(eventKey, ticket) });

export const verifyTicketMac = (eventKey: Uint8Array, code: TicketCode, version = 0): boolean =>
  isSameSecret(readMac(code.mac), makeTicketMac(eventKey, { ...code, version }));

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

export const isOurTicket = (signer: Signer, code: TicketCode, version = 0): boolean =>
  signer
    .keys(purposeOf(code.eventId))
    .some((key) => verifyTicketMac(key, { ...code, mac: readMac(code.mac) }, version));

/** The ticket version, up to the current one, that made this MAC; null when none did. */
export function versionOfCode(signer: Signer, code: TicketCode, present: number): number | null {
  for (let version = present; version >= 0; version -= 1) if (isOurTicket(signer, code, version)) return version;
  return null;
}
