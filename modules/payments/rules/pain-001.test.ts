import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { type CalendarDate, fromIso } from '#src/kernel/time.ts';
import { isSepaIban, pain001, painVersions, sepaText, type TransferFile } from './pain-001.ts';

const file = (change: Partial<TransferFile> = {}): TransferFile => ({
  version: 'pain.001.001.09',
  messageId: 'SB-REFUND-20261122-1',
  createdAt: fromIso('2026-11-22T10:15:00.123Z'),
  executionDate: '2026-11-23' as CalendarDate,
  debtor: { name: 'Startblock GmbH & Co', iban: 'AT611904300234573201', bic: 'BKAUATWWXXX' },
  transfers: [
    {
      endToEndId: 'SB10004271-R1',
      amount: cents(1234567),
      name: 'Zoë Wałęsa',
      iban: 'DE89370400440532013000',
      text: 'Erstattung für Läufer',
    },
    { endToEndId: 'SB10004368-R2', amount: cents(5), name: 'Erika Muster', iban: 'BE72000000001616', text: 'Refund' },
  ],
  ...change,
});

/** Elements in the order of their start tags, with their own text. */
const elements = (xml: string): string[] => [...xml.matchAll(/<([A-Za-z]+)[ >]/g)].map(([, name = '']) => name);
const texts = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text);

describe.each(painVersions)('%s', (version) => {
  const xml = pain001(file({ version }));

  test('has its elements in the order of the schema', () => {
    const head = ['Document', 'CstmrCdtTrfInitn', 'GrpHdr', 'MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty', 'Nm'];
    const isNew = version === 'pain.001.001.09';
    const block = [
      ...['PmtInf', 'PmtInfId', 'PmtMtd', 'BtchBookg', 'NbOfTxs', 'CtrlSum', 'PmtTpInf', 'SvcLvl', 'Cd', 'ReqdExctnDt'],
      ...(isNew ? ['Dt'] : []),
      ...['Dbtr', 'Nm', 'DbtrAcct', 'Id', 'IBAN', 'DbtrAgt', 'FinInstnId', isNew ? 'BICFI' : 'BIC', 'ChrgBr'],
    ];
    const transfer = [
      ...[
        'CdtTrfTxInf',
        'PmtId',
        'EndToEndId',
        'Amt',
        'InstdAmt',
        'Cdtr',
        'Nm',
        'CdtrAcct',
        'Id',
        'IBAN',
        'RmtInf',
        'Ustrd',
      ],
    ];
    expect(elements(xml)).toEqual([...head, ...block, ...transfer, ...transfer]);
    expect(xml).toContain(`xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"`);
  });

  test('counts and sums on both levels, in euros with two decimals', () => {
    expect(texts(xml, 'NbOfTxs')).toEqual(['2', '2']);
    expect(texts(xml, 'CtrlSum')).toEqual(['12345.72', '12345.72']);
    expect(texts(xml, 'InstdAmt')).toEqual(['12345.67', '0.05']);
    expect(texts(xml, 'PmtMtd')).toEqual(['TRF']);
    expect(texts(xml, 'ChrgBr')).toEqual(['SLEV']);
    expect(texts(xml, 'CreDtTm')).toEqual(['2026-11-22T10:15:00Z']);
    expect(texts(xml, 'Nm')).toEqual(['Startblock GmbH + Co', 'Startblock GmbH + Co', 'Zoe Walesa', 'Erika Muster']);
    expect(texts(xml, 'PmtInfId')).toEqual(['SB-REFUND-20261122-1-1']);
  });
});

test('without a BIC, or with one that the old version does not know, the agent says so', () => {
  const debtor = { name: 'Startblock', iban: 'AT611904300234573201' };
  expect(pain001(file({ debtor: { ...debtor, bic: null } }))).toContain('<Othr><Id>NOTPROVIDED</Id></Othr>');
  const old = file({ version: 'pain.001.001.03', debtor: { ...debtor, bic: '1234ATW1' } });
  expect(pain001(old)).toContain('<Othr><Id>NOTPROVIDED</Id></Othr>');
});

test.each([
  ['Österreich über Größe ÄÖÜ', 'Oesterreich ueber Groesse AeOeUe'],
  ['  Café   „Zur Post“ – Linz ', "Cafe 'Zur Post' - Linz"],
  ['A&B <script>alert("x")</script>', 'A+B script alert( x ) /script'],
  ['Петров 🏃', ''],
  ['Łukasz Đorđević Ørsted', 'Lukasz Dordevic Orsted'],
])('%s is written %s', (text, written) => {
  expect(sepaText(text, 70)).toBe(written);
});

test('any text becomes one that every bank takes, and never longer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 1, max: 140 }), (text, most) => {
      const written = sepaText(text, most);
      expect(written).toMatch(/^[A-Za-z0-9/?:().,'+ -]*$/);
      expect(written.length).toBeLessThanOrEqual(most);
      expect(written).toBe(written.trim());
    }),
  );
});

const [one] = file().transfers;
test.each([
  ['no transfer', { transfers: [] }],
  ['nothing', { transfers: [{ ...one, amount: 0 }] }],
  ['more than SEPA takes', { transfers: [{ ...one, amount: 100_000_000_000 }] }],
  ['half a cent', { transfers: [{ ...one, amount: 0.5 }] }],
  ['an id twice', { transfers: [one, one] }],
  ['an id with two strokes', { transfers: [{ ...one, endToEndId: 'a//b' }] }],
  ['an id that begins with one', { messageId: '/a' }],
  ['an id that is too long', { messageId: 'x'.repeat(34) }],
  ['an id in other letters', { messageId: 'ä' }],
])('%s makes no file', (_, change) => {
  expect(() => pain001(file(change as Partial<TransferFile>))).toThrow(RangeError);
});

test('transfers stay within SEPA', () => {
  expect(['AT61', 'CH93', 'GB33', 'SM00'].every(isSepaIban)).toBe(true);
  expect(['TR33', 'SA03', 'AE07'].some(isSepaIban)).toBe(false);
});
