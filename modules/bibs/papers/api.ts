import { create as contentDisposition } from 'content-disposition';
import { catalogOf, loadEvent, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { fileNameOf } from '#src/files/tables/table-file.ts';
import { present } from '#src/kernel/assert.ts';
import { dateIn, type Instant } from '#src/kernel/time.ts';
import { api, tagged } from '#src/web/http.ts';
import { labelsPdf, labelsQuery, listPdf, listQuery } from './make-papers.ts';

/** Named after the event and the day. */
export const paperName = ({ event }: Catalog, kind: string, now: Instant): string =>
  `${fileNameOf(event.title, kind, dateIn(now, event.timeZone))}.pdf`;

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
    async ({ deps, viewer, i18n, now, params: { eventId }, query }) => {
      const catalog = present(await catalogOf(deps.read, eventId), 'its loader found the event');
      const call = { deps, catalog, i18n: wordsOf(i18n, catalog), by: viewer.visitId };
      return pdfFile(await listPdf(call, query), paperName(catalog, 'list', now));
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
    async ({ deps, viewer, i18n, now, params: { eventId }, query }) => {
      const catalog = present(await catalogOf(deps.read, eventId), 'its loader found the event');
      const call = { deps, catalog, i18n: wordsOf(i18n, catalog), by: viewer.visitId };
      return pdfFile(await labelsPdf(call, query), paperName(catalog, 'labels', now));
    },
  ),
]);
