import type { CalendarDate } from '#src/kernel/time.ts';
import type { Side } from './signs.ts';

/** A credit or debit in a table without any minus. */
type Row = {
  line: number;
  day: CalendarDate | null;
  /** Cents without sign. */
  amount: number;
  /** Running balance in cents; null: not readable. */
  balance: number | null;
  isCredit: boolean;
  /** A sign, a word or a person states the side. */
  isSaid: boolean;
};

/** Why a table cannot be read: an unstated side, or one that the balance contradicts. */
export type OpenSide = { kind: 'unsaid' | 'denied'; line: number };

/**
 * The bookings of a table without a minus. A bare amount is a credit only with evidence, because a bank may name the
 * side in unknown words.
 */
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
    const open = rows.findIndex(({ isSaid }, at) => !isSaid && !isProven(at));
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
