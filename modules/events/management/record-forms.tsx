import type { ReactElement, ReactNode } from 'react';
import type * as z from 'zod';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import type { Problem } from '#src/kernel/problem.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { ButtonLink, type FormErrors, Saved } from '#src/ui/form.tsx';
import type { Field, FormInput, FormSpec } from '#src/web/forms/fields.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import type { Values } from '#src/web/forms/read-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import type { Catalog, CatalogCompetition } from '../rules/catalog.ts';
import { changesEvent, loadCatalog, type ManagedCall, type OrganizerCall, Refused, renderOfEvent } from './frame.tsx';
import { type AddressedRecords, addressesOf } from './record-addresses.ts';
import { saveEventForm } from './save.ts';

export const offeredIn = (competitions: readonly CatalogCompetition[]): Field[] =>
  competitions.length === 0
    ? []
    : [
        {
          name: 'competitionIds',
          kind: 'choices',
          options: competitions.map(({ id, title }) => ({ value: String(id), label: title })),
        },
      ];

export type RecordForm<At, Row, New extends z.ZodObject, Change extends z.ZodObject> = {
  /** Own refusal texts stand at `events.<name>.refused`. */
  name: string;
  title: (row: Row, at: At) => string;
  newTitle: (at: At) => string;
  deleteText: MessageKey;
  form: (at: At) => FormSpec;
  /** Initial values of a new record, and the form values of a stored one. */
  fresh: (at: At) => FormRecord;
  stored: (row: Row, i18n: Translator) => FormRecord;
  reshape?: (values: Values, input: FormInput, i18n: Translator, row: Row | null) => Values;
  controlOf?: (path: string) => string;
  newSchema: New;
  changeSchema: Change;
  create: (work: Work, parentId: number, data: z.output<New>) => Promise<number>;
  update: (work: Work, id: number, data: z.output<Change>, by: { viewer: Viewer }) => Promise<void>;
  /** Consequences of saving, computed inside the write. */
  warn?: (now: Catalog, at: At, row: Row | null, data: z.output<New> | z.output<Change>) => readonly string[];
  /** A refusal shown at a field. */
  beside?: (problem: Problem, i18n: Translator) => FormErrors | null;
  /** A refusal after which the form shows the current record; else null. */
  showNow?: (problem: Problem, state: FormState, row: Row, i18n: Translator) => FormState | null;
  above?: (at: At, row: Row | null, action: string) => ReactNode;
  below?: (at: At, row: Row) => ReactNode;
  /** Replaces the default page of a stored record. */
  around?: (at: At, row: Row, form: ReactElement, path: string) => ReactElement;
  action?: (row: Row, i18n: Translator) => ReactNode;
  make?: MessageKey;
};

/** Forms for a new record and for each stored one. */
export function recordForms<
  At extends ManagedCall,
  Row extends { id: number },
  Name extends string,
  New extends z.ZodObject,
  Change extends z.ZodObject,
>(kind: AddressedRecords<At, Row, Name> & RecordForm<At, Row, New, Change>) {
  const { of, one, onePath, oneOf, newOf, listOf, parentIdOf } = addressesOf(kind);
  const refusals = `events.${kind.name}.refused`;

  /** `refusedBelow`: replaces what stands below the form, after a refusal there. */
  const show = (
    at: At,
    row: Row | null,
    state?: FormState,
    refusedBelow?: { below: ReactNode; status: FormState['status'] },
  ): Promise<Response> => {
    const { call } = at;
    const { i18n, query } = call;
    const path = row ? oneOf(at, row.id) : newOf(at);
    const isSaved = query.has('saved') && !state;
    const around = row ? kind.around : undefined;
    const form = (
      <SavingForm
        form={kind.form(at)}
        record={row ? kind.stored(row, i18n) : kind.fresh(at)}
        state={state}
        isSaved={isSaved && !around}
        i18n={i18n}
        action={path}
        {...(around ? {} : { cancelHref: listOf(at) })}
        {...(row || !kind.make ? {} : { submit: i18n.t(kind.make) })}
      />
    );
    return renderOfEvent(
      at,
      row ? kind.title(row, at) : kind.newTitle(at),
      <>
        <Refused call={call} of={kind.name} />
        {isSaved && around ? <Saved /> : null}
        {kind.above?.(at, row, path)}
        {row && around ? around(at, row, form, path) : form}
        {row ? (refusedBelow?.below ?? kind.below?.(at, row)) : null}
        {row && !around ? (
          <p>
            <ButtonLink look="quiet" small href={`${path}/delete`}>
              {i18n.t(kind.deleteText)}
            </ButtonLink>
          </p>
        ) : null}
      </>,
      { action: row ? kind.action?.(row, i18n) : undefined, status: refusedBelow?.status ?? formStatus(state) },
    );
  };

  const saving = (at: At, row: Row | null) => ({
    form: kind.form(at),
    of: refusals,
    controlOf: kind.controlOf,
    reshape: (values: Values, input: FormInput) => kind.reshape?.(values, input, at.call.i18n, row) ?? values,
    beside: (problem: Problem) => kind.beside?.(problem, at.call.i18n) ?? null,
    warn: (now: Catalog, data: z.output<New> | z.output<Change>) => kind.warn?.(now, at, row, data) ?? [],
  });
  const saved = (at: At, id: number) => `${kind.list ? listOf(at) : oneOf(at, id)}?saved`;
  const now = async (call: OrganizerCall<string>) => one({ ...call, record: await loadCatalog(call) });

  const routes = [
    ...formPages({
      ...changesEvent,
      path: `${kind.path}/new`,
      loadData: of,
      show: (at, state) => show(at, null, state),
      save: (at) =>
        saveEventForm(at.call, at.catalog.event.id, {
          ...saving(at, null),
          schema: kind.newSchema,
          save: async (work, data) => saved(at, await kind.create(work, parentIdOf(at), data)),
        }),
    }),
    ...formPages({
      ...changesEvent,
      path: onePath,
      loadData: (call) => ({ at: one(call), now: () => now(call) }),
      // What stands above shows the record too, which may have changed.
      show: async ({ at, now }, state) => {
        const current = kind.above && state?.stored ? await now() : at;
        return show(current, current.row, state);
      },
      save: ({ at, now }) =>
        saveEventForm(at.call, at.catalog.event.id, {
          ...saving(at, at.row),
          schema: kind.changeSchema,
          stored: (catalog) => {
            const stored = kind.rows({ ...at, catalog }).find(({ id }) => id === at.row.id);
            return stored && kind.stored(stored, at.call.i18n);
          },
          showAgain: async (problem, state) => kind.showNow?.(problem, state, (await now()).row, at.call.i18n) ?? null,
          save: async (work, data) => {
            await kind.update(work, at.row.id, data, at.call);
            return saved(at, at.row.id);
          },
        }),
    }),
  ];
  return { routes, show };
}
