import { callServer } from '../call.ts';

const places = ['order-fields', 'order-lines', 'ways-to-pay'];
const visibleTotal = (form: HTMLFormElement): string =>
  form.querySelector<HTMLInputElement>('#order-fields [name=totalPrice]')?.value ?? '';

/** Loads the order lines for this price (cents) from the server; the input of the form stays. */
export async function follow(form: HTMLFormElement | null, total: number): Promise<void> {
  if (!form || visibleTotal(form) === String(total)) return;
  const body = new FormData(form);
  body.set('intent', 'keep');
  const isKept = await callServer(form.action, { method: 'POST', body, headers: { accept: 'application/json' } });
  const answer = isKept?.ok ? await callServer(form.action) : null;
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const chosen = new FormData(form).get('paymentMethod');
  for (const id of places) {
    const [before, after] = [document.getElementById(id), page.getElementById(id)];
    if (before && after) before.replaceWith(after);
  }
  for (const way of form.querySelectorAll<HTMLInputElement>('[name=paymentMethod]'))
    way.checked ||= way.value === chosen;
}
