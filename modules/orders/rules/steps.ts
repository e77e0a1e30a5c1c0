import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isOfferedFor } from './article-lines.ts';
import { needsContact } from './entry-check.ts';

export const allSteps = [
  'competitions',
  'articles',
  'cancellation-protection',
  'delivery-address',
  'check-order',
  'payment',
  'completed',
] as const;
export type BookingStep = (typeof allSteps)[number];

/** The steps that apply to this event, in order; their numbers are their places. */
export function stepsOf(
  catalog: Pick<Catalog, 'articles' | 'cancellationProtections' | 'event' | 'competitions'>,
): BookingStep[] {
  const hasArticles = catalog.articles.some((article) =>
    catalog.competitions.some((competition) => isOfferedFor(article, competition.id)),
  );
  return allSteps.filter(
    (step) =>
      (step !== 'articles' || hasArticles) &&
      (step !== 'cancellation-protection' || catalog.cancellationProtections.length > 0) &&
      (step !== 'delivery-address' || needsContact(catalog.event)),
  );
}

/** The step in which a refusal of this code can be mended; null: no step can. */
export function mendingStep(code: string): BookingStep | null {
  if (/ARTICLES/.test(code)) return 'articles';
  if (/TICKET|REGISTERING|COMPETITION/.test(code)) return 'competitions';
  return null;
}
