import { expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { auditText, auditTitle } from './order-history.tsx';

const notes = [
  'expired',
  'payment.revived',
  'participant.changed',
  'participant.moved',
  'payment.twice eps 2500',
  'payment.late bank 2500',
  'payment.excess bank 500',
  'payment.partly bank 1000',
  'payment.takenBack visa 2500',
  'payment.assigned bank 12 3000',
  'payment.decidedAgain bank 3000',
  'refund.opened custom 1050',
  'refund.completed visa 1050',
  'refund.failed giropay 1050',
  'refund.retried visa 1050',
  'refund.transfer giropay 1050',
  'refund.account BE72…1616 1050',
  'refund.status completed 1050',
];

test.each(['de', 'en-us'] as const)('comments of the system are shown as sentences (%s)', (locale) => {
  const i18n = translatorFor(locale);
  for (const note of notes) {
    const said = auditText(note, i18n);
    expect(said, note).not.toMatch(/payment\.|refund\.|participant\.|[{}]|\(\)/);
    const amount = Number(/ (\d+)$/.exec(note)?.[1] ?? 0);
    if (amount > 0) expect(said, note).toContain(i18n.money(cents(amount)));
  }
  expect(auditText('payment.assigned bank 12 3000', i18n)).not.toContain('12');
});

test('comments of people are shown unchanged', () => {
  const i18n = translatorFor('de');
  for (const note of ['Bar bezahlt am 3. Mai', 'payment.of the bank', '12 3000', 'refund.']) {
    expect(auditText(note, i18n)).toBe(note);
  }
});

test('an entry about money has a title of its own', () => {
  const i18n = translatorFor('de');
  expect(auditTitle({ type: 'Other', comment: 'refund.completed visa 1050' }, i18n)).toBe('Erstattung');
  expect(auditTitle({ type: 'Other', comment: 'payment.twice eps 2500' }, i18n)).toBe('Zahlung');
  expect(auditTitle({ type: 'Other', comment: 'Umgezogen' }, i18n)).toBe('Sonstiges');
  expect(auditTitle({ type: 'OrderPaid', comment: 'refund.completed visa 1050' }, i18n)).toBe('Bezahlt');
});
