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

/** Steps of this event, in order. */
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

/** The step that can fix a refusal; null: none. */
export function mendingStep(code: string): BookingStep | null {
  if (/ARTICLES/.test(code)) return 'articles';
  if (/TICKET|REGISTERING|COMPETITION|FREE_PLACES/.test(code)) return 'competitions';
  return null;
}

export const eventPath = (eventRef: string): string => `/events/${encodeURIComponent(eventRef)}`;
export const stepPath = (eventRef: string, step: BookingStep): string => `${eventPath(eventRef)}/${step}`;

/** Locale key; the step's name depends on what the event requires. */
export const stepLabel = (
  { catalog }: { catalog: { event: Pick<Catalog['event'], 'needsName' | 'needsContactAddress'> } },
  step: BookingStep,
) =>
  step === 'delivery-address' && !(catalog.event.needsName && catalog.event.needsContactAddress)
    ? 'orders.step.contact-data'
    : (`orders.step.${step}` as const);
