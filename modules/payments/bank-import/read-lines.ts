import { and, asc, count, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm';
import { users } from '#modules/accounts/schema.ts';
import { findSurnames } from '#modules/orders/index.ts';
import { sumOfCents } from '#src/data/columns.ts';
import type { Reader } from '#src/data/database.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale } from '#src/texts/locale.ts';
import { readCents } from '#src/ui/format.ts';
import type { ListSource } from '#src/web/list/find.ts';
import { contains } from '#src/web/list/query.ts';
import { openOfOrder } from '../money-of-order.ts';
import { bankImports, bankLines } from '../schema.ts';

export type SavedLine = typeof bankLines.$inferSelect;
export type ImportRecord = typeof bankImports.$inferSelect & { editor: string };

export const importSource: ListSource = {
  id: bankImports.id,
  fields: { id: { column: bankImports.id, kind: 'number' } },
  order: [desc(bankImports.id)],
};

export const importsOf = (reader: Reader, where: SQL): PromiseLike<ImportRecord[]> =>
  reader
    .select({ ...getTableColumns(bankImports), editor: users.email })
    .from(bankImports)
    .innerJoin(users, eq(users.id, bankImports.editorId))
    .where(where);

export const importById = async (reader: Reader, id: number): Promise<ImportRecord | null> =>
  (await importsOf(reader, eq(bankImports.id, id)))[0] ?? null;

export const lineById = async (reader: Reader, id: number): Promise<SavedLine | null> =>
  (await reader.select().from(bankLines).where(eq(bankLines.id, id)))[0] ?? null;

const isOpen = (): SQL | undefined =>
  and(eq(bankLines.isClosed, false), inArray(bankLines.outcome, ['notFound', 'amountMismatch']));

export async function countOpenLines(reader: Reader): Promise<number> {
  const [row] = await reader.select({ count: count() }).from(bankLines).where(isOpen());
  return row?.count ?? 0;
}

/** Lines of one import, or all open ones, oldest first. Amounts are searched in the format of `locale`. */
export const lineSource = (importId: number | null, locale: Locale): ListSource => ({
  id: bankLines.id,
  fields: {
    id: { column: bankLines.id, kind: 'number' },
    bookingDate: { column: bankLines.bookingDate, kind: 'text' },
    payerName: { column: bankLines.payerName, kind: 'text' },
    amount: { column: bankLines.amount, kind: 'number' },
    orderId: { column: bankLines.orderId, kind: 'number' },
    outcome: { column: bankLines.outcome, kind: 'text' },
  },
  scope: importId === null ? isOpen() : eq(bankLines.importId, importId),
  search(q) {
    const amount = readCents(q, locale);
    return or(
      contains(bankLines.payerName, q),
      contains(bankLines.text, q),
      contains(bankLines.payerIban, q.replace(/\s/g, '')),
      amount === null ? undefined : eq(bankLines.amount, amount),
    );
  },
  order: [asc(bankLines.id)],
});

/** `alsoPaid`: the other orders of a line that paid several. */
export type ListedLine = SavedLine & { reference: string; alsoPaid: readonly number[] };
export async function linesOf(reader: Reader, where: SQL): Promise<ListedLine[]> {
  const lines = await reader
    .select({ ...getTableColumns(bankLines), reference: bankLines.text })
    .from(bankLines)
    .where(where);
  const paid = await paidBy(
    reader,
    lines.flatMap(({ orderId, fingerprint }) => (orderId === null ? [] : [fingerprint])),
  );
  return lines.map((line) => {
    const alsoPaid = (paid.get(line.fingerprint) ?? []).filter((orderId) => orderId !== line.orderId);
    return { ...line, alsoPaid };
  });
}

/** Orders paid by each line, from the ledger: a line stores only the first. */
async function paidBy(reader: Reader, fingerprints: readonly string[]): Promise<ReadonlyMap<string, number[]>> {
  const paid = new Map<string, number[]>();
  if (fingerprints.length === 0) return paid;
  const rows = await reader.all<{ fingerprint: string; orderId: number }>(sql`
    select line.value fingerprint, entry.order_id orderId
    from json_each(${JSON.stringify(fingerprints)}) line cross join ledger_entries entry indexed by ledger_entries_once
    where entry.kind = 'payment' and entry.method = 'bank'
      and entry.reference >= ${from} and entry.reference < ${to} order by entry.id`);
  for (const { fingerprint, orderId } of rows) paid.set(fingerprint, [...(paid.get(fingerprint) ?? []), orderId]);
  return paid;
}
/** Range of a line's references (`ledgerReference`) in the sort order of the index. */
const from = sql`line.value || '|'`;
const to = sql`line.value || '}'`;

/** Number and sum of lines of an import by outcome. */
export const tallyOfImport = (reader: Reader, importId: number) =>
  reader
    .select({ outcome: bankLines.outcome, count: count(), sum: sumOfCents(bankLines.amount) })
    .from(bankLines)
    .where(eq(bankLines.importId, importId))
    .groupBy(bankLines.outcome);

export type Suggestion = {
  orderId: number;
  open: Cents;
  event: string;
  email: string;
  people: string;
  reasons: ('named' | 'amount' | 'name' | 'iban')[];
};

const maxSuggestions = 8;
const maxOfOneReason = 50;

/** Orders named by the line, with its amount open, with people of its name, or paid from its account before. */
export async function suggestionsFor(deps: Pick<Deps, 'read' | 'write'>, line: SavedLine): Promise<Suggestion[]> {
  const reader = deps.read;
  const canPay = sql`o.status <> 'canceled' and ${openOfOrder} > 0`;
  const named = (await findSurnames(deps, line.payerName, canPay)).slice(0, maxOfOneReason);
  const rows = await reader.all<Record<string, string | number>>(sql`
    with found as (
      select id, 'named' reason from orders where id = ${line.orderId}
      union all select * from (select o.id, 'amount' from orders o where o.status = 'pending'
        and o.total_cents >= ${line.amount} and ${openOfOrder} = ${line.amount} order by o.id desc limit ${maxOfOneReason})
      union all select value, 'name' from json_each(${JSON.stringify(named)})
      union all select * from (select distinct o.id, 'iban' from bank_lines b join orders paid on paid.id = b.order_id
        join orders o on o.user_id = paid.user_id where b.payer_iban = ${line.payerIban} and ${canPay} limit ${maxOfOneReason}))
    select o.id id, ${openOfOrder} open, e.title event, u.email email, group_concat(distinct found.reason) reasons,
      (select group_concat(first_name || ' ' || last_name, ', ') from participants where order_id = o.id) people
    from found join orders o on o.id = found.id join events e on e.id = o.event_id join users u on u.id = o.user_id
    group by o.id order by count(distinct found.reason) desc, o.id desc limit ${maxSuggestions}`);
  return rows.map((row) => ({
    orderId: Number(row.id),
    open: cents(Number(row.open)),
    event: String(row.event),
    email: String(row.email),
    people: String(row.people ?? '').slice(0, 200),
    reasons: String(row.reasons).split(',') as Suggestion['reasons'],
  }));
}
