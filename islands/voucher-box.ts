import { codeField } from '#modules/booking/rules/voucher-intent.ts';
import { showToast } from './toast.ts';

export const codeControl = (): HTMLInputElement | null => document.querySelector(`input[name=${codeField}]`);

/** Moves the focus to the box; after entering a code to the field, after removing one without opening the keyboard. */
export function backToBox(intent: string): void {
  const box = document.getElementById('vouchers');
  const next = intent.startsWith('voucher-remove:') ? box : codeControl();
  next?.focus({ preventScroll: true });
  box?.scrollIntoView({ block: 'nearest' });
}

/** Offline the page stays; a plain post would replace it with an error page. */
export const showNoConnection = (): void => showToast(document.getElementById('vouchers')?.dataset.noAnswer ?? '');

export function postPlainly(form: HTMLFormElement, body: FormData): void {
  const intent = document.createElement('input');
  intent.type = 'hidden';
  intent.name = 'intent';
  intent.value = String(body.get('intent'));
  form.append(intent);
  form.submit();
}
