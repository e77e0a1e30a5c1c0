import { eq, sql } from 'drizzle-orm';
import { brokenConstraint } from '#src/data/database.ts';
import type { Job } from '#src/data/jobs.ts';
import { seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { personIdentity } from '../rules/identity.ts';
import { refoldings } from '../schema.ts';

const portion = 500;

type Row = { id: number; firstName: string; lastName: string; birthDate: string | null; identity: string };

/**
 * Recomputes the stored `identity` once after the folding changed, in batches and resumable. When two rows become the
 * same person, the second keeps its old key, so that a sold place stays sold.
 */
export const refoldJob =
  (table: 'participants' | 'companions') =>
  (deps: Pick<Deps, 'read' | 'write'>): Job => ({
    name: `refold-${table}`,
    everyMs: seconds(15),
    async run() {
      const [progress] = await deps.read.select().from(refoldings).where(eq(refoldings.name, table));
      if (!progress || progress.lastId === null) return false;
      const from = progress.lastId;
      return deps.write(async ({ tx }) => {
        const rows = await tx.all<Row>(sql`
          select id, first_name firstName, last_name lastName, birth_date birthDate, identity from ${sql.raw(table)}
          where id > ${from} and identity is not null order by id limit ${portion}`);
        for (const row of rows) {
          const identity = personIdentity(row);
          if (identity === null || identity === row.identity) continue;
          await tx
            .transaction((inner) =>
              inner.run(sql`update ${sql.raw(table)} set identity = ${identity} where id = ${row.id}`),
            )
            .catch((error: unknown) => {
              if (brokenConstraint(error) !== 'unique') throw error;
            });
        }
        const lastId = rows.length < portion ? null : (rows.at(-1)?.id ?? null);
        await tx.update(refoldings).set({ lastId }).where(eq(refoldings.name, table));
        return lastId !== null;
      });
    },
  });
