import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { MessageKey, Words } from '#src/platform/locale.ts';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { Grid } from '#src/ui/grid.tsx';
import { Pager } from '#src/ui/table.tsx';
import type { ListedPerson } from './listed-people.ts';
import { peopleColumns } from './people-columns.tsx';
import {
  frequentFilters,
  isNarrowed,
  listedGenders,
  type PeopleFilter,
  type PeopleView,
  peopleAddress,
  peopleFilters,
  peoplePath,
  states,
} from './people-view.ts';

type PeopleProps = {
  people: readonly ListedPerson[];
  count: number;
  isMore: boolean;
  pages: number;
  view: PeopleView;
  catalog: Catalog;
  events: readonly { id: number; title: string }[];
  /** In the event's wording. */
  words: Words;
};

/** Everybody of an event; the filter, the order and the page stand in the address. */
export function PeoplePage(props: PeopleProps): ReactElement {
  const { people, count, isMore, pages, view, catalog, words } = props;
  const status = isMore
    ? words.t(count < 100 ? 'participantList.many' : 'participantList.moreThan', { count })
    : words.t('participantList.count', { count });
  return (
    <div className="stack">
      <PeopleFilterForm {...props} />
      <Grid
        name={`participants-${catalog.event.id}`}
        caption={words.t('participantList.title')}
        status={status}
        columns={peopleColumns(words, catalog)}
        rows={people}
        rowKey={({ id }) => id}
        sort={view.sort}
        sortHref={(sort) => peopleAddress(view, { sort, page: 1 })}
        empty={words.t(isNarrowed(view) ? 'participantList.emptyFiltered' : 'participantList.empty')}
        tools={
          <a
            className="button button-quiet button-small"
            href={peopleAddress(view, { page: 1 }, `${peoplePath}.csv`)}
            data-grid-export=""
            download=""
          >
            {words.t('orderList.csv')}
          </a>
        }
      />
      <Pager page={view.page} pages={pages} href={(page) => peopleAddress(view, { page })} />
    </div>
  );
}

function PeopleFilterForm({ view, events, catalog, words }: PeopleProps): ReactElement {
  const { filters } = view;
  const isMoreAsked = peopleFilters.some((name) => !frequentFilters.includes(name) && filters[name] !== '');
  const language = words.locale === 'de' ? 'de' : 'en';
  const label = (name: PeopleFilter) => words.t(`participantList.filter.${name}` as MessageKey);
  const choice = (name: PeopleFilter, options: { value: string; label: string }[], none = 'participantList.any') => (
    <SelectField
      name={name}
      label={label(name)}
      defaultValue={filters[name]}
      placeholder={words.t(none as MessageKey)}
      options={options}
    />
  );
  return (
    <Form csrfToken={null} method="get" action={peoplePath} className="stack-s" role="search" data-grid-filter="">
      <div className="admin-filter">
        <SelectField
          name="event"
          label={label('event')}
          defaultValue={String(catalog.event.id)}
          options={events.map(({ id, title }) => ({ value: String(id), label: title }))}
        />
        <TextField
          name="q"
          label={label('q')}
          defaultValue={filters.q}
          type="search"
          autoComplete="off"
          maxLength={200}
        />
        {choice(
          'competition',
          catalog.competitions.map(({ id, title }) => ({ value: String(id), label: title })),
        )}
        {choice(
          'state',
          states
            .filter((state) => state !== 'live')
            .map((state) => ({ value: state, label: words.t(`participantList.state.${state}`) })),
          'participantList.state.live',
        )}
      </div>
      <details className="more-filters" open={isMoreAsked}>
        <summary>{words.t('orderList.filter.more')}</summary>
        <div className="admin-filter">
          {choice(
            'gender',
            listedGenders.map((gender) => ({ value: gender, label: words.t(`participantList.gender.${gender}`) })),
          )}
          <TextField name="team" label={label('team')} defaultValue={filters.team} autoComplete="off" maxLength={200} />
          {choice(
            'nationality',
            words.countries().map(({ code, name }) => ({ value: code, label: name })),
          )}
          {catalog.formFields.length > 0 ? (
            <>
              {choice(
                'field',
                catalog.formFields.map(({ id, name }) => ({ value: String(id), label: name[language] || name.de })),
              )}
              <TextField
                name="answer"
                label={label('answer')}
                defaultValue={filters.answer}
                autoComplete="off"
                maxLength={200}
              />
            </>
          ) : null}
        </div>
      </details>
      {view.sort.field === 'id' ? null : (
        <>
          <input type="hidden" name="sort" value={view.sort.field} />
          <input type="hidden" name="dir" value={view.sort.direction} />
        </>
      )}
      <div className="form-actions">
        <Button look="quiet">{words.t('ui.form.search')}</Button>
        {isNarrowed(view) ? (
          <ButtonLink look="plain" href={`${peoplePath}?event=${catalog.event.id}`}>
            {words.t('ordersAdmin.filter.reset')}
          </ButtonLink>
        ) : null}
      </div>
    </Form>
  );
}
