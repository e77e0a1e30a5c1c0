import { organizerById } from '#modules/organizers/index.ts';
import { pdfResponse } from '#src/documents/pdf-response.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { RequestedBy } from '#src/runtime/processes/drawer.ts';
import { defaultTimeZone, translatorFor } from '#src/texts/locale.ts';
import { refuse } from '../rules/problems.ts';
import type { GiftCard } from '../schema.ts';
import { cardFileName, cardPdf } from './card-pdf.ts';

/**
 * The card as PDF in its own language. @throws Problem NOT_FOUND before it is issued, because its code pays nothing yet
 */
export async function cardResponse(
  deps: Pick<Deps, 'read' | 'fonts' | 'config'>,
  card: GiftCard,
  by: RequestedBy,
): Promise<Response> {
  const seller = card.issuedAt === null ? null : await organizerById(deps.read, card.organizerId);
  if (!seller) return refuse('NOT_FOUND');
  const i18n = translatorFor(card.language, 'standard', defaultTimeZone);
  return pdfResponse(await cardPdf(deps, { card, seller }, i18n, by), cardFileName(card, i18n));
}
