/** Side of an amount, and the notations of banks for it beside the amount. */
export type Side = 'credit' | 'debit';

/** Unambiguous letters and signs. */
const marks: Readonly<Record<string, Side>> = {
  s: 'debit',
  soll: 'debit',
  d: 'debit',
  dr: 'debit',
  db: 'debit',
  dbit: 'debit',
  debit: 'debit',
  debet: 'debit',
  '-': 'debit',
  // A reversed credit.
  rc: 'debit',
  h: 'credit',
  haben: 'credit',
  c: 'credit',
  cr: 'credit',
  crdt: 'credit',
  credit: 'credit',
  '+': 'credit',
};
/** Words that may also name a kind of booking: they count only if the whole column holds such words. */
const words: Readonly<Record<string, Side>> = {
  lastschrift: 'debit',
  belastung: 'debit',
  abbuchung: 'debit',
  ausgang: 'debit',
  ausgabe: 'debit',
  abgang: 'debit',
  auszahlung: 'debit',
  zahlungsausgang: 'debit',
  geldausgang: 'debit',
  out: 'debit',
  outgoing: 'debit',
  withdrawal: 'debit',
  expense: 'debit',
  minus: 'debit',
  gutschrift: 'credit',
  eingang: 'credit',
  einnahme: 'credit',
  zugang: 'credit',
  einzahlung: 'credit',
  zahlungseingang: 'credit',
  geldeingang: 'credit',
  in: 'credit',
  incoming: 'credit',
  deposit: 'credit',
  income: 'credit',
  plus: 'credit',
};

const bare = (cell: string): string =>
  cell
    .trim()
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212\ufe63\uff0d]/g, '-')
    .replace(/^sepa[\s-]+/, '')
    .replace(/(?<=\w)\.$/, '');

const sideIn = (table: Readonly<Record<string, Side>>, cell: string): Side | null => {
  const text = bare(cell);
  return Object.hasOwn(table, text) ? (table[text] ?? null) : null;
};

/** Side of a cell that holds only a letter, a sign, or "Soll" or "Haben". */
export const markIn = (cell: string): Side | null => sideIn(marks, cell);

/** Also accepts words such as "Gutschrift". */
export const sideOf = (cell: string): Side | null => markIn(cell) ?? sideIn(words, cell);

/** Whether the text names a kind of booking that only debits. */
export const saysDebit = (cell: string): boolean =>
  /lastschrift|abbuchung|belastung|auszahlung|ausgang|ausgehend|dauerauftrag|(ü|ue)berweisungsauftrag|kartenzahlung|sollbuchung|\bd(e|é)bit|withdraw|outgoing|\bsent\b|addebito|entgelt|geb(ü|ue)hr/i.test(
    cell,
  ) && !/gutschrift|r(ü|ue)ck|retour|einzug|eingang|haben|credit/i.test(cell);

const creditWord =
  /^((ü|ue)berweisungs?|dauerauftrags?|echtzeit(ü|ue)berweisungs?|echtzeit|sammel|einzel|bar|bargeld|sepa|zahlungs?|geld|gehalts?|konto)?(gutschr|gutschrift|eingang|einzahlung)$/;
const beside = /^(sepa|inst|instant|echtzeit|(ü|ue)berweisung|von|aus|from)$/;

/**
 * Whether the text names a kind of booking that only credits ("SEPA-Gutschrift von", "Überweisungsgutschrift") and no
 * unknown word.
 */
export const saysCredit = (cell: string): boolean => {
  const parts = cell.toLowerCase().split(/[\s./-]+/);
  const others = parts.filter((part) => part !== '' && !creditWord.test(part));
  return (
    sideOf(cell) === 'credit' ||
    (others.length < parts.filter(Boolean).length && others.every((part) => beside.test(part)))
  );
};

/** Rows above and below the bookings. */
const balanceNames =
  'anfangs(saldo|(konto)?stand)|end(saldo|(konto)?stand)|start(saldo|kontostand)|schlusss?aldo|abschlusssaldo|(alter|neuer|letzter|aktueller|vorheriger) (konto)?(saldo|stand)|kontostand|saldo ?vortrag|tages(end)?saldo|saldo (alt|neu)|(opening|closing|starting|ending|start|end|initial|final|previous|new|old|available) (ledger )?balance|balance (brought|carried) forward';
const looseNames = 'saldo|balance|summe|gesamt(summe|betrag)?|zwischen(saldo|summe)|(ü|ue)bertrag|total|sum';
const moment = '([\\s:]*(per|vom|am|zum|on|at|as of)\\b)?[\\s\\d:.,/+-]*(EUR|€)?[\\s:]*';
const balance = new RegExp(`^(${balanceNames})${moment}$`, 'i');
const looseBalance = new RegExp(`^(${looseNames})${moment}$`, 'i');

/** Whether a cell only names a balance; `isLoose` also accepts words that a payer may write. */
export const namesBalance = (cell: string, isLoose: boolean): boolean => {
  const text = cell.trim();
  return text.length < 60 && (balance.test(text) || (isLoose && looseBalance.test(text)));
};
