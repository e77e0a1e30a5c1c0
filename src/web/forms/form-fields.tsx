import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { countryOptions, zoneOptions } from '#src/texts/long-options.ts';
import {
  CheckboxField,
  DateField,
  EmailField,
  errorText,
  fieldId,
  MoneyField,
  NumberField,
  type Option,
  SelectField,
  TextArea,
  TextField,
} from '#src/ui/field.tsx';
import type { FormErrors } from '#src/ui/form.tsx';
import { datePlaceholder } from '#src/ui/format.ts';
import { LongSelectField } from '#src/ui/long-select.tsx';
import { ColourField, DatePicker } from '#src/ui/picker.tsx';
import { houseAccent } from '#src/ui/theme.ts';
import { type Field, type FieldGroup, type FormInput, type FormSpec, isOf, labelOf, say } from './fields.ts';
import { rowsIn } from './form-input.ts';
import { pickName, pickShownName } from './pickers.ts';

type FieldsProps = { form: FormSpec; input: FormInput; errors: FormErrors; i18n: Translator };

/** All fields, inside a `Form` with the same input and errors. `open`: fields whose group is unfolded. */
export function FormFields(props: FieldsProps & { open?: readonly string[] }): ReactElement {
  return (
    <>
      {props.form.groups.map((group) => (
        <Group key={group.name} group={group} {...props} />
      ))}
    </>
  );
}

function Group({
  group,
  open = [],
  ...shared
}: FieldsProps & { group: FieldGroup; open?: readonly string[] }): ReactElement {
  const { form, i18n, input, errors } = shared;
  const legend = `${form.labels}.group.${group.name}`;
  const hint = `${legend}Hint`;
  const fields = (
    <>
      {i18n.has(hint) ? <p className="field-hint">{i18n.t(hint)}</p> : null}
      {group.above}
      <div className="form-fields">
        {inRows(group.fields).map((row) => {
          const [first] = row;
          const controls = row.map((field) =>
            field.kind === 'rows' ? (
              <Rows key={field.name} field={field} {...shared} />
            ) : (
              <OneField key={field.name} field={field} {...shared} />
            ),
          );
          return row.length > 1 ? (
            <div className="form-row" key={first?.name}>
              {controls}
            </div>
          ) : (
            controls
          );
        })}
      </div>
    </>
  );
  if (group.folded) {
    const isAsked = group.fields.some((field) => [...Object.keys(errors), ...open].some((name) => isOf(field, name)));
    const isFilled = group.fields.some(({ name, given }) => !given && (input[name] ?? '') !== '');
    return (
      <details className="form-more" open={isAsked || (!group.told && isFilled)}>
        <summary>
          <span>
            <h2>{say(i18n, legend)}</h2>
            {group.told ? <span className="form-more-told">{group.told(input, i18n)}</span> : null}
          </span>
        </summary>
        {fields}
      </details>
    );
  }
  if (!i18n.has(legend)) return fields;
  return (
    <fieldset className="form-group">
      <legend>{i18n.t(legend)}</legend>
      {fields}
    </fieldset>
  );
}

const inRows = (fields: readonly Field[]): Field[][] =>
  fields.reduce<Field[][]>((rows, field) => {
    const last = rows.at(-1);
    if (field.beside && last) last.push(field);
    else rows.push([field]);
    return rows;
  }, []);

const spareRows = 3;

/** One record per row, followed by three empty rows. */
function Rows({ field, ...shared }: FieldsProps & { field: Field }): ReactElement {
  const { form, input, errors, i18n } = shared;
  const { name, columns = [] } = field;
  const hintKey = `${form.labels}.form.${name}Hint`;
  const error = errorText(errors[name]);
  return (
    <fieldset className="choices form-rows" id={fieldId(name)}>
      <legend>{labelOf(form, field, i18n)}</legend>
      {i18n.has(hintKey) ? <p className="field-hint">{i18n.t(hintKey)}</p> : null}
      {error ? <p className="field-error">{error}</p> : null}
      {Array.from({ length: rowsIn(input, name) + spareRows }, (_, row) => (
        <div className="form-row" key={row}>
          {columns.map((column) => {
            const cell = `${name}[${row}].${column.name}`;
            return column.hidden ? (
              <input key={cell} type="hidden" name={cell} defaultValue={input[cell] ?? ''} />
            ) : (
              <OneField key={cell} field={{ ...column, required: false }} at={cell} {...shared} />
            );
          })}
        </div>
      ))}
    </fieldset>
  );
}

/** `at`: the control's name if it is not the field's. */
export function OneField({
  form,
  field,
  at,
  input,
  errors,
  i18n,
}: FieldsProps & { field: Field; at?: string }): ReactElement {
  const { kind, required, options } = field;
  const name = at ?? field.name;
  const hintKey = `${form.labels}.form.${field.hint ?? field.name}Hint`;
  const common = {
    ...field.control,
    name,
    label: labelOf(form, field, i18n),
    error: errors[name] ?? null,
    required,
    ...(field.help ? { hint: field.help } : i18n.has(hintKey) ? { hint: i18n.t(hintKey) } : {}),
  };
  const value = input[name] ?? '';
  const none = { placeholder: field.none ?? i18n.t('ui.form.choose') };
  const select = (offered: readonly Option[], hasNone = true) => (
    <SelectField {...common} options={offered} {...(hasNone ? none : {})} defaultValue={value} />
  );
  if (kind === 'flag') return <CheckboxField {...common} defaultChecked={value === 'true'} />;
  if (kind === 'long' || kind === 'lines') {
    const { label, error, hint } = { hint: undefined, ...common };
    const { maxLength, lang } = field.control ?? {};
    const area = { name, label, error, required, hint, maxLength, lang };
    return <TextArea {...area} rows={field.height ?? (kind === 'long' ? 6 : 4)} defaultValue={value} />;
  }
  if (kind === 'money') return <MoneyField {...common} defaultValue={value} />;
  if (kind === 'number') return <NumberField maxLength={9} {...common} defaultValue={value} />;
  if (kind === 'percent') return <NumberField maxLength={6} {...common} inputMode="decimal" defaultValue={value} />;
  if (kind === 'email') return <EmailField {...common} defaultValue={value} />;
  const pick = (what: 'date' | 'colour') => ({
    pick: pickName(name),
    pickLabel: i18n.t(`ui.form.pick.${what}`, { field: common.label }),
  });
  if (kind === 'date') {
    const placeholder = datePlaceholder(i18n.locale);
    // A birthday is quicker typed, and the browser can fill it in.
    if (field.control?.autoComplete === 'bday')
      return <DateField placeholder={placeholder} {...common} defaultValue={value} />;
    return <DatePicker placeholder={placeholder} {...common} {...pick('date')} kind="date" defaultValue={value} />;
  }
  if (kind === 'dateTime') {
    // Some phones have no colon and no space on the number pad.
    const typed = {
      inputMode: 'text',
      autoComplete: 'off',
      placeholder: `${datePlaceholder(i18n.locale)} HH:MM`,
    } as const;
    return <DatePicker {...common} {...typed} {...pick('date')} kind="datetime-local" defaultValue={value} />;
  }
  if (kind === 'colour') {
    const shared = pickShownName(name);
    return <ColourField {...common} {...pick('colour')} shown={shared} none={houseAccent} defaultValue={value} />;
  }
  if (kind === 'choice') {
    const labels = (field.values ?? []).map((each) => ({
      value: each,
      label: say(i18n, `${form.labels}.option.${field.name}.${each}`),
    }));
    return select(options ?? labels, field.hasNone || !required);
  }
  if (kind === 'record') return select(options ?? []);
  if (kind === 'country')
    return <LongSelectField {...common} {...none} options={countryOptions(i18n)} defaultValue={value} />;
  if (kind === 'zone') return <LongSelectField {...common} options={zoneOptions(i18n)} defaultValue={value} />;
  if (kind === 'choices') {
    const chosen = new Set(value.split(' '));
    const error = errorText(common.error);
    return (
      <fieldset className="choices" id={fieldId(name)} aria-describedby={error ? `${fieldId(name)}-error` : undefined}>
        <legend>{common.label}</legend>
        {common.hint ? <p className="field-hint">{common.hint}</p> : null}
        {error ? (
          <p className="field-error" id={`${fieldId(name)}-error`}>
            {error}
          </p>
        ) : null}
        {(options ?? []).map((option) => (
          <CheckboxField
            key={option.value}
            name={name}
            id={`field-${name}-${option.value}`}
            label={option.label}
            value={option.value}
            defaultChecked={chosen.has(option.value)}
            // The error is shown once, above the choices.
            error=""
          />
        ))}
      </fieldset>
    );
  }
  return <TextField autoComplete="off" {...common} defaultValue={value} />;
}
