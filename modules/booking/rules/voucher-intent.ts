import { foldCode } from '#modules/vouchers/rules/voucher.ts';

/** The input field, and the refused code when the page was shown. */
export const codeField = 'voucherCode';
const triedField = 'voucherTried';
/** Codes that the last step showed as working. */
export const codeFieldView = 'appliedCode';
export const maxCodes = 20;
export const orderIntent = 'order';
const longestCode = 100;

const codeIn = (form: FormData): string =>
  String(form.get(codeField) ?? '')
    .trim()
    .slice(0, longestCode);

export type VoucherIntent = { do: 'add' | 'remove'; code: string };

/** Action of the voucher box; null: the step itself. Enter presses `enter` and never orders. */
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

/** The code that stays in the field. A removed code does not, or the next step would redeem it again. */
export function savedInField(form: FormData): string {
  const intent = String(form.get('intent') ?? 'next');
  const code = codeIn(form);
  const isDone = ['next', 'enter', 'voucher', orderIntent].includes(intent);
  return isDone || foldCode(intent) === foldCode(`voucher-remove:${code}`) ? '' : code;
}
