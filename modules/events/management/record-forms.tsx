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

/** Which competitions; nothing to choose while there are none. */
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
  /** Its own words for what is refused stand at `events.<name>.refused`. */
  name: string;
  title: (row: Row, at: At) => string;
  newTitle: (at: At) => string;
  /** What the link to the page says that asks before one is deleted. */
  deleteText: MessageKey;
  form: (at: At) => FormSpec;
  /** What a new one begins with, and what a stored one shows. */
  fresh: (at: At) => FormRecord;
  stored: (row: Row, i18n: Translator) => FormRecord;
  reshape?: (values: Values, input: FormInput, i18n: Translator, row: Row | null) => Values;
  controlOf?: (path: string) => string;
  newSchema: New;
  changeSchema: Change;
  create: (work: Work, parentId: number, data: z.output<New>) => Promise<number>;
  update: (work: Work, id: number, data: z.output<Change>, by: { viewer: Viewer }) => Promise<void>;
  /** What saving would break, in sentences, as the event is in this very write. */
  warn?: (now: Catalog, at: At, row: Row | null, data: z.output<New> | z.output<Change>) => readonly string[];
  /** A refusal of saving that belongs beside a field. */
  beside?: (problem: Problem, i18n: Translator) => FormErrors | null;
  /** A refusal after which the form shows the record as it is now; null for all others. */
  showNow?: (problem: Problem, state: FormState, row: Row, i18n: Translator) => FormState | null;
  /** Above the form, which is posted to `action`. */
  above?: (at: At, row: Row | null, action: string) => ReactNode;
  /** Below the form of a stored one. */
  below?: (at: At, row: Row) => ReactNode;
  /** The page of a stored one around its form, where it is more than the form and a link to delete it. */
  around?: (at: At, row: Row, form: ReactElement, path: string) => ReactElement;
  /** Beside its title. */
  action?: (row: Row, i18n: Translator) => ReactNode;
  /** What the button of a new one says. */
  make?: MessageKey;
};

/** The form of a new record and that of each. Saving leads to its page, or to the list that stands on another page. */
export function recordForms<
  At extends ManagedCall,
  Row extends { id: number },
  Name extends string,
  New extends z.ZodObject,
  Change extends z.ZodObject,
>(kind: AddressedRecords<At, Row, Name> & RecordForm<At, Row, New, Change>) {
  const { of, one, onePath, oneOf, newOf, listOf, parentIdOf } = addressesOf(kind);
  const refusals = `events.${kind.name}.refused`;

  /** `refusedBelow`: what stands below a form, shown again because it was refused. */
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

  /** What saving a new one and a stored one have in common. */
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
      of,
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
      of: (call) => ({ at: one(call), now: () => now(call) }),
      // What stands above shows the record as well, and it is another by now.
      show: async ({ at, now }, state) => {
        const shown = kind.above && state?.stored ? await now() : at;
        return show(shown, shown.row, state);
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
