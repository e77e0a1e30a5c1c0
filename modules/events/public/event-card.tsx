import type { ReactElement } from 'react';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { DateBlock } from '#src/ui/display.tsx';
import { usePicture } from '../pictures/use-picture.ts';
import type { EventSale } from '../read-catalog.ts';
import { fromPrice } from '../rules/offer.ts';
import { saleState } from '../rules/sale.ts';
import { fromPriceText } from './offer-text.ts';
import { SaleBadge } from './sale-badge.tsx';

type Card = {
  sale: EventSale;
  /** Further down than what is seen first. */
  isBelow: boolean;
  i18n: Translator;
  now: Instant;
};

/** An event among others; the whole card is the link. */
export function EventCard({ sale, isBelow, i18n, now }: Card): ReactElement {
  const { event, competitions } = sale;
  const local = i18n.in(event.timeZone);
  const date = local.dateBlock(event.startTimestamp);
  const state = saleState(event, competitions, now);
  const price = state === 'onSale' || state === 'fewLeft' || state === 'notYet' ? fromPrice(competitions, now) : null;
  return (
    <article className="event-card">
      <img
        className="event-card-picture"
        {...usePicture(event, '(min-width: 48rem) 23rem, 100vw')}
        alt=""
        width="640"
        height="360"
        loading={isBelow ? 'lazy' : undefined}
      />
      <div className="event-card-date">
        <DateBlock {...date} showsYear={date.year !== local.dateBlock(now).year} />
      </div>
      <div className="event-card-body">
        <h2>
          <a href={`/events/${event.id}`}>{event.title}</a>
        </h2>
        <p className="soft">{event.location}</p>
        <div className="event-card-foot">
          <span>{price === null ? '' : fromPriceText(price, i18n)}</span>
          <SaleBadge state={state} i18n={i18n} />
        </div>
      </div>
    </article>
  );
}
