import type { ReactElement } from 'react';
import SortableList from '#islands/SortableList.tsx';
import { Problem } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { CsrfField } from '#src/ui/form.tsx';
import type { Column } from '#src/ui/table.tsx';
import { page } from '#src/web/http.ts';
import { Island } from '#src/web/island.tsx';
import { onEvent } from '../changes/on-event.ts';
import { sortRecords } from '../records/save.ts';
import { movedBy } from '../rules/order.ts';
import { changesEvent, type ManagedCall, type OrganizerCall } from './frame.tsx';
import { type AddressedRecords, addressesOf } from './record-addresses.ts';

/**
 * A list arranged by hand: `sortColumn` adds buttons and a grip to rows, `SortControls` stands once beside the table,
 * `sortRoute` saves. Works without JavaScript; with it rows are dragged or moved by Alt and arrow keys.
 */
export type Sorting = {
  /** The path of `sortRoute`. */
  action: string;
  /** In the current order; names are for screen readers. */
  rows: readonly { id: number; name: string }[];
  i18n: Translator;
  csrfToken: string;
};

const formId = (action: string): string => `sort${action.replace(/[^a-z0-9]+/gi, '-')}`;

export function SortControls({ action, rows, i18n, csrfToken }: Sorting): ReactElement | null {
  if (rows.length < 2) return null;
  const id = formId(action);
  return (
    <form method="post" action={action} id={id} className="sort-form">
      <CsrfField token={csrfToken} />
      <Island
        name="SortableList"
        id={id}
        of={SortableList}
        props={{
          form: id,
          hint: i18n.t('events.sort.hint'),
          moved: i18n.t('events.sort.moved', { name: '{name}', place: '{place}', count: '{count}' }),
          saved: i18n.t('events.sort.saved'),
          failed: i18n.t('events.sort.failed'),
        }}
      />
    </form>
  );
}

export function sortColumn<Row extends { id: number }>({ action, rows, i18n }: Sorting): Column<Row> {
  const form = formId(action);
  return {
    key: 'sort',
    title: i18n.t('events.sort.column'),
    cell: ({ id }) => {
      const at = rows.findIndex((row) => row.id === id);
      const name = rows[at]?.name ?? '';
      if (rows.length < 2 || at < 0) return null;
      return (
        <span className="sort" id={`sort-${id}`} data-sort={form} data-sort-id={id} data-sort-name={name}>
          <span className="sort-grip" aria-hidden="true" />
          {(['up', 'down'] as const).map((direction) => (
            <button
              key={direction}
              className="sort-button"
              type="submit"
              form={form}
              name="move"
              value={`${id}:${direction}`}
              data-way={direction}
              aria-label={i18n.t(`events.sort.${direction}`, { name })}
              // A disabled button would lose the focus.
              aria-disabled={at === (direction === 'up' ? 0 : rows.length - 1)}
            />
          ))}
        </span>
      );
    },
  };
}

/** Handles buttons (`move=<id>:up`) and the island (`ids=3 1 2`, answers 204). */
export function sortRoute<At extends ManagedCall, Row extends { id: number }, Name extends string>(
  records: AddressedRecords<At, Row, Name>,
) {
  const { of, listOf, parentIdOf } = addressesOf(records);
  return page(
    { method: 'post', path: `${records.path}/order`, ...changesEvent },
    async (named: OrganizerCall<string>) => {
      const at = of(named);
      const { call } = at;
      const back = listOf(at);
      const save = (wanted: readonly number[]) =>
        onEvent(call, at.catalog.event.id, (work) => sortRecords(work, records.kind, parentIdOf(at), wanted));
      const dragged = call.form.get('ids');
      if (typeof dragged === 'string') {
        await save(dragged.split(' ').filter(Boolean).map(Number));
        return new Response(null, { status: 204 });
      }
      const [, id = '', direction] = /^([1-9]\d{0,14}):(up|down)$/.exec(String(call.form.get('move') ?? '')) ?? [];
      if (direction === undefined) return call.redirect(back);
      try {
        const ids = records.rows(at).map((row) => row.id);
        await save(movedBy(ids, Number(id), direction === 'up' ? -1 : 1));
      } catch (error) {
        if (!(error instanceof Problem) || error.status === 404) throw error;
        // A row was added or removed meanwhile.
        return call.redirect(back);
      }
      return call.redirect(`${back}#sort-${id}`);
    },
  );
}
