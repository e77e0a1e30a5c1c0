import { cents } from '#src/kernel/money.ts';
import type { TestShop } from '#tests/support/shop.ts';
import { saveCardSettings } from './change-card.ts';
import { insertCard, issueCard, type NewCard } from './issue-card.ts';
import type { GiftCard } from './schema.ts';

export async function soldCard(
  { deps }: Pick<TestShop, 'deps'>,
  {
    organizerId,
    editorId,
    amount = 5000,
    ...card
  }: { organizerId: number; editorId: number; amount?: number } & Partial<NewCard>,
): Promise<GiftCard> {
  return deps.write(async (work) => {
    const terms = { isOn: true, least: cents(100), most: cents(25_000), years: 3 };
    await saveCardSettings(work, organizerId, terms, editorId);
    const written = await insertCard(
      work,
      { organizerId, amount, buyerName: 'Jana Steiner', buyerEmail: 'jana@giver.example', language: 'de', ...card },
      editorId,
    );
    return issueCard(work, { cardId: written.id, editorId });
  });
}
