import * as z from 'zod';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { type Field, plainForm } from '#src/web/forms/fields.ts';
import { type AccountInput, readAccount } from '../rules/refund-account.ts';

/** Form for the account of a transfer. `ours`: the account of the platform. */
export const accountForm = (i18n: Translator, ours: string | null, isOwn = false) => {
  const field = (name: keyof AccountInput, label: string, maxLength: number, more: Partial<Field> = {}): Field => ({
    name,
    kind: 'text',
    label,
    required: true,
    // Validates the whole account, so that all errors are shown at once.
    read: (text, typed) => {
      const { iban = '', accountHolder = '', bic = '' } = typed;
      const read = readAccount({ iban, accountHolder, bic }, ours);
      const [error] = ('fields' in read && read.fields[name]) || [];
      const isEmpty = text.trim() === '';
      if (error && !(isEmpty && name !== 'bic')) return { error: i18n.t(error as MessageKey) };
      return { value: isEmpty ? null : text.trim() };
    },
    control: { maxLength, autoComplete: isOwn && name === 'accountHolder' ? 'name' : 'off', spellCheck: false },
    ...more,
  });
  return plainForm(
    'refunds',
    field('accountHolder', i18n.t('refunds.account.holder'), 70),
    field('iban', i18n.t('refunds.account.iban'), 60),
    field('bic', i18n.t('refunds.account.bic'), 20, { required: false, hint: i18n.t('refunds.account.bicHint') }),
  );
};

export const accountInput = z.object({
  iban: z.string().max(60),
  accountHolder: z.string().max(200),
  bic: z.string().max(20).nullable().optional(),
});
