import type { ReactElement } from 'react';
import { usePage } from './page.tsx';
import { paths, withQuery } from './paths.ts';

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
