import type { Cents } from '#src/kernel/money.ts';
import { type CalendarDate, dateParts, type Instant, toIso } from '#src/kernel/time.ts';

/**
 * DATEV batch of bookings: `EXTF` 700, category 21 (Buchungsstapel), version 13. A head of 31 fields, 125 column names,
 * one line per booking; semicolons, quoted texts, unsigned sums with a comma, days as DDMM; Windows-1252, CR LF.
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
  /** At most 60 characters. */
  text: string;
};

export type DatevBatch = {
  createdAt: Instant;
  consultant: number;
  client: number;
  from: CalendarDate;
  /** Same year as `from`: fiscal years are calendar years. */
  to: CalendarDate;
  name: string;
  bookings: readonly DatevBooking[];
};

/** Ranges of Beraternummer and Mandantennummer. */
export const datevNumbers = {
  consultant: { min: 1001, max: 9_999_999 },
  client: { min: 1, max: 99_999 },
} as const;

/** Digits of general ledger accounts; personal accounts have one more. */
export const accountDigits = 4;

const numbered = <T>(last: number, made: (at: number) => T): T[] =>
  Array.from({ length: last }, (_, at) => made(at + 1));

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

/** Text columns, quoted even when empty; counted from 1 as in the format. */
const texts = new Set([
  ...[2, 3, 6, 9, 11, 12, 14, 16, 20, ...numbered(16, (at) => at).map((at) => at + 20)],
  ...[37, 38, 40, 42, ...numbered(40, (at) => at).map((at) => at + 47), 91, 95, 96, 98],
  ...[102, 103, 105, 107, 109, 110, 112, 118, 120, 121, 123],
]);

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
/** One line of Windows-1252 characters, cut to `max`. */
const plain = (text: string, max: number): string =>
  text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(
      /[^\u0020-\u007e\u00a0-\u00ff]/g,
      (letter) => letter.normalize('NFD').replace(/[^\u0020-\u007e]/g, '') || '?',
    )
    .trim()
    .slice(0, max);

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

/** @throws RangeError for days of two years, sums of 0 or less, and numbers out of range */
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

/** `datevText` contains only characters whose code points equal their Windows-1252 bytes. */
export const datevBytes = (text: string): Uint8Array =>
  Uint8Array.from([...text].map((letter) => letter.codePointAt(0) ?? 63));
