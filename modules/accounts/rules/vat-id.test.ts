import { describe, expect, test } from 'vitest';
import { looksLikePostcode } from './postcode.ts';
import { vatIdOf } from './vat-id.ts';

describe('a VAT id', () => {
  test.each([
    ['ATU12345678', 'AT', 'ATU12345678'],
    [' atu 123.456-78 ', 'AT', 'ATU12345678'],
    ['U12345678', 'AT', 'ATU12345678'],
    ['12345678', 'AT', null],
    ['ATU1234567', 'AT', null],
    ['DE123456789', 'DE', 'DE123456789'],
    ['123456789', 'DE', 'DE123456789'],
    ['DE 123 456 78', 'DE', null],
    ['DE123456789', 'AT', 'DE123456789'],
    ['DE12345678', 'AT', null],
    ['123456789', 'GR', 'EL123456789'],
    ['GR123456789', 'GR', null],
    ['CHE-123.456.789 MWST', 'CH', 'CHE123456789MWST'],
    ['CHE123456789', 'CH', 'CHE123456789'],
    ['12345', 'LI', 'LI12345'],
    ['GB 123 4567 89', 'GB', 'GB123456789'],
    ['GBGD123', 'GB', 'GBGD123'],
    ['987654321MVA', 'NO', 'NO987654321MVA'],
    ['NL123456789B01', 'NL', 'NL123456789B01'],
    ['FRXX123456789', 'FR', 'FRXX123456789'],
    ['IE1234567WA', 'IE', 'IE1234567WA'],
    ['ESX1234567X', 'ES', 'ESX1234567X'],
    ['SE123456789012', null, 'SE123456789012'],
    ['12-3456789', 'US', '123456789'],
    ['12345678', null, '12345678'],
    ['', 'AT', ''],
    ['   ', 'AT', ''],
    ['???', 'AT', null],
  ])('%s of %s is %s', (input, country, stored) => {
    expect(vatIdOf(input, country)).toBe(stored);
    if (stored) expect(vatIdOf(stored, country)).toBe(stored);
  });
});

describe('a postcode', () => {
  test.each([
    ['4020', 'AT', true],
    ['A-4020', 'AT', true],
    ['40200', 'AT', false],
    ['80331', 'DE', true],
    ['8033', 'DE', false],
    ['9490', 'LI', true],
    ['8000', 'LI', false],
    ['602 00', 'CZ', true],
    ['1012 ab', 'NL', true],
    ['00-950', 'PL', true],
    ['anything', 'NZ', true],
    ['', 'AT', true],
    ['4020', '', true],
  ])('%s in %s: %s', (zip, country, isFine) => {
    expect(looksLikePostcode(zip, country)).toBe(isFine);
  });
});
