import type { ReactElement } from 'react';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Bib, coverSizes } from '#src/ui/bib.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { plainText } from '#src/ui/markdown.tsx';
import { useOwnPicture } from '../pictures/use-picture.ts';
import type { CatalogCompetition, CatalogEvent } from '../rules/catalog.ts';
import { ageLimit, distanceIn, type Offer, offerOf, placesLeft, teamPrice } from '../rules/offer.ts';
import { canWaitFor, fewLeftAt, isForVoucherHolders, pricesToWaitFor } from '../rules/sale.ts';
import { isSoldOut } from '../rules/shared-quotas.ts';
import { offerText } from './sale-texts.tsx';
import { SignUpButton, SignUpForm } from './sign-up-form.tsx';

export function CompetitionCard(props: {
  event: CatalogEvent;
  competition: CatalogCompetition;
  i18n: Translator;
  now: Instant;
}): ReactElement {
  const { event, competition, i18n, now } = props;
  const cover = useOwnPicture(competition.previewPicture, coverSizes);
  const distance = distanceIn(competition.title);
  const offer = offerOf(competition, now);
  const { count: left, atThisPrice } = placesLeft(competition, now);
  const leftText = (few: boolean) =>
    i18n.t(`events.competition.${few ? 'fewLeft' : 'left'}${atThisPrice ? 'AtPrice' : ''}`, { count: left });
  const isOpen = offer.kind === 'now' && !event.soldOut && !event.canceled;
  const signUpWay =
    isOpen && left > 0
      ? { id: `sign-up-${competition.id}`, href: `/events/${event.id}/competitions?competition=${competition.id}` }
      : null;
  const price = offer.kind === 'none' ? null : offer.price;
  const figure = distance?.figure ?? (price === null ? undefined : price === 0 ? undefined : i18n.money(price));
  return (
    <Bib
      head={i18n.weekdayDateTime(competition.timestamp)}
      headAside={competition.type === 'team' ? i18n.t('events.competition.team') : undefined}
      {...(cover ? { cover } : {})}
      figure={figure}
      unit={distance?.unit}
      title={competition.title}
      level={3}
      tone={isOpen ? 'strong' : offer.kind === 'opens' ? 'quiet' : 'over'}
      lines={[
        ...priceTexts(competition, offer, i18n, figure).map((text, index) =>
          index === 0 ? <strong key="price">{text}</strong> : text,
        ),
        ...(isForVoucherHolders(competition, now) ? [i18n.t('events.price.voucherOnly')] : []),
        ...(isOpen && left > fewLeftAt ? [leftText(false)] : []),
        ...(isOpen && left >= 0 && left <= fewLeftAt ? [<strong key="left">{leftText(true)}</strong>] : []),
        ...limitTexts(competition, event, i18n),
        ...(competition.location ? [competition.location] : []),
        ...(competition.disciplines.length > 0 ? [competition.disciplines.join(' · ')] : []),
        ...(competition.description ? [plainText(competition.description)] : []),
      ]}
    >
      {signUpWay ? (
        <>
          <SignUpButton {...signUpWay}>
            {i18n.t(competition.type === 'team' ? 'events.competition.signUpTeam' : 'events.competition.signUp')}
            <span className="visually-hidden"> {competition.title}</span>
          </SignUpButton>
          <SignUpForm {...signUpWay} title={competition.title} i18n={i18n} />
          {competition.type === 'team' && event.teamDays !== null ? (
            <ButtonLink href={`/events/${event.id}/shared-team?competition=${competition.id}`} look="quiet">
              {i18n.t('sharedTeams.event.link')}
              <span className="visually-hidden"> {competition.title}</span>
            </ButtonLink>
          ) : null}
          {pricesToWaitFor(event, competition, now).map(({ id, price }) => (
            <ButtonLink key={id} href={`/events/${event.id}/waitlist?competition=${competition.id}-${id}`} look="quiet">
              {i18n.t('events.event.waitlistAtPrice', { price: i18n.money(price) })}
              <span className="visually-hidden"> {competition.title}</span>
            </ButtonLink>
          ))}
        </>
      ) : competition.isDrawn ? (
        <ButtonLink href={`/events/${event.id}/lottery?competition=${competition.id}`}>
          {i18n.t('events.event.lottery')}
          <span className="visually-hidden"> {competition.title}</span>
        </ButtonLink>
      ) : canWaitFor(event, competition, now) ? (
        <ButtonLink href={`/events/${event.id}/waitlist?competition=${competition.id}`} look="quiet">
          {i18n.t('events.event.waitlist')}
          <span className="visually-hidden"> {competition.title}</span>
        </ButtonLink>
      ) : null}
    </Bib>
  );
}

/** Teams pay per person; a fixed team size also shows the total. A price shown as the big figure is not repeated. */
function priceTexts(
  competition: CatalogCompetition,
  offer: Offer,
  i18n: Translator,
  figure: string | undefined,
): string[] {
  const { type } = competition;
  // Without prices it is not sold out, but not on sale yet.
  if (competition.prices.length === 0 && !isSoldOut(competition)) return [i18n.t('events.state.notYet')];
  const text = offerText(offer, i18n);
  if (type !== 'team' || offer.kind === 'none' || offer.price === 0) return text === figure ? [] : [text];
  const price = i18n.money(offer.price);
  const each = i18n.t('events.price.perPerson', { price });
  const team = teamPrice(competition, offer.price);
  return [
    text === price ? each : text,
    ...(text === price ? [] : [each]),
    ...(team === null ? [] : [i18n.t('events.price.perTeam', { price: i18n.money(team) })]),
  ];
}

function limitTexts(competition: CatalogCompetition, event: CatalogEvent, i18n: Translator): string[] {
  const texts: string[] = [];
  const { type, gender, minTeamSize, maxTeamSize } = competition;
  if (type === 'team') {
    texts.push(
      minTeamSize === maxTeamSize
        ? i18n.t('events.competition.teamSize', { count: minTeamSize })
        : i18n.t('events.competition.teamSizes', { from: minTeamSize, to: maxTeamSize }),
    );
  }
  const age = ageLimit(competition, event.timeZone);
  if (age) {
    const { by, from, to } = age;
    if (from !== null && to !== null && from === to)
      texts.push(i18n.t(`events.limit.${by}.one`, { year: String(from) }));
    else if (from !== null && to !== null)
      texts.push(i18n.t(`events.limit.${by}.between`, { from: String(from), to: String(to) }));
    else if (from !== null) texts.push(i18n.t(`events.limit.${by}.from`, { from: String(from) }));
    else texts.push(i18n.t(`events.limit.${by}.to`, { to: String(to) }));
  }
  if (gender !== 'both') texts.push(i18n.t(`events.limit.gender.${gender}`));
  return texts;
}
