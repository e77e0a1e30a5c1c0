import { organizerRoles } from '#src/access/permissions.ts';
import { emailError, normalizeEmail } from '#src/kernel/email.ts';
import type { Translator } from '#src/texts/locale.ts';
import { encodeAnswer } from '#src/web/answers.ts';
import { type Field, type FieldGroup, type FormSpec, formOf, plainForm, text } from '#src/web/forms/fields.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import type { Values } from '#src/web/forms/read-form.ts';
import { fieldErrorText } from '#src/web/forms/refusal.ts';
import { taxExemptions } from '../rules/address.ts';
import { type Organizer, organizerAnswer } from '../shapes.ts';

const short = (name: string, maxLength: number): Field => ({ ...text(name), control: { maxLength } });
const plain = (name: string): Field => ({ ...text(name), control: { autoComplete: 'off', spellCheck: false } });

/** `bank` replaces the bank fields after an old login; `isPlatform` adds the agreement. */
export const organizerForm = (i18n: Translator, isPlatform: boolean, bank?: FieldGroup['above']): FormSpec =>
  formOf('organizers', [
    {
      name: 'organizer',
      fields: [
        { ...short('name', 150), required: true },
        { name: 'email', kind: 'email', control: { autoComplete: 'off' } },
      ],
    },
    {
      name: 'address',
      fields: [
        short('address.companyName', 150),
        short('address.street', 150),
        { ...short('address.houseNumber', 20), beside: true },
        short('address.zipCode', 20),
        { ...short('address.city', 100), beside: true },
        { name: 'address.countryCode', kind: 'country' },
        short('address.vatId', 20),
        { ...short('taxNumber', 40), beside: true },
        { name: 'taxExemption', kind: 'choice', values: taxExemptions, none: i18n.t('organizers.none.taxExemption') },
      ],
    },
    {
      name: 'money',
      above: bank,
      fields: [
        ...(bank ? [] : [plain('iban'), plain('bic')]),
        ...(isPlatform
          ? ([
              short('paymentReference', 140),
              { name: 'vat', kind: 'percent' },
              { name: 'disagioPercentage', kind: 'percent', beside: true },
              { name: 'organizerProcessingFee', kind: 'money' },
            ] as const)
          : []),
      ],
    },
    {
      name: 'look',
      fields: [
        ...(isPlatform ? [short('whiteLabel', 150)] : []),
        { name: 'accentColor', kind: 'colour' },
        ...(isPlatform
          ? [{ ...plain('hostName'), control: { maxLength: 255, autoComplete: 'off', spellCheck: false } }]
          : []),
      ],
    },
    { name: 'measuring', fields: [plain('googleAnalyticsTrackingCode'), plain('facebookPixel')] },
  ]);

export const organizerRecord = (organizer: Organizer): FormRecord => encodeAnswer(organizerAnswer, organizer);
export const newOrganizer: FormRecord = { vat: 0, disagioPercentage: 0, address: { countryCode: 'AT' } };

const emailField = (i18n: Translator): Field => ({
  name: 'userEmail',
  kind: 'email',
  label: i18n.t('organizers.users.email'),
  required: true,
  control: { autoComplete: 'off' },
  read(text) {
    const value = normalizeEmail(text);
    return value ? { value } : { error: fieldErrorText(emailError(text), i18n) };
  },
});
const roleField = (i18n: Translator): Field => ({
  name: 'userRole',
  kind: 'choice',
  label: i18n.t('organizers.users.role'),
  required: true,
  // Older forms send no role.
  read: (text) => (text === '' ? { value: 'manager' } : undefined),
  options: organizerRoles.map((role) => ({ value: role, label: i18n.t(`organizers.role.${role}`) })),
});

export const organizerUserForm = (i18n: Translator): FormSpec =>
  plainForm('organizers', emailField(i18n), roleField(i18n));

export const invitationForm = (i18n: Translator): FormSpec =>
  plainForm('organizers', emailField(i18n), roleField(i18n), {
    name: 'message',
    kind: 'long',
    label: i18n.t('organizers.invitation.message'),
    control: { maxLength: 1000 },
  });

/** Empty rates are 0; address fields that are not in the form stay. */
export const convertOrganizerInput =
  (before: Organizer | null) =>
  ({ vat, disagioPercentage, address, ...values }: Values): Values => ({
    ...values,
    ...(vat === undefined && disagioPercentage === undefined
      ? {}
      : { vat: vat ?? 0, disagioPercentage: disagioPercentage ?? 0 }),
    address: { ...before?.address, ...(address as object) },
  });
