import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Bib } from '#src/ui/bib.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { WalletButtons, type WalletLinks } from '#src/ui/wallet-buttons.tsx';
import { nameOf, peopleOf } from '../people.ts';
import type { OrderRecord, ParticipantRecord } from '../read.ts';
import { isPaidStatus } from '../rules/order-state.ts';
import { besideName } from '../rules/participant.ts';
import { participantPath } from './paths.ts';

/** Ticket page in checkin for the owner of the order. */
const ticketOfOrderPath = (orderId: number, participantId: number) => `/orders/${orderId}/tickets/${participantId}`;

/** Bib numbers of an order; paid ones link to tickets and wallets. */
export function OrderBibs(props: {
  order: OrderRecord;
  i18n: Translator;
  wallets?: ReadonlyMap<number, WalletLinks>;
  mayChange?: boolean;
  /** Address of a ticket; default: by the order. */
  ticketOf?: (person: ParticipantRecord) => string;
}): ReactElement {
  const { order, i18n, wallets, mayChange = false } = props;
  const { ticketOf = ({ id }: ParticipantRecord) => ticketOfOrderPath(order.id, id) } = props;
  return (
    <div className="grid">
      {peopleOf(order).map(({ person, team, competition }) => {
        const name = nameOf(person);
        const links = wallets?.get(person.id);
        return (
          <Bib
            key={person.id}
            head={competition.title}
            headAside={i18n.shortDate(competition.timestamp)}
            {...(person.rrBib === null ? {} : { figure: person.rrBib })}
            title={name}
            {...(isPaidStatus(order.status) ? { href: ticketOf(person) } : {})}
            lines={[
              ...(team.teamName ? [team.teamName] : []),
              ...besideName(person),
              ...person.orderedArticleVariants.map((line) =>
                i18n.t('orders.line.amountAndName', {
                  amount: line.quantity,
                  name: line.variantName ? `${line.name}, ${line.variantName}` : line.name,
                }),
              ),
            ]}
            tone={order.status === 'canceled' ? 'over' : 'strong'}
          >
            {mayChange ? (
              <ButtonLink
                look="quiet"
                small
                href={participantPath(order.id, person.id)}
                aria-label={i18n.t('ownOrder.person.changeOf', { name })}
              >
                {i18n.t('ownOrder.person.change')}
              </ButtonLink>
            ) : null}
            {links?.apple || links?.google ? (
              <WalletButtons
                links={links}
                texts={{
                  apple: i18n.t('wallets.apple'),
                  google: i18n.t('wallets.google'),
                  of: i18n.t('wallets.ofPerson', { name }),
                }}
              />
            ) : null}
          </Bib>
        );
      })}
    </div>
  );
}
