import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed, times } from '#tests/support/thorough.ts';
import { amountIn } from './cells.ts';
import { namesBalance } from './signs.ts';
import { readAll } from './testing.ts';

const comma = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',');
const grouped = (cents: number): string => comma(cents).replace(/\B(?=(\d{3})+,)/g, '.');

/** How a layout marks the side: in the cell, in a separate column, or by two columns. */
type Way = { heads: string[]; cells(amount: number, write: (cents: number) => string): string[] };
const inCell = (write: (text: string, isOut: boolean) => string): Way => ({
  heads: ['Betrag'],
  cells: (amount, text) => [write(text(Math.abs(amount)), amount < 0)],
});
const beside = (head: string, out: string, into: string): Way => ({
  heads: ['Umsatz', head],
  cells: (amount, text) => [text(Math.abs(amount)), amount < 0 ? out : into],
});
const two = (out: string, into: string, other: string, sign: string): Way => ({
  heads: [out, into],
  cells: (amount, text) => (amount < 0 ? [sign + text(-amount), other] : [other, text(amount)]),
});
const heads = [
  'Soll/Haben',
  'S/H',
  'Soll/Haben-Kennzeichen',
  'D/C',
  'Debit/Credit',
  '+/-',
  'Vorzeichen',
  '',
  ' ',
  'KZ',
];
const letters = [
  ['S', 'H'],
  ['s', 'h'],
  ['D', 'C'],
  ['Soll', 'Haben'],
  ['DBIT', 'CRDT'],
  ['DR', 'CR'],
  ['Debit', 'Credit'],
  ['-', '+'],
  ['\u2212', '+'],
];
const words = [
  ['Lastschrift', 'Gutschrift'],
  ['Ausgang', 'Eingang'],
  ['Belastung', 'Gutschrift'],
  ['Zahlungsausgang', 'Zahlungseingang'],
  ['SEPA-Lastschrift', 'SEPA-Gutschrift'],
];
const pairs = [
  ['Soll', 'Haben'],
  ['Belastung', 'Gutschrift'],
  ['Debit', 'Credit'],
  ['Betrag Soll', 'Betrag Haben'],
  ['Soll (EUR)', 'Haben (EUR)'],
  ['Ausgaben', 'Einnahmen'],
  ['Lastschrift in EUR', 'Gutschrift in EUR'],
  ['Debit Amount', 'Credit Amount'],
  ['Paid out', 'Paid in'],
];
const way = fc.oneof(
  fc.constantFrom<Way>(
    inCell((text, isOut) => (isOut ? `-${text}` : text)),
    inCell((text, isOut) => (isOut ? `\u2212${text} €` : `+${text} €`)),
    inCell((text, isOut) => (isOut ? `${text}-` : text)),
    inCell((text, isOut) => (isOut ? `(${text})` : text)),
    inCell((text, isOut) => `${text} ${isOut ? 'S' : 'H'}`),
    inCell((text, isOut) => `${text} EUR ${isOut ? 'DR' : 'CR'}`),
  ),
  fc
    .tuple(fc.constantFrom(...heads), fc.constantFrom(...letters))
    .map(([head, [out = '', into = '']]) => beside(head, out, into)),
  fc
    .tuple(fc.constantFrom('Umsatzart', 'Art', 'Buchungstext', 'Typ', 'Zahlungsart'), fc.constantFrom(...words))
    .map(([head, [out = '', into = '']]) => beside(head, out, into)),
  fc
    .tuple(fc.constantFrom(...pairs), fc.constantFrom('', '0,00'), fc.constantFrom('', '-'))
    .map(([[out = '', into = ''], other, sign]) => two(out, into, other, sign)),
);
const row = fc.record({
  amount: fc.integer({ min: -500_000, max: 500_000 }).filter((amount) => amount !== 0),
  text: fc.constantFrom(
    'Startgeld SB10004271',
    'Erstattung SB740',
    'Startgebühr',
    'Saldo',
    'Lastschrift',
    'Gesamt',
    'S',
  ),
});

test(`in no layout money that went out is read as money that came in (SEED=${seed})`, {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      way,
      fc.array(row, { minLength: 1, maxLength: 70 }),
      fc.constantFrom(';', '\t', '|'),
      fc.constantFrom(comma, grouped),
      fc.boolean(),
      async ({ heads: amountHeads, cells }, rows, mark, write, isFirst) => {
        const order = (start: string[], money: string[]) => (isFirst ? [...money, ...start] : [...start, ...money]);
        const lines = [
          order(['Buchungsdatum', 'Verwendungszweck', 'Name'], amountHeads),
          ...rows.map(({ amount, text }) => order(['02.02.2026', text, 'Erika'], cells(amount, write))),
          order(['02.02.2026', 'Endsaldo', ''], cells(99_900, write)),
        ];
        const file = lines.map((line) => line.join(mark)).join('\n');
        const amounts = rows.map(({ amount }) => amount);
        const read = await readAll(file).then(
          ({ lines: found }) => found.map(({ amount }) => amount),
          ({ reason }: { reason: string }) => reason,
        );
        // If all amounts have the same side, a column may have to be chosen.
        const isOneSided = new Set(amounts.map(Math.sign)).size === 1;
        expect(isOneSided && read === 'unknownColumns' ? amounts : read).toEqual(amounts);
      },
    ),
    { numRuns: times(300, 60), seed },
  );
});

const list = (head: string, ...rows: string[]) =>
  [`Buchungsdatum;Verwendungszweck;Name;${head}`, ...rows.map((end) => `02.02.2026;SB740;Erika;${end}`)].join('\n');
test.each([
  ['a side that nobody knows', list('Umsatz;Soll/Haben', '30,00;S', '30,00;X')],
  ['no side where others have one', list('Umsatz;S/H', '30,00;S', '30,00;')],
  ['a debit with a plus', list('Umsatz;S/H', '+30,00;S')],
  [
    'kinds of bookings that take money, and no sign at all',
    list('Umsatzart;Umsatz', 'Gutschrift;30,00', 'SEPA-Basislastschrift;30,00'),
  ],
  ['an amount beside empty columns for both sides', list('Betrag;Soll;Haben', ';30,00;', '30,00;;')],
])('a list with %s is refused', async (_, file) => {
  await expect(readAll(file)).rejects.toMatchObject({ reason: 'sign' });
});

const wordPairs = [
  ...[
    ['Überweisung ausgehend', 'Überweisung eingehend'],
    ['SEPA Lastschrifteinzug', 'SEPA Gutschrift'],
    ['Überweisungsauftrag', 'Überweisungsgutschrift'],
    ['Dauerauftrag', 'Gutschrift'],
    ['Kartenzahlung', 'Gutschrift'],
    ['SEPA-Überweisung', 'SEPA-Gutschrift'],
  ],
  ...[
    ['Sollbuchung', 'Habenbuchung'],
    ['D', 'K'],
    ['Ü', 'G'],
    ['sent', 'received'],
    ['débit', 'crédit'],
    ['addebito', 'accredito'],
    ['0', '1'],
  ],
];
test.each(wordPairs)('%s and %s in a column for the kind are no signs of credits', async (out, into) => {
  for (const head of ['Typ', 'Buchungstext', 'Art', 'Umsatzart'])
    for (const words of [[out], [out, into], [into, out], [out, out]]) {
      const read = await readAll(list(`Umsatz;${head}`, ...words.map((word) => `30,00;${word}`))).then(
        ({ lines }) => (lines.every(({ amount }) => amount < 0) ? 'debits' : 'credits'),
        ({ reason }: { reason: string }) => reason,
      );
      expect([head, read]).toEqual([head, expect.stringMatching(/^(sign|unknownColumns|debits)$/)]);
    }
});

test(`unknown words do not make a bare amount a credit (SEED=${seed})`, async () => {
  const word = fc.oneof(
    fc.stringMatching(/^[A-Za-zäöüéßıПр]{1,12}( [a-z]{1,9})?$/),
    fc.constantFrom('Gutschrift', 'Eingang', 'Habenbuchung', 'Storno Gutschrift', 'keine Gutschrift'),
  );
  const known = /^(sepa[ -])?(gutschrift|eingang|haben|soll|[shcd]|dr|cr|db|rc|in|out|plus|minus|debit|credit)$/i;
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('Typ', 'Art', 'Buchungstext', 'Vorgang', 'Umsatzart'),
      async (words, head) => {
        fc.pre(words.some((each) => !known.test(each)));
        await expect(readAll(list(`Umsatz;${head}`, ...words.map((each) => `30,00;${each}`)))).rejects.toMatchObject({
          reason: expect.stringMatching(/^(sign|unknownColumns)$/),
        });
      },
    ),
    { numRuns: times(300, 60), seed },
  );
});

test(`the balance beside bare amounts never lets a debit pass for a credit (SEED=${seed})`, async () => {
  const movement = fc.record({
    amount: fc.constantFrom(3000, 3000, 500, -3000, -500),
    day: fc.integer({ min: 0, max: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(movement, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      fc.constantFrom('', 'Anfangssaldo'),
      fc.constantFrom('', 'Gutschrift', 'Buchung'),
      async (movements, isNewestFirst, opening, word) => {
        let balance = 100_000;
        const days = movements.map(({ day }) => day).toSorted();
        const rows = movements.map(({ amount }, at) => {
          balance += amount;
          return `0${(days[at] ?? 0) + 1}.02.2026;SB740;Erika;${comma(Math.abs(amount))};${comma(balance)};${word}`;
        });
        const file = [
          'Buchungsdatum;Verwendungszweck;Name;Umsatz;Saldo;Typ',
          ...(opening ? [`01.02.2026;${opening};;;${comma(100_000)};`] : []),
          ...(isNewestFirst ? rows.toReversed() : rows),
        ].join('\n');
        const read = await readAll(file).then(
          ({ lines }) => lines.length,
          ({ reason }: { reason: string }) => reason,
        );
        const hasDebit = movements.some(({ amount }) => amount < 0);
        // Booking words for credits are trusted unless a balance contradicts them.
        if (hasDebit && word !== 'Gutschrift') expect(read).toMatch(/^(sign|unknownColumns)$/);
        if (!hasDebit && word === 'Gutschrift') expect(read).toBe(movements.length);
        if (!hasDebit && opening) expect(read).toBe(movements.length);
      },
    ),
    { numRuns: times(300, 80), seed },
  );
});

test.each([
  ['a text that names our refund', list('Umsatz', '30,00').replace('SB740', 'Erstattung SB22491'), 'unknownColumns'],
  ['a balance that falls', list('Umsatz;Saldo;Typ', '30,00;970,00;Gutschrift', '5,00;965,00;Gutschrift'), 'sign'],
  ['a balance of one row', list('Umsatz;Saldo', '30,00;970,00'), 'unknownColumns'],
])('bare amounts beside %s are refused', async (_, file, reason) => {
  await expect(readAll(file)).rejects.toMatchObject({ reason });
});

test('a person may say that all amounts came in, and not by leaving out the column of the side', async () => {
  const file = 'Booked;What;Who;How much;Dir\n2026-11-27;SB740;Erika;30.00;raus\n2026-11-27;SB750;Erika;30.00;rein\n';
  const columns = { Booked: 'bookingDate', What: 'reference', Who: 'payerName', Dir: 'ignored' } as const;
  const read = (field: 'amount' | 'credit') =>
    readAll(file, null, { saved: {}, given: { ...columns, 'How much': field } });
  await expect(read('amount')).rejects.toMatchObject({ reason: 'sign' });
  expect((await read('credit')).lines.map(({ amount }) => amount)).toEqual([3000, 3000]);
});

test.each([
  'Buchungsdatum,Partnername,Partner IBAN,Betrag,Währung,Buchungs-Details\n02.02.2026,Erika,,"30,00",EUR,SB740\n',
  'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\nTOPUP,Current,2026-02-02 10:00:00,2026-02-02 10:00:00,SB740,30.00,0.00,EUR,COMPLETED,30.00\n',
])('a bank that is known to write a minus needs none: %s', async (file) => {
  expect((await readAll(file)).lines.map(({ amount }) => amount)).toEqual([3000]);
});

test('a column that is called like a day and holds sides is one of sides', async () => {
  const file = 'Datum;Text;Betrag;Buchung\n02.02.2026;SB740;30,00;Haben\n02.02.2026;SB740;30,00;Soll\n';
  expect((await readAll(file)).lines.map(({ amount }) => amount)).toEqual([3000, -3000]);
});

test('a column of hyphens, or of one letter under a name of its own, is no sign', async () => {
  for (const [head, cell] of [
    ['Zusatz', '-'],
    ['', '-'],
    ['Herkunft', 'D'],
  ] as const) {
    const file = list(`Betrag;${head}`, `30,00;${cell}`, `30,00;${cell}`);
    await expect(readAll(file)).rejects.toMatchObject({ reason: 'unknownColumns' });
  }
});

test.each<[string, number[]]>([
  [list('Umsatzart;Umsatz', 'SEPA-Basislastschrift;-30,00', 'Gutschrift;30,00'), [-3000, 3000]],
  [list('Umsatzart;Umsatz', 'Lastschrifteinzug;+30,00', 'Gutschrift;30,00'), [3000, 3000]],
  [list('Umsatzart;Umsatz', 'SEPA-Gutschrift von;30,00', 'Überweisungsgutschrift;5,00'), [3000, 500]],
  [list('Umsatz;Saldo', '+30,00;1030,00', '50,00;1080,00'), [3000, 5000]],
  [`${list('Umsatz;Saldo', '30,00;1030,00', '30,00;1060,00')}\n01.02.2026;Anfangssaldo;;1000,00;`, [3000, 3000]],
  [list('Umsatz;S/H', '-30,00;S', '30,00;H', '-5,00;H'), [-3000, 3000, -500]],
  [list('Umsatz;S/H', '30,00;H', '30,00;H'), [3000, 3000]],
])('a list whose signs are there is read: %s', async (file, amounts) => {
  expect((await readAll(file)).lines.map(({ amount }) => amount)).toEqual(amounts);
});

test.each([
  ['30,00 S', -3000],
  ['30,00 H', 3000],
  ['S 30,00', -3000],
  ['(30,00)', -3000],
  ['(30,00', null],
  ['-30,00 S', -3000],
  ['+30,00 S', null],
  ['30,00 CR', 3000],
  ['30,00DR', -3000],
  ['-30-', null],
  [-30.5, -3050],
  [30.123, null],
])('the amount %s', (cell, amount) => expect(amountIn(cell)).toBe(amount));

test.each([
  'Anfangssaldo',
  'Endsaldo',
  'Alter Kontostand',
  'Neuer Kontostand:',
  'Kontostand vom 02.02.2026:',
  'Alter Saldo',
  'Neuer Saldo per 02.02.2026',
  'Saldo alt',
  'Saldovortrag',
  'Opening balance',
  'Closing Balance',
  'Balance brought forward',
  'Anfangsstand',
  'Letzter Kontostand',
  'Kontostand 1.234,56 EUR',
  'Kontostand per 03.02.2026: 130,00 EUR',
])('%s is a balance, whatever other cells contain', (text) => expect(namesBalance(text, false)).toBe(true));

test.each(['Saldo', 'Summe:', 'Gesamt', 'Zwischensumme', 'Übertrag', 'Total'])(
  '%s is a balance only without a payer',
  (text) => {
    expect([namesBalance(text, false), namesBalance(text, true)]).toEqual([false, true]);
  },
);

test.each(['Startgeld', 'Gesamt SB740', 'Saldo der Rechnung 12', 'Endsaldo SB740'])('%s is no balance', (text) => {
  expect(namesBalance(text, true)).toBe(false);
});
