import { createHmac } from 'node:crypto';
import { isSameSecret } from '#src/platform/signer.ts';
import { formatTicketCode, macAlphabet, macLength, readMac, signedPart, type TicketCode } from './rules/ticket-code.ts';

/** `version`: how often the ticket was replaced. The first one is not part of the MAC, as in tickets of before there were any. */
type Ticket = { eventId: number; participantId: number; version?: number };

/** The first 80 bits of HMAC-SHA256 over event, participant and version, as 16 base 32 characters. */
export function makeTicketMac(eventKey: Uint8Array, ticket: Ticket): string {
  const { version = 0 } = ticket;
  const text = version === 0 ? signedPart(ticket) : `${signedPart(ticket)}.${version}`;
  const digest = createHmac('sha256', eventKey).update(text).digest();
  let bits = 0n;
  for (const byte of digest.subarray(0, (macLength * 5) / 8)) bits = (bits << 8n) | BigInt(byte);
  let mac = '';
  for (let left = macLength; left > 0; left -= 1, bits >>= 5n) mac = macAlphabet[Number(bits & 31n)] + mac;
  return mac;
}

/** The text for the QR code. */
export const makeTicketCode = (eventKey: Uint8Array, ticket: Ticket): string =>
  formatTicketCode({ ...ticket, mac: makeTicketMac(eventKey, ticket) });

export const verifyTicketMac = (eventKey: Uint8Array, code: TicketCode, version = 0): boolean =>
  isSameSecret(readMac(code.mac), makeTicketMac(eventKey, { ...code, version }));
