import type { ReactElement, ReactNode } from 'react';
import { Alert } from '#src/ui/display.tsx';
import { CheckboxField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, RefusalNote } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { PageCall } from '../http.ts';
import type { FormState } from './save-form.ts';

/** The person confirmed an irreversible action. */
export const isConfirmed = ({ form }: Pick<PageCall, 'form'>): boolean => form.get('confirmed') === 'true';

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
  /** Receives `confirmed` and these fields. */
  action: string;
  fields?: Readonly<Record<string, string | number | readonly (string | number)[]>>;
  /** Heading and sentences; none when the page has them. */
  question?: string;
  text?: ReactNode;
  /** Consequences. */
  risks?: readonly string[];
  /** null when it cannot be done. */
  button: string | null;
  /** The value of the button when there are several answers; `more` are the others. */
  answer?: { name: string; value: string };
  more?: ReactNode;
  /** The action can be repeated or undone. */
  isHarmless?: boolean;
  back: string;
  backLabel?: string;
  /** The shop refused the answer. */
  refusal?: string | null;
  /** A required checkbox named `sure`, with its error. */
  sure?: { label: string; error?: string | null };
  /** `children` has required fields, so the form explains the star. */
  hasRequired?: boolean;
  /** More fields of the form, and their state. */
  children?: ReactNode;
  state?: Pick<FormState, 'input' | 'errors'> | undefined;
};

/** A confirmation page, which works without JavaScript. The handler checks `isConfirmed`. */
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
