/**
 * QR text of a ticket: `T1.{eventId}.{participantId}.{mac}`. It contains no personal data and only characters of the QR
 * alphanumeric mode, so that the code stays coarse. The MAC (`../ticket-mac.ts`) is `eventSecret` of a scan.
 */
export type TicketCode = { eventId: number; participantId: number; mac: string };

/** Base 32 without I, L, O and U, which are easily confused when read aloud. */
export const macAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const macLength = 16;

const isId = (id: number) => Number.isSafeInteger(id) && id > 0;

/** Input of the MAC. @throws RangeError when an id is not a positive integer. */
export function signedPart({ eventId, participantId }: { eventId: number; participantId: number }): string {
  if (!isId(eventId) || !isId(participantId)) throw new RangeError('a ticket names an event and a participant by id');
  return `T1.${eventId}.${participantId}`;
}

export const formatTicketCode = (code: TicketCode): string => `${signedPart(code)}.${code.mac}`;

/** Normalizes a typed MAC: upper case, no blanks or hyphens, look-alikes as digits. */
export const readMac = (text: string): string =>
  text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

/** Null for other texts; does not check the MAC. */
export function parseTicketCode(text: string): TicketCode | null {
  const match = /^T1\.([1-9]\d{0,14})\.([1-9]\d{0,14})\.([^.]+)$/i.exec(text.trim());
  if (!match) return null;
  const mac = readMac(match[3] as string);
  if (mac.length !== macLength || [...mac].some((character) => !macAlphabet.includes(character))) return null;
  return { eventId: Number(match[1]), participantId: Number(match[2]), mac };
}

/** The whole QR text, or participant number and code (`4711 0123-4567-89AB-CDEF`). Does not check the MAC. */
export function readTicketInput(input: string, eventId: number): TicketCode | null {
  const whole = parseTicketCode(input.replace(/\s/g, ''));
  if (whole) return whole;
  const match = /^\s*#?([1-9]\d{0,14})[\s.,;:/-]+(\S[\S\s]*)$/.exec(input);
  if (!match) return null;
  const mac = readMac(match[2] as string);
  if (mac.length !== macLength || [...mac].some((character) => !macAlphabet.includes(character))) return null;
  return { eventId, participantId: Number(match[1]), mac };
}
