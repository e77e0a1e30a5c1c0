import type { ReactElement } from 'react';
import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { availableTickets, isForVoucherHolders } from '#modules/events/rules/sale.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
import { Alert } from '#src/ui/display.tsx';
import type { BookingContext } from './booking-frame.tsx';

export function HoldNote({ booking, step }: { booking: BookingContext; step: BookingStep }): ReactElement | null {
  const { hold, i18n, catalog, draft, now } = booking;
  if (!hold) {
    const minutes = catalog.event.placeHoldMinutes;
    const isFirst = minutes !== null && step === 'competitions' && draft.data.teams.length === 0;
    const isFree = (competition: CatalogCompetition) =>
      availableTickets(competition, now) > 0 && !isForVoucherHolders(competition, now);
    return isFirst && catalog.competitions.some(isFree) ? (
      <p className="soft">{i18n.t('hold.before', { minutes })}</p>
    ) : null;
  }
  if (hold.kind === 'over')
    return (
      <Alert tone="wait" title={i18n.t('hold.over.title')}>
        <p>{i18n.t('hold.over.text')}</p>
      </Alert>
    );
  const { held, wanted } = hold;
  // An offer of the waiting list may last until another day.
  const isToday = i18n.dateBlock(hold.until).iso === i18n.dateBlock(now).iso;
  const until = isToday ? i18n.time(hold.until) : i18n.weekdayDateTime(hold.until);
  return (
    <p>{held < wanted ? i18n.t('hold.some', { held, wanted, until }) : i18n.t('hold.all', { count: wanted, until })}</p>
  );
}
