import type { ReactElement } from 'react';
import type { AddressField, AddressPartProps } from '#islands/address/texts.ts';
import type { Translator } from '#src/texts/locale.ts';
import { countryOptions } from '#src/texts/long-options.ts';
import { SelectField, TextField } from '#src/ui/field.tsx';
import type { FormErrors } from '#src/ui/form.tsx';
import { LongSelectField } from '#src/ui/long-select.tsx';

type Props = {
  part: AddressPartProps;
  /** By `invoice.zipCode`, as the form knows them. */
  errors: FormErrors;
  i18n: Translator;
};

const all = ({ rows, more }: AddressPartProps): AddressField[] => [...rows, ...(more?.rows ?? [])].flat();

/** What the fields of an address are called, by their names in the form. */
export const addressLabels = (part: AddressPartProps): Record<string, string> =>
  Object.fromEntries(all(part).map(({ name, label }) => [name, label]));

/** The fields of one address as the booking's step shows them, without its script. */
export function AddressFields({ part, errors, i18n }: Props): ReactElement {
  const show = (field: AddressField) => {
    const { name, label, value, autoComplete, choices, isRequired = false, isShort, isPhone, hint } = field;
    const shared = {
      name,
      label,
      autoComplete,
      defaultValue: value,
      required: isRequired,
      hint,
      ...(isRequired || choices || isShort ? {} : { optional: i18n.t('ui.form.optional') }),
    };
    if (!choices) {
      return <TextField key={name} {...shared} {...(isPhone ? { type: 'tel', inputMode: 'tel' as const } : {})} />;
    }
    return choices === 'countries' ? (
      <LongSelectField key={name} {...shared} options={countryOptions(i18n)} placeholder={i18n.t('ui.form.choose')} />
    ) : (
      <SelectField key={name} {...shared} options={choices} className="input-short" />
    );
  };
  const rows = (list: AddressField[][]) =>
    list.map((row) => {
      const short = row.findIndex(({ isShort }) => isShort);
      const look = row.length === 1 ? undefined : short < 0 ? 'entry-row' : `address-row address-row-${short}`;
      return (
        <div className={look} key={row[0]?.name}>
          {row.map(show)}
        </div>
      );
    });
  const { more } = part;
  return (
    <fieldset className="entry-person">
      <legend>{part.legend}</legend>
      {rows(part.rows)}
      {more ? (
        <details
          className="form-more"
          open={more.rows.flat().some(({ name, value }) => value !== '' || name in errors)}
        >
          <summary>{more.label}</summary>
          {rows(more.rows)}
        </details>
      ) : null}
    </fieldset>
  );
}
