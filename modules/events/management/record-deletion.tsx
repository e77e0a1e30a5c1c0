import type { Translator } from '#src/texts/locale.ts';
import { Confirm, type Question } from '#src/web/forms/confirm.tsx';
import { confirmPages } from '#src/web/forms/form-pages.ts';
import { deleteRecord } from '../records/save.ts';
import type { Catalog } from '../rules/catalog.ts';
import { kindsGoingAlong } from '../rules/voucher-kinds.ts';
import { changesEvent, type ManagedCall, type OrganizerCall, renderOfEvent } from './frame.tsx';
import { type AddressedRecords, addressesOf } from './record-addresses.ts';
import { press } from './save.ts';

/** A question about an event or something of it, on a page of its own. */
export const askOfEvent = (
  call: OrganizerCall,
  catalog: Catalog,
  { title, ...question }: Question & { title: string },
  status: 200 | 400 = 200,
): Promise<Response> => renderOfEvent({ call, catalog }, title, <Confirm {...question} />, { status });

type Deletion = Omit<Question, 'button'> & {
  /** What goes away; the rest is said for it. */
  name?: string;
  title?: string;
  button?: Question['button'];
};

/** The page between a link that says "delete" and the deletion itself, with what hangs on the record. */
export function askToDelete(
  call: OrganizerCall,
  catalog: Catalog,
  { name, ...asked }: Deletion,
  status: 200 | 400 = 200,
): Promise<Response> {
  const { i18n } = call;
  const deletion = {
    title: i18n.t('events.delete.title'),
    text: i18n.t('events.delete.text'),
    button: i18n.t('events.delete.yes'),
    ...(name === undefined ? {} : { question: i18n.t('events.delete.question', { name }) }),
    ...asked,
  };
  return askOfEvent(call, catalog, deletion, status);
}

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

/** What the page that asks before a deletion says of vouchers: nothing goes away unsaid. */
export async function voucherRisks(
  { deps }: OrganizerCall,
  i18n: Translator,
  eventId: number,
  deleted: Parameters<typeof kindsGoingAlong>[1],
): Promise<string[]> {
  const kinds = kindsGoingAlong(await deps.voucherKinds(eventId), deleted);
  return kinds.map(({ name, codes }) => i18n.t('events.delete.voucherKind', { name, codes }));
}
