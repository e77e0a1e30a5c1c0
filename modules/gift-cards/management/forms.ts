import type { Translator } from '#src/texts/locale.ts';
import { parseDate } from '#src/ui/format.ts';
import { type Field, type FormSpec, flag, formOf, money, number, text } from '#src/web/forms/fields.ts';

const short = (name: string, required = false): Field => ({ ...text(name, required), control: { maxLength: 100 } });
const email = (name: string): Field => ({ name, kind: 'email', control: { autoComplete: 'off' } });
const recipient: readonly Field[] = [
  short('recipientName'),
  email('recipientEmail'),
  { name: 'sendOn', kind: 'date' },
  { name: 'message', kind: 'long', height: 4, control: { maxLength: 500 } },
];

export const deskForm: FormSpec = formOf('giftCards', [
  { name: 'card', fields: [money('amount', true), short('buyerName', true), email('buyerEmail')] },
  { name: 'forWhom', fields: recipient },
]);

/** Visitors' pages have no date picker, so the day is a text field. */
const dayAsText = (i18n: Translator): Field => ({
  ...{ name: 'sendOn', kind: 'text', hint: 'ownSendOn', control: { maxLength: 10 } },
  read: (typed) => {
    const value = typed.trim() === '' ? null : parseDate(typed, i18n.locale);
    return value === null && typed.trim() !== '' ? { error: i18n.t('ui.form.invalidDate') } : { value };
  },
});

export const orderForm = (i18n: Translator): FormSpec =>
  formOf('giftCards', [
    {
      name: 'card',
      fields: [
        money('amount', true),
        {
          ...short('buyerName', true),
          label: i18n.t('giftCards.form.ownName'),
          control: { maxLength: 100, autoComplete: 'name' },
        },
        {
          ...{ name: 'buyerEmail', kind: 'email', required: true, label: i18n.t('giftCards.form.ownEmail') },
          control: { autoComplete: 'email' },
        },
      ],
    },
    {
      name: 'recipient',
      fields: recipient.map((field) =>
        field.name === 'recipientEmail'
          ? { ...field, hint: 'ownRecipientEmail' }
          : field.name === 'sendOn'
            ? dayAsText(i18n)
            : field,
      ),
    },
  ]);

export const settingsForm: FormSpec = formOf('giftCards', [
  {
    name: 'settings',
    fields: [flag('isOn'), money('least', true), { ...money('most', true), beside: true }, number('years', true)],
  },
]);
