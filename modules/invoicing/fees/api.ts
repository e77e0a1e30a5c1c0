import * as z from 'zod';
import { api, tagged } from '#src/web/http.ts';
import { listedPapers, paperAnswer, paperRow } from '../papers/read-papers.ts';
import { daysQuery, spanOf } from '../span.ts';

const listed = (
  path: '/api/admin/organizer-invoices' | '/api/admin/organizer-invoices/platform-invoices',
  summary: string,
) =>
  api(
    {
      method: 'get',
      path,
      may: 'payout.read',
      summary,
      query: daysQuery,
      answer: z.object({ rows: z.array(paperRow) }),
    },
    async ({ deps, query, now }) => {
      const found = await listedPapers(deps.read, { sellerKind: 'platform', ...spanOf(query) });
      return { rows: found.reverse().map((paper) => paperAnswer(deps, paper, 'platform', now)) };
    },
  );

export const feesApi = tagged('Settlements', [
  listed(
    '/api/admin/organizer-invoices',
    'Lists the invoices and credit notes of the platform to organizers by date, newest first',
  ),
  listed(
    '/api/admin/organizer-invoices/platform-invoices',
    'Aliases `/api/admin/organizer-invoices`: the platform issues documents to organizers only',
  ),
]);
