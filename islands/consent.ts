import { callServer } from './call.ts';
import { showToast } from './toast.ts';

let pending: AbortController | undefined;

/** Answers the consent banner in place, since the visitor may be typing. */
export async function answerConsent(form: HTMLFormElement, answer: HTMLElement | null): Promise<void> {
  pending?.abort();
  pending = new AbortController();
  const { signal } = pending;
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.set(name, String(value));
  if (answer instanceof HTMLButtonElement) body.set(answer.name, answer.value);
  const response = await callServer(form.action, { method: 'POST', body, redirect: 'manual', signal });
  if (signal.aborted) return;
  if (!response) return showToast(form.dataset.noAnswer ?? '');
  if (response.type !== 'opaqueredirect') {
    location.assign(form.action);
    return;
  }
  form.closest('.consent')?.remove();
  delete document.documentElement.dataset.asked;
  document.getElementById('main')?.focus({ preventScroll: true });
}
