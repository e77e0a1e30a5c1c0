import { formatDate, type Locale, parseDate, parseDateTime, writeDateTime } from '#src/ui/format.ts';

/** Adds a calendar button to date fields, and links color pickers to their text fields. */
const locale = (): Locale => (document.documentElement.lang.startsWith('en') ? 'en-us' : 'de');

/** Not posted, and no unsaved change. */
const leaveForm = (control: HTMLInputElement): void => control.setAttribute('form', '');

function write(text: HTMLInputElement, value: string): void {
  text.value = value;
  text.dispatchEvent(new Event('input', { bubbles: true }));
  text.dispatchEvent(new Event('change', { bubbles: true }));
}

const two = (n: number): string => String(n).padStart(2, '0');

function startDate(text: HTMLInputElement): void {
  const control = document.createElement('input');
  control.type = text.dataset.pick ?? 'date';
  const hasTime = control.type === 'datetime-local';
  control.className = 'picked-control';
  control.tabIndex = -1;
  control.ariaHidden = 'true';
  leaveForm(control);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'picked-button';
  button.ariaLabel = text.dataset.pickLabel ?? '';
  button.addEventListener('click', () => {
    const wall = hasTime ? parseDateTime(text.value, locale()) : null;
    control.value = wall
      ? `${wall.date}T${two(wall.hour)}:${two(wall.minute)}`
      : (!hasTime && parseDate(text.value, locale())) || '';
    control.showPicker();
  });
  control.addEventListener('input', () => {
    const wall = hasTime ? parseDateTime(control.value, locale()) : null;
    if (control.value !== '') write(text, wall ? writeDateTime(wall, locale()) : formatDate(control.value, locale()));
  });
  text.after(control, button);
}

function startColour(text: HTMLInputElement): void {
  const control = text.parentElement?.querySelector<HTMLInputElement>('input[type=color]');
  if (!control) return;
  leaveForm(control);
  control.addEventListener('input', () => write(text, control.value));
  text.addEventListener('input', () => {
    if (/^#[0-9a-f]{6}$/i.test(text.value)) control.value = text.value;
  });
}

export function startPickers(texts: Iterable<HTMLInputElement>): void {
  for (const text of texts) (text.dataset.pick === 'color' ? startColour : startDate)(text);
}
