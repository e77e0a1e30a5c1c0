import { randomInt } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { touchEvent } from '#modules/events/index.ts';
import { requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { voucherTypeOf } from './read-management.ts';
import { codeAlphabet, randomPart } from './rules/codes.ts';
import { refuse } from './rules/problems.ts';
import { foldCode } from './rules/voucher.ts';
import { vouchers } from './schema.ts';
import { type Editor, noteCodes } from './write-history.ts';

/** @throws Problem NOT_FOUND; INVALID_VOUCHER_CODE_EXISTS when the event has an equal code */
export async function createCode(
  work: Work,
  { voucherTypeId, code }: { voucherTypeId: number; code: string },
  editor: Editor,
): Promise<number> {
  const type = (await voucherTypeOf(work.tx, voucherTypeId)) ?? refuse('NOT_FOUND');
  const { eventId } = type;
  const [made] = await work.tx
    .insert(vouchers)
    .values({ typeId: voucherTypeId, eventId, code, folded: foldCode(code), createdAt: work.now })
    .onConflictDoNothing({ target: [vouchers.folded, vouchers.eventId] })
    .returning({ id: vouchers.id });
  if (!made) return refuse('INVALID_VOUCHER_CODE_EXISTS', { code });
  await noteCodes(work, editor, type, 'Created', [code]);
  await touchEvent(work, eventId);
  return made.id;
}

const newCode = (prefix: string): string =>
  prefix + Array.from({ length: randomPart }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');

/** @throws Problem NOT_FOUND */
export async function generateCodes(
  work: Work,
  { voucherTypeId, count }: { voucherTypeId: number; count: number },
  editor: Editor,
): Promise<string[]> {
  const type = (await voucherTypeOf(work.tx, voucherTypeId)) ?? refuse('NOT_FOUND');
  const { eventId } = type;
  const codes: string[] = [];
  // Existing codes are skipped and replaced in the next round.
  while (codes.length < count) {
    const rows = Array.from({ length: count - codes.length }, () => {
      const code = newCode(type.prefix);
      return [code, foldCode(code)];
    });
    // One JSON value: thousands of placeholders cost more than the rows.
    const made = await work.tx.all<{ code: string }>(sql`
      insert into ${vouchers} (type_id, event_id, code, folded, created_at)
      select ${voucherTypeId}, ${eventId}, value ->> 0, value ->> 1, ${work.now} from json_each(${JSON.stringify(rows)})
      where true
      on conflict (folded, event_id) do nothing
      returning code`);
    codes.push(...made.map(({ code }) => code));
  }
  await noteCodes(work, editor, type, 'Generated', codes);
  await touchEvent(work, eventId);
  return codes;
}

/** Named codes, or all unused ones of a type. */
type WhichCodes = { codes: readonly string[] } | { unusedOf: number };

const codesAStatement = 10_000;

/**
 * Switches codes on or off and returns how many changed; unknown ones are ignored. Orders keep their codes, so such a
 * code is used again when switched on.
 * @throws Problem NO_PERMISSION for switching on codes that the platform pays
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
