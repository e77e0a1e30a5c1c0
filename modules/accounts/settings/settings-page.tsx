import { Alert } from '#src/ui/display.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { SavingForm } from '#src/web/forms/saving-form.tsx';
import { AccountFrame } from '../page-parts/frame.tsx';
import { settingsForm } from './settings-form.tsx';

export function SettingsPage(props: {
  email: string;
  record: FormRecord;
  state: FormState | undefined;
  saved: string | null;
  /** Path to the open amounts of the person's companies; null without any. */
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
