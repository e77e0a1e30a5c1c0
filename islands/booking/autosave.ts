import { type RefObject, useEffect } from 'react';
import { callServer } from '../call.ts';
import { keepWaiting } from '../waiting.ts';

/** How long nothing was typed before it is kept, how long until it is tried again, and what a leaving page may send. */
const idleMs = 1000;
const againMs = 10_000;
const keepaliveBytes = 60_000;
const headers = { accept: 'application/json' };

/**
 * Keeps what was typed when a field is left or nobody types any more, so that a closed browser loses nothing. Each post
 * says when who was typed (`rules/draft-tabs.ts`), so in whatever order posts of several pages arrive the last word holds.
 * A tab in which nobody typed keeps nothing: it may show less than another one has.
 *
 * What the server has not answered yet waits in the tab, where the next page finds it (`late-words.ts`).
 */
export function useAutosave(form: RefObject<HTMLFormElement | null>, action: string, latest: number): void {
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const typed = new Map<string, number>();
    let isDirty = false;
    let idle = 0;
    const keep = async () => {
      clearTimeout(idle);
      if (!isDirty) return;
      isDirty = false;
      const body = new URLSearchParams(new FormData(element) as unknown as Record<string, string>);
      body.set('intent', 'keep');
      const answered = keepWaiting(action, body);
      const keepalive = `${body}`.length < keepaliveBytes;
      const answer = await callServer(action, { method: 'POST', body, keepalive, headers });
      if (answer?.ok) return answered();
      isDirty = true;
      if (!answer) idle = window.setTimeout(keep, againMs);
    };
    const note = (target: EventTarget | null) => {
      const whose = (target as Element).closest<HTMLElement>('[data-person]')?.dataset.person ?? '';
      typed.set(whose, Math.max(Date.now(), latest + 1));
      isDirty = true;
      clearTimeout(idle);
      idle = window.setTimeout(keep, idleMs);
    };
    // Typing may begin before this script wakes.
    for (const field of element.elements) {
      if (field instanceof HTMLInputElement && field.value !== field.defaultValue) note(field);
    }
    // Buttons change the form too; those that post it have kept it by that.
    const pressed = ({ target }: Event) => {
      if ((target as Element).closest('button')) note(target);
    };
    const posted = (event: Event) => {
      if (event.defaultPrevented) return;
      isDirty = false;
      clearTimeout(idle);
      // A logout leaves nothing.
      if (event.target !== element) keepWaiting(action, null);
    };
    const hidden = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    const awake = new AbortController();
    const listen = { signal: awake.signal };
    element.addEventListener('input', ({ target }) => note(target), listen);
    element.addEventListener('click', pressed, listen);
    element.addEventListener('focusout', keep, listen);
    element.addEventListener(
      'formdata',
      ({ formData }) => {
        formData.append('typed', '');
        for (const [whose, at] of typed) formData.append('typed', `${at}:${whose}`);
      },
      listen,
    );
    window.addEventListener('submit', posted, listen);
    window.addEventListener('pagehide', keep, listen);
    window.addEventListener('online', keep, listen);
    document.addEventListener('visibilitychange', hidden, listen);
    return () => {
      clearTimeout(idle);
      awake.abort();
    };
  }, [form, action, latest]);
}
