import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { type Instant, minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { refuse } from '../rules/problems.ts';
import { totps } from '../schema.ts';
import { newTotpSecret, totpAddress } from './totp-code.ts';
import { openTotpSecret, sealTotpSecret } from './totp-secret.ts';

/** Lifetime of an unconfirmed secret. */
const setUpMs = minutes(10);

type TotpSecret = { otpauthUri: string; secret: string };
type Person = { userId: number; email: string };

const shape = (i18n: Translator, { email }: Person, secret: string): TotpSecret => ({
  otpauthUri: totpAddress(i18n.t('ui.product.name'), email, secret),
  secret,
});

/**
 * Creates a secret that is active once a correct code enables it within ten minutes. A second call creates another.
 * @throws Problem RESOURCE_IN_USE when a second factor is enabled: it has to be disabled first
 */
export async function beginTotp(deps: Deps, i18n: Translator, person: Person): Promise<TotpSecret> {
  const secret = newTotpSecret();
  const sealedSecret = sealTotpSecret(deps.signer, person.userId, secret);
  const begun = await deps.write(({ tx, now }) =>
    tx
      .insert(totps)
      .values({ userId: person.userId, sealedSecret, createdAt: now })
      .onConflictDoUpdate({
        target: totps.userId,
        set: { sealedSecret, createdAt: now, lastStep: 0 },
        setWhere: sql`${totps.enabledAt} is null`,
      })
      .returning({ userId: totps.userId }),
  );
  if (begun.length === 0) refuse('RESOURCE_IN_USE', { resource: 'totp' });
  return shape(i18n, person, secret);
}

export const isBeingSetUp = (userId: number, now: Instant) =>
  and(eq(totps.userId, userId), isNull(totps.enabledAt), gt(totps.createdAt, plus(now, -setUpMs)));

/** The unconfirmed secret; null when there is none or it has expired. */
export async function begunTotp(deps: Deps, i18n: Translator, person: Person): Promise<TotpSecret | null> {
  const [row] = await deps.read.select().from(totps).where(isBeingSetUp(person.userId, deps.clock()));
  const secret = row ? openTotpSecret(deps.signer, person.userId, row.sealedSecret) : null;
  return secret === null ? null : shape(i18n, person, secret);
}
