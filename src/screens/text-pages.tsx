import { type PageRoute, page } from '#src/platform/http.ts';
import type { MessageKey, Words } from '#src/platform/locale.ts';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';

/** Pages that are words alone: a title, a sentence, and numbered sections of `screens.<name>.<n>.title` and `.text`. */
type TextPageName = 'conditions' | 'privacy' | 'imprint' | 'accessibility' | 'support';

const pages: readonly { path: `/${string}`; name: TextPageName }[] = [
  { path: paths.terms, name: 'conditions' },
  { path: paths.privacy, name: 'privacy' },
  { path: paths.imprint, name: 'imprint' },
  { path: paths.accessibility, name: 'accessibility' },
  { path: paths.support, name: 'support' },
];

type Values = { operator: string; contact: string };
type Section = { title: MessageKey; text: MessageKey };

function sectionsOf(words: Words, name: TextPageName): Section[] {
  const sections: Section[] = [];
  for (let number = 1; ; number++) {
    const [title, text] = [`screens.${name}.${number}.title`, `screens.${name}.${number}.text`];
    if (!words.has(title) || !words.has(text)) return sections;
    sections.push({ title, text });
  }
}

function TextPage({ name, values }: { name: TextPageName; values: Values }) {
  const { words } = usePage();
  return (
    <article className="prose">
      <h1>{words.t(`screens.${name}.title`)}</h1>
      <p className="lead">{words.t(`screens.${name}.intro`, values)}</p>
      {sectionsOf(words, name).map((section) => (
        <section key={section.title}>
          <h2>{words.t(section.title)}</h2>
          {words
            .t(section.text, values)
            .split('\n')
            .map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
        </section>
      ))}
      <p>
        <a href={`mailto:${values.contact}`}>{words.t('screens.contact', values)}</a>
      </p>
    </article>
  );
}

export const textPages: readonly PageRoute[] = pages.map(({ path, name }) =>
  page({ method: 'get', path, may: 'site.read', shared: true }, ({ deps, words, render }) => {
    const { name: operator, address: contact } = deps.config.mailFrom;
    return render(<TextPage name={name} values={{ operator: operator || words.t('ui.product.name'), contact }} />, {
      title: words.t(`screens.${name}.title`),
    });
  }),
);
