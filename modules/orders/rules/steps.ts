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
  if (/TICKET|REGISTERING|COMPETITION|FREE_PLACES/.test(code)) return 'competitions';
  return null;
}

export const eventPath = (eventRef: string): string => `/events/${encodeURIComponent(eventRef)}`;
export const stepPath = (eventRef: string, step: BookingStep): string => `${eventPath(eventRef)}/${step}`;

/** The name of a step in the locales: an address is called so where name and address are needed. */
export const stepLabel = (
  { catalog }: { catalog: { event: Pick<Catalog['event'], 'needsName' | 'needsContactAddress'> } },
  step: BookingStep,
) =>
  step === 'delivery-address' && !(catalog.event.needsName && catalog.event.needsContactAddress)
    ? 'orders.step.contact-data'
    : (`orders.step.${step}` as const);
