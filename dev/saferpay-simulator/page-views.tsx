import { createHash } from 'node:crypto';
import type { ComponentProps, ReactNode } from 'react';
import { Hidden, Press, styleSheet as sheetIn, testPage } from '../test-page.tsx';
import type { Payment } from './books.ts';
import type { CardProblem } from './card-form.ts';
import { nameOf } from './methods.ts';
import { ibanByAmount, ibanThatPays, type TestCard } from './test-cards.ts';
import type { PageWords, WordKey } from './words.ts';

export const styleSheet = sheetIn({
  light: `--ground: #eef1f3; --paper: #fff; --ink: #14212b; --soft: #51616d; --line: #c6d0d7; --strong: #6b7d8a;
  --accent: #00695c; --accent-ink: #fff; --tint: #e3f1ef; --sign: #ffd54a; --sign-ink: #2b2200; --bad: #a8201a;
  --bad-soft: #fdecea;`,
  dark: `--ground: #0d151b; --paper: #17222a; --ink: #eaf1f5; --soft: #afbec9; --line: #33434f; --strong: #8295a3;
  --accent: #6fd6c4; --accent-ink: #00241f; --tint: #16332f; --sign: #e9bd2f; --sign-ink: #211900; --bad: #ffb4ab;
  --bad-soft: #3a1a18;`,
});

/** Below `/vt2`; the name is a hash, so it can be cached for ever. */
export const stylePath = `/style-${createHash('sha256').update(styleSheet).digest('hex').slice(0, 12)}.css`;

export type View = {
  texts: PageWords;
  /** The path before `/vt2`. */
  prefix: string;
  payment: Payment;
  /** The address of this payment's steps. */
  self: string;
};

const frame = (texts: PageWords, prefix: string, title: string, children: ReactNode): string =>
  testPage({ lang: texts.lang, title, sign: texts.t('sign'), style: `${prefix}/vt2${stylePath}`, children });

const priceOf = ({ texts, payment }: View): string => texts.money(payment.amount.value, payment.amount.currency);

type Step = {
  title: string;
  heading?: string;
  /** Without a link to other methods. */
  isAlone?: boolean;
  alert?: ReactNode;
  children: ReactNode;
  /** Test data, after the cancel link. */
  examples?: ReactNode;
};

function stepPage(view: View, { title, heading = title, isAlone, alert, children, examples }: Step): string {
  const { texts, prefix, payment, self } = view;
  const { methods, wallets } = payment.offer;
  return frame(
    texts,
    prefix,
    title,
    <>
      <h1>{heading}</h1>
      <section className="what" aria-label={texts.t('amount')}>
        <span className="sum">{priceOf(view)}</span>
        <span className="text">{payment.description}</span>
      </section>
      {alert}
      {children}
      <form method="post" action={self}>
        {!isAlone && methods.length + wallets.length > 1 ? (
          <a className="other" href={self}>
            {texts.t('other')}
          </a>
        ) : null}
        <Press value="abort" look="quiet">
          {texts.t('abort')}
        </Press>
      </form>
      {examples}
    </>,
  );
}

export function choicePage(view: View): string {
  const { texts, payment, self } = view;
  const { methods, wallets } = payment.offer;
  return stepPage(view, {
    title: texts.t('title'),
    heading: texts.t('choose'),
    isAlone: true,
    children: (
      <ul className="choices">
        {[...methods, ...wallets].map((method) => (
          <li key={method}>
            <a href={`${self}?method=${method}`}>{nameOf(method)}</a>
          </li>
        ))}
      </ul>
    ),
  });
}

export type CardInput = { number: string; expiry: string; cvc: string; holder: string };

const inGroups = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ');

/** `problem`: the error; `role` when nothing else announces it. */
function Field(
  props: ComponentProps<'input'> & { texts: PageWords; name: keyof CardInput | 'iban'; problem?: WordKey },
) {
  const { texts, problem, role, ...input } = props;
  const id = `wrong-${props.name}`;
  return (
    <label>
      {texts.t(props.name)}
      <input
        {...input}
        autoComplete="off"
        required
        {...(problem ? { 'aria-invalid': true, 'aria-describedby': id } : {})}
      />
      {problem ? (
        <span className="wrong" id={id} role={role}>
          {texts.t(problem)}
        </span>
      ) : null}
    </label>
  );
}

type Example = { value: string; query: string; says: WordKey; isChosen?: boolean };

/** A method with a form and test data. */
function typedPage(
  view: View,
  method: string,
  form: { fields: ReactNode; alert?: ReactNode; title: WordKey; hint?: WordKey; examples: readonly Example[] },
): string {
  const { texts, self } = view;
  return stepPage(view, {
    title: `${nameOf(method)} – ${texts.t('title')}`,
    heading: nameOf(method),
    alert: form.alert,
    children: (
      <section className="box">
        <form method="post" action={self}>
          <Hidden fields={{ method }} />
          {form.fields}
          <Press value="pay" look="main">
            {texts.t('pay', { amount: priceOf(view) })}
          </Press>
        </form>
      </section>
    ),
    examples: (
      <section className="box">
        <h2>{texts.t(form.title)}</h2>
        {form.hint ? <p className="soft">{texts.t(form.hint)}</p> : null}
        <ul className="cards">
          {form.examples.map(({ value, query, says, isChosen }) => (
            <li key={value}>
              <a href={`${self}?method=${method}&${query}`} {...(isChosen ? { 'aria-current': 'true' as const } : {})}>
                <code>{inGroups(value)}</code>
                <span>{texts.t(says)}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    ),
  });
}

export function cardPage(
  view: View,
  method: string,
  cards: readonly TestCard[],
  cardInput: CardInput,
  problems: readonly CardProblem[],
): string {
  const { texts } = view;
  const field = (name: keyof CardInput, maxLength: number, inputMode: 'text' | 'numeric' = 'numeric') => {
    const problem = problems.find((each) => each.field === name)?.word;
    return (
      <Field {...{ texts, name, maxLength, inputMode }} defaultValue={cardInput[name]} {...(problem && { problem })} />
    );
  };
  return typedPage(view, method, {
    alert:
      problems.length > 0 ? (
        <p className="errors" role="alert">
          {texts.t('wrong')}
        </p>
      ) : null,
    fields: (
      <>
        {field('number', 23)}
        <div className="two">
          {field('expiry', 7)}
          {field('cvc', 4)}
        </div>
        {field('holder', 50, 'text')}
      </>
    ),
    title: 'cards',
    hint: 'cardsHint',
    examples: cards.map(({ number, rule }) => ({
      value: number,
      query: `card=${rule}-${number.slice(0, 4)}`,
      says: `card.${rule}`,
      isChosen: cardInput.number.replace(/\D/g, '') === number,
    })),
  });
}

export const debitPage = (view: View, method: string, iban: string, isWrong: boolean): string =>
  typedPage(view, method, {
    fields: (
      <Field
        texts={view.texts}
        name="iban"
        defaultValue={iban}
        maxLength={42}
        role="alert"
        {...(isWrong ? { problem: 'wrong.iban' as const } : {})}
      />
    ),
    title: 'ibans',
    examples: [
      { value: ibanThatPays, query: 'iban=pays', says: 'iban.pays' },
      { value: ibanByAmount, query: 'iban=byAmount', says: 'iban.byAmount' },
    ],
  });

type Question = { title: string; text: string; soft?: string; method?: string; answers: (readonly [string, string])[] };

/** What happens elsewhere is a question; the first answer is the usual one. */
const questionPage = (view: View, { title, text, soft, method, answers }: Question): string =>
  stepPage(view, {
    title,
    isAlone: !method,
    children: (
      <section className="box">
        <p>{text}</p>
        {soft ? <p className="soft">{soft}</p> : null}
        <form method="post" action={view.self} className="buttons">
          {method ? <Hidden fields={{ method }} /> : null}
          {answers.map(([value, label], index) => (
            <Press key={value} value={value} {...(index === 0 ? { look: 'main' } : {})}>
              {label}
            </Press>
          ))}
        </form>
      </section>
    ),
  });

export const securePage = (view: View): string =>
  questionPage(view, {
    title: view.texts.t('secureTitle'),
    text: view.texts.t('secureText'),
    soft: view.payment.challenge?.card.masked ?? '',
    answers: [
      ['confirm', view.texts.t('secureOk')],
      ['refuse', view.texts.t('secureFail')],
    ],
  });

/** Methods on another site: a bank, an account, a wallet. */
export function elsewherePage(view: View, method: string, kind: 'bank' | 'wallet'): string {
  const { t } = view.texts;
  const values = { method: nameOf(method) };
  return questionPage(view, {
    title: t(`${kind}Title`, values),
    text: t(`${kind}Text`, values),
    method,
    answers: [
      ['pay', t('pay', { amount: priceOf(view) })],
      ...(kind === 'wallet' ? [['abort', t('walletCancel', values)] as const] : []),
      ['decline', t('decline')],
      ...(kind === 'bank' ? [['pending', t('pending')] as const, ['close', t('close')] as const] : []),
    ],
  });
}

/** A final page without the shop. */
export function endPage(
  texts: PageWords,
  prefix: string,
  kind: 'closed' | 'expired' | 'unknown',
  back: string | null = null,
): string {
  const title = texts.t(`${kind}Title`);
  return frame(
    texts,
    prefix,
    title,
    <>
      <h1>{title}</h1>
      <p className="soft">{texts.t(`${kind}Text`)}</p>
      {back ? (
        <a className="button main" href={back}>
          {texts.t('back')}
        </a>
      ) : null}
    </>,
  );
}
