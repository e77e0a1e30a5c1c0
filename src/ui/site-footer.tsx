import type { ReactElement } from 'react';
import { usePage } from './page.tsx';
import { paths, withQuery } from './paths.ts';

/** The links that the law and good manners ask for, and the languages. */
export function SiteFooter(): ReactElement {
  const { words } = usePage();
  const links = [
    { href: paths.support, label: words.t('ui.footer.support') },
    { href: paths.imprint, label: words.t('ui.footer.imprint') },
    { href: paths.privacy, label: words.t('ui.footer.privacy') },
    { href: paths.consent, label: words.t('ui.footer.consent') },
    { href: paths.terms, label: words.t('ui.footer.terms') },
    { href: paths.withdrawal, label: words.t('ui.footer.withdrawal') },
    { href: paths.accessibility, label: words.t('ui.footer.accessibility') },
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
  const { words, path, frame, inputForm } = usePage();
  const here = frame?.here ?? path;
  const choices = [
    { locale: 'de', lang: 'de', label: words.t('ui.language.de') },
    { locale: 'en-us', lang: 'en', label: words.t('ui.language.en-us') },
  ];
  return (
    <nav className="languages" aria-label={words.t('ui.language.label')}>
      {choices.map(({ locale, lang, label }) => {
        const current = locale === words.locale ? 'true' : undefined;
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
