/**
 * Wakes the lists of management pages: columns one may hide, remembered in this browser, and a list that follows the
 * filter while it is typed. The server draws every list; this only asks for it and puts it in its place.
 */
const waitMs = 200;

export function wakeGrids(): void {
  for (const grid of grids()) chooseColumns(grid);
  const filter = document.querySelector<HTMLFormElement>('form[data-grid-filter]');
  if (filter) followFilter(filter);
}

const grids = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-grid]')];
const storeName = (grid: HTMLElement): string => `columns:${grid.dataset.grid}`;

/** Storage may be closed to us; then a choice lasts as long as the page. */
function remembered(grid: HTMLElement): string[] {
  try {
    return JSON.parse(localStorage.getItem(storeName(grid)) ?? '[]') as string[];
  } catch {
    return [];
  }
}

function remember(grid: HTMLElement, hidden: readonly string[]): void {
  try {
    localStorage.setItem(storeName(grid), JSON.stringify(hidden));
  } catch {
    // It stays chosen on this page.
  }
}

function chooseColumns(grid: HTMLElement): void {
  const details = grid.querySelector<HTMLDetailsElement>('.grid-columns');
  if (!details) return;
  const boxes = [...details.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  const hidden = remembered(grid);
  for (const box of boxes) {
    box.checked = !hidden.includes(box.value);
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked: AbortController | undefined;
  const ask = async () => {
    asked?.abort();
    asked = new AbortController();
    const query = new URLSearchParams(
      [...new FormData(form)].filter(([, value]) => value !== '') as [string, string][],
    );
    const address = query.size > 0 ? `${form.action}?${query}` : form.action;
    try {
      const answer = await fetch(address, { signal: asked.signal, headers: { accept: 'text/html' } });
      if (!answer.ok || answer.redirected) return form.submit();
      show(new DOMParser().parseFromString(await answer.text(), 'text/html'));
      history.replaceState(history.state, '', address);
    } catch (error) {
      // A newer question took its place; a lost connection is told by the button, which still works.
      if ((error as Error).name !== 'AbortError') console.warn(error);
    }
  };
  // Somebody was quicker than this script.
  if ([...form.querySelectorAll('input')].some(({ value, defaultValue }) => value !== defaultValue)) void ask();
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), waitMs);
  });
}

/** Only what the filter moves is replaced, so that focus and typing stay. */
function show(page: Document): void {
  for (const grid of grids()) {
    const fresh = page.querySelector(`[data-grid="${grid.dataset.grid}"]`);
    const [table, freshTable] = [grid.querySelector('.table-frame'), fresh?.querySelector('.table-frame')];
    if (table && freshTable) table.replaceWith(document.adoptNode(freshTable));
    const [status, freshStatus] = [grid.querySelector('[role=status]'), fresh?.querySelector('[role=status]')];
    if (status && freshStatus) status.textContent = freshStatus.textContent;
    showChosen(grid);
  }
  const [pager, freshPager] = [document.querySelector('.pager'), page.querySelector('.pager')];
  if (pager && freshPager) pager.replaceWith(document.adoptNode(freshPager));
  else if (pager) pager.remove();
  else if (freshPager) grids().at(-1)?.after(document.adoptNode(freshPager));
}

function showChosen(grid: HTMLElement): void {
  for (const box of grid.querySelectorAll<HTMLInputElement>('.grid-columns input[type=checkbox]')) {
    for (const row of grid.querySelectorAll('tr')) {
      const cell = row.children[Number(box.dataset.at)] as HTMLElement | undefined;
      if (cell) cell.hidden = !box.checked;
    }
  }
}
