import { type RefObject, useEffect } from 'react';

/** How long nothing was typed before it is kept, and how much a browser sends while its page goes away. */
const idleMs = 10_000;
const keepaliveBytes = 60_000;
/** How long a link waits for it: the page it leads to shows what was typed, in another language too. */
const linkWaitsMs = 3_000;

/**
 * Keeps what was typed when somebody looks away, leaves by a link or stops typing, so that a closed browser loses nothing.
 * A tab in which nobody typed keeps nothing: it may show less than another one has.
 */
export function useAutosave(form: RefObject<HTMLFormElement | null>, action: string): void {
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    // Typing may begin before this script wakes.
    let isDirty = [...element.elements].some(
      (field) => field instanceof HTMLInputElement && field.value !== field.defaultValue,
    );
    let idle = 0;
    const keep = async () => {
      clearTimeout(idle);
      if (!isDirty) return;
      isDirty = false;
      const body = new FormData(element);
      body.set('intent', 'keep');
      const text = new URLSearchParams([...body].map(([name, value]) => [name, String(value)]));
      const keepalive = text.toString().length < keepaliveBytes;
      return fetch(action, { method: 'POST', body: text, keepalive, headers: { accept: 'application/json' } }).catch(
        () => {
          isDirty = true;
        },
      );
    };
    const input = () => {
      isDirty = true;
      clearTimeout(idle);
      idle = window.setTimeout(keep, idleMs);
    };
    // Buttons change the form too; those that post it have kept it by that.
    const pressed = (event: Event) => {
      if ((event.target as Element).closest('button')) input();
    };
    const posted = (event: Event) => {
      if (!event.defaultPrevented) isDirty = false;
    };
    const left = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
      const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || link?.target || link?.hash;
      if (!isDirty || !link || isElsewhere || event.defaultPrevented) return;
      event.preventDefault();
      Promise.race([keep(), new Promise((go) => setTimeout(go, linkWaitsMs))]).then(() => location.assign(link.href));
    };
    const hidden = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    const awake = new AbortController();
    const listen = { signal: awake.signal };
    element.addEventListener('input', input, listen);
    element.addEventListener('click', pressed, listen);
    document.addEventListener('click', left, listen);
    window.addEventListener('submit', posted, listen);
    window.addEventListener('pagehide', keep, listen);
    document.addEventListener('visibilitychange', hidden, listen);
    return () => {
      clearTimeout(idle);
      awake.abort();
    };
  }, [form, action]);
}
