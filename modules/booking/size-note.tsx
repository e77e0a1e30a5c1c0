import type { ReactElement } from 'react';
import { isOfferedFor, variantLeft } from '#modules/orders/rules/article-lines.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
import type { BookingContext } from './booking-frame.tsx';

/** Sold-out sizes are not offered; for those with a list, tells how to wait. */
export function SizeNote({ booking, step }: { booking: BookingContext; step: BookingStep }): ReactElement | null {
  const { catalog, draft, i18n } = booking;
  if (step !== 'articles' || catalog.event.offerHours === null) return null;
  const isWanted = (article: (typeof catalog.articles)[number]): boolean =>
    article.hasWaitlist &&
    article.type !== 'donation' &&
    draft.data.teams.some(({ competitionId }) => isOfferedFor(article, competitionId));
  const sizes = catalog.articles
    .filter(isWanted)
    .flatMap(({ name, variants }) =>
      variants
        .filter((variant) => variantLeft(variant) === 0)
        .map((variant) => (variant.name ? `${name}, ${variant.name}` : name)),
    );
  if (sizes.length === 0) return null;
  return <p>{i18n.t('waitlist.order.note', { sizes: sizes.join('; '), count: sizes.length })}</p>;
}
