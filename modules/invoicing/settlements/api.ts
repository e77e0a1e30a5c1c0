import * as z from 'zod';
import { catalogOf, loadEvent } from '#modules/events/index.ts';
import { methodLabel } from '#modules/payments/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { pdfResponse } from '#src/documents/document.ts';
import { type FileColumn, wallCell } from '#src/files/tables/cells.ts';
import { type TableFile, tableFileOf, tableFormats, tableResponse } from '#src/files/tables/table-file.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { api, tagged } from '#src/web/http.ts';
import { statementPdf } from '../documents/statement-pdf.ts';
import { feesJobName } from '../fees/fees-job.ts';
import { invoiceOfSettlement } from '../fees/read-fees.ts';
import { paperFile } from '../papers/paper-file.ts';
import { closeSettlement } from './close-settlement.ts';
import { draftOf } from './read-draft.ts';
import { ordersOfDraft, ordersOfSettlement, type SettledOrder } from './read-orders.ts';
import { figuresOf, type Settlement, settlementById, settlementsOf } from './read-settlements.ts';
import { draftAnswer, settlementAnswer } from './shapes.ts';

/** Every order of a settlement; columns add up to its figures. */
export function ordersFile(rows: readonly SettledOrder[], name: string, i18n: Translator): TableFile {
  const title = (key: string) => i18n.t(`settlement.orders.${key}` as MessageKey);
  const columns: FileColumn<SettledOrder>[] = [
    { title: title('order'), kind: 'number', of: ({ orderId }) => orderId },
    { title: title('date'), kind: 'moment', of: ({ orderDate }) => wallCell(orderDate, i18n.timeZone) },
    { title: title('status'), kind: 'text', of: ({ status }) => i18n.t(`ui.status.${status}` as MessageKey) },
    {
      title: title('method'),
      kind: 'text',
      of: ({ methods }) =>
        methods
          .split(',')
          .filter(Boolean)
          .map((code) => methodLabel(i18n, code))
          .join(', '),
    },
    { title: title('place'), kind: 'text', of: ({ place }) => i18n.t(`settlement.place.${place}`) },
    { title: title('received'), kind: 'money', of: ({ received }) => received },
    { title: title('refunded'), kind: 'money', of: ({ refunded }) => refunded },
    { title: title('tickets'), kind: 'number', of: ({ tickets }) => tickets },
    { title: title('ticketFee'), kind: 'money', of: ({ ticketFee }) => ticketFee },
    { title: title('vouchers'), kind: 'money', of: ({ vouchers }) => vouchers },
    { title: title('articles'), kind: 'money', of: ({ articles }) => articles },
  ];
  return tableFileOf({ name, locale: i18n.locale, columns }, rows);
}

type Named<P> = { deps: Pick<Deps, 'read'>; viewer: Viewer; may: Permission; params: P };

/** A closed settlement of an event that the viewer may manage. @throws Problem NOT_FOUND */
export async function loadSettlement({ params, ...call }: Named<{ settlementId: number }>): Promise<Settlement> {
  const settlement = (await settlementById(call.deps.read, params.settlementId)) ?? refuse('NOT_FOUND');
  await loadEvent({ ...call, params: { eventId: settlement.eventId } });
  return settlement;
}

const fileQuery = z.object({ format: z.enum(tableFormats).default('csv') });

export const settlementApi = tagged('Settlements', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/settlements',
      may: 'event.money',
      summary: 'Returns the draft of the next settlement of an event and the closed settlements, newest first',
      load: loadEvent,
      answer: z.object({ draft: draftAnswer, settlements: z.array(settlementAnswer) }),
    },
    async ({ deps, params: { eventId }, now }) => ({
      draft: { ...((await draftOf(deps.read, eventId, now)) ?? refuse('NOT_FOUND')), status: 'draft' as const },
      settlements: await settlementsOf(deps.read, eventId),
    }),
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/settlements',
      may: 'payout.make',
      refuses: ['NOTHING_TO_SETTLE'],
      summary: 'Closes the draft settlement. Later payments and refunds belong to the next settlement.',
      status: 201,
      answer: z.object({ settlement: settlementAnswer }),
    },
    async ({ deps, params: { eventId }, viewer }) => {
      const { seller } = deps.config;
      const id = await deps.write((work) => closeSettlement(work, { eventId, editorId: viewer.userId, seller }));
      deps.runNow(feesJobName);
      return { settlement: (await settlementById(deps.read, id)) ?? refuse('NOT_FOUND') };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/settlements/draft/statement',
      may: 'event.money',
      summary: 'Returns the draft settlement (PDF)',
      load: loadEvent,
      mediaType: 'application/pdf',
    },
    async ({ deps, params: { eventId }, i18n, now, viewer }) => {
      const draft = (await draftOf(deps.read, eventId, now)) ?? refuse('NOT_FOUND');
      const { event } = (await catalogOf(deps.read, eventId)) ?? refuse('NOT_FOUND');
      const statement = { ...draft, number: null, eventTitle: event.title };
      const bytes = await statementPdf(deps, statement, i18n.in(event.timeZone), viewer.visitId);
      return pdfResponse(bytes, i18n.t('settlement.draft.fileName', { eventId }));
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/settlements/draft/orders',
      may: 'event.money',
      summary: 'Lists the orders of the draft settlement, including those with held or open payments',
      load: loadEvent,
      query: fileQuery,
    },
    async ({ deps, params: { eventId }, query, i18n }) => {
      const rows = await ordersOfDraft(deps.read, eventId);
      return tableResponse(ordersFile(rows, `settlement-draft-${eventId}`, i18n), query.format, deps.log);
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/settlements/{settlementId}',
      may: 'event.money',
      summary: 'Returns a closed settlement',
      load: loadSettlement,
      answer: z.object({ settlement: settlementAnswer }),
    },
    async ({ record }) => ({ settlement: record }),
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/settlements/{settlementId}/statement',
      may: 'event.money',
      summary: 'Returns a closed settlement (PDF)',
      load: loadSettlement,
      mediaType: 'application/pdf',
    },
    async ({ deps, record, i18n, viewer }) => {
      const { event } = (await catalogOf(deps.read, record.eventId)) ?? refuse('NOT_FOUND');
      const statement = { ...record, figures: figuresOf(record) };
      const bytes = await statementPdf(deps, statement, i18n.in(event.timeZone), viewer.visitId);
      const { eventId, number } = record;
      return pdfResponse(bytes, i18n.t('settlement.fileName', { eventId, number }));
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/settlements/{settlementId}/invoice',
      may: 'event.money',
      summary: 'Returns the platform’s electronic invoice for a settlement',
      load: loadSettlement,
      mediaType: 'application/pdf',
    },
    async ({ deps, record, viewer }) => {
      const found = (await invoiceOfSettlement(deps.read, record.id)) ?? refuse('NOT_FOUND');
      const { bytes, fileName } = await paperFile(deps, found.invoice.id, viewer.visitId);
      return pdfResponse(bytes, fileName);
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/settlements/{settlementId}/orders',
      may: 'event.money',
      summary: 'Lists the orders of a settlement. The column sums equal its figures.',
      load: loadSettlement,
      query: fileQuery,
    },
    async ({ deps, record: { id, eventId, number }, query, i18n }) => {
      const rows = await ordersOfSettlement(deps.read, id);
      return tableResponse(ordersFile(rows, `settlement-${eventId}-${number}`, i18n), query.format, deps.log);
    },
  ),
]);
