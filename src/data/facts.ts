import { and, count, eq, inArray, isNull, lte, min } from 'drizzle-orm';
import type { FactKind } from '#src/kernel/facts.ts';
import { type Clock, instant, minutes } from '#src/kernel/time.ts';
import { describeError, errorLine, type Log } from '#src/runtime/log.ts';
import { type Gauge, secondsSince } from '#src/runtime/metrics.ts';
import { type Database, endsTransaction, type Reader } from './database.ts';
import { insertOnce, ready, selectRows } from './hot-statements.ts';
import { factReceipts, facts } from './schema.ts';
import { storageFaultOf } from './storage-faults.ts';
import type { StoredFact, Work, Write } from './work.ts';

/** A module's reaction to a fact. It commits together with its receipt, so it happens once. */
export type FactHandler = { name: string; on: string; run(work: Work, fact: StoredFact): Promise<void> };

/** Declares a handler for one kind of fact. */
export const onFact = <Payload extends Readonly<Record<string, unknown>>>(
  kind: FactKind<Payload>,
  name: string,
  run: (work: Work, payload: Payload, fact: StoredFact) => Promise<void>,
): FactHandler => ({
  name,
  on: kind.factName,
  // The cast is safe: only this kind writes rows of this name.
  run: (work, fact) => run(work, fact.payload as Payload, fact),
});

/** Facts that are delayed on purpose (`announcingAt`) are counted, but not as old. */
export const factGauges = ({ read, clock }: { read: Reader; clock: Clock }): readonly Gauge[] => [
  {
    name: 'startblock_facts_waiting',
    help: 'Facts that were not delivered to all of their handlers yet.',
    read: async () => (await read.select({ n: count() }).from(facts).where(isNull(facts.doneAt)))[0]?.n ?? 0,
  },
  {
    name: 'startblock_fact_oldest_due_seconds',
    help: 'For how long the oldest fact whose delivery is due has waited for it.',
    read: async () => {
      const isDue = and(isNull(facts.doneAt), lte(facts.nextAttemptAt, clock()));
      const [row] = await read
        .select({ at: min(facts.nextAttemptAt) })
        .from(facts)
        .where(isDue);
      return secondsSince(row?.at ?? null, clock());
    },
  },
];

type FactDeps = { database: Database; write: Write; clock: Clock; log: Log };

const batchSize = 50;
/** Ordered like the index; ordering by id would scan every fact. */
const dueFacts = `where done_at is null and next_attempt_at <= ? order by next_attempt_at, id limit ${batchSize}`;
type WaitingFact = StoredFact & { attempts: number };

/**
 * Delivers waiting facts and returns how many are done. A failing handler is retried with growing pauses; the other handlers of
 * that fact do not run again.
 */
export async function deliverFacts(deps: FactDeps, handlers: readonly FactHandler[]): Promise<number> {
  const waiting = await selectRows(deps.database.read, facts, dueFacts, [deps.clock()]);
  const heardBy = (fact: StoredFact) => handlers.filter((handler) => handler.on === fact.name);
  const unheard = waiting.filter((fact) => heardBy(fact).length === 0).map((fact) => fact.id);
  // In parallel, so that their writes share commits; the write queue keeps their order.
  await Promise.all([
    unheard.length > 0
      ? deps.write(({ tx, now }) => tx.update(facts).set({ doneAt: now }).where(inArray(facts.id, unheard)))
      : undefined,
    ...waiting.filter((fact) => heardBy(fact).length > 0).map((fact) => deliverOne(deps, fact, heardBy(fact))),
  ]);
  return waiting.length;
}

async function deliverOne(deps: FactDeps, fact: WaitingFact, mine: readonly FactHandler[]): Promise<void> {
  try {
    await deps.write((work) => tellAll(deps.log, work, fact, mine));
  } catch (error) {
    // The failure cannot be stored either, so the fact waits unchanged.
    if (storageFaultOf(error)) throw error;
    await deps.write((work) => notDelivered(deps.log, work, fact, error));
  }
}

/** Runs all pending handlers of a fact in one write, each in a savepoint with its receipt. A retry runs only the failed ones. */
async function tellAll(log: Log, work: Work, fact: WaitingFact, mine: readonly FactHandler[]): Promise<void> {
  const { tx, now } = work;
  const known = await tx.all<{ doneAt: number | null; handler: string | null }>(
    ready(
      `select f.done_at doneAt, r.handler from facts f left join fact_receipts r on r.fact_id = f.id where f.id = ?`,
      [fact.id],
    ),
  );
  // Another process delivered it first.
  if (known[0]?.doneAt !== null) return;
  const left = mine.filter(({ name }) => !known.some(({ handler }) => handler === name));
  const told: FactHandler[] = [];
  let failure: unknown = null;
  for (const handler of left) {
    try {
      await work.within((part) => handler.run(part, fact));
      told.push(handler);
    } catch (error) {
      if (endsTransaction(error)) throw error;
      failure ??= error;
    }
  }
  if (failure === null) {
    await tx.run(ready('update facts set done_at = ?, last_error = null where id = ?', [now, fact.id]));
    return;
  }
  for (const { name } of told)
    await insertOnce(tx, factReceipts, { factId: fact.id, handler: name, receivedAt: now }, ['factId', 'handler']);
  await notDelivered(log, work, fact, failure);
}

async function notDelivered(log: Log, { tx, now }: Work, fact: WaitingFact, error: unknown): Promise<void> {
  log.error('a fact could not be delivered', { fact: fact.name, factId: fact.id, ...describeError(error) });
  const pause = Math.min(minutes(60), 1000 * 2 ** fact.attempts);
  await tx
    .update(facts)
    .set({ attempts: fact.attempts + 1, nextAttemptAt: instant(now + pause), lastError: errorLine(error) })
    .where(eq(facts.id, fact.id));
}
