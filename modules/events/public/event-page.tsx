import type { ReactElement } from 'react';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { Markdown } from '#src/ui/markdown.tsx';
import { discountText } from '../discounts/discount-text.ts';
import { usePicture } from '../pictures/use-picture.ts';
import type { Catalog, CatalogEvent } from '../rules/catalog.ts';
import type { EventContent } from '../rules/content.ts';
import { isGiven, isShownOnEventPage } from '../rules/discount.ts';
import { costsSomething, fromPrice, offerOf, shippingRange } from '../rules/offer.ts';
import { uploadedAddress } from '../rules/pictures.ts';
import { canWaitFor, isPublic, type SaleState, saleState } from '../rules/sale.ts';
import type { PublicLists } from '../slots.ts';
import { CompetitionCard } from './competition-card.tsx';
import { Courses, Faqs, Host, ScheduleAndIncluded } from './event-content.tsx';
import { fromPriceText, SaleBadge } from './sale-texts.tsx';
import { SignUpButton, SignUpForm } from './sign-up-form.tsx';

/** `i18n` is in the event's zone and wording. */
export function EventPage({
  catalog,
  content,
  lists,
  queue,
  i18n,
  now,
}: {
  catalog: Catalog;
  content: EventContent;
  lists: PublicLists;
  /** The waiting room's note. */
  queue: ReactElement | null;
  i18n: Translator;
  now: Instant;
}): ReactElement {
  const { event, competitions, organizers } = catalog;
  const state = saleState(event, competitions, now);
  // A photo fills the width; a drawing stands beside the text.
  const isPhoto = uploadedAddress(event.titlePicture) !== null;
  const picture = usePicture(event, isPhoto ? '(min-width: 72rem) 72rem, 100vw' : '(min-width: 56rem) 34rem, 100vw');
  return (
    <>
      {isPublic(event) ? null : (
        <div className="wrap event-preview">
          <Alert tone="accent">
            {i18n.t('events.event.preview')} <a href={`/admin/events/${event.id}`}>{i18n.t('events.event.manage')}</a>
          </Alert>
        </div>
      )}
      <div className="wrap">
        <div className={isPhoto ? 'event-hero event-cover' : 'hero event-hero'}>
          <img className="hero-picture" {...picture} alt="" width="800" height="500" fetchPriority="high" />
          <div className="hero-text">
            <SaleBadge state={state} i18n={i18n} />
            <h1>{event.title}</h1>
            <Facts
              facts={[
                { label: i18n.t('events.fact.date'), value: dateText(event, i18n) },
                ...(event.location ? [{ label: i18n.t('events.fact.place'), value: event.location }] : []),
                ...(organizers.length > 0
                  ? [
                      {
                        label: i18n.t('events.fact.organizer'),
                        value: <Organizers organizers={organizers} i18n={i18n} />,
                      },
                    ]
                  : []),
              ]}
            />
            {isPublic(event) ? queue : null}
            {isPublic(event) ? <SignUp {...{ catalog, content, state, i18n, now }} /> : null}
          </div>
        </div>
      </div>
      {competitions.length > 0 ? (
        <section className="band" aria-labelledby="competitions-title">
          <div className="wrap stack">
            <h2 id="competitions-title">{i18n.t('events.event.competitions')}</h2>
            <ul className="bib-grid">
              {competitions.map((competition) => (
                <li key={competition.id}>
                  <CompetitionCard event={event} competition={competition} i18n={i18n} now={now} />
                </li>
              ))}
            </ul>
            {isOpen(state) || state === 'notYet' ? <Extras catalog={catalog} i18n={i18n} /> : null}
            <Discounts catalog={catalog} i18n={i18n} now={now} />
            <PublicListLinks eventId={event.id} lists={lists} i18n={i18n} />
          </div>
        </section>
      ) : null}
      {event.description ? (
        <section className="wrap event-part stack">
          <h2>{i18n.t('events.event.about')}</h2>
          <Markdown text={event.description} />
        </section>
      ) : null}
      <Courses catalog={catalog} content={content} i18n={i18n} />
      <ScheduleAndIncluded catalog={catalog} content={content} i18n={i18n} />
      <section className="wrap event-part event-about">
        <Host catalog={catalog} content={content} i18n={i18n} />
        <Faqs content={content} i18n={i18n} />
        {competitions.length > 0 ? null : <PublicListLinks eventId={event.id} lists={lists} i18n={i18n} />}
        <ul className="event-links">
          <li>
            <a href={`/event-conditions/${event.id}`}>{i18n.t('events.event.conditions')}</a>
          </li>
          {isPublic(event) ? (
            <li>
              <a href={`/events/${event.id}/calendar.ics`}>{i18n.t('events.event.calendar')}</a>
            </li>
          ) : null}
        </ul>
      </section>
      {isPublic(event) ? <SignUpBar catalog={catalog} state={state} i18n={i18n} now={now} /> : null}
      {isPublic(event) && isOpen(state) ? <SignUpForm {...signUpWay(event)} title={event.title} i18n={i18n} /> : null}
    </>
  );
}

/** Buyers who hold the remaining places continue with the same button. */
const isOpen = (state: SaleState): state is 'onSale' | 'fewLeft' | 'held' =>
  state === 'onSale' || state === 'fewLeft' || state === 'held';

/** Fee and shipping, shown with the prices. */
function Extras({ catalog, i18n }: { catalog: Catalog; i18n: Translator }): ReactElement | null {
  const fee = catalog.competitions.some(costsSomething) ? catalog.event.processingFee : 0;
  const shipping = catalog.competitions.some(({ withShipping }) => withShipping) ? shippingRange(catalog) : null;
  if (fee === 0 && shipping === null) return null;
  return (
    <div className="soft">
      {fee === 0 ? null : <p>{i18n.t('events.extra.fee', { amount: i18n.money(fee) })}</p>}
      {shipping === null ? null : <p>{shippingText(shipping, i18n)}</p>}
    </div>
  );
}

function shippingText({ least, most }: { least: Cents; most: Cents }, i18n: Translator): string {
  if (least === most) return i18n.t('events.extra.shipping', { amount: i18n.money(most) });
  return i18n.t('events.extra.shippingBetween', { from: i18n.money(least), to: i18n.money(most) });
}

function Discounts(props: { catalog: Catalog; i18n: Translator; now: Instant }): ReactElement | null {
  const { catalog, i18n, now } = props;
  const discounts = catalog.discounts.filter(
    (discount) => isShownOnEventPage(catalog, discount) && isGiven(discount, now),
  );
  if (discounts.length === 0) return null;
  return (
    <div className="stack">
      <h3>{i18n.t('events.discount.title')}</h3>
      <ul>
        {discounts.map((discount) => (
          <li key={discount.id}>
            <strong>{discount.title}</strong>: {discountText(discount, catalog, i18n)}
          </li>
        ))}
      </ul>
      <p className="soft">{i18n.t('events.discount.self')}</p>
    </div>
  );
}

/** Visible on phones only; broad screens show the button in the hero. */
function SignUpBar({ catalog: { event, competitions }, state, i18n, now }: SignUpProps): ReactElement | null {
  const price = fromPrice(competitions, now);
  if (!isOpen(state) || price === null) return null;
  return (
    <div className="event-bar">
      <div className="wrap event-bar-line">
        <strong>{fromPriceText(price, i18n)}</strong>
        <SignUpButton {...signUpWay(event)}>{i18n.t('events.event.signUp')}</SignUpButton>
      </div>
    </div>
  );
}

/** All competitions. */
const signUpWay = ({ id }: CatalogEvent) => ({ id: 'sign-up', href: `/events/${id}/competitions` });

function PublicListLinks(props: { eventId: number; lists: PublicLists; i18n: Translator }): ReactElement | null {
  const { eventId, lists, i18n } = props;
  if (!lists.results && !lists.startList) return null;
  return (
    <p className="row">
      {lists.results ? (
        <ButtonLink look="quiet" href={`/events/${eventId}/results`}>
          {i18n.t('events.event.results')}
        </ButtonLink>
      ) : null}
      {lists.startList ? (
        <ButtonLink look="quiet" href={`/events/${eventId}/startlist`}>
          {i18n.t('events.event.startList')}
        </ButtonLink>
      ) : null}
    </p>
  );
}

/** One day: the start; several days: from and to. */
export function dateText(event: CatalogEvent, i18n: Translator): string {
  const start = i18n.dateBlock(event.startTimestamp).iso;
  const end = i18n.dateBlock(event.endTimestamp).iso;
  if (start === end) return i18n.weekdayDateTime(event.startTimestamp);
  return i18n.t('events.fact.dates', { from: i18n.date(event.startTimestamp), to: i18n.date(event.endTimestamp) });
}

/** All remaining places are held; names the first moment at which one may come free. */
const heldText = ({ competitions }: Catalog, i18n: Translator): string =>
  i18n.t('events.event.held', {
    at: i18n.time(Math.min(...competitions.flatMap(({ heldTill }) => (heldTill ? [heldTill] : [])))),
  });

type SignUpProps = { catalog: Catalog; state: SaleState; i18n: Translator; now: Instant };
function SignUp(props: SignUpProps & { content: EventContent }): ReactElement {
  const { catalog, content, state, i18n, now } = props;
  const button = <SignUpButton {...signUpWay(catalog.event)}>{i18n.t('events.event.signUp')}</SignUpButton>;
  // The bar on phones shows no price in this state.
  if (state === 'held')
    return (
      <div className="stack-s">
        <Alert tone="wait">{heldText(catalog, i18n)}</Alert>
        <p>{button}</p>
      </div>
    );
  if (isOpen(state))
    return (
      <>
        <div className="event-sign-up">{button}</div>
        {catalog.event.groupRegistration ? (
          <p>
            <a href={`/events/${catalog.event.id}/group-registration`}>{i18n.t('participantImports.own.title')}</a>
          </p>
        ) : null}
      </>
    );
  if (state === 'notYet') {
    const openings = catalog.competitions.flatMap((competition) => {
      const offer = offerOf(competition, now);
      return offer.kind === 'opens' ? [offer.from] : [];
    });
    return (
      <Alert tone="accent">{i18n.t('events.event.opens', { from: i18n.weekdayDateTime(Math.min(...openings)) })}</Alert>
    );
  }
  if (state === 'drawn')
    return (
      <Alert tone="accent">
        <p>{i18n.t('events.event.drawn')}</p>
        <ButtonLink href={`/events/${catalog.event.id}/lottery`}>{i18n.t('events.event.lottery')}</ButtonLink>
      </Alert>
    );
  return (
    <Alert tone={state === 'canceled' ? 'bad' : 'neutral'}>
      {i18n.t(`events.event.${state}`)}
      {state === 'soldOut' && content.soldOutText ? <Markdown text={content.soldOutText} /> : null}
      {catalog.competitions.some((competition) => canWaitFor(catalog.event, competition, now)) ? (
        <p className="row">
          <ButtonLink href={`/events/${catalog.event.id}/waitlist`}>{i18n.t('events.event.waitlist')}</ButtonLink>
        </p>
      ) : null}
    </Alert>
  );
}

export function ConditionsPage({ event, i18n }: { event: CatalogEvent; i18n: Translator }): ReactElement {
  return (
    <div className="stack">
      <div className="stack-s">
        <p>
          <a href={`/events/${event.id}`}>{event.title}</a>
        </p>
        <h1>{i18n.t('events.conditions.title')}</h1>
      </div>
      {event.conditions || event.additionalConditions ? (
        <>
          <Markdown text={event.conditions} topLevel={2} />
          {event.additionalConditions ? <Markdown text={event.additionalConditions} topLevel={2} /> : null}
        </>
      ) : (
        <p>{i18n.t('events.conditions.none')}</p>
      )}
    </div>
  );
}

function Organizers({ organizers, i18n }: Pick<Catalog, 'organizers'> & { i18n: Translator }): ReactElement {
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
          <a href={`/gift-cards/${seller.id}`}>{i18n.t('eventPage.giftCards')}</a>
        </>
      ) : null}
      {logos.length > 0 ? <span className="organizer-logos">{logos}</span> : null}
    </>
  );
}
