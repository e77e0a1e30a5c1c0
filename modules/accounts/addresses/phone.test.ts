import { expect, test } from 'vitest';
import { readPhone } from './check-address.ts';

const austrian = { phone: { countryCode: '+43', number: '6641234567' } };

test.each([
  ['0664 1234567', 'AT'],
  ['0664/123 45 67', 'AT'],
  ['(0664) 123-4567', 'AT'],
  ['664 1234567', 'AT'],
  ['+43 664 1234567', 'DE'],
  ['+43 (0) 664 / 1234567', null],
  ['0043 664 1234567', 'AT'],
  ['0043 664 1234567', 'US'],
  ['00436641234567', null],
])('%s in %s is the same number', (number, home) => {
  expect(readPhone({ number }, home)).toEqual(austrian);
});

test.each([
  [{ countryCode: '+43', number: '06641234567' }, null],
  [{ countryCode: '43', number: '664 1234567' }, 'DE'],
  [{ countryCode: '0043', number: '6641234567' }, null],
  [{ countryCode: '+43', number: '+436641234567' }, null],
  [{ countryCode: 'AT', number: '0664 1234567' }, 'DE'],
  [{ countryCode: 'at', number: '+43 664 1234567' }, null],
])('%j as a call sends it', (input, home) => {
  expect(readPhone(input, home)).toEqual(austrian);
  expect(readPhone(austrian.phone, home)).toEqual(austrian);
});

test.each([
  [{ number: '12' }, 'AT', 'phone'],
  [{ number: 'ruf mich an' }, 'AT', 'phone'],
  [{ number: '0664 1234567 oder 8' }, 'AT', 'phone'],
  [{ number: '123456' }, 'US', 'phone'],
  [{ number: '+999 1234567' }, 'AT', 'phone'],
  [{ countryCode: '+999', number: '1234567' }, 'AT', 'phone'],
  [{ number: '0664 1234567' }, null, 'phoneCountry'],
  [{ number: '0664 1234567' }, 'XX', 'phoneCountry'],
])('%j in %s is none: %s', (input, home, error) => {
  expect(readPhone(input, home)).toEqual({ error });
});

test('without a number there is no country code', () => {
  for (const input of [null, undefined, {}, { countryCode: '+43' }, { countryCode: '+43', number: '  ' }]) {
    expect(readPhone(input, 'AT')).toEqual({ phone: null });
  }
});

test.each([
  ['0171 1234567', 'DE', { countryCode: '+49', number: '1711234567' }],
  ['079 123 45 67', 'CH', { countryCode: '+41', number: '791234567' }],
  ['06 698 12345', 'IT', { countryCode: '+39', number: '0669812345' }],
  ['+423 234 56 78', 'AT', { countryCode: '+423', number: '2345678' }],
  ['(201) 555-0123', 'US', { countryCode: '+1', number: '2015550123' }],
])('%s in %s', (number, home, phone) => {
  expect(readPhone({ number }, home)).toEqual({ phone });
});
