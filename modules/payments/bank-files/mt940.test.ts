import { expect, test } from 'vitest';
import { accountOf, purposeOf } from './mt940.ts';
import { latinBytes, mt940File, ownIban, readAll } from './testing.ts';

const reason = (file: string) =>
  readAll(file).then(
    () => 'read',
    (error: { reason?: string }) => error.reason ?? String(error),
  );

test('numbered fields are put together without blanks, and the marks inside them taken apart', async () => {
  const { format, lines } = await readAll(
    latinBytes(
      mt940File([
        { amount: 4590, text: 'Anmeldung Stadtlauf SB10004271 für Zoë', endToEndId: 'E-1', bankReference: '55555' },
        { amount: -1200, text: 'Gebühr' },
      ]),
    ),
  );
  expect(format).toBe('mt940');
  expect(lines[0]).toMatchObject({
    bookingDate: '2026-02-02',
    valueDate: '2026-02-02',
    amount: 4590,
    currency: 'EUR',
    payerName: 'Erika Muster',
    payerIban: 'DE89370400440532013000',
    endToEndId: 'E-1',
    bankReference: '55555',
    accountIban: ownIban,
    isReversal: false,
  });
  expect(lines[0]?.texts[0]).toBe('Anmeldung Stadtlauf SB10004271 für Zoë');
  expect(lines[1]?.amount).toBe(-1200);
});

test.each([
  [
    '166?00SEPA-UEBERWEISUNG?109315?20EREF+987654123456?21SVWZ+Rechnung-Nr.?22734 und 123455056735?30COLSDE33XXX?31DE89370400440532013000?32Max Mu?33stermann',
    {
      texts: ['Rechnung-Nr.734 und 123455056735', 'Rechnung-Nr. 734 und 123455056735'],
      endToEndId: '987654123456',
      name: 'Max Mustermann',
      iban: 'DE89370400440532013000',
      isReturn: false,
    },
  ],
  [
    '109?00RUECKUEBERWEISUNG?20SVWZ+Konto erloschen?34914',
    { texts: ['Konto erloschen'], endToEndId: null, name: '', iban: null, isReturn: true },
  ],
  [
    'SB10004271 Erika Muster',
    { texts: ['SB10004271 Erika Muster'], endToEndId: null, name: '', iban: null, isReturn: false },
  ],
  [
    '?20Startgeld Lauf?21SB10004271?32Muster',
    {
      texts: ['Startgeld LaufSB10004271', 'Startgeld Lauf SB10004271'],
      endToEndId: null,
      name: 'Muster',
      iban: null,
      isReturn: false,
    },
  ],
  [
    '/EREF/E-7/IBAN/DE89370400440532013000/NAME/Erika Muster/REMI/SB10004271',
    { texts: ['SB10004271'], endToEndId: 'E-7', name: 'Erika Muster', iban: 'DE89370400440532013000', isReturn: false },
  ],
  [
    '166?20SVWZ+Was ist SB170? Danke?32Eva',
    { texts: ['Was ist SB170? Danke'], endToEndId: null, name: 'Eva', iban: null, isReturn: false },
  ],
])('details %s', (notes, expected) => expect(purposeOf(notes)).toEqual(expected));

test.each([
  ['000', false],
  ['011', false],
  ['900', false],
  ['901', true],
  ['914', true],
  ['918', true],
  ['919', false],
  ['', false],
])('the text key extension ?34%s on a transfer: a return is %s', (extension, isReturn) => {
  expect(purposeOf(`166?00GUTSCHR. UEBERWEISUNG?20SVWZ+SB740?32ERIKA BEISPIEL?34${extension}`).isReturn).toBe(isReturn);
});

test('the purpose "cancellation protection" is not a reversal', () => {
  expect(purposeOf('SB740 Startgeld mit Stornoschutz').isReturn).toBe(false);
  expect(purposeOf('Storno SB740').isReturn).toBe(true);
});

test('the account by bank code and number, in both countries', () => {
  expect(accountOf('37040044/532013000')).toBe('DE89370400440532013000');
  expect(accountOf('37040044/0532013000EUR')).toBe('DE89370400440532013000');
  expect(accountOf('19043/234573201')).toBe('AT611904300234573201');
  expect(accountOf('AT611904300234573201EUR')).toBe('AT611904300234573201');
  expect(accountOf('whatever')).toBeNull();
});

test('bookings about the turn of a year, reversals, several messages', async () => {
  const one = mt940File([{ amount: 100 }, { amount: -100, isReversal: true }]);
  expect((await readAll(one.replace(':61:2602020202C', ':61:2601021231C'))).lines[0]?.bookingDate).toBe('2025-12-31');
  expect((await readAll(one.replace(':61:2602020202C', ':61:2512310102C'))).lines[0]?.bookingDate).toBe('2026-01-02');
  const { lines } = await readAll(one + one);
  expect(lines.map(({ amount, isReversal }) => [amount, isReversal])).toEqual([
    [100, false],
    [-100, true],
    [100, false],
    [-100, true],
  ]);
  // Closing hyphen and last line end are optional.
  expect((await readAll(one.replace(/-\r\n$/, '').trimEnd())).lines).toHaveLength(2);
});

const good = mt940File([{ amount: 4590, text: 'SB10004271' }]);
test.each<[string, string, string]>([
  ['cut before its closing balance', good.slice(0, good.indexOf(':62F:')), 'broken'],
  ['with balances that do not fit', good.replace('C260202EUR145,90', 'C260202EUR145,91'), 'balance'],
  ['without an opening balance', good.replace(/:60F:.*\r\n/, ''), 'broken'],
  ['with a wrong amount', good.replace('CR45,90', 'CR45.90'), 'broken'],
  ['with a wrong day', good.replace(':61:2602020202', ':61:2613020202'), 'date'],
  ['with a wrong booking day', good.replace(':61:2602020202', ':61:2602020232'), 'date'],
  ['of another account', mt940File([{ amount: 1 }], 'DE89370400440532013000'), 'otherAccount'],
  ['in another currency', good.replaceAll('EUR1', 'CHF1'), 'currency'],
])('a file %s is refused', async (_, file, expected) => {
  expect(file).not.toBe(good);
  expect(await reason(file)).toBe(expected);
});
