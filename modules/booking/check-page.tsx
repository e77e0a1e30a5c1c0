import { Fragment, type ReactElement } from 'react';
import type { Address } from '#modules/accounts/rules/address.ts';
import { looksLikePostcode } from '#modules/accounts/rules/postcode.ts';
import { addressLines, Lines } from '#modules/orders/index.ts';
import { besideName } from '#modules/orders/rules/participant.ts';
import { stepPath } from '#modules/orders/rules/steps.ts';
import type { Problem } from '#src/kernel/problem.ts';
import { Card } from '#src/ui/display.tsx';
import { type BookingContext, BookingHead } from './booking-frame.tsx';
import { type Ordering, OrderPart } from './order-part.tsx';
import type { RefusedCode } from './refusal.tsx';
import { StepForm, StepVouchers } from './step-form.tsx';

export function CheckPage(props: {
  booking: BookingContext;
  problem: Problem | null;
  ordering: Ordering;
  refused?: RefusedCode | null;
}): ReactElement {
  const { booking, problem, ordering, refused = null } = props;
  const { i18n, quote, eventRef } = booking;
  const { contactAddress, deliveryAddress, invoiceAddress } = booking.basket;
  const addresses: TitledAddress[] = [
    ...(contactAddress ? [{ title: '', address: contactAddress }] : []),
    ...(deliveryAddress ? [{ title: i18n.t('orders.address.delivery'), address: deliveryAddress }] : []),
    ...(invoiceAddress ? [{ title: i18n.t('orders.address.invoice'), address: invoiceAddress }] : []),
  ];
  return (
    <div className="stack">
      <BookingHead booking={booking} step="check-order" />
      <StepForm
        booking={booking}
        problem={problem}
        button={i18n.t(quote?.totalPrice === 0 ? 'orders.check.orderFree' : 'orders.check.order')}
      >
        <People booking={booking} />
        {contactAddress ? (
          <Card title={i18n.t('orders.address.contact')}>
            {addresses.map(({ title, address }) => (
              <Fragment key={title}>
                {title ? <h3>{title}</h3> : null}
                <p>
                  <Lines lines={addressLines(address, i18n)} />
                </p>
              </Fragment>
            ))}
            {addresses.some(isOdd) ? <p className="soft">{i18n.t('orderAddress.oddPostcode')}</p> : null}
            <p>
              <a href={stepPath(eventRef, 'delivery-address')}>{i18n.t('orders.check.change')}</a>
            </p>
          </Card>
        ) : null}
        <Card>
          <StepVouchers booking={booking} refused={refused} />
        </Card>
        <OrderPart booking={booking} ordering={ordering} />
      </StepForm>
    </div>
  );
}

type TitledAddress = { title: string; address: Address };
const isOdd = ({ address }: TitledAddress): boolean => !looksLikePostcode(address.zipCode, address.countryCode);

function People({ booking }: { booking: BookingContext }): ReactElement {
  const { i18n, catalog, draft, eventRef } = booking;
  return (
    <Card title={i18n.t('orders.check.people')}>
      <ul>
        {draft.data.teams.flatMap((team) =>
          team.participants.map((person) => (
            <li key={person.localId}>
              {i18n.t('orders.mail.participantLine', {
                name: `${person.firstName.trim()} ${person.lastName.trim()}`,
                competition: catalog.competitions.find((entry) => entry.id === team.competitionId)?.title ?? '',
              })}
              {[team.teamName.trim(), ...besideName(person)].filter(Boolean).map((addition) => (
                <span className="soft" key={addition}>
                  {' '}
                  ({addition})
                </span>
              ))}
            </li>
          )),
        )}
      </ul>
      <p>
        <a href={stepPath(eventRef, 'competitions')}>{i18n.t('orders.check.change')}</a>
      </p>
    </Card>
  );
}
