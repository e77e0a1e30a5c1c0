import { create as contentDisposition } from 'content-disposition';
import { catalogOf, loadEvent, wordsOf } from '#modules/events/index.ts';
import { present } from '#src/kernel/assert.ts';
import { api, tagged } from '#src/web/http.ts';
import { labelsPdf, labelsQuery, listPdf, listQuery } from './make-papers.ts';

export const pdfFile = (bytes: Uint8Array<ArrayBuffer>, name: string): Response =>
  new Response(bytes, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition(name, { type: 'inline' }),
      'cache-control': 'private, no-store',
    },
  });

const at = { method: 'get', may: 'bib.read', load: loadEvent, mediaType: 'application/pdf' } as const;

export const paperApi = tagged('Start numbers', [
  api(
    {
      ...at,
      path: '/api/admin/events/{eventId}/bibs/list',
      summary: 'Everybody who starts as a table (PDF), by number, name or club; beyond 3,000 people without tags',
      query: listQuery,
    },
    async ({ deps, viewer, i18n, params: { eventId }, query }) => {
      const catalog = present(await catalogOf(deps.read, eventId), 'its loader found the event');
      const call = { deps, catalog, i18n: wordsOf(i18n, catalog), by: viewer.visitId };
      return pdfFile(await listPdf(call, query), `list-${eventId}.pdf`);
    },
  ),
  api(
    {
      ...at,
      path: '/api/admin/events/{eventId}/bibs/labels',
      summary:
        'A label for everybody who has a number (PDF), for sheets as they are sold; beyond 3,000 people without tags',
      query: labelsQuery,
    },
    async ({ deps, viewer, i18n, params: { eventId }, query }) => {
      const catalog = present(await catalogOf(deps.read, eventId), 'its loader found the event');
      const call = { deps, catalog, i18n: wordsOf(i18n, catalog), by: viewer.visitId };
      return pdfFile(await labelsPdf(call, query), `labels-${eventId}.pdf`);
    },
  ),
]);
