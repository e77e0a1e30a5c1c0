import { genders } from '#modules/accounts/rules/genders.ts';
import type { Translator } from '#src/texts/locale.ts';
import { type Field, type FormSpec, flag, plainForm } from '#src/web/forms/fields.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import type { Companion } from './schema.ts';

/** Browsers offer what they know of their own person here, who is somebody else. */
const off = { autoComplete: 'off' } as const;

/** The fields of a participant, in the sequence in which the booking asks for them. */
export function companionForm(i18n: Translator): FormSpec {
  const field = (name: string, kind: Field['kind'], more: Partial<Field> = {}): Field => ({
    name,
    kind,
    label: i18n.t(`orders.field.${name}` as 'orders.field.firstName'),
    control: off,
    ...more,
  });
  return plainForm(
    'companions',
    field('firstName', 'text', { required: true }),
    field('lastName', 'text', { required: true, beside: true }),
    field('birthDate', 'date', { required: true }),
    field('gender', 'choice', {
      options: genders.map((gender) => ({ value: gender, label: i18n.t(`ui.gender.${gender}`) })),
      beside: true,
    }),
    field('nationalityCountryCode', 'country'),
    field('club', 'text', { beside: true }),
    field('email', 'email'),
    flag('guardiansAgree'),
  );
}

export const companionRecord = (companion: Companion): FormRecord => ({
  ...companion,
  guardiansAgree: companion.consentAt !== null,
});
