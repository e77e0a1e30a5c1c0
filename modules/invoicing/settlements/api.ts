import * as z from 'zod';
import { catalogOf, loadEvent } from '#modules/events/index.ts';
import { pdfResponse } from '#src/documents/pdf-response.ts';
import { tableFormats, tableResponse } from '#src/files/tables/table-file.ts';
import { refuse } from '#src/kernel/problem.ts';
import { api, tagged } from '#src/web/http.ts';
import { statementPdf } from '../documents/statement-pdf.ts';
import { feesJobName } from '../fees/fees-job.ts';
import { invoiceOfSettlement } from '../fees/read-fees.ts';
import { paperFile } from '../papers/paper-file.ts';
import { closeSettlement } from './close-settlement.ts';
import { loadSettlement } from './load.ts';
import { ordersFile } from './orders-file.ts';
import { draftOf } from './read-draft.ts';
import { ordersOfDraft, ordersOfSettlement } from './read-orders.ts';
import { figuresOf, settlementById, settlementsOf } from './read-settlements.ts';
import { draftAnswer, draftShape, settlementAnswer, settlementShape } from './shapes.ts';

const fileQuery = z.object({ format: z.enum(tableFormats).default('csv') });

export const settlementApi = tagged('Settlements', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/settlements',
      may: 'event.money',
      summary: 'What would be settled of an event now, and the settlements that are closed, newest first.',
      load: loadEvent,
      answer: z.object({ draft: draftAnswer, settlements: z.array(settlementAnswer) }),
    },
    async ({ deps, params: { eventId }, now }) => ({
      draft: draftShape((await draftOf(deps.read, eventId, now)) ?? refuse('NOT_FOUND')),
      settlements: (await settlementsOf(deps.read, eventId)).map(settlementShape),
    }),
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/settlements',
      may: 'payout.make',
      summary: 'Closes what is drafted. Whatever happens later stands in the next settlement.',
      status: 201,
      answer: z.object({ settlement: settlementAnswer }),
    },
    async ({ deps, params: { eventId }, viewer }) => {
      const { seller } = deps.config;
      const id = await deps.write((work) => closeSettlement(work, { eventId, editorId: viewer.userId, seller }));
      deps.runNow(feesJobName);
      return { settlement: settlementShape((await settlementById(deps.read, id)) ?? refuse('NOT_FOUND')) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/settlements/draft/statement',
      may: 'event.money',
      summary: 'What would be settled now, on paper.',
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
      summary: 'Every order behind what would be settled now, with those whose money is held or open.',
      load: loadEvent,
      query: fileQuery,
      mediaType: 'text/csv',
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
      summary: 'A settlement that is closed.',
      load: loadSettlement,
      answer: z.object({ settlement: settlementAnswer }),
    },
    async ({ record }) => ({ settlement: settlementShape(record) }),
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/settlements/{settlementId}/statement',
      may: 'event.money',
      summary: 'The settlement on paper.',
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
      summary: 'What the platform bills for a settlement, as an electronic invoice.',
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
      summary: 'Every order behind a settlement; the sums of the columns are its figures.',
      load: loadSettlement,
      query: fileQuery,
      mediaType: 'text/csv',
    },
    async ({ deps, record: { id, eventId, number }, query, i18n }) => {
      const rows = await ordersOfSettlement(deps.read, id);
      return tableResponse(ordersFile(rows, `settlement-${eventId}-${number}`, i18n), query.format, deps.log);
    },
  ),
]);
