import { expect, test } from 'vitest';
import { readTicketInput } from './ticket-code.ts';

const ticket = { eventId: 7, participantId: 4711, mac: '0123456789ABCDEF' };

test.each([
  'T1.7.4711.0123456789ABCDEF',
  ' t1.7.4711.0123 4567 89ab cdef ',
  '4711 0123456789ABCDEF',
  '4711 0123 4567 89ab cdef',
  '#4711: o123-4567-89AB-CDEF',
  '4711.0l23456789abcdef',
])('%j is that ticket', (input) => expect(readTicketInput(input, 7)).toEqual(ticket));

test('the text of a QR code keeps its own event', () =>
  expect(readTicketInput('T1.8.4711.0123456789ABCDEF', 7)).toEqual({ ...ticket, eventId: 8 }));

test.each(['', '4711', 'Muster', '4711 0123', '0 0123456789ABCDEF', '47110123456789ABCDEF', '4711 0123456789ABCDEU'])(
  '%j is no ticket',
  (input) => expect(readTicketInput(input, 7)).toBeNull(),
);
