import type { ReactNode } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Hidden, Press, testPage } from '../test-page.tsx';
import { errors, testPeople } from './people.ts';

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
