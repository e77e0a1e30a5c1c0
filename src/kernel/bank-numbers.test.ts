import { describe, expect, test } from 'vitest';
import { parseCreditorReference } from './creditor-reference.ts';
import { formatIban, maskIban, needsBic, parseBic, parseIban } from './iban.ts';

describe('IBAN', () => {
  test.each([
    'AT611904300234573201',
    'DE89370400440532013000',
    'DE33100205000001194700',
    'DE71110220330123456789',
    'CH9300762011623852957',
    'LI21088100002324013AA',
    'BE72000000001616',
    'IT60X0542811101000000123456',
    'SI56263300012039086',
    'CZ6508000000192000145399',
    'SK3112000000198742637541',
    'HU42117730161111101800000000',
    ' at61 1904 3002 3457 3201 ',
    'DE89-3704-0044-0532-0130-00',
  ])('%s is one', (text) => expect(parseIban(text)).not.toBeNull());

  test.each([
    'AT611904300234573202',
    'DE8937040044053201300',
    'AT61 1904 3002 3457 320',
    'ATX11904300234573201',
    'XX611904300234573201',
    'AT61190430023457320A',
    '',
    'AT61;DROP TABLE',
  ])('%j is none', (text) => expect(parseIban(text)).toBeNull());

  test('is shown in groups of four, and to others only in part', () => {
    expect(formatIban('AT611904300234573201')).toBe('AT61 1904 3002 3457 3201');
    expect(formatIban('BE72000000001616')).toBe('BE72 0000 0000 1616');
    expect(maskIban('AT611904300234573201')).toBe('AT61 •••• 3201');
  });

  test('needs a BIC only outside the European Economic Area', () => {
    expect(needsBic(parseIban('CH9300762011623852957')!)).toBe(true);
    expect(needsBic(parseIban('LI21088100002324013AA')!)).toBe(false);
  });
});

describe('BIC', () => {
  test.each(['BKAUATWW', 'BKAUATWWXXX', 'bpot beb1', 'BHBLDEHHXXX'])('%s is one', (text) =>
    expect(parseBic(text)).not.toBeNull(),
  );
  test.each(['BKAUATW', 'BKAUATWWXX', 'BKAU1TWW', ''])('%j is none', (text) => expect(parseBic(text)).toBeNull());
});

describe('creditor reference (ISO 11649)', () => {
  test.each([
    'RF18539007547034',
    'RF712348231',
    'RF45G72UUR',
    'RF18000000000539007547034',
    'RF18 5390 0754 7034',
    'RF741',
  ])('%s is one', (text) => expect(parseCreditorReference(text)).not.toBeNull());
  test.each(['RF470', 'RF19539007547034', 'RF18', 'XX18539007547034'])('%s is none', (text) =>
    expect(parseCreditorReference(text)).toBeNull(),
  );
});
