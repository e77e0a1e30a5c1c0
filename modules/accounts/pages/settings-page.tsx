import { genders } from '#modules/accounts/rules/address.ts';
import { Alert } from '#src/ui/display.tsx';
import { CheckboxField, DateField, SelectField, TextField } from '#src/ui/field.tsx';
import { Button, ErrorSummary, Form, type FormErrors } from '#src/ui/form.tsx';
import { datePlaceholder } from '#src/ui/format.ts';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';

/** What the fields show: as typed after an error, else as stored. */
export type SettingsFields = {
  firstname: string;
  lastname: string;
  gender: string;
  birthDate: string;
  nationalityCountryCode: string;
  language: string;
  termsOfUseAccepted: boolean;
  address: Record<(typeof addressTextNames)[number], string>;
};

/** The parts of the contact address that the page shows. */
export const addressTextNames = [
  'companyName',
  'street',
  'houseNumber',
  'additional',
  'zipCode',
  'city',
  'countryCode',
  'phoneNumber',
  'sportsClub',
] as const;

export function SettingsPage(props: {
  email: string;
  fields: SettingsFields;
  errors: FormErrors;
  saved: 'settings' | 'email' | null;
}) {
  const { email, fields, errors, saved } = props;
  const { words, csrfToken } = usePage();
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <h1>{words.t('accounts.settings.title')}</h1>
        <p className="soft">{words.t('accounts.settings.loggedInAs', { email })}</p>
      </header>
      {saved ? (
        <Alert tone="good">
          {words.t(saved === 'email' ? 'accounts.settings.emailChanged' : 'accounts.settings.saved')}
        </Alert>
      ) : null}
      <ErrorSummary title={words.t('ui.errors.title', { count: Object.keys(errors).length })} errors={errors} />
      <Form action={paths.settings} csrfToken={csrfToken}>
        <h2>{words.t('accounts.settings.person')}</h2>
        <p className="soft">{words.t('accounts.settings.personHint')}</p>
        <div className="form-row">
          <TextField
            name="firstname"
            label={words.t('accounts.settings.firstname')}
            defaultValue={fields.firstname}
            error={errors.firstname ?? null}
            autoComplete="given-name"
          />
          <TextField
            name="lastname"
            label={words.t('accounts.settings.lastname')}
            defaultValue={fields.lastname}
            error={errors.lastname ?? null}
            autoComplete="family-name"
          />
        </div>
        <div className="form-row">
          <DateField
            name="birthDate"
            label={words.t('accounts.settings.birthDate')}
            hint={words.t('ui.form.dateHint')}
            placeholder={datePlaceholder(words.locale)}
            defaultValue={fields.birthDate}
            error={errors.birthDate ?? null}
            autoComplete="bday"
          />
          <SelectField
            name="gender"
            label={words.t('accounts.settings.gender')}
            placeholder={words.t('ui.form.choose')}
            options={genders.map((gender) => ({ value: gender, label: words.t(`ui.gender.${gender}`) }))}
            defaultValue={fields.gender}
            error={errors.gender ?? null}
            autoComplete="sex"
          />
        </div>
        <SelectField
          name="nationalityCountryCode"
          label={words.t('accounts.settings.nationality')}
          placeholder={words.t('ui.form.choose')}
          options={words.countries().map(({ code, name }) => ({ value: code, label: name }))}
          defaultValue={fields.nationalityCountryCode}
          error={errors.nationalityCountryCode ?? null}
        />
        <AddressFields address={fields.address} errors={errors} />
        <h2>{words.t('account.rest.title')}</h2>
        <SelectField
          name="language"
          label={words.t('accounts.settings.language')}
          options={(['de', 'en-us'] as const).map((value) => ({ value, label: words.t(`ui.language.${value}`) }))}
          defaultValue={fields.language}
          error={errors.language ?? null}
        />
        <CheckboxField
          name="termsOfUseAccepted"
          label={words.t('accounts.settings.terms')}
          hint={<a href={paths.terms}>{words.t('accounts.settings.termsLink')}</a>}
          defaultChecked={fields.termsOfUseAccepted}
        />
        <div className="form-actions">
          <Button>{words.t('accounts.settings.save')}</Button>
        </div>
      </Form>
      <MorePages />
    </div>
  );
}

function AddressFields({ address, errors }: { address: SettingsFields['address']; errors: FormErrors }) {
  const { words } = usePage();
  const isFilled = addressTextNames.some((name) => address[name] !== '');
  const hasErrors = Object.keys(errors).some((name) => name.startsWith('contactAddress.'));
  const field = (name: (typeof addressTextNames)[number], autoComplete: string) => ({
    name: `contactAddress.${name}`,
    label: words.t(`account.address.${name}`),
    defaultValue: address[name],
    error: errors[`contactAddress.${name}`] ?? null,
    autoComplete,
  });
  return (
    <details className="form-more" open={isFilled || hasErrors}>
      <summary>
        <h2>{words.t('account.address.title')}</h2>
      </summary>
      <p className="soft">{words.t('account.address.hint')}</p>
      <TextField {...field('companyName', 'organization')} />
      <div className="form-row">
        <TextField {...field('street', 'address-line1')} />
        <TextField {...field('houseNumber', 'address-line2')} className="input-short" />
      </div>
      <TextField {...field('additional', 'address-line3')} />
      <div className="form-row">
        <TextField {...field('zipCode', 'postal-code')} className="input-short" />
        <TextField {...field('city', 'address-level2')} />
      </div>
      <SelectField
        {...field('countryCode', 'country')}
        placeholder={words.t('ui.form.choose')}
        options={words.countries().map(({ code, name }) => ({ value: code, label: name }))}
      />
      <TextField {...field('phoneNumber', 'tel')} type="tel" inputMode="tel" />
      <TextField {...field('sportsClub', 'off')} />
    </details>
  );
}

/** What has a page of its own, because it asks for more than a field. */
function MorePages() {
  const { words } = usePage();
  const pages = ['email', 'security', 'identities', 'data'] as const;
  return (
    <nav className="stack-s" aria-labelledby="more-settings">
      <h2 id="more-settings">{words.t('account.more.title')}</h2>
      <ul className="link-cards">
        {pages.map((name) => (
          <li key={name}>
            <a className="link-card" href={`${paths.settings}/${name}`}>
              <strong>{words.t(`account.more.${name}`)}</strong>
              <span className="soft">{words.t(`account.more.${name}Hint`)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
