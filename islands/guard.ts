/**
 * Asks before what was typed is left behind. Forms with `data-guard` are watched; one that came back from the server with
 * what was typed (`changed`) counts as changed from the start.
 */
const changed = new WeakSet<HTMLFormElement>();
let isSaving = false;

const guarded = (): HTMLFormElement[] => [...document.querySelectorAll<HTMLFormElement>('form[data-guard]')];

const textOf = (form: HTMLFormElement): string =>
  [...new FormData(form)]
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : value.name}`)
    .join('\n');

export function guardForms(): void {
  for (const form of guarded()) {
    const before = textOf(form);
    if (form.dataset.guard === 'changed') changed.add(form);
    form.addEventListener('input', () => {
      if (form.dataset.guard === 'changed' || textOf(form) !== before) changed.add(form);
      else changed.delete(form);
    });
    form.addEventListener('submit', () => {
      isSaving = true;
    });
  }
  // The browser says it in its own words, whatever is asked for here.
  addEventListener('beforeunload', (event) => {
    if (!isSaving && guarded().some((form) => changed.has(form))) event.preventDefault();
  });
  // Back from the back-forward cache the form is open again.
  addEventListener('pageshow', () => {
    isSaving = false;
  });
}
