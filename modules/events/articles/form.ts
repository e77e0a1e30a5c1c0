import type { Viewer } from '#src/platform/http.ts';
import type { Reading } from '../forms/reading.ts';
import type { GroupSpec } from '../forms/specs.ts';
import { choice, flag, money, number, offeredIn, stock, text } from '../forms/specs.ts';
import type { CatalogCompetition } from '../rules/catalog.ts';

/** What only donations need stands in a group of its own, which the style sheet shows for them alone. */
export const articleGroups = (
  competitions: readonly CatalogCompetition[],
  viewer: Pick<Viewer, 'isSuperAdmin'>,
): readonly GroupSpec[] => [
  {
    name: 'article',
    fields: [
      text('name', true),
      choice('type', ['normal', 'free', 'donation']),
      { ...money('price', true), hint: 'articlePrice' },
      { name: 'vat', kind: 'percent', hint: 'articleVat' },
    ],
  },
  { name: 'donation', fields: [money('minPrice'), money('maxPrice'), money('recommendedPrice')] },
  { name: 'offer', fields: [...offeredIn(competitions), flag('teamArticle')] },
  {
    name: 'amounts',
    fields: [
      number('minAmountPerParticipant'),
      number('maxAmountPerParticipant'),
      number('minAmountPerTeam'),
      number('maxAmountPerTeam'),
    ],
  },
  ...(viewer.isSuperAdmin ? [{ name: 'platform', fields: [flag('soldByStartblock')] }] : []),
];

/** A price that is hidden because the article is free says nothing. */
export const articleShape = (reading: Reading): Reading =>
  reading.input.type === 'free' ? { ...reading, input: { ...reading.input, price: 0 } } : reading;

export const variantGroups: readonly GroupSpec[] = [
  { name: 'variant', fields: [text('name'), stock('availableAmount')] },
];

/** Several at once: the names in one line, and how many there are of each. */
export const newVariantGroups: readonly GroupSpec[] = [
  { name: 'newVariants', fields: [text('newNames'), number('newAmount')] },
];
