import type { ReactNode } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Hidden, Press, styleSheet as sheetIn, testPage } from '../test-page.tsx';
import { errors, testPeople } from './people.ts';

/** The style sheet and scripts of the test provider's pages. */

export const styleSheet = sheetIn({
  light: `--paper: #fff; --ground: #f4f1ea; --ink: #1d2433; --soft: #525b6e; --line: #c9c4b8; --strong: #c9c4b8;
  --accent: #7a3e00; --accent-ink: #fff; --tint: #f6ece1; --sign: var(--accent); --sign-ink: var(--accent-ink);`,
  dark: `--paper: #1c2230; --ground: #11151f; --ink: #eef1f7; --soft: #b3bccb; --line: #4a556b; --strong: #4a556b;
  --accent: #ffc27a; --accent-ink: #221300; --tint: #352a1d;`,
});

/** Submits the form without a press of its button. */
export const submitScript = 'document.forms[0].submit();\n';

/** A stand-in for Google's script with one person and a valid signature. */
export const oneTapScript = (credentialUrl: string): string => `
(() => {
  let options = null;
  const id = {
    initialize(given) { options = given; },
    async prompt() {
      const query = new URLSearchParams({ client_id: options.client_id, nonce: options.nonce || '' });
      const answer = await fetch(${JSON.stringify(credentialUrl)} + '?' + query);
      const { credential } = await answer.json();
      options.callback({ credential, select_by: 'user' });
    },
    cancel() {},
    disableAutoSelect() {},
  };
  window.google = { accounts: { id } };
})();
`;

type View = { i18n: Translator; base: string };
type Fields = Readonly<Record<string, string>>;

const frame = ({ i18n, base }: View, title: string, children: ReactNode, script?: string): string =>
  testPage({
    lang: i18n.htmlLang,
    title,
    sign: i18n.t('providers.test.sign'),
    style: `${base}/style.css`,
    ...(script ? { script: `${base}/${script}` } : {}),
    children: (
      <>
        <h1>{title}</h1>
        {children}
      </>
    ),
  });

/** `fields`: the original request. */
type AuthorizeView = View & { action: string; provider: string; fields: Fields; scope: string; asksForEmail: boolean };

export function authorizePage(view: AuthorizeView): string {
  const { i18n, action, provider, fields, scope, asksForEmail } = view;
  return frame(
    view,
    i18n.t('providers.test.title', { provider }),
    <>
      <p className="soft">{i18n.t('providers.test.intro', { scope })}</p>
      <form method="post" action={action} className="box">
        <Hidden fields={fields} />
        <fieldset>
          <legend>{i18n.t('providers.test.who')}</legend>
          {testPeople.map(({ id, firstname, lastname, email, isEmailVerified }, index) => (
            <label key={id} className="choice">
              <input type="radio" name="person" value={id} defaultChecked={index === 0} />
              <span>
                {firstname} {lastname}
                <small>
                  {email === null
                    ? i18n.t('providers.test.noEmail')
                    : isEmailVerified
                      ? email
                      : i18n.t('providers.test.unverified', { email })}
                </small>
              </span>
            </label>
          ))}
        </fieldset>
        <label>
          {i18n.t('providers.test.typed')}
          <input type="email" name="email" autoComplete="off" />
        </label>
        {asksForEmail ? (
          <label className="choice">
            <input type="checkbox" name="share" value="email" defaultChecked />
            <span>{i18n.t('providers.test.share')}</span>
          </label>
        ) : null}
        <label>
          {i18n.t('providers.test.fault')}
          <select name="fault" defaultValue="none">
            {errors.map((error) => (
              <option key={error} value={error}>
                {i18n.t(`providers.test.fault.${error}`)}
              </option>
            ))}
          </select>
        </label>
        <div className="buttons">
          <Press name="answer" value="allow" look="main">
            {i18n.t('providers.test.allow')}
          </Press>
          <Press name="answer" value="cancel">
            {i18n.t('providers.test.cancel')}
          </Press>
          <Press name="answer" value="error">
            {i18n.t('providers.test.error')}
          </Press>
        </div>
      </form>
    </>,
  );
}

/** `response_mode=form_post`: a form that the browser posts back. */
export const formPostPage = (view: View & { action: string; fields: Fields }): string =>
  frame(
    view,
    view.i18n.t('providers.test.goOnTitle'),
    <form method="post" action={view.action} className="box">
      <Hidden fields={view.fields} />
      <button type="submit" className="main">
        {view.i18n.t('providers.test.goOn')}
      </button>
    </form>,
    'submit.js',
  );

export const refusedPage = (view: View & { reason: string }): string =>
  frame(view, view.i18n.t('providers.test.refused'), <p className="soft">{view.reason}</p>);
