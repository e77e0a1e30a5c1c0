import type { ReactElement } from 'react';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { Markdown } from '#src/ui/markdown.tsx';
import { discountText } from '../discounts/discount-text.ts';
import type { PublicLists } from '../needs.ts';
import { usePicture } from '../pictures/use-picture.ts';
import type { Catalog, CatalogEvent } from '../rules/catalog.ts';
import type { EventContent } from '../rules/content.ts';
import { isGiven, isToldIn } from '../rules/discount.ts';
import { costsSomething, fromPrice, offerOf, shippingRange } from '../rules/offer.ts';
import { uploadedAddress } from '../rules/pictures.ts';
import { canWaitFor, isPublic, type SaleState, saleState } from '../rules/sale.ts';
import { CompetitionCard } from './competition-card.tsx';
import { Courses, DayAndIncluded, Faqs, Host } from './event-content.tsx';
import { fromPriceText } from './offer-text.ts';
import { SaleBadge } from './sale-badge.tsx';
import { SignUpButton, SignUpForm } from './sign-up-form.tsx';

/** `words` are in the event's zone and wording. */
export function EventPage({
  catalog,
  content,
  lists,
  queue,
  words,
  now,
}: {
  catalog: Catalog;
  content: EventContent;
  lists: PublicLists;
  /** How people line up, where they do. */
  queue: ReactElement | null;
  words: Translator;
  now: Instant;
}): ReactElement {
  const { event, competitions, organizers } = catalog;
  const state = saleState(event, competitions, now);
  // A photo fills the page's width; a drawing stands beside the words.
  const isPhoto = uploadedAddress(event.titlePicture) !== null;
  const picture = usePicture(event, isPhoto ? '(min-width: 72rem) 72rem, 100vw' : '(min-width: 56rem) 34rem, 100vw');
  return (
    <>
      {isPublic(event) ? null : (
        <div className="wrap event-preview">
          <Alert tone="accent">
            {words.t('events.event.preview')} <a href={`/admin/events/${event.id}`}>{words.t('events.event.manage')}</a>
          </Alert>
        </div>
      )}
      <div className="wrap">
        <div className={isPhoto ? 'event-hero event-cover' : 'hero event-hero'}>
          <img className="hero-picture" {...picture} alt="" width="800" height="500" fetchPriority="high" />
          <div className="hero-text">
            <SaleBadge state={state} words={words} />
            <h1>{event.title}</h1>
            <Facts
              facts={[
                { label: words.t('events.fact.date'), value: dateText(event, words) },
                ...(event.location ? [{ label: words.t('events.fact.place'), value: event.location }] : []),
                ...(organizers.length > 0
                  ? [
                      {
                        label: words.t('events.fact.organizer'),
                        value: <Organizers organizers={organizers} words={words} />,
                      },
                    ]
                  : []),
              ]}
            />
            {isPublic(event) ? queue : null}
            {isPublic(event) ? <SignUp {...{ catalog, content, state, words, now }} /> : null}
          </div>
        </div>
      </div>
      {competitions.length > 0 ? (
        <section className="band" aria-labelledby="competitions-title">
          <div className="wrap stack">
            <h2 id="competitions-title">{words.t('events.event.competitions')}</h2>
            <ul className="bib-grid">
              {competitions.map((competition) => (
                <li key={competition.id}>
                  <CompetitionCard event={event} competition={competition} words={words} now={now} />
                </li>
              ))}
            </ul>
            {isOpen(state) || state === 'notYet' ? <Extras catalog={catalog} words={words} /> : null}
            <Discounts catalog={catalog} words={words} now={now} />
            <PublicListLinks eventId={event.id} lists={lists} words={words} />
          </div>
        </section>
      ) : null}
      {event.description ? (
        <section className="wrap event-part stack">
          <h2>{words.t('events.event.about')}</h2>
          <Markdown text={event.description} />
        </section>
      ) : null}
      <Courses catalog={catalog} content={content} words={words} />
      <DayAndIncluded catalog={catalog} content={content} words={words} />
      <section className="wrap event-part event-about">
        <Host catalog={catalog} content={content} words={words} />
        <Faqs content={content} words={words} />
        {competitions.length > 0 ? null : <PublicListLinks eventId={event.id} lists={lists} words={words} />}
        <ul className="event-links">
          <li>
            <a href={`/event-conditions/${event.id}`}>{words.t('events.event.conditions')}</a>
          </li>
          {isPublic(event) ? (
            <li>
              <a href={`/events/${event.id}/calendar.ics`}>{words.t('events.event.calendar')}</a>
            </li>
          ) : null}
        </ul>
      </section>
      {isPublic(event) ? <SignUpBar catalog={catalog} state={state} words={words} now={now} /> : null}
      {isPublic(event) && isOpen(state) ? <SignUpForm {...wayIn(event)} title={event.title} words={words} /> : null}
    </>
  );
}

/** Whoever holds the places that are left goes on by the same button. */
const isOpen = (state: SaleState): state is 'onSale' | 'fewLeft' | 'held' =>
  state === 'onSale' || state === 'fewLeft' || state === 'held';

/** What an order costs beside its places, said together with their prices. */
function Extras({ catalog, words }: { catalog: Catalog; words: Translator }): ReactElement | null {
  const fee = catalog.competitions.some(costsSomething) ? catalog.event.processingFee : 0;
  const shipping = catalog.competitions.some(({ withShipping }) => withShipping) ? shippingRange(catalog) : null;
  if (fee === 0 && shipping === null) return null;
  return (
    <div className="soft">
      {fee === 0 ? null : <p>{words.t('events.extra.fee', { amount: words.money(fee) })}</p>}
      {shipping === null ? null : <p>{shippingText(shipping, words)}</p>}
    </div>
  );
}

function shippingText({ least, most }: { least: Cents; most: Cents }, words: Translator): string {
  if (least === most) return words.t('events.extra.shipping', { amount: words.money(most) });
  return words.t('events.extra.shippingBetween', { from: words.money(least), to: words.money(most) });
}

/** What comes off by itself, said before anybody begins. */
function Discounts(props: { catalog: Catalog; words: Translator; now: Instant }): ReactElement | null {
  const { catalog, words, now } = props;
  const discounts = catalog.discounts.filter((discount) => isToldIn(catalog, discount) && isGiven(discount, now));
  if (discounts.length === 0) return null;
  return (
    <div className="stack">
      <h3>{words.t('events.discount.title')}</h3>
      <ul>
        {discounts.map((discount) => (
          <li key={discount.id}>
            <strong>{discount.title}</strong>: {discountText(discount, catalog, words)}
          </li>
        ))}
      </ul>
      <p className="soft">{words.t('events.discount.self')}</p>
    </div>
  );
}

/** On a phone the button stays in view; on a broad screen the one in the hero does, and this is not there. */
function SignUpBar({ catalog: { event, competitions }, state, words, now }: SignUpProps): ReactElement | null {
  const price = fromPrice(competitions, now);
  if (!isOpen(state) || price === null) return null;
  return (
    <div className="event-bar">
      <div className="wrap event-bar-line">
        <strong>{fromPriceText(price, words)}</strong>
        <SignUpButton {...wayIn(event)}>{words.t('events.event.signUp')}</SignUpButton>
      </div>
    </div>
  );
}

/** To all competitions; each has a button of its own as well. */
const wayIn = ({ id }: CatalogEvent) => ({ id: 'sign-up', href: `/events/${id}/competitions` });

/** Who runs, and who ran: the lists that the organizer made public. */
function PublicListLinks(props: { eventId: number; lists: PublicLists; words: Translator }): ReactElement | null {
  const { eventId, lists, words } = props;
  if (!lists.results && !lists.startList) return null;
  return (
    <p className="row">
      {lists.results ? (
        <ButtonLink look="quiet" href={`/events/${eventId}/results`}>
          {words.t('events.event.results')}
        </ButtonLink>
      ) : null}
      {lists.startList ? (
        <ButtonLink look="quiet" href={`/events/${eventId}/startlist`}>
          {words.t('events.event.startList')}
        </ButtonLink>
      ) : null}
    </p>
  );
}

/** A race of one day says when it starts; one of several days from when to when. */
export function dateText(event: CatalogEvent, words: Translator): string {
  const start = words.dateBlock(event.startTimestamp).iso;
  const end = words.dateBlock(event.endTimestamp).iso;
  if (start === end) return words.weekdayDateTime(event.startTimestamp);
  return words.t('events.fact.dates', { from: words.date(event.startTimestamp), to: words.date(event.endTimestamp) });
}

/** Everything that is left is kept for others; when the first of it may be had again. */
const heldText = ({ competitions }: Catalog, words: Translator): string =>
  words.t('events.event.held', {
    at: words.time(Math.min(...competitions.flatMap(({ heldTill }) => (heldTill ? [heldTill] : [])))),
  });

/** The one clear button, or why there is none. */
type SignUpProps = { catalog: Catalog; state: SaleState; words: Translator; now: Instant };
function SignUp(props: SignUpProps & { content: EventContent }): ReactElement {
  const { catalog, content, state, words, now } = props;
  const button = <SignUpButton {...wayIn(catalog.event)}>{words.t('events.event.signUp')}</SignUpButton>;
  // There is no price for the bar of a phone then.
  if (state === 'held')
    return (
      <div className="stack-s">
        <Alert tone="wait">{heldText(catalog, words)}</Alert>
        <p>{button}</p>
      </div>
    );
  if (isOpen(state)) return <div className="event-sign-up">{button}</div>;
  if (state === 'notYet') {
    const openings = catalog.competitions.flatMap((competition) => {
      const offer = offerOf(competition, now);
      return offer.kind === 'opens' ? [offer.from] : [];
    });
    return (
      <Alert tone="accent">
        {words.t('events.event.opens', { from: words.weekdayDateTime(Math.min(...openings)) })}
      </Alert>
    );
  }
  if (state === 'drawn')
    return (
      <Alert tone="accent">
        <p>{words.t('events.event.drawn')}</p>
        <ButtonLink href={`/events/${catalog.event.id}/lottery`}>{words.t('events.event.lottery')}</ButtonLink>
      </Alert>
    );
  return (
    <Alert tone={state === 'canceled' ? 'bad' : 'neutral'}>
      {words.t(`events.event.${state}`)}
      {state === 'soldOut' && content.soldOutText ? <Markdown text={content.soldOutText} /> : null}
      {catalog.competitions.some((competition) => canWaitFor(catalog.event, competition, now)) ? (
        <p className="row">
          <ButtonLink href={`/events/${catalog.event.id}/waitlist`}>{words.t('events.event.waitlist')}</ButtonLink>
        </p>
      ) : null}
    </Alert>
  );
}

export function ConditionsPage({ event, words }: { event: CatalogEvent; words: Translator }): ReactElement {
  return (
    <div className="stack">
      <div className="stack-s">
        <p>
          <a href={`/events/${event.id}`}>{event.title}</a>
        </p>
        <h1>{words.t('events.conditions.title')}</h1>
      </div>
      {event.conditions || event.additionalConditions ? (
        <>
          <Markdown text={event.conditions} topLevel={2} />
          {event.additionalConditions ? <Markdown text={event.additionalConditions} topLevel={2} /> : null}
        </>
      ) : (
        <p>{words.t('events.conditions.none')}</p>
      )}
    </div>
  );
}

/** Their names, and their logos where they have some. */
function Organizers({ organizers, words }: Pick<Catalog, 'organizers'> & { words: Translator }): ReactElement {
  const seller = organizers.find(({ isMain, takesGiftCards }) => isMain && takesGiftCards);
  const logos = organizers.flatMap(({ id, logo }) => {
    const src = uploadedAddress(logo, 'small');
    return src ? [<img key={id} className="organizer-logo" src={src} alt="" loading="lazy" />] : [];
  });
  return (
    <>
      {organizers.map(({ name }) => name).join(', ')}
      {seller ? (
        <>
          {' '}
          <a href={`/gift-cards/${seller.id}`}>{words.t('eventPage.giftCards')}</a>
        </>
      ) : null}
      {logos.length > 0 ? <span className="organizer-logos">{logos}</span> : null}
    </>
  );
}
