import type { Option } from '#src/ui/field.tsx';
import type { CatalogCompetition } from '../rules/catalog.ts';
import type { FieldSpec } from './form.tsx';

/** The kinds of fields that the forms of the rooms are put together from. */
export const text = (name: string, required = false): FieldSpec => ({ name, kind: 'text', required });
export const long = (name: string): FieldSpec => ({ name, kind: 'long' });
export const flag = (name: string): FieldSpec => ({ name, kind: 'flag' });
export const money = (name: string, required = false): FieldSpec => ({ name, kind: 'money', required });
export const number = (name: string, required = false): FieldSpec => ({ name, kind: 'number', required });
export const moment = (name: string, required = false): FieldSpec => ({ name, kind: 'dateTime', required });
export const choice = (name: string, values: readonly string[]): FieldSpec => ({
  name,
  kind: 'choice',
  values,
  required: true,
});

export const offeredIn = (competitions: readonly CatalogCompetition[]): FieldSpec => ({
  name: 'competitionIds',
  kind: 'choices',
  options: competitions.map(({ id, title }): Option => ({ value: String(id), label: title })),
});
