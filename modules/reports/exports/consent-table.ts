import { provenConsents, withdrawLink } from '#modules/newsletter/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { type Cell, type CellKind, type FileColumn, wallCell } from '#src/files/tables/cells.ts';
import { tableFile } from '#src/files/tables/table-file.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { refuse } from '../rules/problems.ts';
import type { ExportTable } from './make-table.ts';
import type { OrderQuery } from './read-order-pages.ts';

type ConsentRow = Awaited<ReturnType<typeof provenConsents>>[number];

export const isNoConsent = async (reader: Reader | Tx, about: OrderQuery): Promise<boolean> =>
  (await provenConsents(reader, about, { most: 1 })).length === 0;

/** Rows per query, so that others wait for milliseconds only. */
const pageSize = 500;

/**
 * Recipients who agreed to news, with the text and a link to withdraw. The link belongs into every mail to them.
 * @throws Problem NO_ORDERS_FOR_EVENT_FOUND
 */
export async function consentTable(
  deps: Pick<Deps, 'read' | 'signer' | 'config'>,
  about: OrderQuery,
  i18n: Translator,
  name: string,
): Promise<ExportTable> {
  if (await isNoConsent(deps.read, about)) refuse('NO_ORDERS_FOR_EVENT_FOUND');
  const column = (head: string, kind: CellKind, of: (row: ConsentRow) => Cell): FileColumn<ConsentRow> => ({
    title: i18n.t(`exports.head.${head}` as MessageKey),
    kind,
    of,
  });
  const columns = [
    column('email', 'text', ({ email }) => email),
    column('firstName', 'text', ({ firstName }) => firstName),
    column('lastName', 'text', ({ lastName }) => lastName),
    column('language', 'text', ({ language }) => language),
    column('consentText', 'text', ({ text }) => text),
    column('consentVersion', 'text', ({ textVersion }) => textVersion),
    column('consentGivenAt', 'moment', ({ givenAt }) => wallCell(givenAt, i18n.timeZone)),
    column('consentProvenAt', 'moment', ({ provenAt }) => wallCell(provenAt, i18n.timeZone)),
    column('withdrawLink', 'text', (row) => withdrawLink(deps, row)),
  ];
  let isRead = false;
  return {
    part: () => (isRead ? 1 : 0),
    table: tableFile<ConsentRow>({ name, locale: i18n.locale, columns }, async function* () {
      // One row per address: the first consent counts.
      const seen = new Set<string>();
      for (let after = 0; ; ) {
        const rows = await provenConsents(deps.read, about, { after, most: pageSize });
        const fresh = rows.filter(({ email }) => !seen.has(email) && seen.add(email));
        if (fresh.length > 0) yield fresh;
        after = rows.at(-1)?.id ?? after;
        if (rows.length < pageSize) break;
      }
      isRead = true;
    }),
  };
}
