import { create as contentDisposition } from 'content-disposition';
import { catalogOf, loadEventOf, wordsOf } from '#modules/events/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import { api } from '#src/web/http.ts';
import { sampleTicket } from './sample-ticket.ts';
import { renderTicketPdf } from './ticket-pdf.ts';

/** The real paper of a competition, marked as a sample. */
export const sampleApi = api(
  {
    method: 'get',
    path: '/api/admin/competitions/{competitionId}/registration-confirmation/example',
    may: 'event.read',
    summary: 'An example of the registration confirmation as a PDF',
    load: loadEventOf('competition', 'competitionId'),
    mediaType: 'application/pdf',
  },
  async ({ deps, viewer, record: eventId, params: { competitionId }, i18n: ofCaller }) => {
    const catalog = (await catalogOf(deps.read, eventId)) ?? refuse('NOT_FOUND');
    const competition = catalog.competitions.find(({ id }) => id === competitionId) ?? refuse('NOT_FOUND');
    const i18n = wordsOf(ofCaller, catalog);
    const sample = i18n.t('documents.ticket.sample');
    const bytes = await renderTicketPdf(deps, sampleTicket(catalog, competition, i18n), i18n, {
      sample,
      by: viewer.visitId,
    });
    const name = i18n.t('checkin.sample.fileName', { competitionId });
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': contentDisposition(name, { type: 'inline' }),
        'cache-control': 'no-store',
      },
    });
  },
);
