import type { ReactElement } from 'react';
import { PostButton } from './button.tsx';
import { MailText } from './display.tsx';
import { type Frame, usePage } from './page.tsx';
import { paths, withQuery } from './paths.ts';

/** Shows whom a super admin acts for, and the way back. */
export function ImpersonationBar(): ReactElement | null {
  const { i18n, viewer, csrfToken } = usePage();
  if (!viewer?.isImpersonated) return null;
  return (
    <aside className="acting" aria-label={i18n.t('users.bar.label')}>
      <div className="wrap acting-row">
        <p>
          <MailText>{i18n.t('users.bar.text', { email: viewer.email })}</MailText>
        </p>
        <PostButton action="/auth/impersonation/end" csrfToken={csrfToken} look="quiet" small>
          {i18n.t('users.bar.end')}
        </PostButton>
      </div>
    </aside>
  );
}

/** Legal links and languages. */
export function SiteFooter(): ReactElement {
  const { i18n } = usePage();
  const links = [
    { href: paths.support, label: i18n.t('ui.footer.support') },
    { href: paths.imprint, label: i18n.t('ui.footer.imprint') },
    { href: paths.privacy, label: i18n.t('ui.footer.privacy') },
    { href: paths.consent, label: i18n.t('ui.footer.consent') },
    { href: paths.terms, label: i18n.t('ui.footer.terms') },
    { href: paths.withdrawal, label: i18n.t('ui.footer.withdrawal') },
    { href: paths.accessibility, label: i18n.t('ui.footer.accessibility') },
  ];
  return (
    <footer className="site-footer">
      <div className="wrap site-footer-row">
        <ul className="site-footer-links">
          {links.map((link) => (
            <li key={link.href}>
              <a href={link.href}>{link.label}</a>
            </li>
          ))}
        </ul>
        <LanguageSwitch />
      </div>
    </footer>
  );
}

function LanguageSwitch(): ReactElement {
  const { i18n, path, frame, inputForm } = usePage();
  const here = frame?.here ?? path;
  const choices = [
    { locale: 'de', lang: 'de', label: i18n.t('ui.language.de') },
    { locale: 'en-us', lang: 'en', label: i18n.t('ui.language.en-us') },
  ];
  return (
    <nav className="languages" aria-label={i18n.t('ui.language.label')}>
      {choices.map(({ locale, lang, label }) => {
        const current = locale === i18n.locale ? 'true' : undefined;
        return inputForm ? (
          <button
            key={locale}
            form={inputForm}
            formAction={here}
            name="intent"
            value={`lang:${locale}`}
            type="submit"
            lang={lang}
            aria-current={current}
          >
            {label}
          </button>
        ) : (
          <a key={locale} href={withQuery(here, 'lang', locale)} lang={lang} hrefLang={lang} aria-current={current}>
            {label}
          </a>
        );
      })}
    </nav>
  );
}

const id = 'support';

/** Opens the dialog below without a script. */
export function SupportButton(): ReactElement {
  const { i18n } = usePage();
  return (
    <button className="support-button" type="button" popoverTarget={id}>
      <span aria-hidden="true">?</span>
      <span className="support-word">{i18n.t('ui.support.button')}</span>
    </button>
  );
}

/** Support contact and error id. Without popovers the footer links to a page. */
export function SupportDialog({ frame: { contact, errorId } }: { frame: Frame }): ReactElement {
  const { i18n } = usePage();
  const subject = errorId ? `?subject=${encodeURIComponent(i18n.t('ui.error.id', { errorId }))}` : '';
  return (
    <div className="support" id={id} popover="auto" role="dialog" aria-labelledby="support-title">
      <h2 id="support-title">{i18n.t('ui.support.title')}</h2>
      <p>{i18n.t('ui.support.text')}</p>
      {errorId ? <p className="support-error">{i18n.t('ui.error.id', { errorId })}</p> : null}
      <p>
        <a href={paths.support}>{i18n.t('ui.support.questions')}</a>
      </p>
      <p>
        <a href={`mailto:${contact}${subject}`}>{i18n.t('screens.contact', { contact })}</a>
      </p>
      <button
        className="button button-quiet"
        type="button"
        popoverTarget={id}
        popoverTargetAction="hide"
        // biome-ignore lint/a11y/noAutofocus: focused when the dialog opens, not when the page loads.
        autoFocus
      >
        {i18n.t('ui.dialog.close')}
      </button>
    </div>
  );
}
