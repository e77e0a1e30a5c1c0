import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { type PageRoute, page } from '#src/web/http.ts';
import { StorageTable } from './stored-names.tsx';

/** Pages of translated texts. Section n has the texts `screens.<name>.<n>.title` and `screens.<name>.<n>.text`. */
type TextPageName = 'conditions' | 'privacy' | 'imprint' | 'accessibility' | 'support';

const pages: readonly { path: `/${string}`; name: TextPageName }[] = [
  { path: paths.terms, name: 'conditions' },
  { path: paths.privacy, name: 'privacy' },
  { path: paths.imprint, name: 'imprint' },
  { path: paths.accessibility, name: 'accessibility' },
  { path: paths.support, name: 'support' },
];

type Values = { operator: string; contact: string };

/** Related pages, linked at the end. */
const relatedPages: Partial<Record<TextPageName, readonly { path: string; label: MessageKey }[]>> = {
  privacy: [
    { path: paths.consent, label: 'ui.footer.consent' },
    { path: '/settings/data', label: 'account.data.title' },
  ],
  conditions: [{ path: paths.withdrawal, label: 'ui.footer.withdrawal' }],
  imprint: [
    { path: paths.privacy, label: 'ui.footer.privacy' },
    { path: paths.terms, label: 'ui.footer.terms' },
  ],
  support: [{ path: paths.orders, label: 'ui.nav.myOrders' }],
};
type Section = { title: MessageKey; text: MessageKey };

function sectionsOf(i18n: Translator, name: TextPageName): Section[] {
  const sections: Section[] = [];
  for (let number = 1; ; number++) {
    const [title, text] = [`screens.${name}.${number}.title`, `screens.${name}.${number}.text`];
    if (!i18n.has(title) || !i18n.has(text)) return sections;
    sections.push({ title, text });
  }
}

function TextPage({ name, values, lines }: { name: TextPageName; values: Values; lines: readonly string[] }) {
  const { i18n } = usePage();
  return (
    <article className="prose text-page">
      <h1>{i18n.t(`screens.${name}.title`)}</h1>
      <p className="lead">{i18n.t(`screens.${name}.intro`, values)}</p>
      {lines.length > 0 ? (
        <address>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      ) : null}
      {sectionsOf(i18n, name).map((section) => (
        <section key={section.title}>
          <h2>{i18n.t(section.title)}</h2>
          {i18n
            .t(section.text, values)
            .split('\n')
            .map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          {section.title === 'screens.privacy.7.title' ? <StoredLists /> : null}
        </section>
      ))}
      <ul className="text-page-links">
        {relatedPages[name]?.map(({ path, label }) => (
          <li key={path}>
            <a href={path}>{i18n.t(label)}</a>
          </li>
        ))}
      </ul>
      <p>
        <a href={`mailto:${values.contact}`}>{i18n.t('screens.contact', values)}</a>
      </p>
    </article>
  );
}

function StoredLists() {
  const { i18n } = usePage();
  return (
    <>
      <h3>{i18n.t('stored.necessary')}</h3>
      <StorageTable group="necessary" />
      <h3>{i18n.t('stored.ga')}</h3>
      <StorageTable group="ga" />
    </>
  );
}

export const textPages: readonly PageRoute[] = pages.map(({ path, name }) =>
  page({ method: 'get', path, may: 'site.read', shared: true }, ({ deps, i18n, render }) => {
    const { mailFrom, contactEmail: contact, imprint } = deps.config;
    const operator = mailFrom.name || i18n.t('ui.product.name');
    const operatorLines = imprint.length > 0 ? imprint : [operator];
    const lines = name === 'imprint' ? operatorLines : [];
    return render(<TextPage name={name} values={{ operator, contact }} lines={lines} />, {
      title: i18n.t(`screens.${name}.title`),
      inBothLanguages: true,
    });
  }),
);
