import { macAlphabet, macLength, parseTicketCode, readMac, type TicketCode } from './ticket-code.ts';

/**
 * Reads typed input: the whole QR text, or participant number and code with anything between (`4711
 * 0123-4567-89AB-CDEF`). Null otherwise; does not check the MAC.
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
