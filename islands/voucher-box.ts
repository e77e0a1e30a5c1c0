import { codeField } from '#modules/booking/rules/voucher-intent.ts';
import { showToast } from './toast.ts';

export const codeControl = (): HTMLInputElement | null => document.querySelector(`input[name=${codeField}]`);

/** Reading goes on at the box; after entering a code one may type the next, after removing one no keyboard pops up. */
export function backToBox(intent: string): void {
  const box = document.getElementById('vouchers');
  const next = intent.startsWith('voucher-remove:') ? box : codeControl();
  next?.focus({ preventScroll: true });
  box?.scrollIntoView({ block: 'nearest' });
}

/** Without a connection the page stays as it is: posting it plainly would show an error of the browser in its place. */
export const sayNoAnswer = (): void => showToast(document.getElementById('vouchers')?.dataset.noAnswer ?? '');

/** Posts the form as it would be without a script, for an answer that is no box. */
export function postPlainly(form: HTMLFormElement, body: FormData): void {
  const intent = document.createElement('input');
  intent.type = 'hidden';
  intent.name = 'intent';
  intent.value = String(body.get('intent'));
  form.append(intent);
  form.submit();
}
