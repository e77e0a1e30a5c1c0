import type { ReactElement } from 'react';
import { timeZones } from '#src/kernel/time.ts';
import type { Words } from '#src/platform/locale.ts';
import {
  CheckboxField,
  DateField,
  fieldId,
  MoneyField,
  NumberField,
  SelectField,
  TextArea,
  TextField,
} from '#src/ui/field.tsx';
import type { FormErrors } from '#src/ui/form.tsx';
import { datePlaceholder } from '#src/ui/format.ts';
import { rowsTyped, say, type Typed } from './reading.ts';
import type { FieldSpec, GroupSpec } from './specs.ts';

type Shown = { typed: Typed; errors: FormErrors; words: Words };

export function FieldGroups(props: Shown & { groups: readonly GroupSpec[] }): ReactElement {
  const { groups, ...shown } = props;
  return (
    <>
      {groups.map((group) => (
        <fieldset className="form-group" key={group.name}>
          <legend>{say(props.words, `events.group.${group.name}`)}</legend>
          <GroupHint name={group.name} words={props.words} />
          <div className="form-fields">
            {group.fields.map((field) =>
              field.kind === 'rows' ? (
                <Rows key={field.name} field={field} {...shown} />
              ) : (
                <OneField key={field.name} field={field} {...shown} />
              ),
            )}
          </div>
        </fieldset>
      ))}
    </>
  );
}

function GroupHint({ name, words }: { name: string; words: Words }): ReactElement | null {
  const key = `events.group.${name}Hint`;
  return words.has(key) ? <p className="field-hint">{words.t(key)}</p> : null;
}

const spareRows = 3;

/** One record a row; three empty ones stand below, and saving brings three more. */
function Rows({ field, typed, errors, words }: Shown & { field: FieldSpec }): ReactElement {
  const { name, columns = [] } = field;
  const hintKey = `events.form.${name}Hint`;
  const error = errors[name];
  return (
    <fieldset className="choices form-rows" id={fieldId(name)}>
      <legend>{say(words, `events.form.${name}`)}</legend>
      {words.has(hintKey) ? <p className="field-hint">{words.t(hintKey)}</p> : null}
      {error ? <p className="field-error">{error}</p> : null}
      {Array.from({ length: rowsTyped(typed, name) + spareRows }, (_, row) => (
        <div className="form-row" key={row}>
          {columns.map((column) => {
            const cell = `${name}.${row}.${column.name}`;
            return column.hidden ? (
              <input key={cell} type="hidden" name={cell} defaultValue={typed[cell] ?? ''} />
            ) : (
              <OneField key={cell} field={{ ...column, required: false }} at={cell} {...{ typed, errors, words }} />
            );
          })}
        </div>
      ))}
    </fieldset>
  );
}

/** `at`: the name of the control where it is not that of the field. */
function OneField({ field, at, typed, errors, words }: Shown & { field: FieldSpec; at?: string }): ReactElement {
  const { kind, required } = field;
  const name = at ?? field.name;
  const hintKey = `events.form.${field.hint ?? field.name}Hint`;
  const common = {
    name,
    label: say(words, `events.form.${field.name}`),
    error: errors[name] ?? null,
    required,
    ...(words.has(hintKey) ? { hint: words.t(hintKey) } : {}),
  };
  const value = typed[name] ?? '';
  if (kind === 'flag') return <CheckboxField {...common} defaultChecked={value === 'true'} />;
  if (kind === 'long') return <TextArea {...common} rows={6} defaultValue={value} />;
  if (kind === 'lines') return <TextArea {...common} rows={4} defaultValue={value} />;
  if (kind === 'money') return <MoneyField {...common} defaultValue={value} />;
  if (kind === 'number') return <NumberField {...common} defaultValue={value} maxLength={9} />;
  if (kind === 'percent') return <NumberField {...common} inputMode="decimal" defaultValue={value} maxLength={6} />;
  if (kind === 'date')
    return <DateField {...common} placeholder={datePlaceholder(words.locale)} defaultValue={value} />;
  if (kind === 'dateTime') {
    // The keypad of digits has no colon and no space on some phones.
    const placeholder = `${datePlaceholder(words.locale)} HH:MM`;
    return <DateField {...common} inputMode="text" autoComplete="off" placeholder={placeholder} defaultValue={value} />;
  }
  if (kind === 'choice') {
    const options = (field.values ?? []).map((each) => ({
      value: each,
      label: say(words, `events.option.${field.name}.${each}`),
    }));
    return <SelectField {...common} options={options} defaultValue={value} />;
  }
  if (kind === 'record') {
    const none = words.t('ui.form.choose');
    return <SelectField {...common} options={field.options ?? []} placeholder={none} defaultValue={value} />;
  }
  if (kind === 'country') {
    const options = words.countries().map(({ code, name: label }) => ({ value: code, label }));
    return <SelectField {...common} options={options} placeholder={words.t('ui.form.choose')} defaultValue={value} />;
  }
  if (kind === 'zone') {
    const options = timeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
    return <SelectField {...common} options={options} defaultValue={value} />;
  }
  if (kind === 'choices') {
    const chosen = new Set(value.split(' '));
    return (
      <fieldset className="choices">
        <legend>{common.label}</legend>
        {common.hint ? <p className="field-hint">{common.hint}</p> : null}
        {(field.options ?? []).map((option) => (
          <CheckboxField
            key={option.value}
            name={name}
            id={`field-${name}-${option.value}`}
            label={option.label}
            value={option.value}
            defaultChecked={chosen.has(option.value)}
          />
        ))}
      </fieldset>
    );
  }
  return <TextField {...common} defaultValue={value} autoComplete="off" />;
}
