import { spelledOut } from '#src/kernel/fold.ts';
import { type Layout, layouts, type Role, usualNames } from './csv-layouts.ts';

/** A header cell without blanks, accents, signs and case. */
const headerName = (cell: string): string => spelledOut(cell).replace(/[^a-z0-9]/g, '');

/** Where each role stands in the rows. */
export type Columns = Readonly<Record<Role, readonly number[]>>;
export type Header = { layout: Layout; columns: Columns; width: number; currency: string | null };

const roles = Object.keys(usualNames) as Role[];

/** The layout of a row of names; null when it is no header that says date, amount and what was paid for. */
export function headerIn(cells: readonly string[]): Header | null {
  const names = cells.map(headerName);
  const known = layouts.find(({ signature }) => signature.every((name) => names.includes(name)));
  const layout: Layout = known ?? { name: 'csv', signature: [], columns: {} };
  const taken = new Set<number>();
  const columns = {} as Record<Role, readonly number[]>;
  // What the layout says goes first, so that no guess takes its columns.
  for (const role of roles) {
    const said = layout.columns[role];
    columns[role] = said ? placesOf(names, said, role) : [];
    for (const place of columns[role]) taken.add(place);
  }
  for (const role of roles) {
    if (layout.columns[role] !== undefined) continue;
    columns[role] = guessed(names, role, taken);
    for (const place of columns[role]) taken.add(place);
  }
  const hasAmount = columns.amount.length > 0 || (columns.debit.length > 0 && columns.credit.length > 0);
  const isHeader = columns.booking.length > 0 && hasAmount && columns.text.length + columns.name.length > 0;
  if (!isHeader) return null;
  // A column of amounts may say its currency itself: `Betrag (€)`, `Amount (EUR)`.
  const amountCell = cells[columns.amount[0] ?? columns.credit[0] ?? 0] ?? '';
  const currency = /€|\bEUR\b/.test(amountCell) ? 'EUR' : (/\b(CHF|USD|GBP)\b/.exec(amountCell)?.[1] ?? null);
  return { layout, columns, width: cells.length, currency };
}

function placesOf(names: readonly string[], said: readonly string[], role: Role): number[] {
  const places = said.map((name) => (role === 'currency' ? names.lastIndexOf(name) : names.indexOf(name)));
  return places.filter((place) => place >= 0);
}

function guessed(names: readonly string[], role: Role, taken: ReadonlySet<number>): number[] {
  const fits = (pattern: RegExp) =>
    names.flatMap((name, place) => (pattern.test(name) && !taken.has(place) ? [place] : []));
  for (const pattern of usualNames[role]) {
    const found = fits(pattern);
    if (found.length === 0) continue;
    if (role === 'text') return found;
    // Where the balance has a currency too, the one of the amount stands last.
    return role === 'currency' ? found.slice(-1) : found.slice(0, 1);
  }
  return [];
}
