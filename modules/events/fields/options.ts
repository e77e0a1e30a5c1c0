import type { CatalogFormField } from '../rules/catalog.ts';
import type { FormFieldOption } from '../schema.ts';

type Choice = CatalogFormField['options'][number];

/** One row of the form; `optionValue` is empty for a new one. */
export type OptionRow = { optionDe: string | null; optionEn: string | null; optionValue: string | null };

export const optionRow = ({ value, label }: Choice): OptionRow => ({
  optionDe: label.de,
  optionEn: label.en === label.de ? '' : label.en,
  optionValue: value,
});

/**
 * The choices of a form's rows. A value is what answers are stored by, so a row keeps its value when its labels change. A
 * new row gets its German label, which stays readable in lists that know nothing but values; where that is taken, a
 * number follows. A label that was offered before gets the value it had.
 */
export function optionsOfRows(rows: readonly OptionRow[], former: readonly Choice[] = []): Choice[] {
  const labelled = rows.map(({ optionDe, optionEn, optionValue }) => {
    const de = (optionDe || optionEn || '').trim();
    return { value: optionValue ?? '', label: { de, en: (optionEn || de).trim() } };
  });
  const taken = new Set([...labelled, ...former].map(({ value }) => value));
  return labelled.map(({ value, label }) => {
    if (value !== '') return { value, label };
    const before = former.find(
      (each) => each.label.de === label.de && !labelled.some((row) => row.value === each.value),
    );
    const made = before?.value ?? freeValue(label.de, taken);
    taken.add(made);
    return { value: made, label };
  });
}

function freeValue(label: string, taken: ReadonlySet<string>): string {
  const base = label.slice(0, 190);
  for (let number = 1; ; number += 1) {
    const value = number === 1 ? base : `${base} ${number}`;
    if (!taken.has(value)) return value;
  }
}

/** What is offered now, and behind it what was offered before: answers that hold it keep their words. */
export function withFormer(offered: readonly Choice[], stored: readonly FormFieldOption[]): FormFieldOption[] {
  const values = new Set(offered.map(({ value }) => value));
  const former = stored.filter(({ value }) => !values.has(value));
  return [
    ...offered.map(({ value, label }) => ({ value, label })),
    ...former.map(({ value, label }) => ({ value, label, retired: true as const })),
  ];
}
