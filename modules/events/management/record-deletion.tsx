import type { Translator } from '#src/texts/locale.ts';
import { Confirm, type Question } from '#src/web/forms/confirm.tsx';
import { confirmPages } from '#src/web/forms/form-pages.ts';
import { deleteRecord } from '../records/save.ts';
import type { Catalog } from '../rules/catalog.ts';
import { voucherTypesDeletedWith } from '../rules/voucher-kinds.ts';
import { changesEvent, type ManagedCall, type OrganizerCall, renderOfEvent } from './frame.tsx';
import { type AddressedRecords, addressesOf } from './record-addresses.ts';
import { press } from './save.ts';

export const askOfEvent = (
  call: OrganizerCall,
  catalog: Catalog,
  { title, ...question }: Question & { title: string },
  status: 200 | 400 = 200,
): Promise<Response> => renderOfEvent({ call, catalog }, title, <Confirm {...question} />, { status });

type Deletion = Omit<Question, 'button'> & {
  /** The name in the default texts. */
  name?: string;
  title?: string;
  button?: Question['button'];
};

export function askToDelete(
  call: OrganizerCall,
  catalog: Catalog,
  { name, ...texts }: Deletion,
  status: 200 | 400 = 200,
): Promise<Response> {
  const { i18n } = call;
  const deletion = {
    title: i18n.t('events.delete.title'),
    text: i18n.t('events.delete.text'),
    button: i18n.t('events.delete.yes'),
    ...(name === undefined ? {} : { question: i18n.t('events.delete.question', { name }) }),
    ...texts,
  };
  return askOfEvent(call, catalog, deletion, status);
}

export type Deleted<At, Row> = {
  title: (row: Row, at: At) => string;
  /** Additional texts; `risks`: what is deleted along. */
  deletion?: (at: At, row: Row) => Promise<Partial<Deletion>>;
};

export function deletionPages<At extends ManagedCall, Row extends { id: number }, Name extends string>(
  kind: AddressedRecords<At, Row, Name> & Deleted<At, Row>,
  /** The page to return to; default: the record's page. */
  backOf?: (at: At) => string,
) {
  const { one, onePath, oneOf, listOf } = addressesOf(kind);
  return confirmPages({
    ...changesEvent,
    path: `${onePath}/delete`,
    loadData: one,
    ask: async (at, status) => {
      const action = oneOf(at, at.row.id);
      const custom = (await kind.deletion?.(at, at.row)) ?? {};
      const name = 'title' in custom ? {} : { name: kind.title(at.row, at) };
      const texts = { ...name, action: `${action}/delete`, back: backOf?.(at) ?? action, ...custom };
      return askToDelete(at.call, at.catalog, texts, status);
    },
    run: (at) => {
      const { id } = at.row;
      const refused = backOf ? listOf(at) : oneOf(at, id);
      return press(at.call, at.catalog.event.id, (work) => deleteRecord(work, kind.kind, id), listOf(at), refused);
    },
  });
}

/** Voucher types that are deleted along. */
export async function voucherRisks(
  { deps }: OrganizerCall,
  i18n: Translator,
  eventId: number,
  deleted: Parameters<typeof voucherTypesDeletedWith>[1],
): Promise<string[]> {
  const kinds = voucherTypesDeletedWith(await deps.voucherKinds(eventId), deleted);
  return kinds.map(({ name, codes }) => i18n.t('events.delete.voucherKind', { name, codes }));
}
