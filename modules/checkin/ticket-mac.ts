import { createHmac } from 'node:crypto';
import { isSameSecret } from '#src/platform/signer.ts';
import { formatTicketCode, macAlphabet, macLength, readMac, signedPart, type TicketCode } from './rules/ticket-code.ts';

type Ticket = { eventId: number; participantId: number };

/** The first 80 bits of HMAC-SHA256 over event and participant, as 16 base 32 characters. */
export function makeTicketMac(eventKey: Uint8Array, ticket: Ticket): string {
  const digest = createHmac('sha256', eventKey).update(signedPart(ticket)).digest();
  let bits = 0n;
  for (const byte of digest.subarray(0, (macLength * 5) / 8)) bits = (bits << 8n) | BigInt(byte);
  let mac = '';
  for (let left = macLength; left > 0; left -= 1, bits >>= 5n) mac = macAlphabet[Number(bits & 31n)] + mac;
  return mac;
}

/** The text for the QR code. */
export const makeTicketCode = (eventKey: Uint8Array, ticket: Ticket): string =>
  formatTicketCode({ ...ticket, mac: makeTicketMac(eventKey, ticket) });

export const verifyTicketMac = (eventKey: Uint8Array, code: TicketCode): boolean =>
  isSameSecret(readMac(code.mac), makeTicketMac(eventKey, code));
