import { cents } from '#src/kernel/money.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import type { AuditType } from '../schema.ts';

/**
 * What the house writes itself: a code, a word (way of payment, kind or state of a refund), the number of a bank line,
 * cents. People write sentences.
 */
const ownNote = /^([a-zA-Z]+\.[a-zA-Z]+|expired)(?: ([^\s\d]\S*))?(?: \d+(?= \d))?(?: (\d{1,15}))?$/;

/** The note of an entry in an order's history as people read it. */
export function auditText(comment: string, i18n: Translator): string {
  const [, code = '', word = '', amount = ''] = ownNote.exec(comment) ?? [];
  const key = `ordersAdmin.audit.${code}`;
  if (!i18n.has(key)) return comment;
  const names = [`ordersAdmin.method.${word}`, `refunds.mode.${word}`, `refunds.rowStatus.${word}`];
  const named = names.find((name): name is MessageKey => i18n.has(name));
  return i18n.t(key, {
    method: named ? i18n.t(named) : word,
    amount: amount === '' ? '' : i18n.money(cents(Number(amount))),
  });
}

/** What an entry is about. What the house notes of money is no "other". */
export function auditTitle({ type, comment }: { type: AuditType; comment: string }, i18n: Translator): string {
  const about = type === 'Other' && auditText(comment, i18n) !== comment ? comment.split('.')[0] : null;
  if (about === 'payment' || about === 'refund' || about === 'paper' || about === 'place' || about === 'ticket')
    return i18n.t(`ordersAdmin.audit.about.${about}`);
  return i18n.t(`ordersAdmin.audit.${type}`);
}
