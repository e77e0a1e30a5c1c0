import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountIn, dateIn } from './cells.ts';
import { latinBytes, ownIban, readAll } from './testing.ts';

const payer = 'DE89370400440532013000';
const mark = '\uFEFF';
const german = 'DE33100205000001194700';

/** One export per bank with a payment of 45,90 by Erika Muster that names SB10004271, and one debit. */
const exports: Record<
  string,
  { file: string; latin?: true; own?: string; first?: object; format?: string; amounts?: number[] }
> = {
  'george-business': {
    file: `${mark}"(Sammel-) Überweisung ID","Enthaltene Überweisung ID","Eigene IBAN","Eigener Kontoname","Buchungsdatum","Durchführungsdatum","Durchführungszeit","Kontoauszug / Rechnung","Partner Name","Partner IBAN","Partner BIC","Partner Kontonummer","Partner Bankleitzahl","Betrag","Währung","Buchungs-Details","Buchungsreferenz","Valutadatum","Zahlungsreferenz","Auftraggeber-Referenz"
"","","${ownIban}","Verein","02.02.2026","02.02.2026","08:00","","Erika Muster","${payer}","","","","45,90","EUR","Startgeld SB10004271","B-1","02.02.2026","","E-1"
"","","${ownIban}","Verein","02.02.2026","02.02.2026","08:00","","Druckerei","${payer}","","","","-1.234,56","EUR","Rechnung","B-2","03.02.2026","",""
`,
    first: { bankReference: 'B-1', endToEndId: 'E-1', accountIban: ownIban },
    amounts: [4590, -123456],
  },
  'sparkasse-at': {
    file: `Bezeichnung;Valutadatum;Betrag;Währung;Buchungsdatum;Umsatzzeile 1;Zusatztext;Auftraggeber;Kundendaten/Zahlungsreferenz;Umsatzzeile 2;Ersterfassungsreferenz;Auftraggeber Kontonr./IBAN;Auftraggeber BLZ/BIC;Partnername;Partner Kontonr./IBAN;Partner BLZ/BIC
Giro;02.02.2026;45,90;EUR;02.02.2026;Überweisung;;;Startgeld SB10004271;;B-1;;;Erika Muster;${payer};COBADEFFXXX
Giro;02.02.2026;-12,00;EUR;02.02.2026;Entgelt;;;;;;;;;;
`,
    latin: true,
    first: { bankReference: 'B-1' },
  },
  raiffeisen: {
    file: `${mark}02.02.2026;Auftraggeber: Erika Muster Zahlungsreferenz: SB10004271 Startgeld IBAN Auftraggeber: ${payer} BIC Auftraggeber: COBADEFFXXX;02.02.2026;45,90;EUR;02.02.2026 09:04:48:233
02.02.2026;Empfänger: Druckerei Verwendungszweck: Plakate IBAN Empfänger: ${payer};02.02.2026;-12,00;EUR;02.02.2026 09:04:48:233
`,
    first: { structuredReference: 'SB10004271 Startgeld' },
  },
  arz: {
    file: `IBAN;Auszugsnummer;Buchungsdatum;Valutadatum;Umsatzzeit;Zahlungsreferenz;Waehrung;Betrag;Buchungstext;Umsatztext;Name des Partners;Name des ultimate Partners;Name des ultimate Auftraggebers;Creditor ID;Mandat ID;Kontoverbindung des Partners;Partner BIC;Auftraggeberreferenz;Verwendungszweck;Kategorie;Notiz
${ownIban};1;2026-02-02;2026-02-02;2026-02-02-09.00.00;SB10004271;EUR;45,90;Überweisung;Startgeld;Erika Muster;;;;;${payer};;E-1;;;
${ownIban};1;2026-02-02;2026-02-02;2026-02-02-09.00.00;;EUR;-12,00;Abbuchung;Plakate;Druckerei;;;;;${payer};;;Plakate;;
`,
    first: { structuredReference: 'SB10004271', endToEndId: 'E-1' },
  },
  bawag: {
    file: `${ownIban};Startgeld SB10004271 VB/000000123 COBADEFFXXX ${payer} Erika Muster;02.02.2026;02.02.2026;45,90;EUR
${ownIban};Plakate;02.02.2026;02.02.2026;-12,00;EUR
`,
    latin: true,
    first: { accountIban: ownIban },
  },
  'sparkasse-de-camt': {
    file: `"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"
"${german}";"02.02.26";"02.02.26";"GUTSCHR. UEBERWEISUNG";"Startgeld SB10004271";"";"";"E-1";"";"";"";"Erika Muster";"${payer}";"COBADEFFXXX";"45,90";"EUR";"Umsatz gebucht"
"${german}";"03.02.26";"03.02.26";"FOLGELASTSCHRIFT";"Strom";"";"";"";"";"";"";"Stadtwerke";"${payer}";"";"-12,00";"EUR";"Umsatz vorgemerkt"
`,
    latin: true,
    own: german,
    first: { endToEndId: 'E-1', accountIban: german },
  },
  'sparkasse-de-mt940': {
    file: `"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer";"BLZ";"Betrag";"Waehrung";"Info"
"1194700";"02.02.26";"02.02.26";"GUTSCHRIFT";"EREF+E-1 SVWZ+Startgeld SB10004271";"Erika Muster";"${payer}";"COBADEFFXXX";"45,90";"EUR";"Umsatz gebucht"
"1194700";"02.02.26";"02.02.26";"ENTGELT";"SVWZ+Entgelt";"";"";"";"-12,00";"EUR";"Umsatz gebucht"
`,
    latin: true,
    own: german,
    first: { endToEndId: 'E-1', texts: ['Startgeld SB10004271'] },
  },
  dkb: {
    file: `${mark}"Girokonto";"${german}"
""
"Kontostand vom 02.02.2026:";"1.234,56 €"
""
"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"
"02.02.26";"02.02.26";"Gebucht";"Erika Muster";"Verein";"Startgeld SB10004271";"Eingang";"${payer}";"45,90 €";"";"";"E-1"
"02.02.26";"02.02.26";"Vorgemerkt";"Verein";"Druckerei";"Plakate";"Ausgang";"${payer}";"-1.000";"";"";""
`,
    own: german,
    first: { endToEndId: 'E-1', accountIban: german },
    amounts: [4590, -100000],
  },
  n26: {
    file: `"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"
2026-02-02,2026-02-02,"Erika Muster",${payer},"Credit Transfer","Startgeld, SB10004271","Hauptkonto",45.9,,,
2026-02-02,2026-02-02,"Druckerei",${payer},"Debit Transfer","Plakate ""A3""","Hauptkonto",-12.00,-13.50,CHF,1.1
`,
  },
  'n26-old': {
    file: `"Date","Payee","Account number","Transaction type","Payment reference","Amount (EUR)","Amount (Foreign Currency)","Type Foreign Currency","Exchange Rate"
"2026-02-02","Erika Muster","${payer}","Income","Startgeld SB10004271","45.9","","",""
"2026-02-02","Druckerei","${payer}","Outgoing Transfer","Plakate","-12.0","","",""
`,
  },
  'volksbank-de': {
    file: `${mark}Bezeichnung Auftragskonto;IBAN Auftragskonto;BIC Auftragskonto;Bankname Auftragskonto;Buchungstag;Valutadatum;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;BIC (SWIFT-Code) Zahlungsbeteiligter;Buchungstext;Verwendungszweck;Betrag;Waehrung;Saldo nach Buchung;Bemerkung;Gekennzeichneter Umsatz;Glaeubiger ID;Mandatsreferenz
Konto;${german};GENODEF1;Volksbank;02.02.2026;02.02.2026;Erika Muster;${payer};COBADEFFXXX;Überweisungsgutschrift;Startgeld SB10004271 EREF: E-1;45,90;EUR;1234,56;;;;
Konto;${german};GENODEF1;Volksbank;02.02.2026;02.02.2026;Druckerei;${payer};;Überweisung;Plakate;-12,00;EUR;1222,56;;;;
`,
    own: german,
    first: { endToEndId: 'E-1', accountIban: german },
  },
  'ing-de': {
    file: `Umsatzanzeige;Datei erstellt am: 02.02.2026 10:00

IBAN;DE33 1002 0500 0001 1947 00
Kontoname;Girokonto
Bank;ING
Kunde;Verein
Zeitraum;01.02.2026 - 02.02.2026
Saldo;1.234,56;EUR

Sortierung;Datum absteigend

In der CSV-Datei finden Sie alle bereits gebuchten Umsätze.

Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung
02.02.2026;02.02.2026;Erika Muster;Gutschrift;Startgeld SB10004271;1.234,56;EUR;45,90;EUR
02.02.2026;02.02.2026;Druckerei;Überweisung;Plakate;1.188,66;EUR;-12,00;EUR
`,
    latin: true,
    own: german,
    first: { accountIban: german, payerIban: null },
  },
  'deutsche-bank': {
    file: `Umsätze Girokonto (00);;;Kundennummer: 100 1194700

01.02.2026 - 02.02.2026
Letzter Kontostand;;;;1.188,66;EUR
Vorgemerkte und noch nicht gebuchte Umsätze sind nicht Bestandteil dieser Übersicht.
Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Kontonummer;BIC;Kundenreferenz;Mandatsreferenz;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Anzahl der Aufträge;Anzahl der Schecks;Soll;Haben;Währung
2.2.2026;2.2.2026;SEPA-Gutschrift von;Erika Muster;Startgeld SB10004271;${payer};COBADEFFXXX;E-1;;;;;;;;;45,90;EUR
2.2.2026;2.2.2026;SEPA-Überweisung an;Druckerei;Plakate;${payer};;;;;;;;;;-750;;EUR
Kontostand;2.2.2026;;;1.234,56;EUR
`,
    latin: true,
    own: german,
    first: { endToEndId: 'E-1' },
    amounts: [4590, -75000],
  },
  commerzbank: {
    file: `${mark}Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;IBAN Kontoinhaber;Kategorie
02.02.2026;02.02.2026;Gutschrift;"Erika Muster Startgeld SB10004271 End-to-End-Ref.: NOTPROVIDED ${payer}";45,90;EUR;${german};Unkategorisierte Einnahmen
02.02.2026;02.02.2026;Lastschrift;"Stadtwerke Strom";-12,00;EUR;${german};
`,
    own: german,
    first: { accountIban: german, payerName: '' },
  },
  qonto: {
    file: `"Status","Settlement date (UTC)","Operation date (UTC)","Counterparty name","Total amount (incl. VAT)","Currency","Reference","Transaction ID"
"Executed","02-02-2026 10:00:00","02-02-2026 09:00:00","Erika Muster","45,90","EUR","Startgeld SB10004271","T-1"
"Pending","02-02-2026 10:00:00","02-02-2026 09:00:00","Druckerei","-12,00","EUR","Plakate","T-2"
`,
    first: { bankReference: 'T-1', payerIban: null },
  },
  finom: {
    file: `Wallet-IBAN;Date;Counterparty name;Counterparty IBAN;Reference;Amount;Currency
${ownIban};2026-02-02;Erika Muster;${payer};Startgeld SB10004271;45.90;EUR
${ownIban};2026-02-02;Druckerei;${payer};Plakate;-12.00;EUR
`,
    first: { accountIban: ownIban },
  },
  vivid: {
    file: `Booking date;Value date;Counterparty name;Counterparty IBAN;Reference;Payment amount;Payment currency;Currency
02.02.2026;02.02.2026;Erika Muster;${payer};Startgeld SB10004271;45,90;EUR;EUR
02.02.2026;02.02.2026;Druckerei;${payer};Plakate;-12,00;EUR;EUR
`,
  },
  hibiscus: {
    file: `#;Konto;Gegenkonto;Gegenkonto BLZ;Gegenkonto Inhaber;Betrag;Valuta;Datum;Verwendungszweck;Verwendungszweck 2;Zwischensumme
1;${ownIban};${payer};COBADEFFXXX;Erika Muster;45,90;02.02.2026;02.02.2026;Startgeld;SB10004271;100,00
2;${ownIban};${payer};;Druckerei;-12,00;02.02.2026;02.02.2026;Plakate;;88,00
`,
  },
  csv: {
    file: `Buchungsdatum,Partnername,Partner IBAN,Betrag,Währung,Buchungs-Details,Buchungsreferenz
02.02.2026,Erika Muster,${payer},"45,90",EUR,Startgeld SB10004271,B-1
02.02.2026,Druckerei,${payer},"-12,00",EUR,Plakate,B-2
`,
    first: { bankReference: 'B-1' },
    format: 'csv',
  },
};

test.each(Object.entries(exports))(
  'the export %s',
  async (name, { file, latin, own = ownIban, first, format, amounts }) => {
    const { format: read, lines } = await readAll(latin ? latinBytes(file.replaceAll('\n', '\r\n')) : file, own);
    expect(read).toBe(format ?? `csv-${name}`);
    expect(lines.map(({ amount }) => amount)).toEqual(amounts ?? [4590, -1200]);
    const [paid] = lines;
    expect(`${paid?.texts.join(' ')} ${paid?.structuredReference}`).toContain('SB10004271');
    expect(paid).toMatchObject({
      bookingDate: '2026-02-02',
      payerName: 'Erika Muster',
      payerIban: payer,
      currency: 'EUR',
      isReversal: false,
      isPending: false,
      ...first,
    });
    expect(lines[1]?.isPending).toBe(/vorgemerkt|Pending/i.test(file.split('\n').slice(-2).join('')));
  },
);

test('George’s private export in UTF-16, and its JSON', async () => {
  const text = exports.csv?.file ?? '';
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...new Uint8Array(Uint16Array.from(text, (sign) => sign.charCodeAt(0)).buffer),
  ]);
  expect((await readAll(utf16)).lines).toHaveLength(2);
  const booking = {
    booking: '2026-02-02T00:00:00.000+0100',
    valuation: '2026-02-02T00:00:00.000+0100',
    partnerName: 'Erika "E" {Muster}',
    partnerAccount: { iban: payer, bic: '' },
    amount: { value: 4590, precision: 2, currency: 'EUR' },
    reference: 'Startgeld SB10004271',
    e2eReference: 'E-1',
    referenceNumber: 'B-1',
  };
  const { format, lines } = await readAll(
    JSON.stringify([booking, { ...booking, amount: { value: -15, precision: 1, currency: 'EUR' } }], null, 1),
  );
  expect(format).toBe('george-json');
  expect(lines.map(({ amount }) => amount)).toEqual([4590, -150]);
  expect(lines[0]).toMatchObject({
    payerName: 'Erika "E" {Muster}',
    payerIban: payer,
    endToEndId: 'E-1',
    bankReference: 'B-1',
  });
  for (const broken of [
    '[',
    '[{"a":1}]',
    `[${JSON.stringify(booking)}`,
    `[${JSON.stringify(booking)},,]`,
    '[{"booking":',
  ]) {
    await expect(readAll(broken)).rejects.toMatchObject({ reason: expect.stringMatching(/broken|unknownFormat/) });
  }
});

test('of a batch in George either the sum counts or its parts', async () => {
  const file = exports['george-business']?.file ?? '';
  const [head = '', row = ''] = file.split('\n');
  const batch = (id: string, part: string, amount: string) =>
    row.replace('"","",', `"${id}","${part}",`).replace('"45,90"', `"${amount}"`);
  const both = [
    head,
    batch('S1', '', '30,00'),
    batch('S1', '1', '10,00'),
    batch('S1', '2', '20,00'),
    batch('S2', '', '7,00'),
    '',
  ];
  const { lines } = await readAll(both.join('\n'));
  expect(lines.map(({ amount }) => amount)).toEqual([1000, 2000, 700]);
});

const dkb = exports.dkb?.file ?? '';
const ing = exports['ing-de']?.file ?? '';
test.each<[string, string | Uint8Array, string, string?]>([
  ['with columns of another trade', 'Name;Ort\nEva;Linz\n', 'columns'],
  ['that is empty', '', 'empty'],
  ['of blanks', ' \n \n', 'empty'],
  ['with a header alone', dkb.split('\n').slice(0, 5).join('\n'), 'empty', german],
  ['with a wrong amount', dkb.replace('45,90 €', '45,9O €'), 'amount', german],
  ['with an amount of three decimals', dkb.replace('45,90 €', '45,905'), 'amount', german],
  ['with wrong thousands', dkb.replace('-1.000', '-1.00.0'), 'amount', german],
  [
    'with a wrong day',
    dkb.replace('"02.02.26";"02.02.26";"Gebucht"', '"31.02.26";"02.02.26";"Gebucht"'),
    'date',
    german,
  ],
  ['with a row cut off', dkb.slice(0, dkb.indexOf(';"Ausgang"')), 'broken', german],
  ['with a mark nobody closed', dkb.replace('"Plakate"', '"Plakate'), 'broken', german],
  ['of another account', dkb, 'otherAccount'],
  ['with a credit in francs', ing.replace('45,90;EUR', '45,90;CHF'), 'currency', german],
  ['of a workbook that is cut off', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]), 'broken'],
  ['of an old spreadsheet', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]), 'spreadsheet'],
  ['of a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0]), 'unknownFormat'],
  ['of a document', '%PDF-1.7\n', 'unknownFormat'],
])('a file %s is refused', async (_, file, expected, own) => {
  await expect(readAll(file, own ?? ownIban)).rejects.toMatchObject({ reason: expected });
});

test.each([
  ['1.234,56', 123456],
  ['1,234.56', 123456],
  ['-1143,41', -114341],
  ['1.000', 100000],
  ['750', 75000],
  ['45,9', 4590],
  ['+12,00 €', 1200],
  ['12,00-', -1200],
  ["1'000.50", 100050],
  ['\u22125,00', -500],
  ['1.234.567,8', 123456780],
  ['', null],
  ['-', null],
  ['1,2,3', null],
  ['12,', null],
  ['1.2345,00', null],
  ['--5', null],
  ['5e3', null],
])('the amount %s', (text, expected) => expect(amountIn(text)).toBe(expected));

test('amounts as both languages write them come back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (cents) => {
      const plain = (Math.abs(cents) / 100).toFixed(2);
      const grouped = plain.replace(/\B(?=(\d{3})+\.)/g, ',');
      const swapped = grouped.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
      const sign = cents < 0 ? '-' : '';
      for (const text of [plain, grouped, plain.replace('.', ','), swapped]) {
        expect(amountIn(sign + text)).toBe(cents + 0);
      }
    }),
  );
});

test.each([
  ['02.02.2026', '2026-02-02'],
  ['2.2.26', '2026-02-02'],
  ['2026-02-02', '2026-02-02'],
  ['02-02-2026 10:00:00', '2026-02-02'],
  ['2026-02-02T00:00:00.000+0100', '2026-02-02'],
  ['30.02.2026', null],
  ['2026/02/02', null],
  ['gestern', null],
])('the day %s', (text, expected) => expect(dateIn(text)).toBe(expected));

test('a long list whose lines end as of old is read', async () => {
  const rows = Array.from({ length: 1000 }, () => '02.02.2026;Erika;+30,00;EUR;Startgeld');
  const file = ['Buchungsdatum;Partnername;Betrag;Währung;Buchungs-Details', ...rows].join('\r');
  expect((await readAll(file)).lines).toHaveLength(1000);
});
