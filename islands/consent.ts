/** Answers the consent banner without leaving the page, on which somebody may be typing. */
export async function answerConsent(form: HTMLFormElement, answer: HTMLElement | null): Promise<void> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.set(name, String(value));
  if (answer instanceof HTMLButtonElement) body.set(answer.name, answer.value);
  const response = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null);
  if (response?.type !== 'opaqueredirect') {
    location.assign(form.action);
    return;
  }
  form.closest('.consent')?.remove();
  delete document.documentElement.dataset.asked;
  document.getElementById('main')?.focus({ preventScroll: true });
}
