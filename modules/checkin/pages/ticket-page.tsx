import type { ReactElement } from 'react';
import { Bib } from '#src/ui/bib.tsx';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { WalletButtons, type WalletLinks } from '#src/ui/wallet-buttons.tsx';
import { figureOf, nameOf, type Ticket, type TicketAddresses, ticketWords } from '../ticket.ts';

type TicketPageProps = {
  ticket: Ticket;
  addresses: Pick<TicketAddresses, 'pdf' | 'calendar'>;
  wallets: WalletLinks;
  /** null: nothing to show at the gate. */
  qrCode: string | null;
};

/** The start card on a phone: the code large enough for any scanner, the name for the person behind the desk. */
export function TicketPage({ ticket, addresses, wallets, qrCode }: TicketPageProps): ReactElement {
  const words = ticketWords(ticket, usePage().words.locale);
  const { order, competition, participant, teamName } = ticket;
  const name = nameOf(ticket);
  return (
    <div className="ticket stack">
      <h1 className="visually-hidden">{words.t('checkin.ticket.title', { name })}</h1>
      {qrCode === null ? (
        <Alert tone="bad" title={words.t('checkin.ticket.notPaid')}>
          {words.t('checkin.ticket.notPaidText')}
        </Alert>
      ) : null}
      <Bib
        head={order.event.title}
        headAside={words.shortDate(order.event.startTimestamp)}
        figure={figureOf(ticket)}
        title={name}
        level={2}
        tone={qrCode === null ? 'over' : 'strong'}
        lines={[
          competition.title,
          ...(teamName ? [words.t('checkin.scan.team', { name: teamName })] : []),
          words.weekdayDateTime(competition.timestamp),
          ...(order.event.location === '' ? [] : [order.event.location]),
          ...(participant.rrBib ? [words.t('checkin.ticket.participantNumber', { number: participant.id })] : []),
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
    </div>
  );
}
