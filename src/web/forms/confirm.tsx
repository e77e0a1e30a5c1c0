import type { ReactElement, ReactNode } from 'react';
import { Alert } from '#src/ui/display.tsx';
import { CheckboxField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, RefusalNote } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { PageCall } from '../http.ts';
import type { FormState } from './save-form.ts';

/** Posted with what cannot be undone: the person has read what it does. */
export const isConfirmed = ({ form }: Pick<PageCall, 'form'>): boolean => form.get('confirmed') === 'true';

/** Sentences that should be read before going on. */
export function Sentences({ title, sentences }: { title?: string; sentences: readonly string[] }): ReactElement | null {
  if (sentences.length === 0) return null;
  return (
    <Alert tone="wait" urgent focused {...(title ? { title } : {})}>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Alert>
  );
}

export type Question = {
  /** Where the answer is posted to, with `confirmed` and these fields. */
  action: string;
  fields?: Readonly<Record<string, string | number | readonly (string | number)[]>>;
  /** What it is about, as a heading and in sentences; none where the page says it. */
  question?: string;
  text?: ReactNode;
  /** What that would do. */
  risks?: readonly string[];
  /** The button that does it; null where it cannot be done. */
  button: string | null;
  /** What the button posts, where that is one of several answers; `more` are the others. */
  answer?: { name: string; value: string };
  more?: ReactNode;
  /** What it does can be done again otherwise. */
  isHarmless?: boolean;
  back: string;
  backLabel?: string;
  /** The shop said no to the answer. */
  refusal?: string | null;
  /** A box that has to be ticked, named `sure`; with the error when it was not. */
  sure?: { label: string; error?: string | null };
  /** Something of `children` must be filled in, so the form says what the star means. */
  hasRequired?: boolean;
  /** What else is chosen or typed, inside the form, and how it stands when it is shown again. */
  children?: ReactNode;
  state?: Pick<FormState, 'input' | 'errors'> | undefined;
};

/**
 * “Are you sure?”, as a page of its own: it works without JavaScript, and a stray press does nothing. Whoever takes the
 * answer asks `isConfirmed`.
 */
export function Confirm(props: Question): ReactElement {
  const {
    action,
    fields = {},
    question,
    text,
    risks = [],
    button,
    isHarmless,
    back,
    backLabel,
    refusal,
    sure,
    hasRequired,
    state,
  } = props;
  const { i18n } = usePage();
  return (
    <div className="stack confirm">
      <RefusalNote>{refusal}</RefusalNote>
      {question ? <h2>{question}</h2> : null}
      {typeof text === 'string' ? <p>{text}</p> : text}
      <Sentences sentences={risks} />
      <Form
        action={action}
        {...(sure || hasRequired ? { requiredNote: i18n.t('ui.form.required') } : {})}
        state={sure?.error ? { errors: { sure: sure.error } } : { input: state?.input, errors: state?.errors ?? {} }}
      >
        <input type="hidden" name="confirmed" value="true" />
        {Object.entries(fields).flatMap(([name, value]) =>
          [value]
            .flat()
            .map((each) => <input key={`${name} ${each}`} type="hidden" name={name} value={String(each)} />),
        )}
        {props.children}
        {sure ? <CheckboxField name="sure" label={sure.label} required /> : null}
        <div className="form-actions">
          {button === null ? null : (
            <Button look={isHarmless ? 'main' : 'danger'} {...props.answer}>
              {button}
            </Button>
          )}
          {props.more}
          <ButtonLink look="quiet" href={back}>
            {backLabel ?? i18n.t('ui.form.cancel')}
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
