import type { GroupSpec } from '../forms/specs.ts';
import { choice, flag, money, number, offeredIn, stock, text } from '../forms/specs.ts';
import type { CatalogCompetition } from '../rules/catalog.ts';

export const articleGroups = (competitions: readonly CatalogCompetition[]): readonly GroupSpec[] => [
  {
    name: 'article',
    fields: [
      text('name', true),
      choice('type', ['normal', 'free', 'donation']),
      money('price', true),
      { name: 'vat', kind: 'percent' },
      offeredIn(competitions),
      flag('teamArticle'),
    ],
  },
  {
    name: 'amounts',
    fields: [
      number('minAmountPerParticipant'),
      number('maxAmountPerParticipant'),
      number('minAmountPerTeam'),
      number('maxAmountPerTeam'),
    ],
  },
  { name: 'donation', fields: [money('minPrice'), money('maxPrice'), money('recommendedPrice')] },
];

export const variantGroups: readonly GroupSpec[] = [
  {
    name: 'variant',
    fields: [text('name'), stock('availableAmount'), number('sortOrder', true)],
  },
];
