import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { cp850Bytes, latinBytes, mt940File, ownIban, readAll, utf16Bytes } from './testing.ts';

const payer = 'DE89370400440532013000';
const german = 'DE33100205000001194700';

/** Layouts as public parsers describe them; the first movement is a payment of 45,90. */
test('Bank Austria: reference in Zahlungsgrund, payer and account of the side that paid', async () => {
  const head =
    'Buchungsdatum;Valutadatum;Buchungstext;Interne Notiz;Währung;Betrag;Belegdaten;Belegnummer;Auftraggebername;Auftraggeberkonto;Auftraggeber BLZ;Empfängername;Empfängerkonto;Empfänger BLZ;Zahlungsgrund';
  const file = `${head}
02.02.2026;02.02.2026;GUTSCHRIFT;;EUR;45,90;;;Erika Muster;${payer};;Verein;${ownIban};12000;SB10004271 Startgeld
02.02.2026;30.02.2026;ÜBERWEISUNG;;EUR;-12,00;;;Verein;${ownIban};12000;Druckerei;${payer};;Plakate
`;
  const { format, lines } = await readAll(file);
  expect(format).toBe('csv-bank-austria');
  expect(lines).toMatchObject([
    { amount: 4590, payerName: 'Erika Muster', payerIban: payer, valueDate: '2026-02-02' },
    { amount: -1200, payerName: 'Druckerei', payerIban: payer, bookingDate: '2026-02-02', valueDate: null },
  ]);
  expect(lines[0]?.texts[0]).toContain('SB10004271');
});

test('comdirect: announced rows without a day, balances above and below', async () => {
  const file = `;
"Umsätze Girokonto";"Zeitraum: 30 Tage";
"Neuer Kontostand";"1.245,90 EUR";

"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";
"offen";"--";"Lastschrift / Belastung";"Auftraggeber: Stadtwerke Buchungstext: Strom";"-12,00";
"offen";"03.02.2026";"Übertrag / Überweisung";"Auftraggeber: Max Buchungstext: SB10004271";"10,00";
"02.02.2026";"02.02.2026";"Übertrag / Überweisung";"Auftraggeber: Erika Muster Buchungstext: Startgeld SB10004271 Ref. 1A2B3/4";"45,90";
"02.02.2026";"02.02.2026";"Lastschrift / Belastung";"Empfänger: Druckerei Kto/IBAN: ${payer} BLZ/BIC: COBADEFFXXX Buchungstext: Plakate";"-1.200,00";

"Alter Kontostand";"2.400,00 EUR";
`;
  const { format, lines } = await readAll(latinBytes(file), german);
  expect(format).toBe('csv-comdirect');
  expect(lines).toMatchObject([
    { amount: 1000, isPending: true, bookingDate: '2026-02-03' },
    { amount: 4590, isPending: false, payerName: 'Erika Muster', texts: ['Startgeld SB10004271'] },
    { amount: -120000, payerName: 'Druckerei', payerIban: payer, texts: ['Plakate'] },
  ]);
});

const oldVolksbank = `"Volksbank"
"Kontoinhaber:";"Verein"
"Kontonummer:";"1194700"

"Buchungstag";"Valuta";"Auftraggeber/Zahlungsempfänger";"Empfänger/Zahlungspflichtiger";"Konto-Nr.";"IBAN";"BLZ";"BIC";"Vorgang/Verwendungszweck";"Kundenreferenz";"Währung";"Umsatz";" "
"02.02.2026";"02.02.2026";"Verein";"Erika Muster";;"${payer}";;"COBADEFFXXX";"ÜBERWEISUNGSGUTSCHRIFT
Startgeld SB10004271";;"EUR";"45,90";"H"
"02.02.2026";"02.02.2026";"Verein";"Druckerei";;"${payer}";;;"Erstattung SB10004271";;"EUR";"12,00";"S"
"01.02.2026";;;;;;;;;"Anfangssaldo";"EUR";"100,00";"H"
"02.02.2026";;;;;;;;;"Endsaldo";"EUR";"133,90";"H"
`;

test('an old Volksbank says the side in a column without a name, and its balances are no bookings', async () => {
  const { format, lines } = await readAll(latinBytes(oldVolksbank), german);
  expect(format).toBe('csv-volksbank-de-old');
  expect(lines).toMatchObject([
    { amount: 4590, payerName: 'Erika Muster', payerIban: payer },
    { amount: -1200, payerName: 'Druckerei' },
  ]);
  expect(lines[0]?.texts[0]).toBe('ÜBERWEISUNGSGUTSCHRIFT Startgeld SB10004271');
});

const plain = `Buchungsdatum;Verwendungszweck;Name;IBAN;Betrag;Währung
02.02.2026;Startgeld SB10004271 für Zoë;Jörg Größl-Müller;${payer};45,90;EUR
02.02.2026;Übung;ÄRGER ÜBEL;${payer};-12,00;EUR
`;
const stored = [
  { amount: 4590, payerName: 'Jörg Größl-Müller' },
  { amount: -1200, payerName: 'ÄRGER ÜBEL' },
];
const bytes = (text: string) => new TextEncoder().encode(text);
const withMark = (marks: number[], content: Uint8Array) => new Uint8Array([...marks, ...content]);
test.each<[string, Uint8Array]>([
  ['UTF-8', bytes(plain)],
  ['UTF-8 with a mark', bytes(`\ufeff${plain}`)],
  ['the Western code page', latinBytes(plain)],
  ['code page 850', cp850Bytes(plain)],
  ['UTF-16, little end first, with a mark', withMark([0xff, 0xfe], utf16Bytes(plain))],
  ['UTF-16 without a mark', utf16Bytes(plain)],
  ['UTF-16, big end first', utf16Bytes(plain, false)],
  ['line ends of Windows', bytes(plain.replaceAll('\n', '\r\n'))],
  ['line ends of an old Mac', bytes(plain.replaceAll('\n', '\r'))],
  ['tabs', bytes(plain.replaceAll(';', '\t'))],
  ['bars', bytes(plain.replaceAll(';', '|'))],
  ['commas and quotation marks', bytes(plain.replace(/[^;\n]+/g, '"$&"').replaceAll(';', ','))],
  ['a line that names the separator', bytes(`sep=;\n${plain}`)],
  ['an end of file of DOS', bytes(`${plain}\x1a`)],
])('the same list in %s', async (_, file) => {
  expect((await readAll(file)).lines).toMatchObject(stored);
});

test('names of the neighbors in the Western code page are no umlauts of DOS', async () => {
  const file = plain.replace('Jörg Größl-Müller', 'Tomaš Živković').replace('ÄRGER ÜBEL', 'ŠIMIĆ „Anna“');
  const western: Record<string, number> = { Š: 0x8a, š: 0x9a, Ž: 0x8e, '„': 0x84, '“': 0x93 };
  const text = file.replaceAll('ć', 'c').replaceAll('Ć', 'C').replaceAll('Ü', 'U').replaceAll('ü', 'u');
  const encoded = Uint8Array.from(text, (sign) => western[sign] ?? sign.charCodeAt(0));
  const { lines } = await readAll(encoded);
  expect(lines.map(({ payerName }) => payerName)).toEqual(['Tomaš Živkovic', 'ŠIMIC „Anna“']);
});

const swift = mt940File([{ amount: 4590, text: 'SB10004271' }, { amount: -1200 }]);
test.each<[string, string]>([
  ['a blank between amount and code', swift.replaceAll('NTRF', ' NTRF')],
  ['a first field :940:', `:940:\r\n${swift}`],
  ['a line before the first field', `-\r\n${swift}`],
  ['text before the first field', `Umsatzexport vom 02.02.2026\r\n\r\n${swift}`],
  [
    'the envelope of SWIFT',
    `\x01{1:F01BKAUATWWAXXX0000000000}{2:I940X}{4:\r\n${swift.replace(/-\r\n$/, '-}\r\n')}\x03`,
  ],
  ['a value date that no month has', swift.replaceAll(':61:2602020202', ':61:2602300202')],
  ['such a value date alone', swift.replaceAll(':61:2602020202', ':61:260230')],
  ['a control character in a text', swift.replace('?32Erika', '?32\x02Erika')],
  ['line ends of an old Mac', swift.replaceAll('\r\n', '\r')],
  ['line ends of Unix', swift.replaceAll('\r\n', '\n')],
])('MT940 with %s', async (_, file) => {
  expect(file).not.toBe(swift);
  const { format, lines } = await readAll(file);
  expect(format).toBe('mt940');
  expect(lines).toMatchObject([{ amount: 4590, payerName: 'Erika Muster' }, { amount: -1200 }]);
});

test('of an impossible value date the day of the booking stays', async () => {
  const [line] = (await readAll(swift.replaceAll(':61:2602020202', ':61:2602300302'))).lines;
  expect(line).toMatchObject({ bookingDate: '2026-03-02', valueDate: null });
});

test.each([
  ['by its envelope', `{1:F01X}{2:O9421200X}{4:\r\n${swift}`],
  ['by its lowest amount', swift.replace(':60F:C260202EUR100,00', ':34F:EUR0,')],
  ['by its first field', `:942:\r\n${swift}`],
])('MT942 is refused with what to choose instead, known %s', async (_, file) => {
  await expect(readAll(file)).rejects.toMatchObject({ reason: 'mt942' });
});

test('an archive of statements is read whole; a copy of a file counts once, and two kinds do not count', async () => {
  const other = mt940File([{ amount: 700, text: 'SB170' }]);
  const zip = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  const { format, lines } = await readAll(
    zip({ 'b.sta': other, 'a/a.sta': swift, 'a/a (1).sta': swift, '__MACOSX/._b.sta': 'x', 'Auszug.pdf': '%PDF' }),
  );
  expect(format).toBe('mt940');
  expect(lines.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-1200, 700, 4590]);
  await expect(readAll(zip({ 'a.sta': swift, 'b.csv': plain }))).rejects.toMatchObject({ reason: 'archive' });
  const nested = zipSync({ 'a.zip': zip({ 'a.sta': swift }) });
  await expect(readAll(nested)).rejects.toMatchObject({ reason: 'archive' });
  await expect(readAll(zip({ 'a.pdf': 'x' }))).rejects.toMatchObject({ reason: 'empty' });
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`${at}.sta`, swift]));
  await expect(readAll(zip(many))).rejects.toMatchObject({ reason: 'tooLarge' });
  await expect(readAll(zip({ 'a.sta': swift }).slice(0, -8))).rejects.toMatchObject({ reason: 'broken' });
  const bomb = zipSync({ 'a.sta': new Uint8Array(65 * 2 ** 20) });
  await expect(readAll(bomb)).rejects.toMatchObject({ reason: 'tooLarge' });
});

const deutscheHead =
  'Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Kontonummer;BIC;Kundenreferenz;Mandatsreferenz;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Anzahl der Aufträge;Anzahl der Schecks;Soll;Haben;Währung';
test.each([1, 2, 3, 5, 15, 40, 120])(
  'Deutsche Bank with %i bookings, whatever stands above and below',
  async (count) => {
    const above = [
      'Umsätze Girokonto;;;Kundennummer: 1',
      '1.11.2026 - 27.11.2026',
      'Letzter Kontostand;;;;1.000,00;EUR',
      'Vorgemerkte und noch nicht gebuchte Umsätze sind nicht Bestandteil dieser Übersicht.',
    ];
    for (const text of ['SB740', 'Start, Lauf, Verein, SB740'])
      for (const start of above.map((_, at) => above.slice(0, at)).concat([above])) {
        const row = `27.11.2026;27.11.2026;SEPA-Gutschrift von;Erika;${text};${payer};B;;;;;;;;;;30,00;EUR`;
        const rows = Array.from({ length: count }, () => row);
        const foot = 'Kontostand;27.11.2026;;;1.030,00;EUR';
        for (const mark of [';', '\t', '|']) {
          const file = [...start, deutscheHead, ...rows, foot].join('\n').replaceAll(';', mark);
          expect((await readAll(file)).lines.map(({ amount }) => amount)).toEqual(rows.map(() => 3000));
        }
      }
  },
);

test('detects semicolons of a list with an unknown header and commas in every text', async () => {
  const rows = Array.from({ length: 5 }, () => '2026-02-02;Start, Lauf, Verein, SB740;30,00 H;Erika');
  const columns = { Tag: 'bookingDate', Was: 'reference', Wieviel: 'amount', Wer: 'payerName' } as const;
  const file = ['Auszug', 'Tag;Was;Wieviel;Wer', ...rows].join('\n');
  expect((await readAll(file, ownIban, { saved: {}, given: columns })).lines).toHaveLength(5);
});

test.each([';', ',', '\t', '|'])('a short list of three columns separated by %s', async (mark) => {
  for (const count of [1, 2, 30]) {
    const cell = (text: string) => (mark === ',' ? `"${text}"` : text);
    const rows = Array.from({ length: count }, () =>
      ['02.02.2026', 'Start, Lauf, Verein, Ort,Bad,Aussee; SB740', '+30,00'].map(cell),
    );
    const file = [
      ['Buchungsdatum', 'Verwendungszweck', 'Betrag'],
      ...rows.map((row) => row.map((text) => (mark === ';' ? text.replace('; ', ' ') : text))),
    ];
    const { lines } = await readAll(file.map((row) => row.join(mark)).join('\n'));
    expect(lines).toHaveLength(count);
  }
});

test('a file with the tables of two accounts is refused as one', async () => {
  const head = '"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";';
  const row = '"02.02.2026";"02.02.2026";"Übertrag / Überweisung";"Auftraggeber: Erika Buchungstext: SB740";"45,90";';
  const account = (name: string) => [
    `"Umsätze ${name}";"Zeitraum: 30 Tage";`,
    '"Neuer Kontostand";"1,00 EUR";',
    '',
    head,
  ];
  const first = [';', ...account('Girokonto'), row, '', '"Alter Kontostand";"2.400,00 EUR";', ''];
  expect((await readAll(first.join('\n'))).lines).toHaveLength(1);
  for (const second of [[...account('Tagesgeld'), row], account('Visa'), [head, row], ['', head, row]])
    await expect(readAll([...first, ...second].join('\n'))).rejects.toMatchObject({ reason: 'sections' });
  for (const second of [['"Umsätze"'], ['"Umsätze"', row]])
    await expect(readAll([...first, ...second].join('\n'))).rejects.toMatchObject({ reason: 'broken' });
});
