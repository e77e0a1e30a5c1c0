import * as z from 'zod';
import type { Cents } from '#src/kernel/money.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { readCents } from '#src/ui/format.ts';
import { type Field, plainForm } from '#src/web/forms/fields.ts';
import { postedText } from '#src/web/forms/own-form.ts';
import type { PageCall } from '#src/web/http.ts';
import { type AccountInput, readAccount } from '../rules/refund-account.ts';

export const accountForm = (i18n: Translator, ours: string | null, isOwn = false) => {
  const field = (name: keyof AccountInput, label: string, maxLength: number, more: Partial<Field> = {}): Field => ({
    name,
    kind: 'text',
    label,
    required: true,
    // Validates the whole account, so that all errors are shown at once.
    read: (text, values) => {
      const { iban = '', accountHolder = '', bic = '' } = values;
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

type Call = Pick<PageCall, 'form' | 'i18n'>;

export const sumInput = (call: Call, choice: string): Cents | null | undefined =>
  choice === 'custom' ? (readCents(postedText(call, 'amount'), call.i18n.locale) ?? undefined) : null;

/** Cents that the confirmation page showed; NaN when invalid. */
export const postedSum = (call: Pick<PageCall, 'form'>, name: string): number =>
  Number(/^\d{1,12}$/.exec(postedText(call, name))?.[0] ?? Number.NaN);
