import { and, eq, inArray } from 'drizzle-orm';
import { touchEvent } from '#modules/events/index.ts';
import { requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { voucherTypeOf } from './read-management.ts';
import { foldCode } from './rules/voucher.ts';
import { vouchers } from './schema.ts';
import { noteCodes } from './write-history.ts';

/** Codes of an event, or all of a kind that nobody has in a live order. */
export type WhichCodes = { codes: readonly string[] } | { unusedOf: number };

const codesAStatement = 10_000;

/**
 * Switches codes of an event off or on, and answers how many were not so before. Unknown ones and others' stay. Orders
 * that have one keep it, and so it is used again when it is switched on.
 * @throws Problem NO_PERMISSION for switching on what the platform pays
 */
export async function turnCodes(
  work: Work,
  eventId: number,
  which: WhichCodes,
  deactivated: boolean,
  editor: Viewer,
): Promise<number> {
  const folded = 'codes' in which ? [...new Set(which.codes.map(foldCode))] : [];
  const parts =
    'unusedOf' in which
      ? [and(eq(vouchers.typeId, which.unusedOf), eq(vouchers.used, false))]
      : Array.from({ length: Math.ceil(folded.length / codesAStatement) }, (_, part) =>
          inArray(vouchers.folded, folded.slice(part * codesAStatement, (part + 1) * codesAStatement)),
        );
  const turned = new Map<number, string[]>();
  let count = 0;
  for (const part of parts) {
    const rows = await work.tx
      .update(vouchers)
      .set({ deactivated })
      .where(and(eq(vouchers.eventId, eventId), eq(vouchers.deactivated, !deactivated), part))
      .returning({ typeId: vouchers.typeId, code: vouchers.code });
    count += rows.length;
    for (const { typeId, code } of rows) {
      const known = turned.get(typeId);
      if (known) known.push(code);
      else turned.set(typeId, [code]);
    }
  }
  for (const [typeId, codes] of turned) {
    const type = present(await voucherTypeOf(work.tx, typeId), 'a code has a kind');
    if (!deactivated && type.paidByPlatform) requirePermission('event.platform', editor, work.now);
    await noteCodes(work, editor, type, deactivated ? 'Deactivated' : 'Activated', codes);
  }
  if (count > 0) await touchEvent(work, eventId);
  return count;
}
