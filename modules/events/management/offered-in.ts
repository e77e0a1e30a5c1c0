import type { Field } from '#src/web/forms/fields.ts';
import type { CatalogCompetition } from '../rules/catalog.ts';

/** Which competitions; nothing to choose while there are none. */
export const offeredIn = (competitions: readonly CatalogCompetition[]): Field[] =>
  competitions.length === 0
    ? []
    : [
        {
          name: 'competitionIds',
          kind: 'choices',
          options: competitions.map(({ id, title }) => ({ value: String(id), label: title })),
        },
      ];
