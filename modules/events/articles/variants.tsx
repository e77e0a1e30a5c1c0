import type { ReactElement } from 'react';
import { baselineName, baselineOf } from '#src/platform/forms/baseline.ts';
import { Sentences } from '#src/platform/forms/confirm.tsx';
import { Alert, Badge } from '#src/ui/display.tsx';
import { errorText, NumberField, TextField } from '#src/ui/field.tsx';
import { Button, Form, Saved } from '#src/ui/form.tsx';
import type { OrganizerCall } from '../management/frame.tsx';
import { SortControls, type Sorting, sortColumn } from '../management/sort.tsx';
import type { Catalog, CatalogArticle } from '../rules/catalog.ts';
import { variantForm } from './form.ts';
import { type VariantsState, variantRow } from './save-variants.ts';

export const variantsPath = (eventId: number, articleId: number) =>
  `/admin/events/${eventId}/articles/${articleId}/variants`;

type Shown = { call: OrganizerCall; catalog: Catalog; article: CatalogArticle; state?: VariantsState };

/** Every size in a row of one form with one button, and a line for more. */
export function Variants({ call, catalog, article, state }: Shown): ReactElement {
  const { words, viewer, query } = call;
  const path = variantsPath(catalog.event.id, article.id);
  const more = state?.rows.new;
  const sorting: Sorting = {
    action: `${path}/order`,
    rows: article.variants.map(({ id, name }) => ({ id, name: name || words.t('events.variants.nameless') })),
    words,
    csrfToken: viewer.csrfToken,
  };
  return (
    <section className="card stack" aria-labelledby="variants-title" id="variants">
      <h2 id="variants-title">{words.t('events.articles.variants')}</h2>
      {query.has('variantsSaved') && !state ? <Saved /> : null}
      {state ? <Refusal state={state} call={call} /> : null}
      <SortControls {...sorting} />
      <Form action={path} className="stack" guard={state ? 'changed' : true}>
        {article.variants.length > 0 ? (
          <table className="variants">
            <caption className="visually-hidden">{words.t('events.articles.variants')}</caption>
            <thead>
              <tr>
                <th scope="col">{words.t('events.form.name')}</th>
                <th scope="col">{words.t('events.form.availableAmount')}</th>
                <th scope="col">{words.t('events.variants.sold')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {article.variants.map((variant) => (
                <Row key={variant.id} {...{ call, catalog, article, variant, sorting }} state={state} />
              ))}
            </tbody>
          </table>
        ) : (
          <p className="soft">{words.t('events.variants.none')}</p>
        )}
        <fieldset className="variants-more">
          <legend>{words.t('events.variants.more')}</legend>
          <TextField
            name="variant.new.newNames"
            label={words.t('events.variants.newNames')}
            hint={words.t('events.variants.newNamesHint')}
            defaultValue={more?.input.newNames ?? ''}
            error={more?.errors.newNames ?? null}
            autoComplete="off"
          />
          <NumberField
            name="variant.new.newAmount"
            label={words.t('events.variants.newAmount')}
            defaultValue={more?.input.newAmount ?? ''}
            error={more?.errors.newAmount ?? null}
            maxLength={7}
          />
        </fieldset>
        <div className="form-actions">
          <Button look="quiet">{words.t('events.variants.save')}</Button>
        </div>
      </Form>
    </section>
  );
}

function Refusal({ state, call: { words } }: { state: VariantsState; call: OrganizerCall }): ReactElement {
  const { meanwhile } = state;
  if (meanwhile.length === 0)
    return (
      <Alert tone="bad" urgent focused>
        {words.t('events.variants.notSaved')}
      </Alert>
    );
  return <Sentences title={words.t('form.conflict.title')} sentences={meanwhile} />;
}

type Variant = CatalogArticle['variants'][number];

function Row({
  call,
  catalog,
  article,
  variant,
  sorting,
  state,
}: Omit<Shown, 'state'> & { variant: Variant; sorting: Sorting; state: VariantsState | undefined }) {
  const { words } = call;
  const stored = variantRow(variant, call);
  const again = state?.rows[variant.id];
  const left = variant.total - variant.sold;
  const called = variant.name || words.t('events.variants.nameless');
  const cell = (name: 'name' | 'availableAmount') => {
    const error = errorText(again?.errors[name]);
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
        name: `variant.${variant.id}.${name}`,
        defaultValue: again?.input[name] ?? stored[name] ?? '',
        autoComplete: 'off',
        'aria-label': words.t('events.variants.cell', { name: called, column: words.t(`events.form.${name}`) }),
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
        <input
          type="hidden"
          name={`variant.${variant.id}.${baselineName}`}
          value={baselineOf(variantForm, stored, words)}
        />
        <input type="hidden" name={`variant.${variant.id}.seenAvailableAmount`} value={stored.availableAmount ?? ''} />
        <input {...name.input} maxLength={200} placeholder={words.t('events.variants.nameless')} />
        {name.error}
      </td>
      <td className="variants-amount">
        <input {...amount.input} inputMode="numeric" maxLength={7} />
        {amount.error}
      </td>
      <td className="variants-sold">
        {words.t('events.admin.soldOf', { sold: words.number(variant.sold), total: words.number(variant.total) })}
        {left <= 0 ? <Badge tone="bad">{words.t('events.articles.soldOut')}</Badge> : null}
      </td>
      <td className="variants-remove">
        {sortColumn<Variant>(sorting).cell(variant)}
        <a
          className="button button-plain button-small"
          href={`${path}/${variant.id}/delete`}
          aria-label={words.t('events.variants.remove', { name: called })}
        >
          {words.t('ui.form.remove')}
        </a>
      </td>
    </tr>
  );
}
