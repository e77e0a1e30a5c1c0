import { type RefObject, useEffect } from 'react';
import { callServer } from '../call.ts';
import { saveWaiting } from '../waiting.ts';

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
    const given = new Set(new FormData(element).getAll('seen'));
    const timeOfNow = () => Math.max(Date.now(), latest + 1);
    let isDirty = false;
    /** The page is left without its form: what is answered from now on may be missing on the next page. */
    let isLeft = false;
    let isPosted = false;
    let idle: ReturnType<typeof setTimeout> | undefined;
    const keep = async () => {
      clearTimeout(idle);
      if (!isDirty) return;
      isDirty = false;
      const body = new URLSearchParams(new FormData(element) as unknown as Record<string, string>);
      body.set('intent', 'keep');
      const answered = saveWaiting(action, body);
      const keepalive = `${body}`.length < keepaliveBytes;
      const answer = await callServer(action, { method: 'POST', body, keepalive, headers });
      if (answer?.ok) return isLeft || answered();
      isDirty = true;
      if (!answer) idle = setTimeout(keep, againMs);
    };
    const note = ({ target }: { target: EventTarget | null }) => {
      // People and teams begin with their local id.
      const id = (target as Element).closest('.entry-person, .entry')?.querySelector<HTMLInputElement>('[type=hidden]');
      typed.set(id?.value ?? '', timeOfNow());
      isDirty = true;
      isPosted = false;
      isLeft = false;
      clearTimeout(idle);
      idle = setTimeout(keep, idleMs);
    };
    // Typing may begin before this script wakes.
    for (const field of element.elements) {
      const { value, defaultValue = value } = field as HTMLInputElement;
      if (value !== defaultValue) note({ target: field });
    }
    const on = (target: EventTarget, type: string, run: (event: Event) => unknown) =>
      target.addEventListener(type, run);
    on(element, 'input', note);
    // Somebody was filled in by a press that had to wait: that is newer than the press itself.
    on(element, 'filled', note);
    // Buttons change the form too; those that post it have kept it by that.
    on(element, 'click', (event) => (event.target as Element).closest('button') && note(event));
    // A field that goes away is left before the form is without it.
    on(element, 'focusout', () => setTimeout(keep));
    on(element, 'formdata', (event) => {
      const { formData } = event as FormDataEvent;
      // Whoever was added in this page is of this page, and later words of it about them hold.
      for (const localId of formData.getAll('seen'))
        if (!given.has(localId)) typed.set(`${localId}`, typed.get(`${localId}`) ?? timeOfNow());
      formData.append('typed', `${latest}`);
      for (const [whose, at] of typed) formData.append('typed', `${at}:${whose}`);
    });
    on(window, 'submit', (event) => {
      if (event.defaultPrevented) return;
      isDirty = false;
      isPosted = event.target === element;
      // A logout leaves nothing.
      if (!isPosted) saveWaiting(action, null);
    });
    on(window, 'beforeunload', () => {
      isLeft = !isPosted;
    });
    on(window, 'pagehide', keep);
    on(window, 'online', keep);
    on(document, 'visibilitychange', keep);
    // The form goes with its page alone.
  }, [form, action, latest]);
}
