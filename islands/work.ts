import { startFinding } from './find.ts';
import { startGrids } from './grid.ts';
import { startMenuGroups } from './menu-groups.ts';

const box = document.querySelector<HTMLFormElement>('form[data-find]');
if (box) startFinding(box);
startGrids();
startMenuGroups(document.querySelectorAll('[data-menu-group]'));
const here = document.querySelector('.admin-nav [aria-current]');
const nav = here?.closest('.admin-nav');
if (here && nav)
  nav.scrollTop = here.getBoundingClientRect().bottom - nav.getBoundingClientRect().bottom + nav.clientHeight / 2;
const picked = document.querySelectorAll<HTMLInputElement>('input[data-pick]');
if (picked.length > 0) void import('./pickers.ts').then(({ startPickers }) => startPickers(picked));
const firstEvent = document.querySelector<HTMLFormElement>('form:has([data-first-event])');
if (firstEvent) void import('./first-event.ts').then(({ startFirstEvent }) => startFirstEvent(firstEvent));

// Menus: only one is open; Escape or a click outside closes it.
const opened = '.event-switcher, .admin-header .site-menu';
const closeAll = (but?: Element | null): void => {
  for (const details of document.querySelectorAll<HTMLDetailsElement>(opened)) {
    if (details !== but) details.open = false;
  }
};
document.addEventListener('click', ({ target }) => closeAll((target as Element).closest(opened)));
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  const details = (event.target as Element).closest<HTMLDetailsElement>(opened);
  if (!details?.open) return;
  details.open = false;
  details.querySelector('summary')?.focus();
});
