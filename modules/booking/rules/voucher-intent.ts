import { foldCode } from '#modules/vouchers/rules/voucher.ts';

/** The field of the box, and the code that was refused when the page was shown. */
export const codeField = 'voucherCode';
const triedField = 'voucherTried';
/** The codes that the last step showed as working. */
export const codeFieldView = 'appliedCode';
export const maxCodes = 20;
/** What the button asks for that orders from the page of the address. */
export const orderIntent = 'order';
const longestCode = 100;

const codeIn = (form: FormData): string =>
  String(form.get(codeField) ?? '')
    .trim()
    .slice(0, longestCode);

export type VoucherIntent = { do: 'add' | 'remove'; code: string };

/**
 * What the form of a step asks of the voucher box; null: the step is meant. `enter` is the form's first button, which Enter
 * presses in any field. A code that was typed and not redeemed is never lost on the way to the next step, but one that
 * was refused just now keeps nobody back. On the last step Enter never orders.
 */
export function voucherIntentOf(form: FormData, isLastStep: boolean): VoucherIntent | null {
  const intent = String(form.get('intent') ?? 'next');
  const code = codeIn(form);
  if (intent.startsWith('voucher-remove:')) {
    return { do: 'remove', code: intent.slice('voucher-remove:'.length).slice(0, longestCode) };
  }
  if (intent === 'voucher' || (intent === 'enter' && (code !== '' || isLastStep))) return { do: 'add', code };
  const wasTried = foldCode(code) === foldCode(String(form.get(triedField) ?? ''));
  return (intent === 'next' || intent === orderIntent) && code !== '' && !wasTried ? { do: 'add', code } : null;
}

/**
 * The code that stays in the field: typed, while a button was pressed that asks for something else than to go on. One that
 * was just taken out does not, or the next step would redeem it again.
 */
export function savedInField(form: FormData): string {
  const intent = String(form.get('intent') ?? 'next');
  const code = codeIn(form);
  const isDone = ['next', 'enter', 'voucher', orderIntent].includes(intent);
  return isDone || foldCode(intent) === foldCode(`voucher-remove:${code}`) ? '' : code;
}
