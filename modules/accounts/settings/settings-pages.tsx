import { present } from '#src/kernel/assert.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { type Field, type FormSpec, formOf } from '#src/web/forms/fields.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import type { Values } from '#src/web/forms/read-form.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { ownAccount, type PageCall, type PageRoute } from '#src/web/http.ts';
import { saveLanguage } from '#src/web/language-cookie.ts';
import { AccountFrame } from '../page-parts/parts.tsx';
import { type Address, genders } from '../rules/address.ts';
import { type User, userById } from '../users/users.ts';
import { changeSettings, settingsChangeSchema } from './change-settings.ts';

const text = (name: string, autoComplete: string): Field => ({ name, kind: 'text', control: { autoComplete } });
const ofAddress = (name: string, autoComplete: string): Field => text(`contactAddress.${name}`, autoComplete);

const settingsForm = (i18n: Translator): FormSpec =>
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

const settingsRecord = (user: User | null, { locale }: Translator): FormRecord => {
  const { contactAddress, termsAcceptedAt, language, ...person } = present(user, 'a session has an account');
  return {
    ...person,
    language: language ?? locale,
    termsOfUseAccepted: termsAcceptedAt !== null,
    contactAddress: { ...contactAddress, phoneNumber: phoneText(contactAddress) },
  };
};

const phoneText = (address: Address | null): string | null =>
  address?.phoneNumber?.number ? `${address.phoneNumber.countryCode} ${address.phoneNumber.number}`.trim() : null;

/** Keeps address parts that the form does not show; null when all are empty. */
const settingsShaped =
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

const settingsControlOf = (path: string): string =>
  path.replace(/^contactAddress\.(first|last)Name$/, '$1name').replace(/^(contactAddress\.phoneNumber)\..*/, '$1');

function SettingsPage(props: {
  email: string;
  record: FormRecord;
  state: FormState | undefined;
  saved: string | null;
  companies: string | null;
}) {
  const { email, record, state, saved, companies } = props;
  const { i18n } = usePage();
  return (
    <AccountFrame title={i18n.t('accounts.settings.title')} soft={i18n.t('accounts.settings.loggedInAs', { email })}>
      {saved === 'email' && !state ? <Alert tone="good">{i18n.t('accounts.settings.emailChanged')}</Alert> : null}
      <SavingForm
        form={settingsForm(i18n)}
        record={record}
        state={state}
        isSaved={saved === '1'}
        action={paths.settings}
      />
      <MorePages companies={companies} />
    </AccountFrame>
  );
}

function MorePages({ companies }: { companies: string | null }) {
  const { i18n } = usePage();
  const pages = ['email', 'security', 'identities', 'people', 'newsletter', 'companies', 'data'] as const;
  return (
    <nav className="stack-s" aria-labelledby="more-settings">
      <h2 id="more-settings">{i18n.t('account.more.title')}</h2>
      <ul className="link-cards">
        {pages.map((name) => {
          const href = name === 'companies' ? companies : `${paths.settings}/${name}`;
          return href === null ? null : (
            <li key={name}>
              <a className="link-card" href={href}>
                <strong>{i18n.t(`account.more.${name}`)}</strong>
                <span className="soft">{i18n.t(`account.more.${name}Hint`)}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

type Call = PageCall<'account.read' | 'account.change'>;

export const settingsPages: readonly PageRoute[] = formPages({
  path: '/settings',
  may: 'account.change',
  mayRead: 'account.read',
  load: ownAccount,
  loadData: async (call: Call) => ({
    call,
    user: await userById(call.deps.read, call.viewer.userId),
    companies: await call.deps.companiesPage(call.viewer.email),
  }),
  show: ({ call, user, companies }, state) =>
    call.render(
      <SettingsPage
        email={call.viewer.email}
        record={settingsRecord(user, call.i18n)}
        state={state}
        saved={call.query.get('saved')}
        companies={companies}
      />,
      { title: call.i18n.t('accounts.settings.title'), noIndex: true },
      formStatus(state),
    ),
  save: ({ call, user }) => {
    const { viewer, i18n } = call;
    return saveForm(call, {
      form: settingsForm(i18n),
      schema: settingsChangeSchema,
      reshape: settingsShaped(user?.contactAddress ?? null),
      controlOf: settingsControlOf,
      stored: async ({ tx }) => settingsRecord(await userById(tx, viewer.userId), i18n),
      save: async (work, { birthDate = null, ...data }) => {
        await changeSettings(work, viewer.userId, { ...data, birthDate: birthDate as CalendarDate | null });
        if (data.language && !viewer.impersonator) saveLanguage(call.context, data.language);
        return `${paths.settings}?saved=1`;
      },
    });
  },
});
