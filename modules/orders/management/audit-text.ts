import type { MessageKey, Words } from '#src/platform/locale.ts';
import type { OrderAudit } from './admin-read.ts';

/** What the house itself writes down of money: `<code> <word> <cents>`, such as `refund.opened full 3000`. */
const moneyNote = /^((?:payment|refund)\.[a-z]+)(?: (\S+) (\d+))?$/i;

/** The comment of an audit in the reader's words; what a person wrote stays as it is. */
export function auditText({ type, comment }: Pick<OrderAudit, 'type' | 'comment'>, words: Words): string {
  const [, code = '', word = '', cents] = (type === 'Comment' ? null : moneyNote.exec(comment)) ?? [];
  const key = `refunds.note.${code}`;
  if (!words.has(key)) return comment;
  const known = [`payments.method.${word}`, `refunds.mode.${word}`, `refunds.rowStatus.${word}`].find((name) =>
    words.has(name),
  );
  return words.t(key, {
    what: known ? words.t(known as MessageKey) : word,
    amount: cents ? words.money(Number(cents)) : '',
  });
}
