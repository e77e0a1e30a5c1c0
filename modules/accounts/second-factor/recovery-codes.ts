import { randomBytes } from 'node:crypto';
import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import type { Signer } from '#src/access/signer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { groupRecoveryCode, recoveryCodeOf, recoveryCodePurpose, recoveryCodeText } from '../rules/codes.ts';
import { recoveryCodes } from '../schema.ts';

const codesPerPerson = 10;

/** Replaces all codes. Only MACs are stored, so they cannot be shown again. */
export async function makeRecoveryCodes({ tx }: Work, signer: Signer, userId: number): Promise<string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const codes = new Set<string>();
  while (codes.size < codesPerPerson) codes.add(recoveryCodeOf(randomBytes(8)));
  const macOf = (code: string) => signer.mac(recoveryCodePurpose, recoveryCodeText(userId, code));
  await tx.insert(recoveryCodes).values([...codes].map((code) => ({ userId, codeMac: macOf(code) })));
  return [...codes].map(groupRecoveryCode);
}

/** Uses up a code; false when it is wrong or used. Of two concurrent attempts one wins. */
export async function spendRecoveryCode(
  { tx, now }: Work,
  signer: Signer,
  userId: number,
  code: string,
): Promise<boolean> {
  const macs = signer.macs(recoveryCodePurpose, recoveryCodeText(userId, code));
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(eq(recoveryCodes.userId, userId), inArray(recoveryCodes.codeMac, [...macs]), isNull(recoveryCodes.usedAt)),
    )
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
}

export async function countRecoveryCodes(reader: Reader | Tx, userId: number): Promise<number> {
  const [row] = await reader
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}
