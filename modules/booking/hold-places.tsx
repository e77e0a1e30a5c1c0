import type { ReactElement } from 'react';
import { holdPlaces } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { availableTickets, isForVoucherHolders } from '#modules/events/rules/sale.ts';
import { isOfferedFor, variantLeft } from '#modules/orders/rules/article-lines.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { maxPeople } from '#modules/orders/rules/entry-check.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
import { turnOf } from '#modules/waiting-room/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { countAtOnce, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { Problem } from '#src/kernel/problem.ts';
import { hours } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { Alert } from '#src/ui/display.tsx';
import type { BookingContext } from './booking-frame.tsx';

/** A network address may start any number of visits. */
const heldOfNetwork: Limit = { name: 'place-holds', most: 1000, windowMs: hours(1), per: 'address' };

type Filling = { deps: Pick<Deps, 'config'>; viewer: Viewer; clientAddress: string };

/** Holds the places of a draft if its event wants that. A network over the limit continues without a hold. */
export async function holdForDraft(
  work: Work,
  { deps, viewer, clientAddress }: Filling,
  { event, competitions, organizers }: Catalog,
  teams: readonly DraftTeam[],
): Promise<void> {
  if (event.placeHoldMinutes === null) return;
  if ((await turnOf(work.tx, { event, organizers }, viewer, work.now)).kind === 'wait') return;
  await holdPlaces(work, {
    eventId: event.id,
    buyer: viewer,
    wanted: teams.map(({ competitionId, participants }) => ({ competitionId, size: participants.length })),
    most: maxPeople(competitions),
    mayGrow: async (times) => {
      try {
        await countAtOnce(work, [{ limit: heldOfNetwork, key: clientAddress, times }], deps.config.limitFactor);
        return true;
      } catch (error) {
        if (error instanceof Problem && error.code === 'TOO_MANY_REQUESTS') return false;
        throw error;
      }
    },
  });
}

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
