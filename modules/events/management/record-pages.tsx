import type { ReactNode } from 'react';
import type * as z from 'zod';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { ButtonLink } from '#src/ui/form.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { page } from '#src/web/http.ts';
import { storedAs } from '../records/stored.ts';
import type { Catalog } from '../rules/catalog.ts';
import { changesEvent, type ManagedCall, managed, Refused, renderOfEvent } from './frame.tsx';
import { type AddressedRecords, addressesOf } from './record-addresses.ts';
import { type Deleted, deletionPages } from './record-deletion.tsx';
import { type RecordForm, recordForms } from './record-forms.tsx';
import { SortControls, type Sorting, sortColumn, sortRoute } from './sort.tsx';

/** Pages of one kind of record: a list, and forms. */
type RecordPages<Row extends { id: number }, New extends z.ZodObject, Change extends z.ZodObject> = Omit<
  AddressedRecords<ManagedCall, Row, never>,
  'of' | 'rows' | 'list'
> &
  Omit<RecordForm<ManagedCall, Row, New, Change>, 'newTitle' | 'deleteText'> &
  Deleted<ManagedCall, Row> & {
    texts: Texts;
    rows: (catalog: Catalog) => readonly Row[];
    picture?: (row: Row) => ReactNode;
    columns: (at: ManagedCall) => readonly Column<Row>[];
    listLinks?: (catalog: Catalog, i18n: Translator) => ReactNode;
  };

type Texts = Readonly<Record<'list' | 'new' | 'one' | 'none' | 'delete', MessageKey>>;
export const recordTexts = (name: 'articles' | 'protections' | 'fields' | 'quotas' | 'discounts'): Texts => ({
  list: `events.${name}.list`,
  new: `events.${name}.new`,
  one: `events.${name}.one`,
  none: `events.${name}.none`,
  delete: `events.${name}.delete`,
});

export function recordPages<Row extends { id: number }, New extends z.ZodObject, Change extends z.ZodObject>(
  pages: RecordPages<Row, New, Change>,
) {
  const { texts } = pages;
  const kind = {
    ...pages,
    of: managed<never>,
    rows: ({ catalog }: ManagedCall) => pages.rows(catalog),
    newTitle: ({ call }: ManagedCall) => call.i18n.t(texts.new),
    deleteText: texts.delete,
  };
  const { oneOf, newOf, orderOf } = addressesOf(kind);
  const isSorted = Boolean(storedAs(kind.kind).order);

  const showList = async (at: ManagedCall): Promise<Response> => {
    const { call, catalog } = at;
    const { i18n } = call;
    const rows = kind.rows(at);
    const sorting: Sorting = {
      action: orderOf(at),
      rows: isSorted ? rows.map((row) => ({ id: row.id, name: kind.title(row, at) })) : [],
      i18n,
      csrfToken: call.viewer.csrfToken,
    };
    const columns: Column<Row>[] = [
      {
        key: 'title',
        title: i18n.t(texts.one),
        heading: true,
        cell: (row) => (
          <>
            {pages.picture?.(row)}
            <a href={oneOf(at, row.id)}>{kind.title(row, at)}</a>
          </>
        ),
      },
      ...kind.columns(at),
      ...(sorting.rows.length > 1 ? [sortColumn<Row>(sorting)] : []),
    ];
    return renderOfEvent(
      at,
      i18n.t(texts.list),
      <>
        <Refused call={call} of={kind.name} />
        <SortControls {...sorting} />
        <Table
          caption={i18n.t(texts.list)}
          captionHidden
          rows={rows}
          rowKey={(row) => row.id}
          empty={i18n.t(texts.none)}
          columns={columns}
        />
      </>,
      {
        action: (
          <div className="row">
            {kind.listLinks?.(catalog, i18n)}
            <ButtonLink href={newOf(at)}>{i18n.t(texts.new)}</ButtonLink>
          </div>
        ),
      },
    );
  };

  const { routes, show } = recordForms(kind);
  return {
    routes: [
      page({ method: 'get', path: kind.path, ...changesEvent }, (call) => showList(managed(call))),
      ...routes,
      ...deletionPages(kind),
      ...(isSorted ? [sortRoute(kind)] : []),
    ],
    show,
  };
}
