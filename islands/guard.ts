/** Asks before unsaved input of a form with `data-guard` is lost. `changed`: forms whose input the server refused. */
const changed = new WeakSet<HTMLFormElement>();
let posted: HTMLFormElement | null = null;

const guarded = (within: ParentNode = document): HTMLFormElement[] => [
  ...within.querySelectorAll<HTMLFormElement>('form[data-guard]'),
];
export const isUnsaved = (within: ParentNode): boolean => guarded(within).some((form) => changed.has(form));

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

function isInput(control: Element): boolean {
  if (!isControl(control)) return false;
  if (isTicked(control)) return control.checked !== control.defaultChecked;
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue;
  const came = [...control.options].findIndex((option) => option.defaultSelected);
  return control.selectedIndex !== Math.max(0, came);
}

/** Input by control, stored for this tab until the page is shown again. */
type ControlState = [name: string, value: string, isTicked: boolean][];
const placeOf = (form: HTMLFormElement): string => `typed ${location.pathname} ${form.getAttribute('action')}`;
const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements]
    .filter(isControl)
    .filter(({ name, type }) => name && type !== 'hidden' && type !== 'file' && type !== 'password');

function keep(form: HTMLFormElement): void {
  const input: ControlState = controlsOf(form)
    .filter((control) => isInput(control) || form.dataset.guard === 'changed')
    .map((control) => [control.name, control.value, isTicked(control) && control.checked]);
  try {
    sessionStorage.setItem(placeOf(form), JSON.stringify(input));
  } catch {} // Storage is unavailable.
}

function forget(form: HTMLFormElement): string | null {
  try {
    const saved = sessionStorage.getItem(placeOf(form));
    sessionStorage.removeItem(placeOf(form));
    return saved;
  } catch {
    return null;
  }
}

function bringBack(form: HTMLFormElement): void {
  const saved = forget(form);
  if (!saved || form.dataset.guard === 'changed') return;
  for (const [name, value, wasTicked] of JSON.parse(saved) as ControlState) {
    const controls = controlsOf(form).filter((control) => control.name === name);
    const control = controls.find((each) => !isTicked(each) || each.value === value);
    if (!control) continue;
    if (isTicked(control)) control.checked = wasTicked;
    else control.value = value;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

let isWatching = false;

/** Also for parts loaded later. */
export function guardForms(within: ParentNode = document): void {
  for (const form of guarded(within)) {
    const look = () => {
      if (form.dataset.guard === 'changed' || [...form.elements].some(isInput)) changed.add(form);
      else changed.delete(form);
    };
    bringBack(form);
    look();
    form.addEventListener('input', look);
  }
  if (isWatching) return;
  isWatching = true;
  // Any form, since each would discard the unsaved one.
  document.addEventListener('submit', ({ target, defaultPrevented }) => {
    posted = !defaultPrevented && target instanceof HTMLFormElement && target.method === 'post' ? target : null;
  });
  addEventListener('beforeunload', (event) => {
    const others = guarded().filter((form) => form !== posted && changed.has(form));
    if (posted) {
      forget(posted);
      others.forEach(keep);
    }
    if (others.length > 0) event.preventDefault();
    posted = null;
  });
}
