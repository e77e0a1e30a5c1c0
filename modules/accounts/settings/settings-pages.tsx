import { present } from '#src/kernel/assert.ts';
import { type FieldErrors, Problem } from '#src/kernel/problem.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import { keepLanguage } from '#src/platform/language-cookie.ts';
import type { Words } from '#src/platform/locale.ts';
import type { FormErrors } from '#src/ui/form.tsx';
import { formatDate, parseDate } from '#src/ui/format.ts';
import { paths } from '#src/ui/paths.ts';
import { textOf } from '../pages/forms.ts';
import { addressTextNames, type SettingsFields, SettingsPage } from '../pages/settings-page.tsx';
import type { Address } from '../rules/address.ts';
import { settingsChangeSchema } from '../shapes.ts';
import { userById } from '../users.ts';
import { changeSettings } from './change-settings.ts';

type Call = PageCall<'account.read' | 'account.change'>;

function showSettings(call: Call, fields: SettingsFields, errors: FormErrors = {}) {
  const wrong = Object.keys(errors).length > 0;
  return call.render(
    <SettingsPage
      email={call.viewer.email}
      fields={fields}
      errors={errors}
      saved={wrong ? null : savedOf(call.query.get('saved'))}
    />,
    { title: call.words.t('accounts.settings.title'), noIndex: true },
    wrong ? 400 : 200,
  );
}

const savedOf = (what: string | null): 'settings' | 'email' | null =>
  what === 'email' ? what : what === '1' ? 'settings' : null;

/** What is wrong with a field of the form, by its name there; `contactAddress.zipCode` for one of the address. */
function settingsError(words: Words, field: string): string {
  if (field === 'birthDate') return words.t('ui.form.invalidDate');
  if (field === 'firstname' || field === 'lastname') return words.t('accounts.settings.tooLong', { most: 100 });
  return words.t('ui.form.invalid');
}

/**
 * The address that the form's texts make, over the parts that the form does not show; null when all are empty. It is in
 * the name of the person, so the form asks for no second name.
 */
function addressOf(fields: SettingsFields, stored: Address | null): Address | null {
  const text = (name: (typeof addressTextNames)[number]) => fields.address[name].trim() || null;
  const number = text('phoneNumber');
  if (addressTextNames.every((name) => text(name) === null)) return null;
  return {
    ...stored,
    firstName: fields.firstname.trim(),
    lastName: fields.lastname.trim(),
    companyName: text('companyName'),
    street: text('street'),
    houseNumber: text('houseNumber'),
    additional: text('additional'),
    zipCode: text('zipCode'),
    city: text('city'),
    countryCode: text('countryCode'),
    sportsClub: text('sportsClub'),
    phoneNumber:
      number === phoneText(stored) ? (stored?.phoneNumber ?? null) : number ? { countryCode: '', number } : null,
  };
}

/** In one text, as it is dialled from anywhere. */
const phoneText = (address: Address | null): string | null =>
  address?.phoneNumber?.number ? `${address.phoneNumber.countryCode} ${address.phoneNumber.number}`.trim() : null;

const typedFields = (form: FormData): SettingsFields => ({
  firstname: textOf(form, 'firstname'),
  lastname: textOf(form, 'lastname'),
  gender: textOf(form, 'gender'),
  birthDate: textOf(form, 'birthDate'),
  nationalityCountryCode: textOf(form, 'nationalityCountryCode'),
  language: textOf(form, 'language'),
  termsOfUseAccepted: form.get('termsOfUseAccepted') === 'true',
  address: Object.fromEntries(
    addressTextNames.map((name) => [name, textOf(form, `contactAddress.${name}`)]),
  ) as SettingsFields['address'],
});

export const settingsPages: readonly PageRoute[] = [
  page({ method: 'get', path: '/settings', may: 'account.read' }, async (call) => {
    const { deps, viewer, words } = call;
    const user = present(await userById(deps.read, viewer.userId), 'a session has an account');
    const { contactAddress } = user;
    return showSettings(call, {
      firstname: user.firstname ?? '',
      lastname: user.lastname ?? '',
      gender: user.gender ?? '',
      birthDate: user.birthDate ? formatDate(user.birthDate, words.locale) : '',
      nationalityCountryCode: user.nationalityCountryCode ?? '',
      language: user.language ?? words.locale,
      termsOfUseAccepted: user.termsAcceptedAt !== null,
      address: Object.fromEntries(
        addressTextNames.map((name) => [
          name,
          (name === 'phoneNumber' ? phoneText(contactAddress) : contactAddress?.[name]) ?? '',
        ]),
      ) as SettingsFields['address'],
    });
  }),

  page({ method: 'post', path: '/settings', may: 'account.change' }, async (call) => {
    const { deps, viewer, words, form } = call;
    const fields = typedFields(form);
    const typedDate = fields.birthDate.trim();
    const user = present(await userById(deps.read, viewer.userId), 'a session has an account');
    const contactAddress = addressOf(fields, user.contactAddress);
    if (contactAddress) {
      const missing = (['firstname', 'lastname'] as const).filter((name) => fields[name].trim() === '');
      const needed = words.t('account.address.needsName');
      if (missing.length > 0) {
        return showSettings(call, fields, Object.fromEntries(missing.map((name) => [name, needed])));
      }
    }
    const { address: _, ...plain } = fields;
    const parsed = settingsChangeSchema.safeParse({
      ...plain,
      gender: fields.gender || null,
      nationalityCountryCode: fields.nationalityCountryCode || null,
      birthDate: typedDate === '' ? null : (parseDate(typedDate, words.locale) ?? typedDate),
      contactAddress,
    });
    if (!parsed.success) {
      const names = new Set(
        parsed.error.issues.map(({ path: [first, second] }) =>
          first === 'contactAddress' ? `contactAddress.${String(second)}` : String(first),
        ),
      );
      return showSettings(
        call,
        fields,
        Object.fromEntries([...names].map((name) => [name, settingsError(words, name)])),
      );
    }
    try {
      const change = { ...parsed.data, birthDate: parsed.data.birthDate as CalendarDate | null };
      await deps.write((work) => changeSettings(work, viewer.userId, change));
      if (change.language && !viewer.impersonator) keepLanguage(call.context, change.language);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { fields: wrong = {} } = error.details as { fields?: FieldErrors };
      return showSettings(call, fields, {
        ...('birthDate' in wrong ? { birthDate: words.t('accounts.settings.birthDateFuture') } : {}),
        ...('contactAddress.phoneNumber.number' in wrong
          ? { 'contactAddress.phoneNumber': words.t('problem.field.phone') }
          : {}),
      });
    }
    return call.redirect(`${paths.settings}?saved=1`);
  }),
];
