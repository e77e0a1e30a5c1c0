import { eq, inArray, sql } from 'drizzle-orm';
import { addAudit, confirmRest, noteRestPaid } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Tx } from '#src/data/database.ts';
import { insertRows } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import { assert } from '#src/kernel/assert.ts';
import { maskIban } from '#src/kernel/iban.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { plus } from '#src/kernel/time.ts';
import type { BankLine } from '../bank-files/bank-line.ts';
import { breathe } from '../bank-files/read-bank-file.ts';
import { ledgerReference } from '../ledger.ts';
import { completeAllPaid, receivePayment } from '../receive-payment.ts';
import { settleTransferRefund } from '../refunds/settle-refund.ts';
import { transferSeen } from '../rules/facts.ts';
import { readPayoutReference } from '../rules/payment-reference.ts';
import { refuse } from '../rules/problems.ts';
import { bankImports, bankLines, ledgerEntries } from '../schema.ts';
import { type Books, type Decision, reactivateWithin } from './decide.ts';
import { isOvertaken } from './earlier-readings.ts';
import { type DecidedLine, fillBooks, type ImportRun, numbersOf, type ReadLine } from './import-run.ts';
import { withOrdersOfBills } from './named-orders.ts';
import { provesPayment } from './proves-payment.ts';
import { linesOfBases, orderStates, waitingLines } from './read-state.ts';
import { writtenText } from './result.ts';

export type NewImport = { fileName: string; format: string; fileHash: string; lines: number; editorId: number };
export type Booked = { importId: number | null; done: number };
/** Progress of an import. `importId` is null until a line is new; `linesAfter` lines follow. */
export type Progress = { importId: number | null; linesAfter: number };

/** Larger imports delay the follow-up jobs until the file is done. */
const manyLines = 5_000;
const lineMs = 1;

/** Lines per write before yielding to the event loop. */
const linesPerTurn = 250;

/** These lines cost many statements each; more per write would block other requests. */
const maxCostly = 40;

/** Decides and books the next lines in one write. Returns their number; many refunds end a write early. */
export async function bookLines(
  begun: Work,
  run: ImportRun,
  { importId, linesAfter }: Progress,
  file: NewImport,
  read: readonly ReadLine[],
): Promise<Booked> {
  const isMany = file.lines >= manyLines;
  const work = isMany ? begun.announcingAt(plus(begun.now, (linesAfter + manyLines) * lineMs)) : begun;
  // A retry after the database was locked by another process.
  run.rewind();
  if (await isOvertaken(work.tx, run)) return refuse('IMPORT_FAILED');
  let [id, done, costly] = [importId, 0, 0];
  const idOfImport = async () => {
    id ??= await beginImport(work, file);
    return id;
  };
  while (done < read.length && costly < maxCostly) {
    if (done > 0) await breathe();
    const some = await bookSome(work, run, idOfImport, read.slice(done, done + linesPerTurn), {
      costlyLeft: maxCostly - costly,
      editorId: file.editorId,
    });
    done += some.done;
    costly += some.costly;
  }
  return { importId: id, done };
}

async function bookSome(
  work: Work,
  run: ImportRun,
  idOfImport: () => Promise<number>,
  read: readonly ReadLine[],
  { costlyLeft, editorId }: { costlyLeft: number; editorId: number },
): Promise<{ done: number; costly: number }> {
  const { tx } = work;
  const lines = await withOrdersOfBills(tx, run.ordersOfBills, read);
  const known = await linesOfBases(tx, [...new Set(lines.map(({ base }) => base))]);
  run.known.load(known.map(({ fingerprint }) => fingerprint));
  const stored = new Map(known.map((each) => [each.fingerprint, each]));
  const books = await booksFor(tx, run, lines);
  const decided: DecidedLine[] = [];
  let [costly, done] = [0, 0];
  for (const line of lines) {
    if (costly >= costlyLeft) break;
    const reactivate = async (orderIds: readonly number[]) => {
      costly += orderIds.length;
      return reactivateWithin(work, orderIds);
    };
    const one = await run.decide(line, stored, books, reactivate);
    done += 1;
    if (one?.decision.outcome === 'alreadyPaid') costly += 1;
    if (one) decided.push(one);
  }
  const isChanged = ({ before, decision }: DecidedLine) => before?.outcome !== decision.outcome;
  const changed = decided.filter(isChanged);
  if (changed.length > 0) await bookDecisions(work, changed, { importId: await idOfImport(), editorId });
  await settleRefunds(work, decided);
  return { done, costly };
}

export async function booksFor(tx: Tx, { bank }: ImportRun, lines: readonly ReadLine[]): Promise<Books> {
  const books: Books = { orders: new Map(), waiting: new Map() };
  const numbers = numbersOf(lines);
  fillBooks(books, await orderStates(tx, numbers), await waitingLines(tx, numbers), bank.prefix);
  return books;
}

/** Stores lines and enters their money. Lines stored before move to this import, unless `importId` is null. */
export async function bookDecisions(
  work: Work,
  decided: readonly DecidedLine[],
  { importId, editorId }: { importId: number | null; editorId: number },
): Promise<void> {
  await enterPayments(work, decided);
  await saveLines(work, importId, decided);
  for (const { line, fingerprint, decision, before } of decided) {
    if (before && decision.outcome === 'alreadyPaid') {
      // The order may have been marked as paid because this line had not been recognized.
      const stored = { id: before.id, amount: line.amount };
      if (await provesPayment(work, stored, decision.orderId, editorId)) continue;
    }
    if (before) await noteDecidedAgain(work, line.amount, decision, editorId);
    if (decision.outcome !== 'alreadyPaid') continue;
    const { orderId } = decision;
    const payer = { iban: line.payerIban, name: line.payerName || null };
    const reference = ledgerReference(fingerprint, orderId);
    const { amount, payerName: note } = line;
    await receivePayment(work, { orderId, method: 'bank', amount, reference, payer, note, editorId: null });
  }
}

/** Adds a history entry to each order that the line names now and did not name before. */
async function noteDecidedAgain(work: Work, amount: Cents, decision: Decision, editorId: number): Promise<void> {
  const shares = decision.outcome === 'paid' ? decision.shares : [];
  const named = decision.orderId === null ? [] : [{ orderId: decision.orderId, amount }];
  for (const each of shares.length > 0 ? shares : named) {
    const comment = `payment.decidedAgain bank ${each.amount}`;
    await addAudit(work, { orderId: each.orderId, type: 'Other', editorId, comment });
  }
}

async function beginImport({ tx, now }: Work, file: NewImport): Promise<number> {
  const [row] = await tx
    .insert(bankImports)
    .values({ ...file, newLines: 0, createdAt: now })
    .returning({ id: bankImports.id });
  assert(row, 'an import has an id');
  return row.id;
}

type Paid = DecidedLine & { decision: Extract<Decision, { outcome: 'paid' }> };
const isPaid = (each: DecidedLine): each is Paid => each.decision.outcome === 'paid';

async function enterPayments(work: Work, decided: readonly DecidedLine[]): Promise<void> {
  const { tx, now } = work;
  const paid = decided.filter(isPaid);
  if (paid.length === 0) return;
  const entries = paid.flatMap(({ line, fingerprint, decision }) => {
    const entry = (reference: string, orderId: number, amount: Cents, note: string) => ({
      ...{ orderId, kind: 'payment' as const, method: 'bank', amount, note, createdAt: now },
      reference: ledgerReference(reference, orderId),
    });
    return [
      ...decision.together.map((each) => entry(each.fingerprint, decision.orderId, each.amount, line.payerName)),
      ...decision.shares.map(({ orderId, amount }) => entry(fingerprint, orderId, amount, line.payerName)),
    ];
  });
  await insertRows(tx, ledgerEntries, entries);
  const orders = paid.flatMap(({ line, decision }) =>
    decision.shares.map(({ orderId }) => ({
      orderId,
      paymentMethod: 'bank',
      paymentMeans: line.payerIban === null ? null : maskIban(line.payerIban),
    })),
  );
  const { completed } = await completeAllPaid(work, orders, null);
  const ids = orders.map(({ orderId }) => orderId);
  await enterRests(
    work,
    entries,
    ids.filter((id) => !completed.has(id)),
  );
  // Starts from the orders: there are many transfers, and few of them belong to these orders.
  await tx.run(sql`
    update payment_attempts set status = 'completed', settled_at = ${now} where id in (
      select attempt.id from (select value from json_each(${JSON.stringify(ids)})) paid
      cross join payment_attempts attempt indexed by payment_attempts_order
      where attempt.order_id = paid.value and attempt.method = 'bank' and attempt.status = 'pending')`);
}

/** Paid orders whose price rose and whose rest is paid now. */
async function enterRests(
  work: Work,
  entries: readonly { orderId: number; amount: Cents }[],
  orderIds: readonly number[],
): Promise<void> {
  const rests = await orderStates(work.tx, orderIds);
  assert(
    rests.length === orderIds.length && rests.every(({ status, open }) => isPaidStatus(status) && open === 0),
    'every order that a line pays was pending in this very write, or had a rest',
  );
  await confirmRest(work, orderIds, String(work.now));
  await noteRestPaid(work, orderIds, true);
  for (const { orderId, amount } of entries.filter((entry) => orderIds.includes(entry.orderId))) {
    await addAudit(work, { orderId, type: 'Other', editorId: null, comment: `payment.rest bank ${amount}` });
  }
}

/** Fields of a re-decided line that are replaced by a newer reading. */
const readOf = (line: BankLine) => ({
  payerName: line.payerName,
  payerIban: line.payerIban,
  text: writtenText(line),
  endToEndId: line.endToEndId,
  bankReference: line.bankReference,
  isReversal: line.isReversal,
});

async function saveLines({ tx, now }: Work, importId: number | null, decided: readonly DecidedLine[]): Promise<void> {
  // A waiting line that a later line of the same write completes is stored as paid.
  const paidTogether = new Set(
    decided.filter(isPaid).flatMap(({ decision }) => decision.together.map((each) => each.fingerprint)),
  );
  const rows: (typeof bankLines.$inferInsert)[] = [];
  for (const { line, fingerprint, decision, before } of decided) {
    const outcome = paidTogether.has(fingerprint) ? ('paid' as const) : decision.outcome;
    const isClosed = outcome !== 'notFound' && outcome !== 'amountMismatch';
    const become = { outcome, isClosed, orderId: decision.orderId };
    if (before) {
      const place = importId === null ? {} : { importId };
      await tx
        .update(bankLines)
        .set({ ...become, ...place, ...readOf(line) })
        .where(eq(bankLines.id, before.id));
      continue;
    }
    assert(importId !== null, 'a new line belongs to an import');
    rows.push({
      ...{ importId, fingerprint, ...become, createdAt: now },
      accountIban: line.accountIban,
      bookingDate: line.bookingDate,
      valueDate: line.valueDate,
      amount: line.amount,
      ...readOf(line),
    });
  }
  if (rows.length > 0) await insertRows(tx, bankLines, rows);
  const own = new Set(decided.map(({ fingerprint }) => fingerprint));
  const earlier = [...paidTogether].filter((fingerprint) => !own.has(fingerprint));
  if (earlier.length > 0) {
    await tx.update(bankLines).set({ outcome: 'paid', isClosed: true }).where(inArray(bankLines.fingerprint, earlier));
  }
  if (importId === null) return;
  await tx
    .update(bankImports)
    .set({ newLines: sql`${bankImports.newLines} + ${decided.length}` })
    .where(eq(bankImports.id, importId));
}

/** Completes the refunds that debits name. A payout that a line names is announced once. */
export async function settleRefunds(
  work: Work,
  decided: readonly Pick<DecidedLine, 'line' | 'fingerprint' | 'before'>[],
): Promise<void> {
  for (const { line, fingerprint, before } of decided) {
    const { amount, isReversal, endToEndId, texts, bankReference } = line;
    const reference = [endToEndId ?? '', texts[0] ?? ''].join(' ').trim();
    if (reference === '') continue;
    const known = { reference, bankReference: bankReference ?? fingerprint };
    if (readPayoutReference(reference)) {
      if (!before) await work.announce(transferSeen({ ...known, amount }));
    } else if (amount < 0 && !isReversal) {
      await settleTransferRefund(work, { ...known, amount: cents(-amount) });
    }
  }
}
