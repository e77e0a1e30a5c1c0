import type { ReactNode } from 'react';
import type * as z from 'zod';
import type { FormInput, FormSpec } from '#src/platform/forms/fields.ts';
import type { FormRecord } from '#src/platform/forms/form-input.ts';
import { confirmPages, formPages } from '#src/platform/forms/form-pages.ts';
import type { Values } from '#src/platform/forms/read-form.ts';
import type { FormState } from '#src/platform/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/platform/forms/saving-form.tsx';
import { page, type Viewer } from '#src/platform/http.ts';
import type { Translator } from '#src/platform/locale.ts';
import type { Work } from '#src/platform/work.ts';
import { ButtonLink } from '#src/ui/form.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { deleteRecord, sortRecords } from '../records/keep.ts';
import { storedAs } from '../records/stored.ts';
import type { Catalog } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { askToDelete } from './ask-to-delete.tsx';
import {
  changesEvent,
  EventTabs,
  eventHead,
  formOfEvent,
  type ManagedCall,
  managed,
  type OrganizerCall,
  Refused,
  readsEvent,
} from './frame.tsx';
import { press, saveEventForm } from './save.ts';
import { SortControls, type Sorting, sortColumn, sortRoute } from './sort.tsx';

/** A kind of record of an event that is kept by a list, a form for a new one, and a form for each. */
export type RecordKind<Row extends { id: number }, New extends z.ZodObject, Change extends z.ZodObject> = {
  kind: 'article' | 'protection' | 'field';
  /** With `{event}`; the forms lie at `/new` and `/{recordId}` below. */
  path: `/admin/${string}{event}${string}`;
  /** Translator `events.<name>.list`, `.new`, `.one`, `.none`, `.delete`. */
  name: 'articles' | 'protections' | 'fields';
  rows: (catalog: Catalog) => readonly Row[];
  title: (row: Row, words: Translator) => string;
  columns: (words: Translator, catalog: Catalog) => readonly Column<Row>[];
  form: (catalog: Catalog, viewer: Viewer) => FormSpec;
  /** What a new one begins with, and what a stored one shows. */
  fresh: (catalog: Catalog) => FormRecord;
  stored: (row: Row, words: Translator) => FormRecord;
  reshape?: (values: Values, input: FormInput, words: Translator, row: Row | null) => Values;
  controlOf?: (path: string) => string;
  newSchema: New;
  changeSchema: Change;
  create: (work: Work, eventId: number, data: z.output<New>) => Promise<number>;
  update: (work: Work, id: number, data: z.output<Change>) => Promise<void>;
  /** What goes with a deleted one, in sentences. */
  risks?: (call: OrganizerCall, catalog: Catalog, row: Row) => Promise<string[]>;
  /** Beside the button that makes a new one. */
  listLinks?: (catalog: Catalog, words: Translator) => ReactNode;
  /** Below the form of a stored one. */
  below?: (call: OrganizerCall, catalog: Catalog, row: Row) => ReactNode;
};

/** The pages of such a kind. */
export function recordPages<Row extends { id: number }, New extends z.ZodObject, Change extends z.ZodObject>(
  kind: RecordKind<Row, New, Change>,
) {
  const base = (eventId: number) => kind.path.replace('{event}', String(eventId));
  const word = (words: Translator, what: 'list' | 'new' | 'none' | 'delete') => words.t(`events.${kind.name}.${what}`);

  const showList = async (unworded: OrganizerCall): Promise<Response> => {
    const { call, catalog } = managed(unworded);
    const { words } = call;
    const { id } = catalog.event;
    const sorting: Sorting | null = storedAs(kind.kind).order
      ? {
          action: `${base(id)}/order`,
          rows: kind.rows(catalog).map((row) => ({ id: row.id, name: kind.title(row, words) })),
          words,
          csrfToken: call.viewer.csrfToken,
        }
      : null;
    const columns: Column<Row>[] = [
      {
        key: 'title',
        title: words.t(`events.${kind.name}.one`),
        heading: true,
        cell: (row) => <a href={`${base(id)}/${row.id}`}>{kind.title(row, words)}</a>,
      },
      ...kind.columns(words, catalog),
      ...(sorting && sorting.rows.length > 1 ? [sortColumn<Row>(sorting)] : []),
    ];
    return call.render(
      <div className="stack">
        <EventTabs eventId={id} words={words} />
        <Refused call={call} of={kind.name} />
        {sorting ? <SortControls {...sorting} /> : null}
        <Table
          caption={word(words, 'list')}
          captionHidden
          rows={kind.rows(catalog)}
          rowKey={(row) => row.id}
          empty={word(words, 'none')}
          columns={columns}
        />
      </div>,
      eventHead(
        catalog,
        word(words, 'list'),
        <div className="row">
          {kind.listLinks?.(catalog, words)}
          <ButtonLink href={`${base(id)}/new`}>{word(words, 'new')}</ButtonLink>
        </div>,
      ),
    );
  };

  /** `refusedBelow`: what stands below a form, shown again because it was refused. */
  const showForm = (
    call: OrganizerCall,
    catalog: Catalog,
    row: Row | null,
    state?: FormState,
    refusedBelow?: { below: ReactNode; status: 400 | 409 },
  ): Promise<Response> => {
    const { words, viewer, query } = call;
    const { id: eventId } = catalog.event;
    const path = `${base(eventId)}/${row?.id ?? 'new'}`;
    return call.render(
      <div className="stack">
        <EventTabs eventId={eventId} words={words} />
        <Refused call={call} of={kind.name} />
        <SavingForm
          form={kind.form(catalog, viewer)}
          record={row ? kind.stored(row, words) : kind.fresh(catalog)}
          state={state}
          isSaved={query.has('saved')}
          words={words}
          action={path}
          cancelHref={base(eventId)}
        />
        {row ? (refusedBelow?.below ?? kind.below?.(call, catalog, row)) : null}
        {row ? (
          <p>
            <ButtonLink look="quiet" small href={`${path}/delete`}>
              {word(words, 'delete')}
            </ButtonLink>
          </p>
        ) : null}
      </div>,
      eventHead(catalog, row ? kind.title(row, words) : word(words, 'new')),
      refusedBelow?.status ?? formStatus(state),
    );
  };

  /** What saving a new one and a stored one have in common. */
  const saving = ({ words, viewer }: OrganizerCall, catalog: Catalog, row: Row | null) => ({
    form: kind.form(catalog, viewer),
    of: `events.${kind.name}.refused`,
    controlOf: kind.controlOf,
    reshape: (values: Values, input: FormInput) => kind.reshape?.(values, input, words, row) ?? values,
  });

  const rowIn = (call: OrganizerCall<'recordId'>, catalog: Catalog): Row => {
    const { recordId } = call.params;
    return kind.rows(catalog).find(({ id }) => id === recordId) ?? refuse('NOT_FOUND');
  };

  const one = (unworded: OrganizerCall<'recordId'>) => {
    const { call, catalog } = managed(unworded);
    return { call, catalog, row: rowIn(call, catalog), eventId: catalog.event.id };
  };

  const create = ({ call, catalog }: ManagedCall) => {
    const { id: eventId } = catalog.event;
    return saveEventForm(call, eventId, {
      ...saving(call, catalog, null),
      schema: kind.newSchema,
      save: async (work, data) => `${base(eventId)}/${await kind.create(work, eventId, data)}?saved`,
    });
  };

  const change = ({ call, catalog, row, eventId }: ReturnType<typeof one>) =>
    saveEventForm(call, eventId, {
      ...saving(call, catalog, row),
      schema: kind.changeSchema,
      stored: (now) => {
        const stored = kind.rows(now).find(({ id }) => id === row.id);
        return stored && kind.stored(stored, call.words);
      },
      save: async (work, data) => {
        await kind.update(work, row.id, data);
        return `${base(eventId)}/${row.id}?saved`;
      },
    });

  const askAbout = async (asked: ReturnType<typeof one>, status: 200 | 400 = 200) => {
    const { call, catalog, row, eventId } = asked;
    const back = `${base(eventId)}/${row.id}`;
    const risks = await kind.risks?.(call, catalog, row);
    const it = { name: kind.title(row, call.words), action: `${back}/delete`, back, ...(risks ? { risks } : {}) };
    return askToDelete(call, catalog, it, status);
  };

  const routes = [
    page({ method: 'get', path: kind.path, ...readsEvent }, showList),
    ...formPages({
      ...formOfEvent,
      path: `${kind.path}/new`,
      of: managed,
      show: ({ call, catalog }, state) => showForm(call, catalog, null, state),
      save: create,
    }),
    ...formPages({
      ...formOfEvent,
      path: `${kind.path}/{recordId}`,
      of: one,
      show: ({ call, catalog, row }, state) => showForm(call, catalog, row, state),
      save: change,
    }),
    ...confirmPages({
      ...changesEvent,
      path: `${kind.path}/{recordId}/delete`,
      of: one,
      ask: askAbout,
      run: ({ call, row, eventId }) =>
        press(
          call,
          eventId,
          (work) => deleteRecord(work, kind.kind, row.id),
          base(eventId),
          `${base(eventId)}/${row.id}`,
        ),
    }),
    ...(storedAs(kind.kind).order
      ? [
          sortRoute(`${kind.path}/order`, ({ record: catalog }) => {
            const { id: eventId } = catalog.event;
            return {
              eventId,
              ids: kind.rows(catalog).map(({ id }) => id),
              back: base(eventId),
              save: (work, ids) => sortRecords(work, kind.kind, eventId, ids),
            };
          }),
        ]
      : []),
  ];
  return {
    routes,
    /** A stored one's page with something refused below its form. */
    showRefusedBelow: (call: OrganizerCall, catalog: Catalog, row: Row, below: ReactNode, status: 400 | 409) =>
      showForm(call, catalog, row, undefined, { below, status }),
  };
}
