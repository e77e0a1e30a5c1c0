import { startBeside } from './beside.ts';
import { callServer } from './call.ts';

/** Server-rendered lists of management pages: hideable columns, and filtering while typing. */
const waitMs = 200;

export function startGrids(): void {
  wake(document);
  document.addEventListener('live-shown', ({ target }) => wake(target as Element));
  const filter = document.querySelector<HTMLFormElement>('form[data-grid-filter]');
  if (filter) followFilter(filter);
}

function wake(part: ParentNode): void {
  for (const grid of part.querySelectorAll<HTMLElement>('[data-grid]')) {
    chooseColumns(grid);
    tickAll(grid);
    startBeside(grid);
    for (const frame of grid.querySelectorAll('.table-frame')) sizes.observe(frame);
  }
}

const grids = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-grid]')];
const storeName = (grid: HTMLElement): string => `columns:${grid.dataset.grid}`;

/** Storage may be unavailable; then a choice lasts as long as the page. Null: never chosen. */
function remembered(grid: HTMLElement): string[] | null {
  try {
    return JSON.parse(localStorage.getItem(storeName(grid)) ?? 'null') as string[] | null;
  } catch {
    return null;
  }
}

function remember(grid: HTMLElement, hidden: readonly string[]): void {
  try {
    localStorage.setItem(storeName(grid), JSON.stringify(hidden));
  } catch {}
}

function chooseColumns(grid: HTMLElement): void {
  const details = grid.querySelector<HTMLDetailsElement>('.grid-columns');
  if (!details) return;
  const boxes = [...details.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  const hidden = remembered(grid);
  for (const box of boxes) {
    if (hidden) box.checked = !hidden.includes(box.value);
    box.addEventListener('change', () => {
      showChosen(grid);
      remember(
        grid,
        boxes.filter(({ checked }) => !checked).map(({ value }) => value),
      );
    });
  }
  details.hidden = false;
  details.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    details.open = false;
    details.querySelector('summary')?.focus();
  });
  showChosen(grid);
}

function followFilter(form: HTMLFormElement): void {
  form.dataset.follows = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: AbortController | undefined;
  const ask = async () => {
    pending?.abort();
    pending = new AbortController();
    const query = new URLSearchParams(
      [...new FormData(form)].filter(([, value]) => value !== '') as [string, string][],
    );
    const address = query.size > 0 ? `${form.action}?${query}` : form.action;
    try {
      const answer = await callServer(address, { signal: pending.signal, headers: { accept: 'text/html' } });
      if (!answer) return;
      if (!answer.ok || answer.redirected) return form.submit();
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      // URL first: a record that is no longer in the list closes by it.
      history.replaceState(history.state, '', address + location.hash);
      show(page);
    } catch (error) {
      if ((error as Error).name !== 'AbortError') console.warn(error);
    }
  };
  if ([...form.querySelectorAll('input')].some(({ value, defaultValue }) => value !== defaultValue)) void ask();
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), waitMs);
  });
}

/** Replaces only what the filter changes, to keep focus and input. */
function show(page: Document): void {
  for (const grid of grids()) {
    const fresh = page.querySelector(`[data-grid="${grid.dataset.grid}"]`);
    const pair = <E extends Element>(place: string) => [grid, fresh].map((of) => of?.querySelector<E>(place));
    replace(...pair('.table-frame'));
    const [status, freshStatus] = pair('[role=status]');
    if (status && freshStatus) status.textContent = freshStatus.textContent;
    for (const format of ['csv', 'xlsx']) {
      const [link, freshLink] = pair<HTMLAnchorElement>(`[data-grid-export=${format}]`);
      if (link && freshLink) link.href = freshLink.href;
    }
    showChosen(grid);
    grid.dispatchEvent(new Event('grid-shown'));
  }
  const [follower, freshFollower] = [document, page].map((of) =>
    of.querySelector<HTMLAnchorElement>('a[data-grid-follows]'),
  );
  if (follower && freshFollower) follower.href = freshFollower.href;
  const [bulk, freshBulk] = [document, page].map((of) => of.querySelector('.grid-bulk'));
  replace(bulk, freshBulk);
  const [pager, freshPager] = [document.querySelector('.pager'), page.querySelector('.pager')];
  if (pager && freshPager) replace(pager, freshPager);
  else if (pager) pager.remove();
  else if (freshPager)
    (bulk ? document.querySelector('.grid-bulk') : grids().at(-1))?.after(document.adoptNode(freshPager));
}

function replace(before?: Element | null, after?: Element | null): void {
  if (before && after) before.replaceWith(document.adoptNode(after));
}

function tickAll(grid: HTMLElement): void {
  grid.addEventListener('change', ({ target }) => {
    const all = target as HTMLInputElement;
    if (!all.matches('thead input')) return;
    for (const box of grid.querySelectorAll<HTMLInputElement>('tbody .tick input')) box.checked = all.checked;
  });
}

/** Added here, since it does nothing without scripts. */
function offerAll(grid: HTMLElement): void {
  if (!grid.querySelector('tbody .tick')) return;
  const heading = grid.querySelector('thead th');
  if (!heading || heading.querySelector('input')) return;
  const label = document.createElement('label');
  label.className = 'check tick';
  const box = document.createElement('input');
  box.type = 'checkbox';
  const text = document.createElement('span');
  text.className = 'visually-hidden';
  text.textContent = grid.dataset.all ?? '';
  label.append(box, text);
  heading.replaceChildren(label);
}

function showChosen(grid: HTMLElement): void {
  offerAll(grid);
  const hidden: string[] = [];
  for (const box of grid.querySelectorAll<HTMLInputElement>('.grid-columns input[type=checkbox]')) {
    if (!box.checked) hidden.push(box.value);
    for (const row of grid.querySelectorAll('tr')) {
      const cell = row.children[Number(box.dataset.at)] as HTMLElement | undefined;
      if (cell) cell.hidden = !box.checked;
    }
  }
  for (const frame of grid.querySelectorAll<HTMLElement>('.table-frame')) markFit(frame);
  for (const link of grid.querySelectorAll<HTMLAnchorElement>('[data-grid-export]')) {
    const address = new URL(link.href);
    address.searchParams.set('without', hidden.join());
    link.href = address.href;
  }
}

/** A table that fits needs no scroll container, so its header can stay in view. */
function markFit(frame: HTMLElement): void {
  delete frame.dataset.fits;
  if (frame.scrollWidth <= frame.clientWidth) frame.dataset.fits = '';
}
/** Also when a record opens beside the list. */
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) markFit(target as HTMLElement);
});
