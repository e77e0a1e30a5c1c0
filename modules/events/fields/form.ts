import type { GroupSpec } from '../forms/specs.ts';
import { choice, flag, number, offeredIn, text } from '../forms/specs.ts';
import type { CatalogCompetition } from '../rules/catalog.ts';

export const fieldGroups = (competitions: readonly CatalogCompetition[]): readonly GroupSpec[] => [
  {
    name: 'field',
    fields: [
      text('nameDe', true),
      text('nameEn'),
      choice('fieldType', ['select', 'text', 'textarea', 'number', 'date', 'checkbox']),
      { name: 'options', kind: 'lines' },
      text('defaultValue'),
      flag('isRequired'),
      flag('adoptPrevious'),
      flag('editableOnlyOncePerTeam'),
      flag('includeInConfirmationPdf'),
      offeredIn(competitions),
      number('formFieldOrder', true),
      text('rrName'),
    ],
  },
];
