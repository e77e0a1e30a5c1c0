import { macAlphabet, macLength, parseTicketCode, readMac, type TicketCode } from './ticket-code.ts';

/**
 * What somebody typed at the gate: the whole text of the QR code, or the participant's number and the code after it,
 * with whatever stands between (`4711 0123-4567-89AB-CDEF`). Null when it is neither; the MAC is not judged here.
 */
export function readTicketInput(typed: string, eventId: number): TicketCode | null {
  const whole = parseTicketCode(typed.replace(/\s/g, ''));
  if (whole) return whole;
  const match = /^\s*#?([1-9]\d{0,14})[\s.,;:/-]+(\S[\S\s]*)$/.exec(typed);
  if (!match) return null;
  const mac = readMac(match[2] as string);
  if (mac.length !== macLength || [...mac].some((character) => !macAlphabet.includes(character))) return null;
  return { eventId, participantId: Number(match[1]), mac };
}
