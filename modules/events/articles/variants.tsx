import type { ReactElement } from 'react';
import { Badge } from '#src/ui/display.tsx';
import { errorText, NumberField, TextField } from '#src/ui/field.tsx';
import { Button, Form, type FormErrors, RefusalNote, Saved } from '#src/ui/form.tsx';
import { Sentences } from '#src/web/forms/confirm.tsx';
import type { FormInput } from '#src/web/forms/fields.ts';
import { inputOf } from '#src/web/forms/form-input.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { useFormView } from '#src/web/forms/saving-form.tsx';
import type { OrganizerCall } from '../management/frame.tsx';
import { SortControls, type Sorting, sortColumn } from '../management/sort.tsx';
import type { Catalog, CatalogArticle } from '../rules/catalog.ts';
import { variantsForm, variantsRecord } from './form.ts';

const variantsPath = (eventId: number, articleId: number) => `/admin/events/${eventId}/articles/${articleId}/variants`;

type VariantsProps = { call: OrganizerCall; catalog: Catalog; article: CatalogArticle; state?: FormState };

export function Variants({ call, catalog, article, state }: VariantsProps): ReactElement {
  const { i18n, viewer, query } = call;
  const path = variantsPath(catalog.event.id, article.id);
  const form = variantsForm(article.variants.map(({ id }) => id));
  const record = variantsRecord(article.variants);
  const stored = inputOf(form, record, i18n);
  // Variants added meanwhile are missing in the posted values.
  const again = state?.stored ? { ...state, stored } : state;
  const view = useFormView({ form, record, state: again, i18n, action: path });
  const input = { ...stored, ...view.input };
  const sorting: Sorting = {
    action: `${path}/order`,
    rows: article.variants.map(({ id, name }) => ({ id, name: name || i18n.t('events.variants.nameless') })),
    i18n,
    csrfToken: viewer.csrfToken,
  };
  return (
    <section className="card stack" aria-labelledby="variants-title" id="variants">
      <h2 id="variants-title">{i18n.t('events.articles.variants')}</h2>
      {query.has('variantsSaved') && !state ? <Saved /> : null}
      {state ? <Refusal state={state} call={call} /> : null}
      <SortControls {...sorting} />
      <Form action={path} className="stack" guard={state ? 'changed' : true}>
        {view.memory}
        {article.variants.length > 0 ? (
          <table className="variants">
            <caption className="visually-hidden">{i18n.t('events.articles.variants')}</caption>
            <thead>
              <tr>
                <th scope="col">{i18n.t('events.form.name')}</th>
                <th scope="col">{i18n.t('events.form.availableAmount')}</th>
                <th scope="col">{i18n.t('events.variants.sold')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {article.variants.map((variant) => (
                <Row
                  key={variant.id}
                  {...{ call, catalog, article, variant, sorting, input }}
                  errors={state?.errors ?? {}}
                />
              ))}
            </tbody>
          </table>
        ) : (
          <p className="soft">{i18n.t('events.variants.none')}</p>
        )}
        <fieldset className="variants-more">
          <legend>{i18n.t('events.variants.more')}</legend>
          <TextField
            name="variant.new.newNames"
            label={i18n.t('events.variants.newNames')}
            hint={i18n.t('events.variants.newNamesHint')}
            defaultValue={input['variant.new.newNames'] ?? ''}
            error={state?.errors['variant.new.newNames'] ?? null}
            autoComplete="off"
          />
          <NumberField
            name="variant.new.newAmount"
            label={i18n.t('events.variants.newAmount')}
            defaultValue={input['variant.new.newAmount'] ?? ''}
            error={state?.errors['variant.new.newAmount'] ?? null}
            maxLength={7}
          />
        </fieldset>
        <div className="form-actions">
          <Button look="quiet">{i18n.t('events.variants.save')}</Button>
        </div>
      </Form>
    </section>
  );
}

function Refusal({ state, call: { i18n } }: { state: FormState; call: OrganizerCall }): ReactElement {
  if (state.conflicts) return <Sentences title={i18n.t('form.conflict.title')} sentences={state.conflicts} />;
  return <RefusalNote>{state.refusal ?? i18n.t('events.variants.notSaved')}</RefusalNote>;
}

type Variant = CatalogArticle['variants'][number];

type RowProps = Omit<VariantsProps, 'state'> & {
  variant: Variant;
  sorting: Sorting;
  input: FormInput;
  errors: FormErrors;
};

function Row({ call, catalog, article, variant, sorting, input, errors }: RowProps): ReactElement {
  const { i18n } = call;
  const left = variant.total - variant.sold;
  const label = variant.name || i18n.t('events.variants.nameless');
  const cell = (name: 'name' | 'availableAmount') => {
    const control = `variant.${variant.id}.${name}`;
    const error = errorText(errors[control]);
    const id = `variant-${variant.id}-${name}`;
    return {
      error: error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null,
      input: {
        id,
        className: 'input',
        type: 'text',
        name: control,
        defaultValue: input[control] ?? '',
        autoComplete: 'off',
        'aria-label': i18n.t('events.variants.cell', { name: label, column: i18n.t(`events.form.${name}`) }),
        'aria-invalid': error ? (true as const) : undefined,
        'aria-describedby': error ? `${id}-error` : undefined,
      },
    };
  };
  const [name, amount] = [cell('name'), cell('availableAmount')];
  const path = variantsPath(catalog.event.id, article.id);
  return (
    <tr>
      <td>
        <input {...name.input} maxLength={200} placeholder={i18n.t('events.variants.nameless')} />
        {name.error}
      </td>
      <td className="variants-amount">
        <input {...amount.input} inputMode="numeric" maxLength={7} />
        {amount.error}
      </td>
      <td className="variants-sold">
        {i18n.t('events.admin.soldOf', { sold: i18n.number(variant.sold), total: i18n.number(variant.total) })}
        {left <= 0 ? <Badge tone="bad">{i18n.t('events.articles.soldOut')}</Badge> : null}
      </td>
      <td className="variants-remove">
        {sortColumn<Variant>(sorting).cell(variant)}
        <a
          className="button button-plain button-small"
          href={`${path}/${variant.id}/delete`}
          aria-label={i18n.t('events.variants.remove', { name: label })}
        >
          {i18n.t('ui.form.remove')}
        </a>
      </td>
    </tr>
  );
}
