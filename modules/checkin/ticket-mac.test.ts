import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatTicketCode, parseTicketCode } from './rules/ticket-code.ts';
import { makeTicketCode, makeTicketMac, verifyTicketMac } from './ticket-mac.ts';

const key = new Uint8Array(32).fill(7);
const ids = fc.record({ eventId: fc.integer({ min: 1 }), participantId: fc.integer({ min: 1 }) });

test('a code is read back as it was made, and verifies', () => {
  fc.assert(
    fc.property(ids, fc.uint8Array({ minLength: 16, maxLength: 32 }), (ticket, eventKey) => {
      const text = makeTicketCode(eventKey, ticket);
      expect(text).toMatch(/^[0-9A-Z.]+$/);
      const code = parseTicketCode(text);
      expect(code).toEqual({ ...ticket, mac: makeTicketMac(eventKey, ticket) });
      expect(formatTicketCode(code!)).toBe(text);
      expect(verifyTicketMac(eventKey, code!)).toBe(true);
    }),
  );
});

test('another event, participant or key makes another MAC', () => {
  const code = { eventId: 7, participantId: 4711, mac: makeTicketMac(key, { eventId: 7, participantId: 4711 }) };
  expect(verifyTicketMac(key, { ...code, participantId: 4712 })).toBe(false);
  expect(verifyTicketMac(key, { ...code, eventId: 8 })).toBe(false);
  expect(verifyTicketMac(new Uint8Array(32).fill(8), code)).toBe(false);
  expect(verifyTicketMac(key, { ...code, mac: '' })).toBe(false);
});

test('the version is part of the MAC, and the first one adds nothing: tickets of before there were versions hold', () => {
  const ticket = { eventId: 7, participantId: 4711 };
  const mac = makeTicketMac(key, ticket);
  expect(mac).toBe('SKPHCPW1BW1NWSGB');
  expect(makeTicketMac(key, { ...ticket, version: 0 })).toBe(mac);
  const next = { ...ticket, mac: makeTicketMac(key, { ...ticket, version: 1 }) };
  expect(next.mac).not.toBe(mac);
  expect(verifyTicketMac(key, next, 1)).toBe(true);
  expect(verifyTicketMac(key, next)).toBe(false);
  expect(verifyTicketMac(key, { ...ticket, mac }, 1)).toBe(false);
});

describe('what is typed', () => {
  const text = makeTicketCode(key, { eventId: 7, participantId: 4711 });
  const code = parseTicketCode(text)!;
  test.each([text.toLowerCase(), ` ${text}\n`, text.replace(/(.{4})$/, '-$1')])('%j is the same ticket', (input) =>
    expect(parseTicketCode(input)).toEqual(code),
  );
  test('O, I and L stand for the digits they look like', () =>
    expect(parseTicketCode('T1.7.4711.OILO456789ABCDEF')?.mac).toBe('0110456789ABCDEF'));
  test.each([
    '',
    'https://example.test',
    'T2.7.4711.0123456789ABCDEF',
    'T1.0.4711.0123456789ABCDEF',
    'T1.07.4711.0123456789ABCDEF',
    'T1.7.4711.0123456789ABCDE',
    'T1.7.4711.0123456789ABCDEU',
    'T1.7.9999999999999999.0123456789ABCDEF',
    'T1.7.4711',
  ])('%j is no ticket', (input) => expect(parseTicketCode(input)).toBeNull());
});
