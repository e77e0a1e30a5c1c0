import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { mainOrganizer, sampleAnswer, samplePersonData } from '#modules/orders/index.ts';
import { type CalendarDate, zonedParts } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { PdfTicket } from './ticket-pdf.ts';

/** A realistic participant number. */
const sampleNumber = 123;
const grownUp = 35;

/**
 * A sample ticket with the real data of the event and an invented person. The code is marked as a sample, so that no
 * gate accepts it.
 */
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
