import type { ReactElement, ReactNode } from 'react';
import { preinitModule } from 'react-dom';
import type { Words } from '#src/platform/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { errorText } from '#src/ui/field.tsx';
import { Button, ButtonLink, ErrorSummary, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { EditState } from './save-edit.ts';
import { shownName, shownValue } from './shown-form.ts';

type EditFormProps = {
  action: string;
  state: EditState;
  words: Words;
  labelOf: (name: string) => string;
  /** Where "cancel" leads. */
  back: string;
  submit?: string;
  hasRequired?: boolean;
  /** The fields. */
  children: ReactNode;
  /** Beside the button that saves. */
  actions?: ReactNode;
};

/** A form that says what is wrong and what somebody else changed, and remembers what it showed. */
export function EditForm(props: EditFormProps): ReactElement {
  const { action, state, words, labelOf, back, submit, children, actions } = props;
  const { csrfToken } = usePage();
  const { errors, refusal, meanwhile, stored } = state;
  // Asks before what was typed is left behind.
  preinitModule(usePage().assets.manifest.runtime, { as: 'script' });
  const named = Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [
      name,
      words.t('ui.errors.ofField', { field: labelOf(name), error: errorText(error) ?? '' }),
    ]),
  );
  return (
    <Form
      csrfToken={csrfToken}
      action={action}
      data-guard={state.typed === stored ? '' : 'changed'}
      {...(props.hasRequired ? { requiredNote: words.t('ui.form.required') } : {})}
    >
      {refusal ? (
        <Alert tone="bad" urgent focused>
          {refusal}
        </Alert>
      ) : null}
      {meanwhile.length > 0 ? (
        <Alert tone="wait" title={words.t('orderActions.meanwhile.title')} urgent focused>
          <ul>
            {meanwhile.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <ErrorSummary title={words.t('ui.errors.title', { count: Object.keys(errors).length })} errors={named} />
      <input type="hidden" name={shownName} value={shownValue(stored)} />
      {children}
      <div className="form-actions">
        <Button>{submit ?? words.t('ui.form.save')}</Button>
        {actions}
        <ButtonLink look="quiet" href={back}>
          {words.t('ui.form.cancel')}
        </ButtonLink>
      </div>
    </Form>
  );
}
