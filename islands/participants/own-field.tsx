import type { ReactElement } from 'react';
import type { CatalogFormField } from '#modules/events/rules/catalog.ts';
import { CheckboxField, DateField, NumberField, SelectField, TextArea, TextField } from '#src/ui/field.tsx';
import { formatDate, formatNumber, type Locale } from '#src/ui/format.ts';
import { labelOf } from './label-of.ts';
import type { StepTexts } from './texts.ts';

/** A form field of the organizer. */
export function OwnField(props: {
  field: CatalogFormField;
  name: string;
  error: string | readonly string[] | null;
  value: string;
  /** One answer for the whole team. */
  isForTeam: boolean;
  locale: Locale;
  texts: Pick<StepTexts, 'choose' | 'datePlaceholder' | 'oncePerTeam' | 'optional'>;
}): ReactElement {
  const { field, name, error, value, locale, texts } = props;
  const language = locale === 'de' ? 'de' : 'en';
  const shared = {
    name,
    label: labelOf(field, locale),
    error,
    required: field.isRequired,
    ...(field.isRequired || field.type === 'checkbox' ? {} : { optional: texts.optional }),
    ...(props.isForTeam ? { hint: texts.oncePerTeam } : {}),
  };
  switch (field.type) {
    case 'select':
      return (
        <SelectField
          {...shared}
          defaultValue={value}
          placeholder={texts.choose}
          options={field.options.map((option) => ({
            value: option.value,
            label: option.label[language] || option.label.de,
          }))}
        />
      );
    case 'checkbox':
      return <CheckboxField {...shared} defaultChecked={value === 'true'} />;
    case 'textarea':
      return <TextArea {...shared} defaultValue={value} maxLength={5000} />;
    case 'number':
      return <NumberField {...shared} inputMode="decimal" defaultValue={formatNumber(value, locale)} />;
    case 'date':
      return <DateField {...shared} defaultValue={formatDate(value, locale)} placeholder={texts.datePlaceholder} />;
    default:
      return <TextField {...shared} defaultValue={value} maxLength={5000} />;
  }
}
