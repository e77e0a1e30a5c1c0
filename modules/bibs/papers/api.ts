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
      refuses: ['NO_STARTERS'],
      summary:
        'Returns the start list as a table (PDF), sorted by number, name or club. Lists of more than 3,000 people are untagged.',
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
      refuses: ['NO_STARTERS'],
      summary:
        'Returns a label for each participant with a bib number (PDF), for standard label sheets. More than 3,000 labels are untagged.',
      query: labelsQuery,
    },
    async ({ deps, viewer, i18n, params: { eventId }, query }) => {
      const catalog = present(await catalogOf(deps.read, eventId), 'its loader found the event');
      const call = { deps, catalog, i18n: wordsOf(i18n, catalog), by: viewer.visitId };
      return pdfFile(await labelsPdf(call, query), `labels-${eventId}.pdf`);
    },
  ),
]);
