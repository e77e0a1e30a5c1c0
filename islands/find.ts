import { callServer } from './call.ts';

/** Search of the management pages as a WAI-ARIA combobox. */
const waitMs = 120;

export function startFinding(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[type=search]');
  const list = form.querySelector<HTMLElement>('[role=listbox]');
  const status = form.querySelector<HTMLElement>('[role=status]');
  if (!input || !list || !status) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: AbortController | undefined;
  let current = -1;
  input.role = 'combobox';
  input.ariaAutoComplete = 'list';
  input.setAttribute('aria-controls', list.id);
  input.ariaExpanded = 'false';

  const options = (): HTMLAnchorElement[] => [...list.querySelectorAll('a')];
  const mark = (at: number): void => {
    const all = options();
    current = all.length === 0 || at < -1 ? all.length - 1 : at >= all.length ? -1 : at;
    for (const [index, option] of all.entries()) option.ariaSelected = String(index === current);
    const chosen = all[current];
    if (chosen) {
      input.setAttribute('aria-activedescendant', chosen.id);
      chosen.scrollIntoView({ block: 'nearest' });
    } else input.removeAttribute('aria-activedescendant');
  };
  const show = (isOpen: boolean): void => {
    list.hidden = !isOpen;
    input.ariaExpanded = String(isOpen);
    if (!isOpen) mark(-1);
  };
  const ask = async (): Promise<void> => {
    pending?.abort();
    pending = new AbortController();
    const q = input.value.trim();
    if (q === '') {
      list.replaceChildren();
      status.textContent = '';
      return show(false);
    }
    const event = form.querySelector<HTMLInputElement>('[name=event]')?.value;
    const address = `${form.action}?${new URLSearchParams({ q, list: '', ...(event ? { event } : {}) })}`;
    try {
      const answer = await callServer(address, { signal: pending.signal, headers: { accept: 'text/html' } });
      // Outdated or failed; Enter still opens the search page.
      if (!answer?.ok || answer.redirected) return;
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const hits = [...page.querySelectorAll<HTMLAnchorElement>('main a[data-hit]')];
      for (const [index, hit] of hits.entries()) {
        hit.id = `find-${index}`;
        hit.role = 'option';
        hit.tabIndex = -1;
      }
      list.replaceChildren(...hits.map((hit) => document.adoptNode(hit)));
      status.textContent = page.querySelector('main [data-found], main .empty h2, main .empty p')?.textContent ?? '';
      current = -1;
      show(hits.length > 0);
    } catch (error) {
      if ((error as Error).name !== 'AbortError') console.warn(error);
    }
  };

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), waitMs);
  });
  input.addEventListener('focus', () => {
    if (options().length > 0) show(true);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (options().length === 0) return;
      event.preventDefault();
      show(true);
      mark(current + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      show(false);
    } else if (event.key === 'Enter' && !list.hidden && options()[current]) {
      event.preventDefault();
      options()[current]?.click();
    }
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!form.contains(relatedTarget as Node | null)) show(false);
  });
  list.addEventListener('mousedown', (event) => event.preventDefault());
  document.addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).closest('input, textarea, select, [contenteditable]');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}
