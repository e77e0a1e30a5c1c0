import { confirmPages } from '#src/web/forms/form-pages.ts';
import { deleteRecord } from '../records/save.ts';
import { askToDelete, type Deletion } from './ask.tsx';
import { changesEvent, type ManagedCall } from './frame.tsx';
import { type AddressedRecords, addressesOf } from './record-addresses.ts';
import { press } from './save.ts';

export type Deleted<At, Row> = {
  title: (row: Row, at: At) => string;
  /** What the page says that asks, beyond its name; `risks`: what goes with it. */
  deletion?: (at: At, row: Row) => Promise<Partial<Deletion>>;
};

/** The page that asks before a record is deleted, and the deletion. */
export function deletionPages<At extends ManagedCall, Row extends { id: number }, Name extends string>(
  kind: AddressedRecords<At, Row, Name> & Deleted<At, Row>,
  /** Where one comes from, and is told of a refusal: the record's own page, unless it has none. */
  backOf?: (at: At) => string,
) {
  const { one, onePath, oneOf, listOf } = addressesOf(kind);
  return confirmPages({
    ...changesEvent,
    path: `${onePath}/delete`,
    of: one,
    ask: async (at, status) => {
      const action = oneOf(at, at.row.id);
      const said = (await kind.deletion?.(at, at.row)) ?? {};
      const name = 'title' in said ? {} : { name: kind.title(at.row, at) };
      const asked = { ...name, action: `${action}/delete`, back: backOf?.(at) ?? action, ...said };
      return askToDelete(at.call, at.catalog, asked, status);
    },
    run: (at) => {
      const { id } = at.row;
      const refused = backOf ? listOf(at) : oneOf(at, id);
      return press(at.call, at.catalog.event.id, (work) => deleteRecord(work, kind.kind, id), listOf(at), refused);
    },
  });
}
