import type { ReactElement, ReactNode } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { CheckboxField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, Saved, useSavedInput } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { baselineName, baselineOf } from './baseline.ts';
import { Sentences } from './confirm.tsx';
import { type FormInput, type FormSpec, fieldOf, fieldsOf, labelOf, stockBaselineName } from './fields.ts';
import { FormFields } from './form-fields.tsx';
import { type FormRecord, inputOf } from './form-input.ts';
import type { FormState } from './save-form.ts';

export const formStatus = (state: FormState | null | undefined): 200 | 400 | 409 | 429 => state?.status ?? 200;

type SavingFormProps = {
  form: FormSpec;
  /** The stored record, or a new one's defaults. */
  record: FormRecord;
  state?: FormState | null | undefined;
  /** If the record's event uses other terms. */
  i18n?: Translator;
  action: string;
};

/** The controls' values and the hidden baseline fields. */
export function useFormView({ form, record, state, i18n, action }: SavingFormProps): {
  input: FormInput;
  memory: ReactElement;
} {
  const page = usePage();
  const stored = state?.stored ?? inputOf(form, record, i18n ?? page.i18n);
  const kept = useSavedInput(action);
  const hidden = state?.stored ? {} : (kept ?? state?.hidden ?? {});
  const stock = fieldsOf(form).filter((field) => field.stock && stored[field.name]);
  const memory = (
    <>
      <input
        type="hidden"
        name={baselineName}
        value={hidden[baselineName] ?? baselineOf(form, stored, i18n ?? page.i18n)}
      />
      {stock.map(({ name }) => (
        <input
          key={name}
          type="hidden"
          name={stockBaselineName(name)}
          value={hidden[stockBaselineName(name)] ?? stored[name]}
        />
      ))}
    </>
  );
  return { input: kept ?? state?.input ?? stored, memory };
}

/**
 * A form with its result above. It posts its baseline, so that other people's changes are not overwritten unseen, and warns
 * before unsaved input is lost.
 */
export function SavingForm(
  props: SavingFormProps & {
    isSaved?: boolean;
    submit?: string;
    /** When another button of the page is the main one. */
    look?: 'quiet';
    cancelHref?: string;
    /** Replaces the default list of fields. */
    fields?: ReactNode;
    hasRequired?: boolean;
    children?: ReactNode;
    actions?: ReactNode;
  },
): ReactElement {
  const page = usePage();
  const { form, action, state, i18n = page.i18n } = props;
  const { errors = {}, conflicts = [], confirm = [] } = state ?? {};
  const { input, memory } = useFormView(props);
  const hasRequired = props.hasRequired || fieldsOf(form).some(({ required }) => required);
  const labelled = (control: string) => {
    const field = fieldOf(form, control);
    return field && labelOf(form, field, i18n);
  };
  return (
    <Form
      action={action}
      state={{ input, errors, refusal: state?.refusal ?? null }}
      labelOf={labelled}
      guard={state ? 'changed' : true}
      {...(hasRequired ? { requiredNote: i18n.t('ui.form.required') } : {})}
      above={
        <>
          {props.isSaved && !state ? <Saved /> : null}
          <Sentences title={i18n.t('form.conflict.title')} sentences={conflicts} />
        </>
      }
    >
      {memory}
      {props.fields ?? <FormFields form={form} input={input} errors={errors} i18n={i18n} open={state?.open} />}
      {props.children}
      {confirm.length > 0 ? (
        <>
          <Sentences title={i18n.t('form.confirm.title')} sentences={confirm} />
          <CheckboxField name="confirmed" label={i18n.t('form.confirm.label')} />
        </>
      ) : null}
      <div className="form-actions">
        <Button look={props.look}>{props.submit ?? i18n.t('ui.form.save')}</Button>
        {props.actions}
        {props.cancelHref ? (
          <ButtonLink look="quiet" href={props.cancelHref}>
            {i18n.t('ui.form.cancel')}
          </ButtonLink>
        ) : null}
      </div>
    </Form>
  );
}
