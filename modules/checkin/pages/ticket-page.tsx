import type { ReactElement } from 'react';
import { answersInWords, personFacts } from '#modules/orders/index.ts';
import { editableUntil } from '#modules/orders/rules/buyer-changes.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Bib } from '#src/ui/bib.tsx';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { WalletButtons, type WalletLinks } from '#src/ui/wallet-buttons.tsx';
import type { StartWave } from '../slots.ts';
import { nameOf, type Ticket, type TicketAddresses } from '../ticket.ts';

type TicketPageProps = {
  ticket: Ticket;
  addresses: Pick<TicketAddresses, 'pdf' | 'calendar' | 'change'>;
  wallets: WalletLinks;
  /** Null: no valid ticket. */
  qrCode: string | null;
  mayChange: boolean;
  isSaved: boolean;
  wave: StartWave | null;
  waveChange: ReactElement | null;
  result: ReactElement | null;
  transfer: ReactElement | null;
  i18n: Translator;
};

/** Team mates and buyer are not shown, because the link belongs to this person. */
export function TicketPage(props: TicketPageProps): ReactElement {
  const { ticket, addresses, wallets, wave, qrCode, isSaved, i18n } = props;
  const { order, competition, participant, teamName } = ticket;
  const name = nameOf(ticket);
  return (
    <div className="ticket stack">
      <h1 className="visually-hidden">{i18n.t('checkin.ticket.title', { name })}</h1>
      {isSaved ? <Alert tone="good">{i18n.t('ownOrder.saved.person')}</Alert> : null}
      {qrCode === null ? <NotValid ticket={ticket} i18n={i18n} /> : null}
      <Bib
        head={order.event.title}
        headAside={i18n.shortDate(order.event.startTimestamp)}
        {...(participant.rrBib === null ? {} : { figure: participant.rrBib })}
        title={name}
        level={2}
        tone={qrCode === null ? 'over' : 'strong'}
        lines={[
          competition.title,
          ...(teamName ? [i18n.t('checkin.scan.team', { name: teamName })] : []),
          ...(wave ? [wave.title] : []),
          i18n.weekdayDateTime(wave?.startsAt ?? competition.timestamp),
          ...(order.event.location === '' ? [] : [order.event.location]),
        ]}
        {...(qrCode === null ? {} : { picture: { src: qrCode, alt: i18n.t('checkin.ticket.qr', { name }) } })}
      />
      {qrCode === null ? null : (
        <>
          <p>{i18n.t('checkin.ticket.show')}</p>
          <p className="soft small">{i18n.t('checkin.ticket.code', { code: ticket.code })}</p>
          <div className="row">
            <ButtonLink href={addresses.pdf}>{i18n.t('checkin.ticket.download')}</ButtonLink>
            <ButtonLink look="quiet" href={addresses.calendar}>
              {i18n.t('checkin.ticket.calendar')}
            </ButtonLink>
          </div>
          <WalletButtons links={wallets} texts={{ apple: i18n.t('wallets.apple'), google: i18n.t('wallets.google') }} />
        </>
      )}
      {props.waveChange}
      {props.result}
      <OwnData {...props} />
      {props.transfer}
    </div>
  );
}

function NotValid({ ticket, i18n }: Pick<TicketPageProps, 'ticket' | 'i18n'>): ReactElement {
  const state = ticket.isCanceled ? 'canceled' : 'unpaid';
  return (
    <Alert tone={ticket.isCanceled ? 'bad' : 'wait'} title={i18n.t(`ownPage.${state}.title`)}>
      {i18n.t(`ownPage.${state}.text`)}
    </Alert>
  );
}

function OwnData({ ticket, addresses, mayChange, i18n }: TicketPageProps): ReactElement {
  const { order, participant } = ticket;
  const { t } = i18n;
  const { orderedArticleVariants, rrChangelink } = participant;
  const facts = [
    { label: t('ownPage.data.name'), value: nameOf(ticket) },
    ...personFacts(participant, i18n),
    ...answersInWords(order, participant, i18n),
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
        <p className="soft">{t('ownOrder.person.until', { until: i18n.dateTime(editableUntil(order)) })}</p>
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
