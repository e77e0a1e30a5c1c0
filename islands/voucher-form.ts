import { voucherIntentOf } from '#modules/booking/rules/voucher-intent.ts';
import { callServer } from './call.ts';
import { backToBox, codeControl, postPlainly, showNoConnection } from './voucher-box.ts';

/** Voucher box of the last step: posts the form and replaces these elements from the answered page. */
const places = ['refusal', 'order-fields', 'order-lines', 'vouchers', 'ways-to-pay', 'booking-actions'];

export function startVoucherForm(form: HTMLFormElement): void {
  const status = document.createElement('p');
  status.className = 'visually-hidden';
  status.setAttribute('role', 'status');
  form.after(status);
  let isBusy = false;
  form.addEventListener('submit', (event) => {
    const body = new FormData(form, event.submitter);
    // Enter in the field presses the form's first button.
    if (body.get('intent') === 'enter' && document.activeElement === codeControl()) body.set('intent', 'voucher');
    if (!voucherIntentOf(body, true)) return;
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    void answerOf(form, body)
      .then((page) => {
        if (page === 'none') return showNoConnection();
        if (!page) return postPlainly(form, body);
        showAnswer(page, String(body.get('intent')));
        status.textContent = document.querySelector('#vouchers ul')?.textContent ?? '';
      })
      .finally(() => {
        isBusy = false;
      });
  });
}

/** `none`: no connection. Null: another page, which the browser then shows. */
async function answerOf(form: HTMLFormElement, body: FormData): Promise<Document | 'none' | null> {
  const answer = await callServer(form.action, { method: 'POST', body });
  if (!answer) return 'none';
  try {
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const isSameStep = page.getElementById('booking')?.getAttribute('action') === form.getAttribute('action');
    return isSameStep ? page : null;
  } catch {
    return null;
  }
}

function showAnswer(page: Document, intent: string): void {
  for (const id of places) {
    const [before, after] = [document.getElementById(id), page.getElementById(id)];
    if (before && after) before.replaceWith(after);
  }
  backToBox(intent);
}
