import { create as contentDisposition } from 'content-disposition';
import { catalogOf, loadEventOf, wordsOf } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { mainOrganizer, sampleAnswer, samplePersonData } from '#modules/orders/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import { type CalendarDate, zonedParts } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { api } from '#src/web/http.ts';
import { type PdfTicket, renderTicketPdf } from './ticket-pdf.ts';

const sampleNumber = 123;
const grownUp = 35;

/** Real event, invented person. The code is marked as a sample, so that no gate accepts it. */
export function sampleTicket(
  { event, organizers, formFields, articles }: Catalog,
  competition: CatalogCompetition,
  i18n: Translator,
): PdfTicket {
  const isOffered = ({ competitionIds }: { competitionIds: number[] }) =>
    competitionIds.length === 0 || competitionIds.includes(competition.id);
  const { year } = zonedParts(competition.timestamp, event.timeZone);
  const age = competition.minAge || competition.maxAge || grownUp;
  return {
    order: { event, formFields, orderNumber: '000000' },
    participant: {
      id: sampleNumber,
      rrBib: null,
      ...samplePersonData(i18n),
      birthDate: `${year - age}-05-17` as CalendarDate,
      formFieldsSelected: formFields
        .filter(isOffered)
        .map((field) => ({ fieldId: field.id, value: sampleAnswer(field, i18n) })),
      orderedArticleVariants: articles
        .filter((article) => isOffered(article) && article.variants.length > 0)
        .slice(0, 2)
        .map(({ name, variants }) => ({ name, variantName: variants[0]?.name ?? '', quantity: 1 })),
    },
    competition,
    teamName: competition.type === 'team' ? i18n.t('checkin.sample.teamName') : null,
    organizer: mainOrganizer({ organizers }),
    code: i18n.t('documents.ticket.sample'),
  };
}

/** The real paper of a competition, marked as a sample. */
export const sampleApi = api(
  {
    method: 'get',
    path: '/api/admin/competitions/{competitionId}/registration-confirmation/example',
    may: 'event.read',
    summary: 'Returns a sample registration confirmation (PDF)',
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
