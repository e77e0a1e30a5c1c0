import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Colors as custom properties for light and dark. */
type Colours = { light: string; dark: string };

/** Unlike the shop, so that everybody sees that it is another site. */
export const styleSheet = ({ light, dark }: Colours): string => `
:root { color-scheme: light dark; ${light} }
@media (prefers-color-scheme: dark) { :root { ${dark} } }
* { box-sizing: border-box; }
body { margin: 0; min-block-size: 100vb; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
.sign { margin: 0; padding: .55rem 1rem; background: var(--sign); color: var(--sign-ink); font-weight: 650;
  font-size: .875rem; text-align: center; }
main { max-inline-size: 30rem; margin-inline: auto; padding: 1.25rem 1rem 3rem; display: grid; gap: 1rem; }
h1 { font-size: 1.375rem; line-height: 1.2; margin: 0; }
h2 { font-size: 1.0625rem; line-height: 1.3; margin: 0 0 .75rem; }
p { margin: 0; }
.what { display: grid; gap: .15rem; padding: 1.1rem 1.25rem; background: var(--paper); border: 1px solid var(--line);
  border-radius: 1rem; }
.what .sum { font-size: 2rem; line-height: 1.15; font-weight: 700; font-variant-numeric: tabular-nums; }
.what .text, .soft, small { color: var(--soft); }
.box { padding: 1.25rem; background: var(--paper); border: 1px solid var(--line); border-radius: 1rem; }
.box > p { margin-block-end: 1rem; }
form { display: grid; gap: 1rem; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
.choices a, .cards a, .choice { display: flex; align-items: center; gap: .75rem; min-block-size: 3rem;
  padding: .6rem .9rem; border: 1px solid var(--line); border-radius: .75rem; color: inherit; text-decoration: none; }
.choices a { background: var(--paper); font-weight: 650; justify-content: space-between; }
.choices a::after { content: "›"; font-size: 1.4rem; line-height: 1; color: var(--soft); }
.choices a:hover, .cards a:hover { border-color: var(--accent); background: var(--tint); }
.cards a { display: grid; gap: 0; padding-block: .45rem; }
.cards code { font: 600 .9375rem/1.4 ui-monospace, monospace; letter-spacing: .02em; }
.cards a[aria-current], .choice:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.cards span { color: var(--soft); font-size: .875rem; }
.choice { accent-color: var(--accent); }
.choice small { display: block; }
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: .5rem; }
legend { padding: 0; margin-block-end: .5rem; font-weight: 650; }
label:not(.choice) { display: grid; gap: .3rem; font-weight: 650; }
label:not(.choice) input, select { inline-size: 100%; min-block-size: 2.9rem; padding: .5rem .75rem;
  font: 400 1.0625rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; color: inherit;
  background: var(--paper); border: 1px solid var(--strong); border-radius: .6rem; }
input[aria-invalid] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
.wrong { color: var(--bad); font-weight: 400; font-size: .9375rem; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; align-items: start; }
.errors { padding: .8rem 1rem; border-radius: .75rem; background: var(--bad-soft); color: var(--bad); font-weight: 650; }
.buttons { display: grid; gap: .6rem; }
button, a.button { min-block-size: 3rem; padding: .6rem 1rem; font: 650 1rem/1.3 system-ui, sans-serif;
  border-radius: .75rem; border: 1px solid var(--strong); background: none; color: inherit; cursor: pointer;
  text-align: center; text-decoration: none; display: grid; place-content: center; }
button:hover, a.button:hover { border-color: var(--accent); background: var(--tint); }
button.main, a.main { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
button.main:hover, a.main:hover { background: var(--accent); filter: brightness(1.12); }
button.quiet { border-color: transparent; padding-inline: .25rem; text-decoration: underline; color: var(--soft); }
.other { justify-self: center; font-weight: 650; min-block-size: 2.75rem; display: inline-flex; align-items: center; color: inherit; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (min-width: 40rem) { main { padding-block-start: 2.5rem; } }
`;

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
