import type { ReactElement, ReactNode } from 'react';
import { preinitModule } from 'react-dom';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { useCached } from '#src/ui/cached.tsx';
import { CheckboxField, MoneyField, SelectField, TextField } from '#src/ui/field.tsx';
import { datePlaceholder } from '#src/ui/format.ts';
import { LongSelectField } from '#src/ui/long-select.tsx';
import { useOpens, usePage } from '#src/ui/page.tsx';
import { DatePicker } from '#src/ui/picker.tsx';
import { type Column, Pager, Table } from '#src/ui/table.tsx';
import {
  addressOf,
  choicesOf,
  isFiltered,
  isFirstOrder,
  type ListAbout,
  type ListColumn,
  type ListFilter,
  visibleColumns,
} from '#src/web/list/listing.ts';
import type { ListData } from '#src/web/list/show.ts';

/** Selectable rows for the form of this id, by this field name. */
type Selection<Row> = {
  form: string;
  name: string;
  value: (row: Row) => string | number;
  label: (row: Row) => string;
  isTicked?: (row: Row) => boolean;
};

type ListProps<Row, About extends ListAbout> = {
  list: ListData<Row, About>;
  selection?: Selection<Row>;
  children?: ReactNode;
};

/**
 * A management list: filter form, table and page links. In the browser `islands/grid.ts` lets people choose columns and filters
 * while they type.
 */
export function List<Row, About extends ListAbout>(props: ListProps<Row, About>): ReactElement {
  const { listing, about, view, pages } = props.list;
  return (
    <>
      {Object.keys(listing.filters).length > 0 ? <FilterForm {...props.list} /> : null}
      <Grid {...props} />
      {props.children}
      <Pager page={view.page} pages={pages} href={(page) => addressOf(listing, about, view, { page })} />
    </>
  );
}

function Grid<Row, About extends ListAbout>({ list, selection }: ListProps<Row, About>): ReactElement {
  const { listing, about, view, rows, count, isMore } = list;
  const { texts, rowKey } = listing;
  const { i18n, assets } = usePage();
  const name = listing.name(about);
  const columns = visibleColumns(listing.columns(about));
  const all = selection ? [tickColumn(selection, i18n.t('ui.grid.select')), ...columns] : columns;
  const { timeZone, wording } = about.i18n;
  const rowMarkup = useCached(JSON.stringify([name, timeZone, wording, selection, all]));
  const opens = useOpens();
  const filed = listing.file?.(about);
  const file = filed && opens('get', filed.path) ? filed : null;
  preinitModule(assets.manifest.runtime, { as: 'script' });
  return (
    <div
      className="grid-list stack-s"
      data-grid={name}
      data-cards={listing.cards}
      data-all={selection ? i18n.t('ui.grid.selectAll') : undefined}
    >
      <div className="grid-tools">
        <p className="soft" role="status">
          {isMore ? i18n.t('ui.list.moreThan', { count }) : about.i18n.t(texts.count, { count })}
        </p>
        {file
          ? (['csv', 'xlsx'] as const).map((format) => (
              <a
                className="button button-quiet button-small"
                key={format}
                href={addressOf(
                  listing,
                  about,
                  view,
                  { page: 1 },
                  format === 'csv' ? file.path : `${file.path}?format=xlsx`,
                )}
                data-grid-export={format}
                download=""
                aria-label={i18n.t(`ui.list.${format}`)}
              >
                {i18n.t(`ui.list.file.${format}`)}
              </a>
            ))
          : null}
        <details className="grid-columns" hidden>
          <summary className="button button-quiet button-small">{i18n.t('ui.grid.columns')}</summary>
          <ColumnChoices columns={columns} before={all.length - columns.length} id={`columns-of-${name}`} />
        </details>
      </div>
      <Table
        caption={about.i18n.t(texts.caption)}
        captionHidden
        columns={all}
        rows={rows}
        rowKey={rowKey}
        sort={view.sort}
        sortHref={(sort) => addressOf(listing, about, view, { sort, page: 1 })}
        empty={about.i18n.t(isFiltered(listing, view) ? texts.emptyFiltered : texts.empty)}
        {...(listing.isKept && !selection?.isTicked ? { rowMarkup } : {})}
      />
      {listing.beside ? (
        <>
          <p className="soft small beside-hint">{i18n.t('ui.beside.hint')}</p>
          <Beside />
        </>
      ) : null}
    </div>
  );
}

/** The column menu. `before`: the number of fixed columns. */
function ColumnChoices<Row>(props: {
  columns: readonly (ListColumn<Row> & Column<Row>)[];
  before: number;
  id: string;
}): ReactElement {
  const { columns, before, id } = props;
  const { i18n } = usePage();
  const markup = useCached('column choices');
  const choices = columns.map(({ key, title, heading, isLater }) => ({ key, title, heading, isLater }));
  const draw = () => (
    <>
      <legend className="visually-hidden">{i18n.t('ui.grid.columns')}</legend>
      {choices.map(({ key, title, heading, isLater }, index) =>
        heading ? null : (
          <label className="check" key={key} htmlFor={`${id}-${key}`}>
            <input id={`${id}-${key}`} type="checkbox" value={key} data-at={index + before} defaultChecked={!isLater} />
            <span>{title}</span>
          </label>
        ),
      )}
    </>
  );
  return <fieldset className="choices" dangerouslySetInnerHTML={{ __html: markup([choices, before, id], draw) }} />;
}

/** The pane for a row's record (`islands/beside.ts`). */
function Beside(): ReactElement {
  const { i18n } = usePage();
  return (
    <section
      className="beside"
      aria-label={i18n.t('ui.beside.label')}
      data-unsaved={i18n.t('ui.beside.unsaved')}
      hidden
    >
      <div className="beside-tools">
        <a className="button button-plain button-small" href="#main">
          {i18n.t('ui.beside.page')}
        </a>
        <button type="button" className="button button-quiet button-small" data-beside-close="">
          {i18n.t('ui.beside.close')}
        </button>
      </div>
      <div data-beside-body="" />
    </section>
  );
}

const tickColumn = <Row,>({ form, name, value, label, isTicked }: Selection<Row>, title: string): Column<Row> => ({
  key: 'tick',
  title,
  cell: (row) => (
    <label className="check tick">
      <input type="checkbox" form={form} name={name} value={value(row)} defaultChecked={isTicked?.(row)} />
      <span className="visually-hidden">{label(row)}</span>
    </label>
  ),
});

/** The filters: frequent ones in view, others folded unless they are used. */
function FilterForm<Row, About extends ListAbout>({
  listing,
  about,
  view,
  filterErrors: wrong,
}: ListData<Row, About>): ReactElement {
  const { i18n } = usePage();
  const [path = '', kept] = listing.path(about).split('?');
  const offered = Object.entries(listing.filters).filter(
    ([, filter]) => (filter.isOffered?.(about) ?? true) && (filter.as !== 'record' || filter.records(about).length > 0),
  );
  const fields = (isMore: boolean) =>
    offered
      .filter(([, filter]) => (filter.isMore ?? false) === isMore)
      .map(([name, filter]) => {
        const error = wrong[name] ? i18n.t(`ui.list.wrong.${wrong[name]}`) : null;
        return askedField({ name, filter, about, value: view.filters[name] ?? '', error });
      });
  const shown: FilterProps = {
    frequent: fields(false),
    more: fields(true),
    isOpen: offered.some(([name, { isMore }]) => isMore && view.filters[name] !== ''),
    hidden: [
      ...new URLSearchParams(kept),
      ...(isFirstOrder(listing, view)
        ? []
        : [['sort', view.sort.field] as const, ['dir', view.sort.direction] as const]),
    ],
    reset: isFiltered(listing, view) ? resetAddress(listing, about, view) : null,
  };
  const markup = useCached('filters');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a `search` around it would be one element more for every list.
    <form
      noValidate
      method="get"
      action={path}
      className="list-filter"
      role="search"
      aria-label={i18n.t(listing.texts.caption)}
      data-grid-filter=""
      dangerouslySetInnerHTML={{ __html: markup(shown, () => <Filters {...shown} />) }}
    />
  );
}

/** `hidden`: further parameters; `reset`: the list without filters. */
type FilterProps = {
  frequent: readonly FilterFieldProps[];
  more: readonly FilterFieldProps[];
  isOpen: boolean;
  hidden: readonly (readonly [name: string, value: string])[];
  reset: string | null;
};

function Filters({ frequent, more, isOpen, hidden, reset }: FilterProps): ReactElement {
  const { i18n } = usePage();
  const draw = (fields: readonly FilterFieldProps[]) =>
    fields.map((field) => <FilterField key={field.name} {...field} />);
  return (
    <>
      {draw(frequent)}
      {more.length > 0 ? (
        <details className="more-filters" open={isOpen}>
          <summary>{i18n.t('ui.list.more')}</summary>
          <div className="admin-filter">{draw(more)}</div>
        </details>
      ) : null}
      {hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="row list-filter-end">
        <Button look="quiet" small>
          {i18n.t('ui.form.search')}
        </Button>
        {reset ? (
          <ButtonLink look="plain" small href={reset}>
            {i18n.t('ui.list.reset')}
          </ButtonLink>
        ) : null}
      </div>
    </>
  );
}

function resetAddress<Row, About extends ListAbout>(
  listing: ListData<Row, About>['listing'],
  about: About,
  view: ListData<Row, About>['view'],
): string {
  const filters = Object.fromEntries(
    Object.entries(view.filters).map(([name, value]) => [name, listing.filters[name]?.always ? value : '']),
  );
  return addressOf(listing, about, { filters, sort: listing.first, page: 1 });
}

/** A filter field with its texts. */
type FilterFieldProps = {
  name: string;
  as: ListFilter<ListAbout>['as'];
  label: string;
  value: string;
  error: string | null;
  /** The value of a checkbox. */
  ticked?: string;
  options: readonly { value: string; label: string }[];
  placeholder?: string;
  pickLabel?: string;
};

function askedField<About extends ListAbout>(asked: {
  name: string;
  filter: ListFilter<About>;
  about: About;
  value: string;
  error: string | null;
}): FilterFieldProps {
  const { name, filter, about, value, error } = asked;
  const { i18n } = about;
  const label = i18n.t(filter.label);
  const field = { name, as: filter.as, label, value, error, options: [] };
  if (filter.as === 'choice' || filter.as === 'record') {
    const options =
      filter.as === 'record'
        ? filter.records(about).map(({ id, title }) => ({ value: String(id), label: title }))
        : choicesOf(filter.values, i18n).map((each) => ({ value: each, label: filter.say(each, i18n) }));
    return { ...field, options, ...(filter.always ? {} : { placeholder: i18n.t(filter.none ?? 'ui.list.any') }) };
  }
  if (filter.as === 'tick') return { ...field, ticked: filter.value };
  if (filter.as !== 'day') return field;
  const pickLabel = i18n.t('ui.form.pick.date', { field: label });
  return { ...field, pickLabel, placeholder: datePlaceholder(i18n.locale) };
}

function FilterField(field: FilterFieldProps): ReactElement {
  const { as, value: defaultValue, options, ticked, placeholder, pickLabel = '', ...shared } = field;
  const choice = { ...shared, options, defaultValue, ...(placeholder === undefined ? {} : { placeholder }) };
  const text = { ...shared, defaultValue, autoComplete: 'off', maxLength: 200 };
  if (as === 'choice') return <SelectField {...choice} />;
  if (as === 'record') return <LongSelectField {...choice} />;
  if (as === 'tick') return <CheckboxField {...shared} value={ticked} defaultChecked={defaultValue !== ''} />;
  if (as === 'sum') return <MoneyField {...shared} defaultValue={defaultValue} />;
  if (as === 'day') return <DatePicker {...shared} {...{ defaultValue, placeholder, pickLabel }} kind="date" />;
  if (as === 'email') return <TextField {...text} inputMode="email" spellCheck={false} />;
  return <TextField {...text} type={as} />;
}
