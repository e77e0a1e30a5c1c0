import type { Cents } from '#src/kernel/money.ts';
import { type CalendarDate, dateParts, type Instant, toIso } from '#src/kernel/time.ts';

/**
 * A batch of bookings in the format of DATEV: `EXTF`, version 700, category 21 (Buchungsstapel), version 13 of it: a head
 * of 31 fields, a line with the names of 125 columns, a line a booking. Semicolons, texts in quotes, sums with a comma and
 * without a sign, days as DDMM of the fiscal year; Windows-1252, CR LF.
 */
export type DatevBooking = {
  /** Above 0. */
  amount: Cents;
  /** Of `account`: S debit, H credit. */
  side: 'S' | 'H';
  account: string;
  contra: string;
  date: CalendarDate;
  /** Belegfeld 1: letters, digits and `$&%*+-/`, at most 36. */
  voucher: string;
  /** At most 60. */
  text: string;
};

export type DatevBatch = {
  createdAt: Instant;
  /** Beraternummer 1001 to 9999999, Mandantennummer 1 to 99999. */
  consultant: number;
  client: number;
  from: CalendarDate;
  /** Of the same year: the fiscal year is the calendar year. */
  to: CalendarDate;
  name: string;
  bookings: readonly DatevBooking[];
};

/** What the format takes as Beraternummer and Mandantennummer. */
export const datevNumbers = {
  consultant: { least: 1001, most: 9_999_999 },
  client: { least: 1, most: 99_999 },
} as const;

/** Digits of a general ledger account; one of a person has one more. */
export const accountDigits = 4;

const numbered = <T>(last: number, made: (at: number) => T): T[] =>
  Array.from({ length: last }, (_, at) => made(at + 1));

/** The names of the columns, as the format has them; of most nothing is said. */
export const datevColumns: readonly string[] = [
  ...['Umsatz (ohne Soll/Haben-Kz)', 'Soll/Haben-Kennzeichen', 'WKZ Umsatz', 'Kurs', 'Basis-Umsatz'],
  ...['WKZ Basis-Umsatz', 'Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum', 'Belegfeld 1'],
  ...['Belegfeld 2', 'Skonto', 'Buchungstext', 'Postensperre', 'Diverse Adressnummer', 'Geschäftspartnerbank'],
  ...['Sachverhalt', 'Zinssperre', 'Beleglink'],
  ...numbered(8, (at) => at).flatMap((at) => [`Beleginfo - Art ${at}`, `Beleginfo - Inhalt ${at}`]),
  ...['KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge', 'EU-Land u. UStID (Bestimmung)'],
  ...['EU-Steuersatz (Bestimmung)', 'Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L'],
  ...['BU 49 Hauptfunktionstyp', 'BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung'],
  ...numbered(20, (at) => at).flatMap((at) => [`Zusatzinformation - Art ${at}`, `Zusatzinformation- Inhalt ${at}`]),
  ...['Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr', 'Zugeordnete Fälligkeit', 'Skontotyp'],
  ...['Auftragsnummer', 'Buchungstyp', 'USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)'],
  ...['Sachverhalt L+L (Anzahlungen)', 'EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)', 'Herkunft-Kz'],
  ...['Buchungs GUID', 'KOST-Datum', 'SEPA-Mandatsreferenz', 'Skontosperre', 'Gesellschaftername'],
  ...['Beteiligtennummer', 'Identifikationsnummer', 'Zeichnernummer', 'Postensperre bis'],
  ...['Bezeichnung SoBil-Sachverhalt', 'Kennzeichen SoBil-Buchung', 'Festschreibung', 'Leistungsdatum'],
  ...['Datum Zuord. Steuerperiode', 'Fälligkeit', 'Generalumkehr (GU)', 'Steuersatz', 'Land'],
  ...['Abrechnungsreferenz', 'BVV-Position', 'EU-Land u. UStID (Ursprung)', 'EU-Steuersatz (Ursprung)'],
  'Abw. Skontokonto',
];

/** Columns whose fields are texts: they stand in quotes even when they are empty. Counted from 1, as the format does. */
const texts = new Set([
  ...[2, 3, 6, 9, 11, 12, 14, 16, 20, ...numbered(16, (at) => at).map((at) => at + 20)],
  ...[37, 38, 40, 42, ...numbered(40, (at) => at).map((at) => at + 47), 91, 95, 96, 98],
  ...[102, 103, 105, 107, 109, 110, 112, 118, 120, 121, 123],
]);

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
/** One line, in letters that Windows-1252 has, at most so long. */
const plain = (text: string, most: number): string =>
  text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(
      /[^\u0020-\u007e\u00a0-\u00ff]/g,
      (letter) => letter.normalize('NFD').replace(/[^\u0020-\u007e]/g, '') || '?',
    )
    .trim()
    .slice(0, most);

const compact = (day: CalendarDate): string => day.replaceAll('-', '');
const sum = (amount: Cents): string => `${Math.trunc(amount / 100)},${String(amount % 100).padStart(2, '0')}`;

function head({ createdAt, consultant, client, from, to, name }: DatevBatch): string {
  const fields = Array.from({ length: 31 }, () => '');
  const set = (at: number, value: string) => {
    fields[at - 1] = value;
  };
  set(1, quoted('EXTF'));
  set(2, '700');
  set(3, '21');
  set(4, quoted('Buchungsstapel'));
  set(5, '13');
  set(6, toIso(createdAt).replace(/\D/g, '').slice(0, 17));
  for (const empty of [9, 10, 18, 24, 27, 30, 31]) set(empty, quoted(''));
  set(8, quoted('RE'));
  set(11, String(consultant));
  set(12, String(client));
  set(13, `${dateParts(from).year}0101`);
  set(14, String(accountDigits));
  set(15, compact(from));
  set(16, compact(to));
  set(17, quoted(plain(name, 30)));
  set(19, '1');
  set(20, '0');
  set(21, '0');
  set(22, quoted('EUR'));
  return fields.join(';');
}

function line(booking: DatevBooking): string {
  const values: Record<number, string> = {
    1: sum(booking.amount),
    2: booking.side,
    3: 'EUR',
    7: booking.account,
    8: booking.contra,
    10: `${booking.date.slice(8, 10)}${booking.date.slice(5, 7)}`,
    11: booking.voucher.replace(/[^A-Za-z0-9$&%*+\-/]/g, '').slice(0, 36),
    14: plain(booking.text, 60),
    114: '0',
  };
  return datevColumns
    .map((_, at) => {
      const value = values[at + 1] ?? '';
      return texts.has(at + 1) ? quoted(value) : value;
    })
    .join(';');
}

/**
 * The file's text.
 * @throws RangeError for days of two years, a sum that is none, and numbers that the format does not take
 */
export function datevText(batch: DatevBatch): string {
  const { from, to, consultant, client, bookings } = batch;
  if (dateParts(from).year !== dateParts(to).year || from > to) throw new RangeError('a batch is of one fiscal year');
  if (consultant < 1001 || consultant > 9_999_999 || client < 1 || client > 99_999) {
    throw new RangeError('no numbers of a consultant and a client');
  }
  for (const { amount, date } of bookings) {
    if (amount <= 0) throw new RangeError('a booking is above 0');
    if (date < from || date > to) throw new RangeError('a booking is within the days of its batch');
  }
  return [head(batch), datevColumns.join(';'), ...bookings.map(line), ''].join('\r\n');
}

/** In Windows-1252, whose letters are all that `datevText` leaves. */
export const datevBytes = (text: string): Uint8Array =>
  Uint8Array.from([...text].map((letter) => letter.codePointAt(0) ?? 63));
