/** Moves the neighbors instead of the row itself, so that the row keeps focus and pointer. */
type Listener = {
  moved: (row: { name: string; place: number; count: number }) => void;
  done: (ids: readonly string[]) => void;
};

const rowOf = (element: Element): HTMLElement | null => element.closest('tr, li');

/** Answers a function to stop. */
export function arrangeRows(form: string, { moved, done }: Listener): () => void {
  const spots = () => [...document.querySelectorAll<HTMLElement>(`[data-sort="${form}"]`)];
  const ids = () => spots().map((spot) => spot.dataset.sortId ?? '');
  const stop = new AbortController();
  const { signal } = stop;

  const step = (spot: HTMLElement, way: 'up' | 'down'): boolean => {
    const all = spots();
    const at = all.indexOf(spot);
    const other = all[at + (way === 'up' ? -1 : 1)];
    const [row, neighbour] = [rowOf(spot), other && rowOf(other)];
    if (!row || !neighbour) return false;
    if (way === 'up') row.after(neighbour);
    else row.before(neighbour);
    const place = at + (way === 'up' ? 0 : 2);
    for (const [index, each] of spots().entries())
      for (const button of each.querySelectorAll('button'))
        button.setAttribute('aria-disabled', String(index === (button.dataset.way === 'up' ? 0 : all.length - 1)));
    moved({ name: spot.dataset.sortName ?? '', place, count: all.length });
    return true;
  };
  const stepAndSave = (spot: HTMLElement, way: 'up' | 'down') => {
    if (step(spot, way)) done(ids());
  };

  const drag = (spot: HTMLElement, grip: HTMLElement, begin: PointerEvent) => {
    const row = rowOf(spot);
    if (!row || begin.button !== 0) return;
    begin.preventDefault();
    const before = ids();
    const ended = new AbortController();
    const end = (isKept: boolean) => {
      ended.abort();
      delete row.dataset.dragged;
      if (!isKept) restore(spot, before.indexOf(spot.dataset.sortId ?? ''));
      else if (ids().join() !== before.join()) done(ids());
    };
    const restore = (each: HTMLElement, place: number) => {
      while (spots().indexOf(each) > place && step(each, 'up'));
      while (spots().indexOf(each) < place && step(each, 'down'));
    };
    row.dataset.dragged = '';
    grip.setPointerCapture(begin.pointerId);
    const during = { signal: ended.signal };
    grip.addEventListener(
      'pointermove',
      ({ clientY }) => {
        const all = spots();
        const at = all.indexOf(spot);
        const middleOf = (each: HTMLElement | undefined): number | null => {
          const box = each && rowOf(each)?.getBoundingClientRect();
          return box ? box.top + box.height / 2 : null;
        };
        const [above, below] = [middleOf(all[at - 1]), middleOf(all[at + 1])];
        if (above !== null && clientY < above) step(spot, 'up');
        else if (below !== null && clientY > below) step(spot, 'down');
      },
      during,
    );
    grip.addEventListener('pointerup', () => end(true), during);
    grip.addEventListener('pointercancel', () => end(false), during);
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), during);
  };

  for (const spot of spots()) {
    const row = rowOf(spot);
    spot.dataset.ready = '';
    spot.addEventListener(
      'click',
      (event) => {
        const way = (event.target as Element).closest('button')?.dataset.way;
        if (way !== 'up' && way !== 'down') return;
        event.preventDefault();
        stepAndSave(spot, way);
      },
      { signal },
    );
    row?.addEventListener(
      'keydown',
      (event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        stepAndSave(spot, event.key === 'ArrowUp' ? 'up' : 'down');
      },
      { signal },
    );
    const grip = spot.querySelector<HTMLElement>('.sort-grip');
    grip?.addEventListener('pointerdown', (event) => drag(spot, grip, event), { signal });
  }
  return () => stop.abort();
}
