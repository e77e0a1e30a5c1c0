import { asc, eq } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { identities } from '../schema.ts';

export type Identity = { id: number; provider: string; createdAt: Instant; lastUsedAt: Instant };

export async function readIdentities(read: Reader, userId: number): Promise<Identity[]> {
  return read
    .select({
      id: identities.id,
      provider: identities.provider,
      createdAt: identities.createdAt,
      lastUsedAt: identities.lastUsedAt,
    })
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.id));
}
