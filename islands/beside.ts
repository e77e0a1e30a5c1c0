import { callServer } from './call.ts';
import { guardForms, isUnsaved } from './guard.ts';

/** On wide screens, shows a row's record beside its list. The URL holds the open record, for reload and back. */
const isWide = matchMedia('(width >= 80rem)');
/** Attributes that refer to ids; the ids may exist in the list already. */
const references = ['id', 'for', 'form', 'list', 'headers', 'aria-labelledby', 'aria-describedby', 'aria-controls'];
const ownPress = 'a, button, input, label, select, textarea, summary';

export function startBeside(grid: HTMLElement): void {
  const panel = grid.querySelector<HTMLElement>(':scope > .beside');
  const body = panel?.querySelector<HTMLElement>('[data-beside-body]');
  const asPage = panel?.querySelector('a');
  if (!panel || !body || !asPage) return;
  let current: HTMLAnchorElement | null = null;
  let pending: AbortController | undefined;
  // Filter of the rendered list; a page in the history may have another one.
  let drawn = location.search;
  let isLeaving = false;

  const links = (): HTMLAnchorElement[] =>
    [...grid.querySelectorAll('.table-frame tbody tr')].flatMap(
      (row) => row.querySelector<HTMLAnchorElement>('a[data-opens]') ?? [],
    );
  const named = (path: string) => links().find(({ pathname }) => pathname === path) ?? null;
  const mark = (link: HTMLAnchorElement | null): void => {
    current?.removeAttribute('aria-current');
    current = link;
    link?.setAttribute('aria-current', 'true');
    panel.hidden = !link;
    link?.closest('tr')?.scrollIntoView({ block: 'nearest' });
  };
  const mayLeave = (): boolean => !isUnsaved(body) || confirm(panel.dataset.unsaved);

  const hide = (): void => {
    const link = current;
    const hadFocus = panel.contains(document.activeElement);
    pending?.abort();
    mark(null);
    body.replaceChildren();
    if (hadFocus) (link?.isConnected ? link : links()[0])?.focus();
  };
  const close = (): void => {
    if (!mayLeave()) return;
    if (history.state?.beside) {
      isLeaving = true;
      history.back();
    } else {
      history.replaceState(null, '', location.pathname + location.search);
      hide();
    }
  };
  const show = async (link: HTMLAnchorElement, takesFocus: boolean): Promise<void> => {
    mark(link);
    pending?.abort();
    pending = new AbortController();
    const { signal } = pending;
    panel.ariaBusy = 'true';
    const answer = await callServer(link.href, { signal, headers: { accept: 'text/html' } });
    const text = answer?.ok && !answer.redirected ? await answer.text().catch(() => '') : '';
    if (signal.aborted) return;
    const main = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
    if (!main || main.querySelector('[data-island], [data-live]')) return location.assign(link.href);
    const heading = settle(main, link.href);
    body.replaceChildren(...main.childNodes);
    asPage.href = link.href;
    panel.ariaBusy = null;
    panel.scrollTop = 0;
    guardForms(body);
    const picked = body.querySelectorAll<HTMLInputElement>('input[data-pick]');
    if (picked.length > 0) void import('./pickers.ts').then(({ startPickers }) => startPickers(picked));
    if (takesFocus) heading?.focus({ preventScroll: true });
  };
  const open = (link: HTMLAnchorElement, takesFocus = true): void => {
    if (!mayLeave()) return;
    const state = { beside: !current || history.state?.beside === true };
    history[current ? 'replaceState' : 'pushState'](state, '', `#${link.pathname}`);
    void show(link, takesFocus);
  };
  const follow = (): void => {
    const wasAsked = isLeaving;
    isLeaving = false;
    if (location.search !== drawn) history.replaceState(history.state, '', location.pathname + drawn + location.hash);
    const link = isWide.matches ? named(location.hash.slice(1)) : null;
    // Unchanged: a resize must not take focus or input.
    if (link && link === current) return;
    if (link) void show(link, false);
    else if (!current) return;
    else if (wasAsked || mayLeave()) hide();
    else history.pushState({ beside: true }, '', `#${current.pathname}`);
  };

  grid.addEventListener('click', (event) => {
    const target = event.target as Element;
    if (target.closest('[data-beside-close]')) return close();
    const link = target.closest('.table-frame tbody tr')?.querySelector<HTMLAnchorElement>('a[data-opens]');
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !isWide.matches || !isPlain || target.closest(ownPress) || !getSelection()?.isCollapsed) return;
    open(link);
  });
  grid.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !isWide.matches) return;
    if (event.key === 'Escape' && current && !target.closest('details[open]:not(.beside *)')) return close();
    const isRow = target.matches('.table-frame a[data-opens]');
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === ' ' && isRow) open(target as HTMLAnchorElement);
    else if (step !== 0 && (isRow || target.matches('.beside [data-heading]'))) {
      const all = links();
      const at = all.indexOf(
        (isRow ? target.closest('tr')?.querySelector('a[data-opens]') : current) ?? (target as never),
      );
      const next = all[at + step];
      if (next && isRow) next.focus();
      if (next && current) open(next, !isRow);
    } else return;
    event.preventDefault();
  });
  grid.addEventListener('grid-shown', () => {
    drawn = location.search;
    if (!current) return;
    const link = named(current.pathname);
    if (link) mark(link);
    else close();
  });
  addEventListener('popstate', follow);
  isWide.addEventListener('change', follow);
  grid.dataset.opensBeside = '';
  follow();
}

function settle(main: Element, address: string): HTMLElement | null {
  for (const element of main.querySelectorAll('*')) {
    for (const name of references) {
      const value = element.getAttribute(name);
      if (value) element.setAttribute(name, value.replace(/\S+/g, 'beside-$&'));
    }
    element.removeAttribute('data-grid');
  }
  for (const link of main.querySelectorAll('a')) link.href = new URL(link.getAttribute('href') ?? '', address).href;
  const title = main.querySelector('h1');
  const heading = document.createElement('h2');
  heading.dataset.heading = '';
  heading.tabIndex = -1;
  heading.append(...(title?.childNodes ?? []));
  title?.replaceWith(heading);
  return title && heading;
}
