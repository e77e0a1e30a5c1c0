import { type Field, type FormSpec, flag, formOf, money, number, text } from '#src/platform/forms/fields.ts';

const short = (name: string, required = false): Field => ({ ...text(name, required), control: { maxLength: 100 } });
const email = (name: string, required = false): Field => ({
  ...{ name, kind: 'email' as const, required },
  control: { autoComplete: 'off' },
});
const recipient: readonly Field[] = [
  short('recipientName'),
  email('recipientEmail'),
  { name: 'sendOn', kind: 'date' },
  { name: 'message', kind: 'long', height: 4, control: { maxLength: 500 } },
];

/** What somebody orders on the page, and what the desk issues; whose address the card has is all that differs. */
export const cardForm = (by: 'buyer' | 'desk'): FormSpec =>
  formOf('giftCards', [
    { name: 'card', fields: [money('amount', true), short('buyerName', true), email('buyerEmail', by === 'buyer')] },
    { name: 'recipient', fields: recipient },
  ]);

export const settingsForm: FormSpec = formOf('giftCards', [
  {
    name: 'settings',
    fields: [flag('isOn'), money('least', true), { ...money('most', true), beside: true }, number('years', true)],
  },
]);
