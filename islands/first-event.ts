import { followStart, type StartAndFollowers, shownAs, startAndFollowers } from '#modules/events/rules/beginnings.ts';
import type { Locale } from '#src/ui/format.ts';

export function startFirstEvent(form: HTMLFormElement): void {
  const control = (name: string) => form.elements.namedItem(name) as HTMLInputElement | null;
  const textOf = (name: string) => control(name)?.value ?? '';
  const texts = (nameOf: (name: string) => string) =>
    Object.fromEntries(startAndFollowers.map((name) => [name, textOf(nameOf(name))])) as StartAndFollowers;
  const locale: Locale = document.documentElement.lang.startsWith('en') ? 'en-us' : 'de';
  const put = (name: string, text: string) => {
    const field = control(name);
    if (field) field.value = text;
  };

  // While typing, since after leaving the field the next one may be in use.
  control('startTimestamp')?.addEventListener('input', () => {
    const input = { ...texts((name) => name), saleFrom: textOf('saleFrom') };
    const next = followStart(input, texts(shownAs), locale);
    for (const name of next ? startAndFollowers : []) {
      put(name, next?.typed[name] ?? '');
      put(shownAs(name), next?.shown[name] ?? '');
    }
  });

  const rows = [...form.querySelectorAll<HTMLFieldSetElement>('[data-row]')];
  const cells = (row: HTMLFieldSetElement) => [...row.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')];
  const valuesOf = (row: HTMLFieldSetElement) => cells(row).map(({ value }) => value);
  const blank = rows.map((row) => cells(row).map((cell) => (cell instanceof HTMLSelectElement ? cell.value : '')));
  for (const [at, row] of rows.entries()) {
    const button = row.querySelector<HTMLButtonElement>('[data-remove]');
    if (!button) continue;
    button.hidden = false;
    button.addEventListener('click', () => {
      const next = [...rows.slice(at + 1).map(valuesOf), blank[at] ?? []];
      for (const [index, values] of next.entries())
        for (const [cell, field] of cells(rows[at + index] as HTMLFieldSetElement).entries())
          field.value = values[cell] ?? '';
      const opened = rows.filter((each) => each.closest('details.first-next')?.hasAttribute('open'));
      opened.at(-1)?.closest('details')?.removeAttribute('open');
      cells(row)[0]?.focus();
      form.dispatchEvent(new Event('input'));
    });
  }
}
