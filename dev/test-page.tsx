import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Pages of simulated services. No inline styles; they work without a script. */
type TestPage = {
  lang: string;
  title: string;
  /** Marks the page as a test. */
  sign: string;
  style: string;
  script?: string;
  children: ReactNode;
};

export function testPage({ lang, title, sign, style, script, children }: TestPage): string {
  const html = renderToStaticMarkup(
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="stylesheet" href={style} />
        {script ? <script src={script} defer /> : null}
      </head>
      <body>
        <header className="sign">{sign}</header>
        <main>{children}</main>
      </body>
    </html>,
  );
  return `<!doctype html>${html}`;
}

type PressProps = { name?: string; value: string; look?: 'main' | 'quiet'; children: ReactNode };
export const Press = ({ name = 'do', value, look, children }: PressProps) => (
  <button type="submit" className={look} name={name} value={value}>
    {children}
  </button>
);

export const Hidden = ({ fields }: { fields: Readonly<Record<string, string>> }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
