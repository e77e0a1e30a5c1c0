import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import type { Quote } from '#modules/orders/rules/pricing.ts';
import type { Translator } from '#src/texts/locale.ts';
import { nameOf } from './rules/price-problem.ts';

/** Further names are only counted. */
const maxNames = 5;

/** Names per line of a quote, in line order; empty for lines of the whole order. */
export function lineOwners(quote: Quote, teams: readonly DraftTeam[], i18n: Translator): string[] {
  const people = new Map<string, Set<string>>();
  const note = (line: string, localId: string) => people.set(line, (people.get(line) ?? new Set()).add(localId));
  // Lines are in the order in which their competitions and articles first occur.
  for (const { competitionId, participantLocalId } of quote.tickets)
    note(`ticket ${competitionId}`, participantLocalId);
  for (const { articleId, variantId, unitPrice, participantLocalId } of quote.articles)
    note(`article ${articleId} ${variantId} ${unitPrice}`, participantLocalId);
  const groups = [...people.values()];
  let next = 0;
  return quote.orderItems.map(({ kind }) => {
    const group = kind === 'ticket' || kind === 'article' ? groups[next++] : undefined;
    if (!group) return '';
    const named = {
      names: [...group]
        .slice(0, maxNames)
        .map((localId) => nameOf(teams, localId))
        .join(', '),
    };
    const count = group.size - maxNames;
    return count > 0 ? i18n.t('orders.check.whoseMore', { ...named, count }) : i18n.t('orders.check.whose', named);
  });
}
