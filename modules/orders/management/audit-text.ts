import type { Words } from '#src/platform/locale.ts';

/** What the house writes itself: a code, the way of payment, cents. People write sentences. */
const ownNote = /^([a-z]+\.[a-zA-Z]+|expired)(?: ([a-z]+))?(?: (\d+))?$/;

/** The note of an entry in an order's history as people read it. */
export function auditText(comment: string, words: Words): string {
  const [, code = '', method = '', amount = ''] = ownNote.exec(comment) ?? [];
  const key = `ordersAdmin.audit.${code}`;
  if (!words.has(key)) return comment;
  const named = `ordersAdmin.method.${method}`;
  return words.t(key, {
    method: words.has(named) ? words.t(named) : method,
    amount: amount === '' ? '' : words.money(Number(amount)),
  });
}
