import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { touchEvent } from '#modules/events/index.ts';
import type { Work } from '#src/data/work.ts';
import { voucherTypeOf } from './read-management.ts';
import { codeAlphabet, randomPart } from './rules/codes.ts';
import { refuse } from './rules/problems.ts';
import { foldCode } from './rules/voucher.ts';
import { vouchers } from './schema.ts';
import { type Editor, noteCodes } from './write-history.ts';

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
    const rows = Array.from({ length: count - codes.length }, () => {
      const code = newCode(type.prefix);
      return [code, foldCode(code)];
    });
    // As one value: thousands of rows of placeholders cost more than the rows themselves.
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
