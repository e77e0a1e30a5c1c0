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

/** A module's reaction to a fact. Its writes commit together with the note that it ran, so they happen once. */
export type FactHandler = { name: string; on: string; run(work: Work, fact: StoredFact): Promise<void> };

/** Declares a handler for one kind of fact. */
export const onFact = <Payload extends Readonly<Record<string, unknown>>>(
  kind: FactKind<Payload>,
  name: string,
  run: (work: Work, payload: Payload, fact: StoredFact) => Promise<void>,
): FactHandler => ({
  name,
  on: kind.factName,
  // The cast is safe: facts of this name are announced with this payload only.
  run: (work, fact) => run(work, fact.payload as Payload, fact),
});

/** A fact for a later time counts as waiting, but its age starts when it is due. */
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
/** Uses the index on due facts; ordering by id alone would scan the table. */
const dueFacts = `where done_at is null and next_attempt_at <= ? order by next_attempt_at, id limit ${batchSize}`;
type WaitingFact = StoredFact & { attempts: number };

/**
 * Delivers a batch of due facts and returns its size. If a handler fails, the fact is tried again after a growing pause;
 * handlers that succeeded do not run again.
 */
export async function deliverFacts(deps: FactDeps, handlers: readonly FactHandler[]): Promise<number> {
  const waiting = await selectRows(deps.database.read, facts, dueFacts, [deps.clock()]);
  const handlersOf = (fact: StoredFact) => handlers.filter((handler) => handler.on === fact.name);
  const withoutHandler = waiting.filter((fact) => handlersOf(fact).length === 0).map((fact) => fact.id);
  // Started together, so that `write` commits them together; it runs them one after another in this order.
  await Promise.all([
    withoutHandler.length > 0
      ? deps.write(({ tx, now }) => tx.update(facts).set({ doneAt: now }).where(inArray(facts.id, withoutHandler)))
      : undefined,
    ...waiting.filter((fact) => handlersOf(fact).length > 0).map((fact) => deliverOne(deps, fact, handlersOf(fact))),
  ]);
  return waiting.length;
}

async function deliverOne(deps: FactDeps, fact: WaitingFact, mine: readonly FactHandler[]): Promise<void> {
  try {
    await deps.write((work) => runHandlers(deps.log, work, fact, mine));
  } catch (error) {
    // The database itself failed, so the failure cannot be stored; the fact stays unchanged.
    if (storageFaultOf(error)) throw error;
    await deps.write((work) => recordFailure(deps.log, work, fact, error));
  }
}

/** Runs the remaining handlers of a fact, each in a savepoint. If one fails, the others get a receipt and do not run again. */
async function runHandlers(log: Log, work: Work, fact: WaitingFact, mine: readonly FactHandler[]): Promise<void> {
  const { tx, now } = work;
  const known = await tx.all<{ doneAt: number | null; handler: string | null }>(
    ready(
      `select f.done_at doneAt, r.handler from facts f left join fact_receipts r on r.fact_id = f.id where f.id = ?`,
      [fact.id],
    ),
  );
  // Another process delivered it first.
  if (known[0]?.doneAt !== null) return;
  const remaining = mine.filter(({ name }) => !known.some(({ handler }) => handler === name));
  const succeeded: FactHandler[] = [];
  let failure: unknown = null;
  for (const handler of remaining) {
    try {
      await work.within((part) => handler.run(part, fact));
      succeeded.push(handler);
    } catch (error) {
      if (endsTransaction(error)) throw error;
      failure ??= error;
    }
  }
  if (failure === null) {
    await tx.run(ready('update facts set done_at = ?, last_error = null where id = ?', [now, fact.id]));
    return;
  }
  for (const { name } of succeeded)
    await insertOnce(tx, factReceipts, { factId: fact.id, handler: name, receivedAt: now }, ['factId', 'handler']);
  await recordFailure(log, work, fact, failure);
}

async function recordFailure(log: Log, { tx, now }: Work, fact: WaitingFact, error: unknown): Promise<void> {
  log.error('a fact could not be delivered', { fact: fact.name, factId: fact.id, ...describeError(error) });
  const pause = Math.min(minutes(60), 1000 * 2 ** fact.attempts);
  await tx
    .update(facts)
    .set({ attempts: fact.attempts + 1, nextAttemptAt: instant(now + pause), lastError: errorLine(error) })
    .where(eq(facts.id, fact.id));
}
