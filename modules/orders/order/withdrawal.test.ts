import { expect, test } from 'vitest';
import { instant } from '#src/kernel/time.ts';
import { translatorFor } from '#src/texts/locale.ts';
import type { LineRight } from '../rules/order-item.ts';
import { hasWithdrawable, rightNotes, withdrawalInstruction, withdrawalNotes } from './withdrawal.ts';

const i18n = translatorFor('de');
const orderOf = (...rights: LineRight[]) => {
  const orderedArticleVariants = rights.map((withdrawalRight) => ({
    name: 'Shirt',
    withdrawalRight,
    wasRightStated: true,
  }));
  const competitions = [{ teams: [{ participants: [{ orderedArticleVariants }] }] }];
  const order = { orderNumber: '7', orderDate: instant(0), competitions };
  return order as unknown as Parameters<typeof withdrawalInstruction>[0];
};
const reached = { contact: 'desk@club.example', publicUrl: 'https://run.example', seller: 'LC Linz' };

test('states the right once per kind of line, and none for donations', () => {
  const lines = (['custom_made', 'goods_14', 'goods_14', 'none_donation'] as const).map((withdrawalRight, at) => {
    return { name: `Artikel ${at}`, withdrawalRight };
  });
  const notes = rightNotes(lines, true, i18n);
  expect(notes).toHaveLength(3);
  expect(notes[0]).toContain('Startplätze');
  expect(notes[1]).toContain('Artikel 1, Artikel 2: 14 Tage Widerrufsrecht');
  expect(notes[2]).toContain('Artikel 0: Wird nach deinen Wünschen gefertigt');
  expect(rightNotes([], false, i18n)).toEqual([]);
});

test('instruction and model form come with lines that have the right, and match their kind', () => {
  for (const right of ['custom_made', 'none_leisure', 'none_donation'] as const)
    expect(withdrawalInstruction(orderOf(right), reached, i18n)).toBeNull();
  const goods = withdrawalInstruction(orderOf('goods_14', 'custom_made'), reached, i18n);
  const text = goods?.paragraphs.join(' ') ?? '';
  expect(text).toContain('die letzte Ware in Besitz genommen');
  expect(text).not.toContain('Vertragsabschlusses');
  expect(text).toContain('LC Linz, desk@club.example');
  expect(text).toContain('https://run.example/widerruf');
  expect(goods?.form.join(' ')).toContain('Bestellnummer 7');
  const service = withdrawalInstruction(
    orderOf('service_14'),
    { ...reached, seller: 'LC Linz, desk@club.example' },
    i18n,
  );
  expect(service?.paragraphs.join(' ')).toContain('Vertragsabschlusses');
  expect(service?.paragraphs.join(' ')).not.toContain('Rücksendung');
  expect(service?.form[1]).toBe('An: LC Linz, desk@club.example');
});

test('an order confirmed without stated rights stays without them', () => {
  const orderedArticleVariants = [{ name: 'Shirt', withdrawalRight: 'goods_14', wasRightStated: false }];
  const competitions = [{ teams: [{ participants: [{ orderedArticleVariants }] }] }];
  const order = { orderNumber: '7', orderDate: instant(0), competitions, orderItems: [] };
  const old = order as unknown as Parameters<typeof withdrawalInstruction>[0] & Parameters<typeof withdrawalNotes>[0];
  expect(withdrawalInstruction(old, reached, i18n)).toBeNull();
  expect(withdrawalNotes(old, reached, i18n)).toEqual([]);
  // The right itself stays, and the page offers it.
  expect(hasWithdrawable(old)).toBe(true);
});
