import type { CalendarDate } from '#src/kernel/time.ts';

/** Side of an amount, and the notations of banks for it beside the amount. */
export type Side = 'credit' | 'debit';

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
const bookingWords: Readonly<Record<string, Side>> = {
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
export const sideOf = (cell: string): Side | null => markIn(cell) ?? sideIn(bookingWords, cell);

/** Whether the text names a kind of booking that only debits. */
export const saysDebit = (cell: string): boolean =>
  /lastschrift|abbuchung|belastung|auszahlung|ausgang|ausgehend|dauerauftrag|(ü|ue)berweisungsauftrag|kartenzahlung|sollbuchung|\bd(e|é)bit|withdraw|outgoing|\bsent\b|addebito|entgelt|geb(ü|ue)hr/i.test(
    cell,
  ) && !/gutschrift|r(ü|ue)ck|retour|einzug|eingang|haben|credit/i.test(cell);

const creditWord =
  /^((ü|ue)berweisungs?|dauerauftrags?|echtzeit(ü|ue)berweisungs?|echtzeit|sammel|einzel|bar|bargeld|sepa|zahlungs?|geld|gehalts?|konto)?(gutschr|gutschrift|eingang|einzahlung)$/;
const beside = /^(sepa|inst|instant|echtzeit|(ü|ue)berweisung|von|aus|from)$/;

/** A kind of booking that only credits ("SEPA-Gutschrift von", "Überweisungsgutschrift"), without unknown words. */
export const saysCredit = (cell: string): boolean => {
  const parts = cell.toLowerCase().split(/[\s./-]+/);
  const others = parts.filter((part) => part !== '' && !creditWord.test(part));
  return (
    sideOf(cell) === 'credit' ||
    (others.length < parts.filter(Boolean).length && others.every((part) => beside.test(part)))
  );
};

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

/** A credit or debit in a table without any minus. */
type Row = {
  line: number;
  day: CalendarDate | null;
  amount: number;
  /** Running balance in cents; null: not readable. */
  balance: number | null;
  isCredit: boolean;
  isStated: boolean;
};

/** Why a table cannot be read: an unstated side, or one that the balance contradicts. */
export type OpenSide = { kind: 'unsaid' | 'denied'; line: number };

/** Bookings of a table without a minus. A bare amount counts as a credit only with evidence. */
export class UnsignedAmounts {
  #rows: Row[] = [];
  readonly #balances = new Set<number>();
  #hasMinus = false;

  /** Some amount has a minus: bare amounts are credits. */
  sawMinus(): void {
    this.#hasMinus = true;
    this.#rows = [];
  }

  get hasMinus(): boolean {
    return this.#hasMinus;
  }

  addBalance(cents: number): void {
    this.#balances.add(cents);
  }

  add(row: Row): void {
    if (!this.#hasMinus) this.#rows.push(row);
  }

  openSide(): OpenSide | null {
    const rows = this.#rows;
    const isEarlier = (at: number, than: number) => (rows[at]?.day ?? '') < (rows[than]?.day ?? '');
    const steps = rows.slice(1).map((_, at) => at);
    const fitting = [
      steps.some((at) => isEarlier(at + 1, at)) ? null : this.#sides(false),
      steps.some((at) => isEarlier(at, at + 1)) ? null : this.#sides(true),
    ].filter((sides) => sides !== null);
    const anchored = fitting.filter((sides) => !sides.includes(null));
    const orders = anchored.length > 0 ? anchored : fitting;
    const denials = orders.map((sides) => rows.findIndex((row, at) => row.isCredit && sides[at] === 'debit'));
    // Without a known order of rows, both orders must contradict.
    const [denied] = denials;
    if (denied !== undefined && !denials.includes(-1)) return { kind: 'denied', line: rows[denied]?.line ?? 0 };
    const isProven = (at: number) => orders.length > 0 && orders.every((sides) => sides[at] === 'credit');
    const open = rows.findIndex(({ isStated }, at) => !isStated && !isProven(at));
    return open < 0 ? null : { kind: 'unsaid', line: rows[open]?.line ?? 0 };
  }

  #sides(isNewestFirst: boolean): (Side | null)[] | null {
    const rows = this.#rows;
    const sides: (Side | null)[] = [];
    for (const [at, { amount, balance }] of rows.entries()) {
      if (balance === null) return null;
      const before = rows[isNewestFirst ? at + 1 : at - 1];
      if (before?.balance === null) return null;
      const isBefore = (cents: number) => (before ? before.balance === cents : this.#balances.has(cents));
      const [isCredit, isDebit] = [isBefore(balance - amount), isBefore(balance + amount)];
      if (before && !isCredit && !isDebit) return null;
      sides.push(isCredit === isDebit ? null : isCredit ? 'credit' : 'debit');
    }
    return sides;
  }
}
