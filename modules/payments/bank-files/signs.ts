/** How banks write whether money came in or went out, where the amount itself does not say it. */
export type Side = 'credit' | 'debit';

/** Letters and signs that stand for nothing else. */
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
  // A credit that is taken back.
  rc: 'debit',
  h: 'credit',
  haben: 'credit',
  c: 'credit',
  cr: 'credit',
  crdt: 'credit',
  credit: 'credit',
  '+': 'credit',
};
/** Words that may as well name a kind of booking: they count as signs only where the whole column holds such words. */
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

/** The side that a cell says which holds a letter, a sign, or "Soll" and its kind, and nothing else. */
export const markIn = (cell: string): Side | null => sideIn(marks, cell);

/** The same for words such as "Gutschrift" as well. */
export const sideOf = (cell: string): Side | null => markIn(cell) ?? sideIn(words, cell);

/** A kind of booking that only takes money from an account, among other words. */
export const saysDebit = (cell: string): boolean =>
  /lastschrift|abbuchung|belastung|auszahlung|ausgang|ausgehend|dauerauftrag|(ü|ue)berweisungsauftrag|kartenzahlung|sollbuchung|\bd(e|é)bit|withdraw|outgoing|\bsent\b|addebito|entgelt|geb(ü|ue)hr/i.test(
    cell,
  ) && !/gutschrift|r(ü|ue)ck|retour|einzug|eingang|haben|credit/i.test(cell);

const creditWord =
  /^((ü|ue)berweisungs?|dauerauftrags?|echtzeit(ü|ue)berweisungs?|echtzeit|sammel|einzel|bar|bargeld|sepa|zahlungs?|geld|gehalts?|konto)?(gutschr|gutschrift|eingang|einzahlung)$/;
const beside = /^(sepa|inst|instant|echtzeit|(ü|ue)berweisung|von|aus|from)$/;

/** A kind of booking that only brings money: "SEPA-Gutschrift von", "Überweisungsgutschrift", and no word that is not known. */
export const saysCredit = (cell: string): boolean => {
  const parts = cell.toLowerCase().split(/[\s./-]+/);
  const others = parts.filter((part) => part !== '' && !creditWord.test(part));
  return (
    sideOf(cell) === 'credit' ||
    (others.length < parts.filter(Boolean).length && others.every((part) => beside.test(part)))
  );
};

/** Rows that banks write above and below the bookings. */
const balanceNames =
  'anfangs(saldo|(konto)?stand)|end(saldo|(konto)?stand)|start(saldo|kontostand)|schlusss?aldo|abschlusssaldo|(alter|neuer|letzter|aktueller|vorheriger) (konto)?(saldo|stand)|kontostand|saldo ?vortrag|tages(end)?saldo|saldo (alt|neu)|(opening|closing|starting|ending|start|end|initial|final|previous|new|old|available) (ledger )?balance|balance (brought|carried) forward';
const looseNames = 'saldo|balance|summe|gesamt(summe|betrag)?|zwischen(saldo|summe)|(ü|ue)bertrag|total|sum';
const moment = '([\\s:]*(per|vom|am|zum|on|at|as of)\\b)?[\\s\\d:.,/+-]*(EUR|€)?[\\s:]*';
const balance = new RegExp(`^(${balanceNames})${moment}$`, 'i');
const looseBalance = new RegExp(`^(${looseNames})${moment}$`, 'i');

/** Whether a cell is a bank's word for a balance and nothing else; `isLoose` also takes words that a payer may write. */
export const namesBalance = (cell: string, isLoose: boolean): boolean => {
  const text = cell.trim();
  return text.length < 60 && (balance.test(text) || (isLoose && looseBalance.test(text)));
};
