import type { ReactElement } from 'react';
import { answersInWords, editableUntil, personFacts } from '#modules/orders/index.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Bib } from '#src/ui/bib.tsx';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { WalletButtons, type WalletLinks } from '#src/ui/wallet-buttons.tsx';
import { nameOf, type Ticket, type TicketAddresses } from '../ticket.ts';

type TicketPageProps = {
  ticket: Ticket;
  addresses: Pick<TicketAddresses, 'pdf' | 'calendar' | 'change'>;
  wallets: WalletLinks;
  /** null: nothing to show at the gate. */
  qrCode: string | null;
  mayChange: boolean;
  isSaved: boolean;
  /** How it went, and what stands of it in public, of the results. */
  result: ReactElement | null;
  /** Whether their place can be passed on, and how far that is. */
  transfer: ReactElement | null;
  words: Translator;
};

/**
 * A person's own page: the start card with the code large enough for any scanner, and everything that is kept of the
 * person. Neither team mates nor the buyer are shown, for the link is theirs alone.
 */
export function TicketPage(props: TicketPageProps): ReactElement {
  const { ticket, addresses, wallets, qrCode, isSaved, words } = props;
  const { order, competition, participant, teamName } = ticket;
  const name = nameOf(ticket);
  return (
    <div className="ticket stack">
      <h1 className="visually-hidden">{words.t('checkin.ticket.title', { name })}</h1>
      {isSaved ? <Alert tone="good">{words.t('ownOrder.saved.person')}</Alert> : null}
      {qrCode === null ? <NotValid ticket={ticket} words={words} /> : null}
      <Bib
        head={order.event.title}
        headAside={words.shortDate(order.event.startTimestamp)}
        {...(participant.rrBib === null ? {} : { figure: participant.rrBib })}
        title={name}
        level={2}
        tone={qrCode === null ? 'over' : 'strong'}
        lines={[
          competition.title,
          ...(teamName ? [words.t('checkin.scan.team', { name: teamName })] : []),
          words.weekdayDateTime(competition.timestamp),
          ...(order.event.location === '' ? [] : [order.event.location]),
        ]}
        {...(qrCode === null ? {} : { picture: { src: qrCode, alt: words.t('checkin.ticket.qr', { name }) } })}
      />
      {qrCode === null ? null : (
        <>
          <p>{words.t('checkin.ticket.show')}</p>
          <p className="soft small">{words.t('checkin.ticket.code', { code: ticket.code })}</p>
          <div className="row">
            <ButtonLink href={addresses.pdf}>{words.t('checkin.ticket.download')}</ButtonLink>
            <ButtonLink look="quiet" href={addresses.calendar}>
              {words.t('checkin.ticket.calendar')}
            </ButtonLink>
          </div>
          <WalletButtons
            links={wallets}
            texts={{ apple: words.t('wallets.apple'), google: words.t('wallets.google') }}
          />
        </>
      )}
      {props.result}
      <OwnData {...props} />
      {props.transfer}
    </div>
  );
}

function NotValid({ ticket, words }: Pick<TicketPageProps, 'ticket' | 'words'>): ReactElement {
  const state = ticket.isCanceled ? 'canceled' : 'unpaid';
  return (
    <Alert tone={ticket.isCanceled ? 'bad' : 'wait'} title={words.t(`ownPage.${state}.title`)}>
      {words.t(`ownPage.${state}.text`)}
    </Alert>
  );
}

/** All that is kept of the person, and the ways to change it. */
function OwnData({ ticket, addresses, mayChange, words }: TicketPageProps): ReactElement {
  const { order, participant } = ticket;
  const { t } = words;
  const { orderedArticleVariants, rrChangelink } = participant;
  const facts = [
    { label: t('ownPage.data.name'), value: nameOf(ticket) },
    ...personFacts(participant, words),
    ...answersInWords(order, participant, words),
    ...(orderedArticleVariants.length > 0
      ? [
          {
            label: t('documents.ticket.articles'),
            value: orderedArticleVariants
              .map(({ quantity, name, variantName }) =>
                t('documents.ticket.articleLine', { quantity, name: variantName ? `${name}, ${variantName}` : name }),
              )
              .join('; '),
          },
        ]
      : []),
  ];
  const isTimings = rrChangelink !== null && !order.event.noChangelink && !ticket.isCanceled;
  return (
    <Card title={t('ownPage.data.title')}>
      <Facts facts={facts} />
      {mayChange ? (
        <p className="soft">{t('ownOrder.person.until', { until: words.dateTime(editableUntil(order)) })}</p>
      ) : null}
      <div className="row">
        {mayChange ? (
          <ButtonLink look="quiet" href={addresses.change}>
            {t('ownPage.change.button')}
          </ButtonLink>
        ) : null}
        {isTimings ? (
          <ButtonLink look="quiet" href={rrChangelink} rel="noreferrer">
            {t('ownPage.change.timing')}
          </ButtonLink>
        ) : null}
      </div>
    </Card>
  );
}
