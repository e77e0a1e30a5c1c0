/**
 * Asks before what was typed is left behind. Forms with `data-guard` are watched; one that came back from the server with
 * what was typed (`changed`) counts as changed from the start.
 */
const changed = new WeakSet<HTMLFormElement>();
let isSaving = false;

const guarded = (): HTMLFormElement[] => [...document.querySelectorAll<HTMLFormElement>('form[data-guard]')];

/** Whether a control says something else than the page did when it came. Typing may begin before this script wakes. */
function isTyped(control: Element): boolean {
  if (control instanceof HTMLInputElement) {
    const isTicked = control.type === 'checkbox' || control.type === 'radio';
    return isTicked ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
  }
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (!(control instanceof HTMLSelectElement)) return false;
  const came = [...control.options].findIndex((option) => option.defaultSelected);
  return control.selectedIndex !== Math.max(0, came);
}

export function guardForms(): void {
  for (const form of guarded()) {
    const look = () => {
      if (form.dataset.guard === 'changed' || [...form.elements].some(isTyped)) changed.add(form);
      else changed.delete(form);
    };
    look();
    form.addEventListener('input', look);
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
