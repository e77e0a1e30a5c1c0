import type { ReactElement } from 'react';
import { competitionTexts, OrderLines } from '#modules/orders/index.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Bib } from '#src/ui/bib.tsx';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { isInLine } from '../read-transfers.ts';
import type { Offered } from '../take-place.ts';
import { seatText } from './parts.tsx';

/** Offered place with price and deadline. Shows only the name of its holder. */
export function OfferedPage(props: {
  offered: Offered;
  title: string;
  /** The chosen competition has no free place left. */
  isFull: boolean;
  takeIn: (place: Offered['place']) => string;
  decline: string;
  i18n: Translator;
}): ReactElement {
  const { offered, title, isFull, takeIn, decline, i18n } = props;
  const { place, others, transfer } = offered;
  const { t } = i18n;
  const { csrfToken } = usePage();
  const { person } = place;
  const inLine = isInLine(transfer);
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <p className="soft">
          <a href={`/events/${transfer.eventId}`}>{place.order.event.title}</a>
        </p>
        <h1>{title}</h1>
        <p>
          {t(inLine ? 'transfers.offered.leadTurn' : 'transfers.offered.lead', {
            name: transfer.heldBy,
            event: place.order.event.title,
          })}
        </p>
      </header>
      {isFull ? (
        <Alert tone="wait" focused>
          {t('problem.TRANSFER_NOT_POSSIBLE.otherCompetition')}
        </Alert>
      ) : null}
      <PlaceBib {...{ offered, i18n }} />
      <OrderLines items={offered.items} total={offered.totalPrice} i18n={i18n} />
      {place.terms.keepsAll ? <p className="soft">{t('transfers.offered.between')}</p> : null}
      <ul>
        <li>
          {t(inLine ? 'transfers.offered.untilTurn' : 'transfers.offered.until', {
            until: i18n.dateTime(transfer.lineUntil ?? transfer.until),
          })}
        </li>
        {inLine ? <li>{t('transfers.offered.stays')}</li> : null}
        <li>{t(offered.totalPrice === 0 ? 'transfers.offered.firstFree' : 'transfers.offered.first')}</li>
        {person.rrBib !== null || person.orderedArticleVariants.length > 0 ? (
          <li>{t('transfers.offered.goesWith')}</li>
        ) : null}
      </ul>
      <div className="form-actions">
        <ButtonLink href={takeIn(place)}>{t('transfers.offered.take')}</ButtonLink>
        <PostButton csrfToken={csrfToken} action={decline} look="quiet">
          {t('transfers.offered.decline')}
        </PostButton>
      </div>
      {others.length > 0 ? (
        <section className="stack-s">
          <h2>{t('transfers.offered.others')}</h2>
          <p className="soft">{t('transfers.offered.othersText')}</p>
          <ul className="document-list">
            {others.map((other) => (
              <li key={other.competition.id}>
                <a href={takeIn(other)}>{other.title}</a>{' '}
                <span className="soft">{i18n.money(other.terms.ticketPrice)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

/** The place as a bib card without the holder's name. */
export function PlaceBib({ offered: { place, now }, i18n }: { offered: Offered; i18n: Translator }): ReactElement {
  const { competition, person, sharedTeam } = place;
  const articles = person.orderedArticleVariants.map((line) =>
    i18n.t('orders.line.amountAndName', {
      amount: line.quantity,
      name: line.variantName ? `${line.name}, ${line.variantName}` : line.name,
    }),
  );
  return (
    <Bib
      head={competition.title}
      headAside={i18n.shortDate(competition.timestamp)}
      {...(person.rrBib === null ? {} : { figure: person.rrBib })}
      lines={[
        sharedTeam ? seatText(sharedTeam, i18n) : '',
        competitionTexts(competition, i18n, now).facts,
        ...articles,
      ].filter(Boolean)}
    />
  );
}

export function OverPage(props: { title: string; text: string; eventPath: string; i18n: Translator }): ReactElement {
  const { title, text, eventPath, i18n } = props;
  return (
    <div className="narrow stack">
      <h1>{title}</h1>
      <Alert tone="wait">{text}</Alert>
      <div className="form-actions">
        <ButtonLink look="quiet" href={eventPath}>
          {i18n.t('transfers.over.toEvent')}
        </ButtonLink>
      </div>
    </div>
  );
}
