import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type EpcTransfer, epcQrPayload } from './epc-qr.ts';

const transfer: EpcTransfer = {
  name: 'Laufverein Musterstadt',
  iban: 'AT61 1904 3002 3457 3201',
  amountCents: 4590,
  text: 'RX10004271 Stadtlauf',
};
const payloadOf = (input: EpcTransfer) => {
  const result = epcQrPayload(input);
  return 'payload' in result ? result.payload : result.refusal;
};

describe('the published examples (the amount always with two decimals)', () => {
  test('version 001 with purpose, text and information', () => {
    expect(
      payloadOf({
        version: '001',
        bic: 'BPOTBEB1',
        name: 'Red Cross of Belgium',
        iban: 'BE72000000001616',
        amountCents: 100,
        purpose: 'CHAR',
        text: 'Urgency fund',
        information: 'Sample EPC QR code',
      }),
    ).toBe(
      'BCD\n001\n1\nSCT\nBPOTBEB1\nRed Cross of Belgium\nBE72000000001616\nEUR1.00\nCHAR\n\nUrgency fund\nSample EPC QR code',
    );
  });

  test('version 002 without a BIC, byte for byte', () => {
    const payload = payloadOf(transfer);
    expect(payload).toBe(
      'BCD\n002\n1\nSCT\n\nLaufverein Musterstadt\nAT611904300234573201\nEUR45.90\n\n\nRX10004271 Stadtlauf',
    );
    expect(createHash('sha256').update(payload, 'utf8').digest('hex')).toBe(
      '4adddd4f1bdd555aeb586fe0323b831106b3d114be9c1247cb49016dbec6179f',
    );
  });

  test('a structured reference ends the text', () => {
    expect(
      payloadOf({
        version: '001',
        bic: 'BHBLDEHHXXX',
        name: 'Franz Mustermänn',
        iban: 'DE71110220330123456789',
        amountCents: 1230,
        purpose: 'GDDS',
        creditorReference: 'RF18 5390 0754 7034',
      }),
    ).toBe('BCD\n001\n1\nSCT\nBHBLDEHHXXX\nFranz Mustermänn\nDE71110220330123456789\nEUR12.30\nGDDS\nRF18539007547034');
  });
});

describe('refuses', () => {
  const long = (length: number) => 'x'.repeat(length);
  test.each<[string, Partial<EpcTransfer>]>([
    ['NAME_MISSING', { name: ' ' }],
    ['NAME_TOO_LONG', { name: long(71) }],
    ['IBAN_INVALID', { iban: 'AT611904300234573202' }],
    ['BIC_INVALID', { bic: 'BKAUATW' }],
    ['BIC_MISSING', { version: '001' }],
    ['BIC_MISSING', { iban: 'CH9300762011623852957' }],
    ['AMOUNT_OUT_OF_RANGE', { amountCents: 0 }],
    ['AMOUNT_OUT_OF_RANGE', { amountCents: -1 }],
    ['AMOUNT_OUT_OF_RANGE', { amountCents: 100_000_000_000 }],
    ['AMOUNT_OUT_OF_RANGE', { amountCents: 0.5 }],
    ['PURPOSE_INVALID', { purpose: 'CHARI' }],
    ['REFERENCE_AND_TEXT', { creditorReference: 'RF18539007547034' }],
    ['REFERENCE_INVALID', { text: '', creditorReference: 'RF19539007547034' }],
    ['TEXT_TOO_LONG', { text: long(141) }],
    ['INFORMATION_TOO_LONG', { information: long(71) }],
    ['LINE_BREAK', { name: 'Verein\nEUR1' }],
    ['PAYLOAD_TOO_LONG', { name: 'ä'.repeat(70), text: 'ö'.repeat(100) }],
  ])('%s', (refusal, change) => expect(payloadOf({ ...transfer, ...change })).toBe(refusal));

  test('not what just fits', () => {
    expect(payloadOf({ ...transfer, name: long(70), text: long(140) })).toMatch(/^BCD/);
    expect(payloadOf({ ...transfer, amountCents: 99_999_999_999 })).toContain('EUR999999999.99');
  });
});
