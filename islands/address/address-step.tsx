import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import { looksLikePostcode } from '#modules/accounts/rules/postcode.ts';
import type { AddressErrors } from '#modules/orders/rules/draft-address.ts';
import { CheckboxField, fieldId, SelectField, TextField } from '#src/ui/field.tsx';
import { LongSelectField } from '#src/ui/long-select.tsx';
import type { StepRules } from '../booking/rules.ts';
import { StepFrame } from '../booking/step-frame.tsx';
import { type StepProps, useStep } from '../booking/use-step.ts';
import type { AddressField, AddressPartProps, AddressTexts } from './texts.ts';

export type AddressStepProps = StepProps<'delivery-address'> & {
  parts: AddressPartProps[];
  countries: { value: string; label: string }[];
  errors: AddressErrors;
  /** Stores the address in the account; null without a proven mailbox. */
  remember: string | null;
  /** Label of the ordering button, with a price and free; null where the next step orders. */
  orders: { paid: string; free: string } | null;
  own: AddressTexts;
};

const fieldsOf = (part: AddressPartProps) => [...part.rows, ...(part.more?.rows ?? [])].flat();

export function AddressStep(props: AddressStepProps): ReactElement {
  const { catalog, parts, countries, remember, own } = props;
  const { event } = catalog;
  const step = useStep(props);
  const [errors, setErrors] = useState(props.errors);
  const [posted, setPosted] = useState(Object.keys(errors).length > 0);
  const fields = parts.flatMap(fieldsOf);
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  );
  const [country, setCountry] = useState(props.country);
  const price = step.priceOf({}, country);
  const { total } = price;
  useEffect(() => {
    if (props.orders && total !== null)
      void import('./order-lines.ts').then(({ follow }) => follow(step.form.current, total));
  }, [props.orders, total, step.form]);
  const input = (form: HTMLFormElement, rules: StepRules) => rules.addressesOfForm(new FormData(form), event);

  /** On blur; while typing only if the field was invalid. */
  const check = async ({ target, type }: FormEvent<HTMLFormElement>) => {
    const { name, value } = target as HTMLInputElement;
    const rules = name ? await step.wake() : null;
    const form = step.form.current;
    if (!form || !rules) return;
    const { contactAddress, deliveryAddress, ...others } = input(form, rules);
    setCountry(deliveryAddress?.countryCode ?? contactAddress?.countryCode ?? null);
    if (name in texts) setTexts((before) => ({ ...before, [name]: value }));
    const found = rules.addressInputErrors({ contactAddress, deliveryAddress, ...others }, event);
    setErrors((before) => {
      const left = Object.entries(before).filter(
        ([field]) => field !== name && (field in found || /phone/.test(before[field] ?? '')),
      );
      const error = type === 'change' && !(name in before) ? undefined : found[name];
      const isWorth = error !== undefined && (error !== 'required' || posted);
      return Object.fromEntries(isWorth ? [...left, [name, error]] : left);
    });
  };

  const holds = () => {
    const { form, rules } = step;
    // Without rules the server validates.
    const found = form.current && rules ? rules.addressInputErrors(input(form.current, rules), event) : {};
    const [first] = fields.filter(({ name }) => name in found);
    if (!first) return false;
    setErrors(found);
    setPosted(true);
    requestAnimationFrame(() => document.getElementById(fieldId(first.name))?.focus());
    return true;
  };

  const show = (field: AddressField) => {
    const { name, label, value, autoComplete, choices, isRequired = false, isShort, isPhone, hint } = field;
    const error = errors[name];
    const isFirm = ['company', 'association'].includes(texts['invoice.gender'] ?? '');
    const needed = isRequired || (isFirm && name === 'invoice.companyName');
    const shared = {
      name,
      label,
      autoComplete,
      defaultValue: value,
      required: needed,
      error: error ? own.errors[error] : null,
      hint,
      ...(needed || choices || isShort ? {} : { optional: own.optional }),
    };
    if (!choices) {
      return <TextField key={name} {...shared} {...(isPhone ? { type: 'tel', inputMode: 'tel' as const } : {})} />;
    }
    return choices === 'countries' ? (
      <LongSelectField key={name} {...shared} options={countries} placeholder={own.choose} />
    ) : (
      <SelectField key={name} {...shared} options={choices} className="input-short" />
    );
  };
  const isOdd = (part: string) => !looksLikePostcode(texts[`${part}.zipCode`], texts[`${part}.countryCode`]);
  const rows = (all: AddressField[][], part: string) =>
    all.map((row) => {
      const short = row.findIndex(({ isShort }) => isShort);
      const look = row.length === 1 ? undefined : short < 0 ? 'entry-row' : `address-row address-row-${short}`;
      return (
        <div className={look} key={row[0]?.name}>
          {row.map(show)}
          {short === 0 && isOdd(part) ? (
            <p className="field-hint" role="status">
              {own.oddPostcode}
            </p>
          ) : null}
        </div>
      );
    });
  const sentences = parts.flatMap((one) =>
    fieldsOf(one).flatMap(({ name, label }) => {
      const error = errors[name];
      const sentence = own.summary[one.part].replace('{field}', () => label);
      return error ? [[name, sentence.replace('{error}', () => own.errors[error])]] : [];
    }),
  );

  return (
    <StepFrame
      props={props}
      step={step}
      price={price}
      orders={props.orders?.[total === 0 ? 'free' : 'paid']}
      teams={props.draft.teams}
      errors={posted ? Object.fromEntries(sentences) : null}
      holds={holds}
      hasRequired
      onBlur={check}
      onChange={check}
    >
      <p className="lead">{own.intro}</p>
      {parts.map(({ part, legend, box, rows: main, more, known }) => (
        <div className="address-part" key={part}>
          {box ? (
            <CheckboxField name={box.name} label={box.label} hint={box.hint} defaultChecked={box.isTicked} />
          ) : null}
          <fieldset className="entry-person">
            <legend>{legend}</legend>
            {known ? (
              <>
                <p className="address-known">{known.lines.join('\n')}</p>
                <details className="form-more" open={main.flat().some(({ name }) => name in errors)}>
                  <summary>{known.change}</summary>
                  {rows(main, part)}
                </details>
              </>
            ) : (
              rows(main, part)
            )}
            {more ? (
              <details
                className="form-more"
                open={more.rows.flat().some(({ name, value }) => value !== '' || name in errors)}
              >
                <summary>{more.label}</summary>
                {rows(more.rows, part)}
              </details>
            ) : null}
          </fieldset>
          {part === 'contact' && remember ? <CheckboxField name="remember" label={remember} /> : null}
        </div>
      ))}
    </StepFrame>
  );
}
