import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Translator } from '#src/platform/locale.ts';
import { faults, testPeople } from './people.ts';

/** The pages of the test provider. They look unlike the shop on purpose, and work without a script. */
type Frame = { words: Translator; title: string; style: string; script?: string; children: ReactNode };

function frame({ words, title, style, script, children }: Frame): string {
  const html = renderToStaticMarkup(
    <html lang={words.htmlLang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="stylesheet" href={style} />
        {script ? <script src={script} defer /> : null}
      </head>
      <body>
        <header className="sign">{words.t('providers.test.sign')}</header>
        <main>{children}</main>
      </body>
    </html>,
  );
  return `<!doctype html>${html}`;
}

const Hidden = ({ fields }: { fields: Readonly<Record<string, string>> }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

export type AuthorizeView = {
  words: Translator;
  /** Of the page itself; forms and files lie below it. */
  base: string;
  action: string;
  provider: string;
  /** The request, as it came. */
  fields: Readonly<Record<string, string>>;
  scope: string;
  asksForEmail: boolean;
};

export function authorizePage({ words, base, action, provider, fields, scope, asksForEmail }: AuthorizeView): string {
  const title = words.t('providers.test.title', { provider });
  return frame({
    words,
    title,
    style: `${base}/style.css`,
    children: (
      <>
        <h1>{title}</h1>
        <p>{words.t('providers.test.intro', { scope })}</p>
        <form method="post" action={action}>
          <Hidden fields={fields} />
          <fieldset>
            <legend>{words.t('providers.test.who')}</legend>
            {testPeople.map(({ id, firstname, lastname, email, isEmailVerified }, index) => (
              <label key={id} className="choice">
                <input type="radio" name="person" value={id} defaultChecked={index === 0} />
                <span>
                  {firstname} {lastname}
                  <small>
                    {email === null
                      ? words.t('providers.test.noEmail')
                      : isEmailVerified
                        ? email
                        : words.t('providers.test.unverified', { email })}
                  </small>
                </span>
              </label>
            ))}
          </fieldset>
          <label className="field">
            {words.t('providers.test.typed')}
            <input type="email" name="email" autoComplete="off" />
          </label>
          {asksForEmail ? (
            <label className="choice">
              <input type="checkbox" name="share" value="email" defaultChecked />
              <span>{words.t('providers.test.share')}</span>
            </label>
          ) : null}
          <label className="field">
            {words.t('providers.test.fault')}
            <select name="fault" defaultValue="none">
              {faults.map((fault) => (
                <option key={fault} value={fault}>
                  {words.t(`providers.test.fault.${fault}`)}
                </option>
              ))}
            </select>
          </label>
          <div className="buttons">
            <button type="submit" className="main" name="answer" value="allow">
              {words.t('providers.test.allow')}
            </button>
            <button type="submit" name="answer" value="cancel">
              {words.t('providers.test.cancel')}
            </button>
            <button type="submit" name="answer" value="error">
              {words.t('providers.test.error')}
            </button>
          </div>
        </form>
      </>
    ),
  });
}

/** `response_mode=form_post`: a form that the browser posts to where the person came from. */
export function formPostPage(view: {
  words: Translator;
  base: string;
  action: string;
  fields: Readonly<Record<string, string>>;
}): string {
  const { words, base, action, fields } = view;
  const title = words.t('providers.test.goOnTitle');
  return frame({
    words,
    title,
    style: `${base}/style.css`,
    script: `${base}/submit.js`,
    children: (
      <>
        <h1>{title}</h1>
        <form method="post" action={action}>
          <Hidden fields={fields} />
          <button type="submit" className="main">
            {words.t('providers.test.goOn')}
          </button>
        </form>
      </>
    ),
  });
}

export function refusedPage({ words, base, reason }: { words: Translator; base: string; reason: string }): string {
  const title = words.t('providers.test.refused');
  return frame({
    words,
    title,
    style: `${base}/style.css`,
    children: (
      <>
        <h1>{title}</h1>
        <p>{reason}</p>
      </>
    ),
  });
}
