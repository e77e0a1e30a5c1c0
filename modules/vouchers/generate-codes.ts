import { randomInt } from 'node:crypto';
import { touchEvent } from '#modules/events/index.ts';
import type { Work } from '#src/platform/work.ts';
import { voucherTypeOf } from './read-management.ts';
import { codeAlphabet, randomPart } from './rules/codes.ts';
import { refuse } from './rules/problems.ts';
import { foldCode } from './rules/voucher.ts';
import { vouchers } from './schema.ts';
import { type Editor, noteCodes } from './write-history.ts';

/** Five values a row; a statement takes 32,766. */
const rowsAStatement = 2500;

/** A code that nobody can guess, read aloud without mistakes. */
const newCode = (prefix: string): string =>
  prefix + Array.from({ length: randomPart }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');

/**
 * Makes so many new codes of a kind of voucher and answers them.
 * @throws Problem NOT_FOUND
 */
export async function generateCodes(
  work: Work,
  { voucherTypeId, count }: { voucherTypeId: number; count: number },
  editor: Editor,
): Promise<string[]> {
  const type = (await voucherTypeOf(work.tx, voucherTypeId)) ?? refuse('NOT_FOUND');
  const { eventId } = type;
  const codes: string[] = [];
  // A code that is there already is left out by the insert, and another one takes its place.
  while (codes.length < count) {
    const wanted = Math.min(count - codes.length, rowsAStatement);
    const rows = Array.from({ length: wanted }, () => {
      const code = newCode(type.prefix);
      return { typeId: voucherTypeId, eventId, code, folded: foldCode(code), createdAt: work.now };
    });
    const made = await work.tx
      .insert(vouchers)
      .values(rows)
      .onConflictDoNothing({ target: [vouchers.folded, vouchers.eventId] })
      .returning({ code: vouchers.code });
    codes.push(...made.map(({ code }) => code));
  }
  await noteCodes(work, editor, type, 'Generated', codes);
  await touchEvent(work, eventId);
  return codes;
}
