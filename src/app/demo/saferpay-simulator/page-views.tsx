import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Payment } from './books.ts';
import type { CardProblem } from './card-form.ts';
import { nameOf } from './methods.ts';
import { stylePath } from './page-style.ts';
import { ibanByAmount, ibanThatPays, type TestCard } from './test-cards.ts';
import type { PageWords } from './words.ts';

/** The hosted page. No script, no inline style; every step is a form or a link. */
export type View = {
  words: PageWords;
  /** Path below which `/vt2` lies. */
  prefix: string;
  payment: Payment;
  /** Address of this payment's steps. */
  self: string;
};

function frame(words: PageWords, prefix: string, title: string, children: ReactNode): string {
  const html = renderToStaticMarkup(
    <html lang={words.lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="stylesheet" href={`${prefix}/vt2${stylePath}`} />
      </head>
      <body>
        <header className="sign">{words.t('sign')}</header>
        <main>{children}</main>
      </body>
    </html>,
  );
  return `<!doctype html>${html}`;
}

const priceOf = ({ words, payment }: View): string => words.money(payment.amount.value, payment.amount.currency);

const What = ({ view }: { view: View }) => (
  <section className="what" aria-label={view.words.t('amount')}>
    <span className="sum">{priceOf(view)}</span>
    <span className="text">{view.payment.description}</span>
  </section>
);

/** What belongs below every step: the way to another method, if there is one, and the way out. */
const WayOut = ({ view, isAlone = false }: { view: View; isAlone?: boolean }) => {
  const { methods, wallets } = view.payment.offer;
  return (
    <form method="post" action={view.self}>
      {!isAlone && methods.length + wallets.length > 1 ? (
        <a className="other" href={view.self}>
          {view.words.t('other')}
        </a>
      ) : null}
      <button type="submit" className="quiet" name="do" value="abort">
        {view.words.t('abort')}
      </button>
    </form>
  );
};

export function choicePage(view: View): string {
  const { words, payment, self } = view;
  const { methods, wallets } = payment.offer;
  return frame(
    words,
    view.prefix,
    words.t('title'),
    <>
      <h1>{words.t('choose')}</h1>
      <What view={view} />
      <ul className="choices">
        {[...methods, ...wallets].map((method) => (
          <li key={method}>
            <a href={`${self}?method=${method}`}>{nameOf(method)}</a>
          </li>
        ))}
      </ul>
      <WayOut view={view} isAlone />
    </>,
  );
}

export type Typed = { number: string; expiry: string; cvc: string; holder: string };

const inGroups = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ');

export function cardPage(
  view: View,
  method: string,
  cards: readonly TestCard[],
  typed: Typed,
  problems: readonly CardProblem[],
): string {
  const { words, self } = view;
  const field = (name: keyof Typed, autoComplete: string, attributes: { maxLength: number; isText?: boolean }) => {
    const problem = problems.find((each) => each.field === name);
    return (
      <label>
        {words.t(name)}
        <input
          name={name}
          defaultValue={typed[name]}
          autoComplete={autoComplete}
          inputMode={attributes.isText ? 'text' : 'numeric'}
          maxLength={attributes.maxLength}
          required
          {...(problem ? { 'aria-invalid': true, 'aria-describedby': `wrong-${name}` } : {})}
        />
        {problem ? (
          <span className="wrong" id={`wrong-${name}`}>
            {words.t(problem.word)}
          </span>
        ) : null}
      </label>
    );
  };
  return frame(
    words,
    view.prefix,
    `${nameOf(method)} – ${words.t('title')}`,
    <>
      <h1>{nameOf(method)}</h1>
      <What view={view} />
      {problems.length > 0 ? (
        <p className="errors" role="alert">
          {words.t('wrong')}
        </p>
      ) : null}
      <section className="box">
        <form method="post" action={self}>
          <input type="hidden" name="method" value={method} />
          {field('number', 'off', { maxLength: 23 })}
          <div className="two">
            {field('expiry', 'off', { maxLength: 7 })}
            {field('cvc', 'off', { maxLength: 4 })}
          </div>
          {field('holder', 'off', { maxLength: 50, isText: true })}
          <button type="submit" className="main" name="do" value="pay">
            {words.t('pay', { amount: priceOf(view) })}
          </button>
        </form>
      </section>
      <WayOut view={view} />
      <section className="box">
        <h2>{words.t('cards')}</h2>
        <p className="soft">{words.t('cardsHint')}</p>
        <ul className="cards">
          {cards.map(({ number, rule }) => (
            <li key={number}>
              <a
                href={`${self}?method=${method}&card=${rule}-${number.slice(0, 4)}`}
                {...(typed.number.replace(/\D/g, '') === number ? { 'aria-current': 'true' as const } : {})}
              >
                <code>{inGroups(number)}</code>
                <span>{words.t(`card.${rule}`)}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>,
  );
}

export function debitPage(view: View, method: string, iban: string, isWrong: boolean): string {
  const { words, self } = view;
  return frame(
    words,
    view.prefix,
    `${nameOf(method)} – ${words.t('title')}`,
    <>
      <h1>{nameOf(method)}</h1>
      <What view={view} />
      <section className="box">
        <form method="post" action={self}>
          <input type="hidden" name="method" value={method} />
          <label>
            {words.t('iban')}
            <input
              name="iban"
              defaultValue={iban}
              autoComplete="off"
              maxLength={42}
              required
              {...(isWrong ? { 'aria-invalid': true, 'aria-describedby': 'wrong-iban' } : {})}
            />
            {isWrong ? (
              <span className="wrong" id="wrong-iban" role="alert">
                {words.t('wrong.iban')}
              </span>
            ) : null}
          </label>
          <button type="submit" className="main" name="do" value="pay">
            {words.t('pay', { amount: priceOf(view) })}
          </button>
        </form>
      </section>
      <WayOut view={view} />
      <section className="box">
        <h2>{words.t('ibans')}</h2>
        <ul className="cards">
          {(['pays', 'byAmount'] as const).map((name) => (
            <li key={name}>
              <a href={`${self}?method=${method}&iban=${name}`}>
                <code>{inGroups(name === 'pays' ? ibanThatPays : ibanByAmount)}</code>
                <span>{words.t(`iban.${name}`)}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>,
  );
}

export function securePage(view: View): string {
  const { words, self, payment } = view;
  return frame(
    words,
    view.prefix,
    words.t('secureTitle'),
    <>
      <h1>{words.t('secureTitle')}</h1>
      <What view={view} />
      <section className="box">
        <p>{words.t('secureText')}</p>
        <p className="soft">{payment.challenge?.card.masked}</p>
        <form method="post" action={self} className="buttons">
          <button type="submit" className="main" name="do" value="confirm">
            {words.t('secureOk')}
          </button>
          <button type="submit" name="do" value="refuse">
            {words.t('secureFail')}
          </button>
        </form>
      </section>
      <WayOut view={view} isAlone />
    </>,
  );
}

/** Of methods that happen elsewhere: a bank, an account, a wallet. */
export function elsewherePage(view: View, method: string, kind: 'bank' | 'wallet'): string {
  const { words, self } = view;
  const values = { method: nameOf(method) };
  return frame(
    words,
    view.prefix,
    words.t(`${kind}Title`, values),
    <>
      <h1>{words.t(`${kind}Title`, values)}</h1>
      <What view={view} />
      <section className="box">
        <p>{words.t(`${kind}Text`, values)}</p>
        <form method="post" action={self} className="buttons">
          <input type="hidden" name="method" value={method} />
          <button type="submit" className="main" name="do" value="pay">
            {words.t('pay', { amount: priceOf(view) })}
          </button>
          {kind === 'wallet' ? (
            <button type="submit" name="do" value="abort">
              {words.t('walletCancel', values)}
            </button>
          ) : null}
          <button type="submit" name="do" value="decline">
            {words.t('decline')}
          </button>
          {kind === 'bank' ? (
            <>
              <button type="submit" name="do" value="pending">
                {words.t('pending')}
              </button>
              <button type="submit" name="do" value="close">
                {words.t('close')}
              </button>
            </>
          ) : null}
        </form>
      </section>
      <WayOut view={view} />
    </>,
  );
}

/** An end without the shop: `back` is where a link leads, if there is one to give. */
export function endPage(
  words: PageWords,
  prefix: string,
  kind: 'closed' | 'expired' | 'unknown',
  back: string | null = null,
): string {
  const title = words.t(`${kind}Title`);
  return frame(
    words,
    prefix,
    title,
    <>
      <h1>{title}</h1>
      <p className="soft">{words.t(`${kind}Text`)}</p>
      {back ? (
        <a className="button main" href={back}>
          {words.t('back')}
        </a>
      ) : null}
    </>,
  );
}
