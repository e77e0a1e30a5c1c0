import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { FactKind } from '#src/kernel/facts.ts';
import { type Clock, instant, minutes } from '#src/kernel/time.ts';
import type { Database } from './database.ts';
import { insertOnce, ready } from './hot-statements.ts';
import { describeError, errorLine, type Log } from './log.ts';
import { factReceipts, facts } from './schema.ts';
import { storageFaultOf } from './storage.ts';
import type { StoredFact, Work, Write } from './work.ts';

/** What a module does when it hears of a fact. It runs in one write together with its receipt, so it happens once. */
export type FactHandler = { name: string; on: string; run(work: Work, fact: StoredFact): Promise<void> };

/** A handler by its kind of fact: `payload` is what was announced, `fact` says which one and when. */
export const onFact = <Payload extends Readonly<Record<string, unknown>>>(
  kind: FactKind<Payload>,
  name: string,
  run: (work: Work, payload: Payload, fact: StoredFact) => Promise<void>,
): FactHandler => ({
  name,
  on: kind.factName,
  // Rows of this name are written by this kind alone.
  run: (work, fact) => run(work, fact.payload as Payload, fact),
});

type FactDeps = { database: Database; write: Write; clock: Clock; log: Log };

const batchSize = 50;

/**
 * Delivers waiting facts to their handlers and answers how many were done. A handler that fails is tried again with
 * growing pauses; the others of that fact are not repeated.
 */
export async function deliverFacts(deps: FactDeps, handlers: readonly FactHandler[]): Promise<number> {
  const waiting = await deps.database.read
    .select()
    .from(facts)
    .where(and(isNull(facts.doneAt), lte(facts.nextAttemptAt, deps.clock())))
    // The order of their index: by their ids alone every fact there ever was would be looked at.
    .orderBy(asc(facts.nextAttemptAt), asc(facts.id))
    .limit(batchSize);
  const heardBy = (fact: StoredFact) => handlers.filter((handler) => handler.on === fact.name);
  const unheard = waiting.filter((fact) => heardBy(fact).length === 0).map((fact) => fact.id);
  // All at once, so that their writes share commits; the queue keeps the order in which they happened.
  await Promise.all([
    unheard.length > 0
      ? deps.write(({ tx, now }) => tx.update(facts).set({ doneAt: now }).where(inArray(facts.id, unheard)))
      : undefined,
    ...waiting.filter((fact) => heardBy(fact).length > 0).map((fact) => deliverOne(deps, fact, heardBy(fact))),
  ]);
  return waiting.length;
}

async function deliverOne(deps: FactDeps, fact: StoredFact & { attempts: number }, mine: FactHandler[]): Promise<void> {
  try {
    for (const handler of mine) await deliver(deps.write, handler, fact);
    await deps.write(async ({ tx, now }) => {
      await tx.run(ready('update facts set done_at = ?, last_error = null where id = ?', [now, fact.id]));
    });
  } catch (error) {
    // Nothing can be noted either; it waits as it is.
    if (storageFaultOf(error)) throw error;
    deps.log.error('a fact could not be delivered', { fact: fact.name, factId: fact.id, ...describeError(error) });
    const pause = Math.min(minutes(60), 1000 * 2 ** fact.attempts);
    await deps.write(({ tx, now }) =>
      tx
        .update(facts)
        .set({
          attempts: fact.attempts + 1,
          nextAttemptAt: instant(now + pause),
          lastError: errorLine(error),
        })
        .where(eq(facts.id, fact.id)),
    );
  }
}

function deliver(write: Write, handler: FactHandler, fact: StoredFact): Promise<void> {
  return write(async (work) => {
    const receipt = { factId: fact.id, handler: handler.name, receivedAt: work.now };
    if (await insertOnce(work.tx, factReceipts, receipt, ['factId', 'handler'])) await handler.run(work, fact);
  });
}
