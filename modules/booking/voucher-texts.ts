import type { Translator } from '#src/platform/locale.ts';
import type { VoucherBoxTexts } from '#src/ui/voucher-box.tsx';
import { codeMessages } from './rules/voucher-messages.ts';

export const voucherBoxTexts = ({ t }: Translator): VoucherBoxTexts => ({
  title: t('voucherBox.title'),
  label: t('voucherBox.label'),
  redeem: t('voucherBox.redeem'),
  remove: t('voucherBox.remove'),
  noAnswer: t('voucherBox.noAnswer'),
  removeCode: t('voucherBox.removeCode', { code: '{code}' }),
});

/** What can be said of a code, by what is the matter. */
export const voucherMessages = ({ t }: Translator): Record<string, string> =>
  Object.fromEntries(codeMessages.map((message) => [message, t(`voucherBox.message.${message}`)]));
