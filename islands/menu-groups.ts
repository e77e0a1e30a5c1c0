/** Remembers which groups of the management's menu are open. The group of the page is always open. */
const key = 'menu-groups';

function savedGroups(): Record<string, boolean> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, boolean>;
  } catch {
    return {};
  }
}

export function startMenuGroups(groups: NodeListOf<HTMLDetailsElement>): void {
  const saved = savedGroups();
  for (const group of groups) {
    const name = group.dataset.menuGroup ?? '';
    if (!group.querySelector('[aria-current]')) group.open = saved[name] ?? group.open;
    // Not `toggle`, which also fires for the page's own groups.
    group.querySelector('summary')?.addEventListener('click', () => {
      saved[name] = !group.open;
      try {
        localStorage.setItem(key, JSON.stringify(saved));
      } catch {} // Storage is unavailable: lasts as long as the page.
    });
  }
}
