import { type FormSpec, formOf, long, money, text } from '#src/web/forms/fields.ts';

export const protectionForm: FormSpec = formOf('events', [
  { name: 'protection', fields: [text('title', true), money('price', true), long('description')] },
]);
