import type { ReactElement, ReactNode } from 'react';
import type * as z from 'zod';
import type { Problem } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { FormInput, FormSpec } from '#src/platform/forms/fields.ts';
import type { FormRecord } from '#src/platform/forms/form-input.ts';
import { confirmPages, formPages } from '#src/platform/forms/form-pages.ts';
import type { Values } from '#src/platform/forms/read-form.ts';
import type { FormState } from '#src/platform/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/platform/forms/saving-form.tsx';
import { page, type Viewer } from '#src/platform/http.ts';
import type { MessageKey, Translator } from '#src/platform/locale.ts';
import type { Work } from '#src/platform/work.ts';
import { ButtonLink, type FormErrors, Saved } from '#src/ui/form.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { deleteRecord } from '../records/keep.ts';
import { type stored, storedAs } from '../records/stored.ts';
import type { Catalog } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { askToDelete, type Deletion } from './ask.tsx';
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
  kind: Exclude<keyof typeof stored, 'price' | 'variant'>;
  /** Of the list; the form of a new one lies at `/new` below, that of another at `one`, by default at `/{recordId}`. */
  path: Path;
  one?: Path;
  /** Its own words for what is refused stand at `events.<name>.refused`. */
  name: string;
  texts: Texts;
  rows: (catalog: Catalog) => readonly Row[];
  title: (row: Row, words: Translator) => string;
  columns: (words: Translator, catalog: Catalog, now: Instant) => readonly Column<Row>[];
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
  /** What the page says that asks before one is deleted, beyond its name; `risks`: what goes with it. */
  deletion?: (call: OrganizerCall, catalog: Catalog, row: Row) => Promise<Partial<Deletion>>;
  /** A refusal of saving that belongs beside a field. */
  beside?: (problem: Problem, words: Translator) => FormErrors | null;
  /** Beside the button that makes a new one. */
  listLinks?: (catalog: Catalog, words: Translator) => ReactNode;
  /** Below the form of a stored one. */
  below?: (call: OrganizerCall, catalog: Catalog, row: Row) => ReactNode;
  /** The page of a stored one around its form, where it is more than the form and a link to delete it. */
  around?: (call: OrganizerCall, catalog: Catalog, row: Row, form: ReactElement, path: string) => ReactElement;
  /** Beside its title. */
  action?: (row: Row, words: Translator) => ReactNode;
  /** What the button of a new one says. */
  make?: MessageKey;
};

type Texts = Readonly<Record<'list' | 'new' | 'one' | 'none' | 'delete', MessageKey>>;
export const recordTexts = (name: 'articles' | 'protections' | 'fields'): Texts => ({
  list: `events.${name}.list`,
  new: `events.${name}.new`,
  one: `events.${name}.one`,
  none: `events.${name}.none`,
  delete: `events.${name}.delete`,
});
type Path = `/admin/${string}{event}${string}`;

/** The pages of such a kind. */
export function recordPages<Row extends { id: number }, New extends z.ZodObject, Change extends z.ZodObject>(
  kind: RecordKind<Row, New, Change>,
) {
  const base = (eventId: number) => kind.path.replace('{event}', String(eventId));
  const onePath: Path = kind.one ?? `${kind.path}/{recordId}`;
  const [, idName = ''] = /\{(\w+)\}$/.exec(onePath) ?? [];
  const pathOf = (eventId: number, id: number) =>
    onePath.replace('{event}', String(eventId)).replace(`{${idName}}`, String(id));
  const { texts } = kind;

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
        title: words.t(texts.one),
        heading: true,
        cell: (row) => <a href={pathOf(id, row.id)}>{kind.title(row, words)}</a>,
      },
      ...kind.columns(words, catalog, call.now),
      ...(sorting && sorting.rows.length > 1 ? [sortColumn<Row>(sorting)] : []),
    ];
    return call.render(
      <div className="stack">
        <EventTabs eventId={id} words={words} />
        <Refused call={call} of={kind.name} />
        {sorting ? <SortControls {...sorting} /> : null}
        <Table
          caption={words.t(texts.list)}
          captionHidden
          rows={kind.rows(catalog)}
          rowKey={(row) => row.id}
          empty={words.t(texts.none)}
          columns={columns}
        />
      </div>,
      eventHead(
        catalog,
        words.t(texts.list),
        <div className="row">
          {kind.listLinks?.(catalog, words)}
          <ButtonLink href={`${base(id)}/new`}>{words.t(texts.new)}</ButtonLink>
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
    const path = row ? pathOf(eventId, row.id) : `${base(eventId)}/new`;
    const isSaved = query.has('saved') && !state;
    const around = row ? kind.around : undefined;
    const form = (
      <SavingForm
        form={kind.form(catalog, viewer)}
        record={row ? kind.stored(row, words) : kind.fresh(catalog)}
        state={state}
        isSaved={isSaved && !around}
        words={words}
        action={path}
        {...(around ? {} : { cancelHref: base(eventId) })}
        {...(row || !kind.make ? {} : { submit: words.t(kind.make) })}
      />
    );
    return call.render(
      <div className="stack">
        <EventTabs eventId={eventId} words={words} />
        <Refused call={call} of={kind.name} />
        {isSaved && around ? <Saved /> : null}
        {row && around ? around(call, catalog, row, form, path) : form}
        {row ? (refusedBelow?.below ?? kind.below?.(call, catalog, row)) : null}
        {row && !around ? (
          <p>
            <ButtonLink look="quiet" small href={`${path}/delete`}>
              {words.t(texts.delete)}
            </ButtonLink>
          </p>
        ) : null}
      </div>,
      eventHead(
        catalog,
        row ? kind.title(row, words) : words.t(texts.new),
        row ? kind.action?.(row, words) : undefined,
      ),
      refusedBelow?.status ?? formStatus(state),
    );
  };

  /** What saving a new one and a stored one have in common. */
  const saving = ({ words, viewer }: OrganizerCall, catalog: Catalog, row: Row | null) => ({
    form: kind.form(catalog, viewer),
    of: `events.${kind.name}.refused`,
    controlOf: kind.controlOf,
    reshape: (values: Values, input: FormInput) => kind.reshape?.(values, input, words, row) ?? values,
    beside: (problem: Problem) => kind.beside?.(problem, words) ?? null,
  });

  const one = (unworded: OrganizerCall<string>) => {
    const { call, catalog } = managed(unworded);
    const id: unknown = call.params[idName];
    const row = kind.rows(catalog).find((each) => each.id === id) ?? refuse('NOT_FOUND');
    return { call, catalog, row, eventId: catalog.event.id };
  };

  const create = ({ call, catalog }: ManagedCall) => {
    const { id: eventId } = catalog.event;
    return saveEventForm(call, eventId, {
      ...saving(call, catalog, null),
      schema: kind.newSchema,
      save: async (work, data) => `${pathOf(eventId, await kind.create(work, eventId, data))}?saved`,
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
        return `${pathOf(eventId, row.id)}?saved`;
      },
    });

  const askAbout = async (asked: ReturnType<typeof one>, status: 200 | 400 = 200) => {
    const { call, catalog, row, eventId } = asked;
    const back = pathOf(eventId, row.id);
    const said = (await kind.deletion?.(call, catalog, row)) ?? {};
    const name = 'title' in said ? {} : { name: kind.title(row, call.words) };
    return askToDelete(call, catalog, { ...name, action: `${back}/delete`, back, ...said }, status);
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
      path: onePath,
      of: one,
      show: ({ call, catalog, row }, state) => showForm(call, catalog, row, state),
      save: change,
    }),
    ...confirmPages({
      ...changesEvent,
      path: `${onePath}/delete`,
      of: one,
      ask: askAbout,
      run: ({ call, row, eventId }) =>
        press(call, eventId, (work) => deleteRecord(work, kind.kind, row.id), base(eventId), pathOf(eventId, row.id)),
    }),
    ...(storedAs(kind.kind).order
      ? [
          sortRoute(kind.kind, `${kind.path}/order`, ({ record: catalog }) => {
            const { id: eventId } = catalog.event;
            return {
              eventId,
              parentId: eventId,
              ids: kind.rows(catalog).map(({ id }) => id),
              back: base(eventId),
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
