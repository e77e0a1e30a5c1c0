import { type RefObject, useEffect } from 'react';
import { callServer } from '../call.ts';

const idleMs = 1000;
const againMs = 10_000;
const keepaliveBytes = 60_000;
const headers = { accept: 'application/json' };

/** Autosave. Each post has edit times per person, so that the latest edit wins in any order (`rules/draft-tabs.ts`). */
export function useAutosave(form: RefObject<HTMLFormElement | null>, action: string, latest: number): void {
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const editTimes = new Map<string, number>();
    const given = new Set(new FormData(element).getAll('seen'));
    const timeOfNow = () => Math.max(Date.now(), latest + 1);
    let isDirty = false;
    /** The page was left without submitting: the next page may lack later answers. */
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
      // The local id is the first field.
      const id = (target as Element).closest('.entry-person, .entry')?.querySelector<HTMLInputElement>('[type=hidden]');
      editTimes.set(id?.value ?? '', timeOfNow());
      isDirty = true;
      isPosted = false;
      isLeft = false;
      clearTimeout(idle);
      idle = setTimeout(keep, idleMs);
    };
    for (const field of element.elements) {
      const { value, defaultValue = value } = field as HTMLInputElement;
      if (value !== defaultValue) note({ target: field });
    }
    const on = (target: EventTarget, type: string, run: (event: Event) => unknown) =>
      target.addEventListener(type, run);
    on(element, 'input', note);
    // A delayed press filled in this person; its time counts, not the time of the press.
    on(element, 'filled', note);
    on(element, 'click', (event) => (event.target as Element).closest('button') && note(event));
    // Saves before the field is removed from the form.
    on(element, 'focusout', () => setTimeout(keep));
    on(element, 'formdata', (event) => {
      const { formData } = event as FormDataEvent;
      // This tab owns people it added, so its later edits of them win.
      for (const localId of formData.getAll('seen'))
        if (!given.has(localId)) editTimes.set(`${localId}`, editTimes.get(`${localId}`) ?? timeOfNow());
      formData.append('typed', `${latest}`);
      for (const [whose, at] of editTimes) formData.append('typed', `${at}:${whose}`);
    });
    on(window, 'submit', (event) => {
      if (event.defaultPrevented) return;
      isDirty = false;
      isPosted = event.target === element;
      if (!isPosted) saveWaiting(action, null);
    });
    on(window, 'beforeunload', () => {
      isLeft = !isPosted;
    });
    on(window, 'pagehide', keep);
    on(window, 'online', keep);
    on(document, 'visibilitychange', keep);
  }, [form, action, latest]);
}

function saveWaiting(action: string, body: URLSearchParams | null): () => void {
  const entry = `${action} ${body}`;
  try {
    sessionStorage.typed = body ? entry : '';
  } catch {} // Quota exceeded: only sent.
  return () => {
    if (sessionStorage.typed === entry) sessionStorage.typed = '';
  };
}
