import { present } from '#src/kernel/assert.ts';
import type { Translator } from '#src/texts/locale.ts';
import { paths } from '#src/ui/paths.ts';
import { type Field, type FormSpec, formOf } from '#src/web/forms/fields.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import type { Values } from '#src/web/forms/read-form.ts';
import { type Address, genders } from '../rules/address.ts';
import type { User } from '../users/users.ts';

const text = (name: string, autoComplete: string): Field => ({ name, kind: 'text', control: { autoComplete } });
const ofAddress = (name: string, autoComplete: string): Field => text(`contactAddress.${name}`, autoComplete);

export const settingsForm = (i18n: Translator): FormSpec =>
  formOf('account', [
    {
      name: 'person',
      fields: [
        text('firstname', 'given-name'),
        { ...text('lastname', 'family-name'), beside: true },
        { name: 'birthDate', kind: 'date', control: { autoComplete: 'bday' } },
        {
          name: 'gender',
          kind: 'choice',
          options: genders.map((gender) => ({ value: gender, label: i18n.t(`ui.gender.${gender}`) })),
          beside: true,
        },
        { name: 'nationalityCountryCode', kind: 'country' },
      ],
    },
    {
      name: 'contactAddress',
      folded: true,
      fields: [
        ofAddress('companyName', 'organization'),
        ofAddress('street', 'address-line1'),
        { ...ofAddress('houseNumber', 'address-line2'), beside: true },
        ofAddress('additional', 'address-line3'),
        ofAddress('zipCode', 'postal-code'),
        { ...ofAddress('city', 'address-level2'), beside: true },
        { name: 'contactAddress.countryCode', kind: 'country' },
        { ...ofAddress('phoneNumber', 'tel'), control: { autoComplete: 'tel', type: 'tel', inputMode: 'tel' } },
        ofAddress('sportsClub', 'off'),
      ],
    },
    {
      name: 'rest',
      fields: [
        {
          name: 'language',
          kind: 'choice',
          required: true,
          options: (['de', 'en-us'] as const).map((value) => ({ value, label: i18n.t(`ui.language.${value}`) })),
        },
        {
          name: 'termsOfUseAccepted',
          kind: 'flag',
          help: <a href={paths.terms}>{i18n.t('accounts.settings.termsLink')}</a>,
        },
      ],
    },
  ]);

export const settingsRecord = (user: User | null, { locale }: Translator): FormRecord => {
  const { contactAddress, termsAcceptedAt, language, ...person } = present(user, 'a session has an account');
  return {
    ...person,
    language: language ?? locale,
    termsOfUseAccepted: termsAcceptedAt !== null,
    contactAddress: { ...contactAddress, phoneNumber: phoneText(contactAddress) },
  };
};

/** International format. */
const phoneText = (address: Address | null): string | null =>
  address?.phoneNumber?.number ? `${address.phoneNumber.countryCode} ${address.phoneNumber.number}`.trim() : null;

/**
 * Keeps address parts that the form does not show; null when all are empty. The contact address uses the name of the
 * person.
 */
export const settingsShaped =
  (stored: Address | null) =>
  (values: Values): Values => {
    const input = (values.contactAddress ?? {}) as Readonly<Record<string, string | null>>;
    const isEmpty = Object.values(input).every((part) => part === null);
    const number = input.phoneNumber ?? null;
    const phoneNumber =
      number === phoneText(stored) ? (stored?.phoneNumber ?? null) : number ? { countryCode: '', number } : null;
    const name = { firstName: values.firstname ?? '', lastName: values.lastname ?? '' };
    return { ...values, contactAddress: isEmpty ? null : { ...stored, ...input, ...name, phoneNumber } };
  };

export const settingsControlOf = (path: string): string =>
  path.replace(/^contactAddress\.(first|last)Name$/, '$1name').replace(/^(contactAddress\.phoneNumber)\..*/, '$1');
