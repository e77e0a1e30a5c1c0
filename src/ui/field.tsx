import { type ComponentProps, createContext, type ReactElement, type ReactNode, useContext } from 'react';

/**
 * Form fields: label, hint, control and error, tied by ids. Texts are props, so islands use the same ones. Other props go to the
 * control.
 */
type FieldProps = {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | readonly string[] | null;
  /** A word such as `freiwillig` after the label. */
  optional?: string;
  id?: string;
};
type Control<Tag extends 'input' | 'select' | 'textarea'> = FieldProps & Omit<ComponentProps<Tag>, 'name' | 'id'>;

/**
 * The input and errors of a form that is shown again, by control name; values of one name are joined by blanks. The input wins
 * over a field's own value.
 */
export type FormView = {
  input?: Readonly<Record<string, string>> | null | undefined;
  errors?: Readonly<Record<string, string | readonly string[]>> | undefined;
};
export const FieldViewContext = createContext<FormView>({});

/** Props of a control with its input and errors. */
export function useFieldView<P extends FieldProps & { defaultValue?: unknown; value?: unknown }>(props: P): P {
  const { input, errors } = useContext(FieldViewContext);
  const text = input?.[props.name];
  const error = props.error ?? errors?.[props.name] ?? null;
  return { ...props, error, ...(text === undefined || props.value !== undefined ? {} : { defaultValue: text }) };
}

/** The id of a control; the error summary links there. */
export const fieldId = (name: string): string => `field-${name.replace(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')}`;

export const errorText = (error: FieldProps['error']): string | null => {
  const text = typeof error === 'string' ? error : (error ?? []).join(' ');
  return text === '' ? null : text;
};

/** Attributes that tie a control to hint and error. */
function ties({ name, id = fieldId(name), hint, error }: FieldProps) {
  const wrong = errorText(error) !== null;
  const described = [hint ? `${id}-hint` : '', wrong ? `${id}-error` : ''].filter(Boolean).join(' ');
  return {
    id,
    name,
    'aria-invalid': wrong ? (true as const) : undefined,
    'aria-describedby': described || undefined,
  };
}

function HintAndError({ id, hint, error }: { id: string; hint?: ReactNode; error?: FieldProps['error'] }) {
  const text = errorText(error);
  return (
    <>
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {text ? (
        <p className="field-error" id={`${id}-error`}>
          {text}
        </p>
      ) : null}
    </>
  );
}

/** Required or optional, beside a label. */
const Marks = ({ required, optional }: { required?: boolean | undefined; optional?: string | undefined }) => (
  <>
    {required ? <span aria-hidden="true"> *</span> : null}
    {optional ? <span className="field-optional"> ({optional})</span> : null}
  </>
);

/** The frame of a custom control: `children` is the control with the right `id` and `aria-describedby`. */
export function Field({
  name,
  id = fieldId(name),
  label,
  hint,
  error,
  optional,
  required,
  children,
}: FieldProps & { required?: boolean | undefined; children: ReactNode }): ReactElement {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
        <Marks {...{ required, optional }} />
      </label>
      {children}
      <HintAndError id={id} hint={hint} error={error} />
    </div>
  );
}

type Tied<P> = Omit<P, 'label' | 'hint' | 'error' | 'optional'>;

/** The frame of a control, drawn by `draw` with the remaining props. */
export function framed<P extends FieldProps & { className?: string | undefined; required?: boolean | undefined }>(
  props: P,
  draw: (control: Tied<P> & { className: string }) => ReactNode,
): ReactElement {
  const { name, id, label, hint, error, optional, className = '', ...control } = props;
  return (
    <Field {...{ name, label, hint, error, optional, id }} required={props.required}>
      {draw({ ...control, ...ties(props), className: `input ${className}` } as Tied<P> & { className: string })}
    </Field>
  );
}

export const TextField = (given: Control<'input'>): ReactElement =>
  framed(useFieldView(given), (input) => <input type="text" {...input} />);

export const EmailField = (props: Control<'input'>): ReactElement => (
  <TextField autoComplete="email" inputMode="email" spellCheck={false} autoCapitalize="none" {...props} type="email" />
);

/** A typed date for `parseDate`. `placeholder` comes from `datePlaceholder`. */
export const DateField = (props: Control<'input'>): ReactElement => (
  <TextField inputMode="numeric" maxLength={20} {...props} type="text" className="input-short" />
);

/** A number; whole unless `inputMode="decimal"`. */
export const NumberField = (props: Control<'input'>): ReactElement => (
  <TextField inputMode="numeric" autoComplete="off" {...props} type="text" className="input-short" />
);

/** Euros as text for `parseCents` and `formatCentsInput`. */
export const MoneyField = (given: Control<'input'>): ReactElement =>
  framed(useFieldView(given), (input) => (
    <div className="input-money">
      <input inputMode="decimal" autoComplete="off" {...input} type="text" />
      <span aria-hidden="true">€</span>
    </div>
  ));

/**
 * A file input. Browsers label it in their own language, so `choose` and `none` cover it. The control lies on top, so files can
 * be dropped.
 */
export function FileField(props: Control<'input'> & { choose: string; none: string }): ReactElement {
  const { name, label, hint, error, optional, id, className, choose, none, ...input } = props;
  return (
    <Field {...{ name, label, hint, error, optional, id }}>
      <span className="file">
        {/* Empty and required it is invalid, which is how the style sheet knows that nothing is chosen yet. */}
        <input {...input} {...ties(props)} type="file" required />
        <span className="button button-quiet button-small" aria-hidden="true">
          {choose}
        </span>
        <span className="file-none" aria-hidden="true">
          {none}
        </span>
      </span>
    </Field>
  );
}

export const TextArea = (given: Control<'textarea'>): ReactElement =>
  framed(useFieldView(given), (area) => <textarea rows={4} {...area} />);

export type Option = { value: string; label: string; disabled?: boolean };

/** `placeholder` is an empty first option such as `Bitte wählen`. */
export type SelectProps = Control<'select'> & { options: readonly Option[]; placeholder?: string };
export const SelectField = (given: SelectProps): ReactElement =>
  framed(useFieldView(given), ({ options, placeholder, ...select }) => (
    <select {...select}>
      {placeholder === undefined ? null : <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  ));

export function CheckboxField(given: Control<'input'>): ReactElement {
  const { input: shown, errors } = useContext(FieldViewContext);
  const props = { ...given, error: given.error ?? errors?.[given.name] ?? null };
  const { name, label, hint, error, optional, id = fieldId(name), className, ...input } = props;
  const ticked = shown?.[name]?.split(' ').includes(String(input.value ?? 'true'));
  return (
    <div className="field">
      <label className="check" htmlFor={id}>
        <input
          value="true"
          {...input}
          {...(ticked === undefined || input.checked !== undefined ? {} : { defaultChecked: ticked })}
          {...ties(props)}
          type="checkbox"
        />
        <span>
          {label}
          <Marks required={input.required} optional={optional} />
        </span>
      </label>
      <HintAndError id={id} hint={hint} error={error} />
    </div>
  );
}

export type Choice = {
  value: string;
  label: ReactNode;
  text?: ReactNode;
  /** At the end of the line, such as a price. */
  aside?: ReactNode;
  disabled?: boolean;
};

/** Radio buttons with room for an explanation and a price; `pills` are side by side. The first control has the field's id. */
export function RadioCards(
  given: Control<'input'> & { choices: readonly Choice[]; look?: 'cards' | 'pills' },
): ReactElement {
  const { look = 'cards', ...props } = useFieldView(given);
  const { name, label, hint, error, optional, id = fieldId(name), choices, defaultValue, value, ...input } = props;
  const tied = ties(props);
  return (
    <fieldset className={look === 'pills' ? 'choices pills' : 'choices'} aria-describedby={tied['aria-describedby']}>
      <legend>
        {label}
        <Marks required={input.required} optional={optional} />
      </legend>
      {choices.map((choice, index) => {
        const choiceId = index === 0 ? id : `${id}-${index}`;
        const chosen =
          value === undefined ? { defaultChecked: choice.value === defaultValue } : { checked: choice.value === value };
        return (
          <label className="choice" key={choice.value} htmlFor={choiceId}>
            <input
              {...input}
              {...chosen}
              type="radio"
              id={choiceId}
              name={name}
              value={choice.value}
              disabled={choice.disabled}
              aria-describedby={choice.text ? `${choiceId}-text` : undefined}
            />
            <span className="choice-label">{choice.label}</span>
            {choice.text ? (
              <span className="choice-text" id={`${choiceId}-text`}>
                {choice.text}
              </span>
            ) : null}
            {choice.aside ? <span className="choice-aside">{choice.aside}</span> : null}
          </label>
        );
      })}
      <HintAndError id={id} hint={hint} error={error} />
    </fieldset>
  );
}
