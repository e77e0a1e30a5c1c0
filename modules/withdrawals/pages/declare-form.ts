import type { Translator } from '#src/texts/locale.ts';
import { type FormSpec, plainForm } from '#src/web/forms/fields.ts';

/** Fields that the law allows: who, which contract, and where the receipt goes. */
export const declareForm = (i18n: Translator): FormSpec =>
  plainForm(
    'withdrawals',
    { name: 'name', kind: 'text', required: true, control: { maxLength: 200, autoComplete: 'name' } },
    { name: 'orderNumber', kind: 'text', required: true, control: { maxLength: 60, autoComplete: 'off' } },
    { name: 'email', kind: 'email', required: true, control: { autoComplete: 'email' } },
    {
      name: 'what',
      kind: 'long',
      height: 3,
      label: `${i18n.t('withdrawals.form.what')} (${i18n.t('ui.form.optional')})`,
      control: { maxLength: 1000 },
    },
  );
