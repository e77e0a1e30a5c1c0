import * as z from 'zod';
import { type Field, plainForm } from '#src/platform/forms/fields.ts';
import type { Translator } from '#src/platform/locale.ts';

/** Where a transfer goes, as organizers and buyers are asked for it. */
export const accountForm = (words: Translator, isOwn = false) => {
  const field = (name: string, label: string, maxLength: number, more: Partial<Field> = {}): Field => ({
    name,
    kind: 'text',
    label,
    required: true,
    control: { maxLength, autoComplete: isOwn && name === 'accountHolder' ? 'name' : 'off', spellCheck: false },
    ...more,
  });
  return plainForm(
    'refunds',
    field('accountHolder', words.t('refunds.account.holder'), 70),
    field('iban', words.t('refunds.account.iban'), 60),
    field('bic', words.t('refunds.account.bic'), 20, { required: false, hint: words.t('refunds.account.bicHint') }),
  );
};

export const accountInput = z.object({
  iban: z.string().max(60),
  accountHolder: z.string().max(200),
  bic: z.string().max(20).nullable().optional(),
});
