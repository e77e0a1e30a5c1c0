import { Fragment, type ReactElement } from 'react';
import { looksLikePostcode } from '#modules/accounts/rules/postcode.ts';
import { addressLines, Lines, OrderLines } from '#modules/orders/index.ts';
import { besideName } from '#modules/orders/rules/participant.ts';
import { stepPath } from '#modules/orders/rules/steps.ts';
import type { Problem } from '#src/kernel/problem.ts';
import { Card } from '#src/ui/display.tsx';
import { CheckboxField } from '#src/ui/field.tsx';
import { ErrorSummary } from '#src/ui/form.tsx';
import { type BookingContext, BookingHead } from './booking-frame.tsx';
import type { RefusedCode } from './refusal.tsx';
import { shownCodeField } from './rules/voucher-intent.ts';
import { StepForm, StepVouchers } from './step-form.tsx';

/** Of the two boxes one has to tick. */
export type CheckErrors = { terms?: boolean; conditions?: boolean };

export function CheckPage(props: {
  booking: BookingContext;
  problem: Problem | null;
  missing: CheckErrors;
  /** Which boxes are ticked. */
  accepted: CheckErrors;
  refused?: RefusedCode | null;
}): ReactElement {
  const { booking, problem, missing, accepted, refused = null } = props;
  const { words, quote, eventRef, catalog, draft } = booking;
  const isFree = quote?.totalPrice === 0;
  const errors = {
    ...(missing.terms ? { termsAccepted: words.t('orders.check.acceptFirst') } : {}),
    ...(missing.conditions ? { eventConditionsAccepted: words.t('orders.check.acceptFirst') } : {}),
  };
  return (
    <div className="stack">
      <BookingHead booking={booking} step="check-order" />
      <StepForm
        booking={booking}
        step="check-order"
        problem={problem}
        refused={refused}
        button={words.t(isFree ? 'orders.check.orderFree' : 'orders.check.order')}
      >
        <ErrorSummary title={words.t('ui.errors.title', { count: Object.keys(errors).length })} errors={errors} />
        <div id="order-fields" hidden>
          <input type="hidden" name="key" value={draft.key} />
          <input type="hidden" name="totalPrice" value={quote?.totalPrice ?? ''} />
          {booking.basket.appliedVouchers.map(({ code }) => (
            <input key={code} type="hidden" name={shownCodeField} value={code} />
          ))}
        </div>
        <People booking={booking} />
        {booking.basket.contactAddress ? (
          <Card title={words.t('orders.address.contact')}>
            {addressParts.map(([name, label]) => {
              const address = booking.basket[name];
              return address ? (
                <Fragment key={name}>
                  {label ? <h3>{words.t(label)}</h3> : null}
                  <p>
                    <Lines lines={addressLines(address, words)} />
                  </p>
                </Fragment>
              ) : null;
            })}
            {hasOddPostcode(booking.basket) ? <p className="soft">{words.t('orderAddress.oddPostcode')}</p> : null}
            <p>
              <a href={stepPath(eventRef, 'delivery-address')}>{words.t('orders.check.change')}</a>
            </p>
          </Card>
        ) : null}
        <Card>
          <StepVouchers booking={booking} action={stepPath(eventRef, 'check-order')} refused={refused} />
        </Card>
        <div id="order-lines">
          {quote ? <OrderLines items={quote.orderItems} total={quote.totalPrice} words={words} /> : null}
        </div>
        <CheckboxField
          name="termsAccepted"
          required
          defaultChecked={accepted.terms === true}
          error={errors.termsAccepted ?? null}
          label={
            <>
              {words.t('orders.check.terms')}{' '}
              <a href="/conditions" target="_blank" rel="noopener">
                {words.t('orders.check.read')}
              </a>
            </>
          }
        />
        <CheckboxField
          name="eventConditionsAccepted"
          required
          defaultChecked={accepted.conditions === true}
          error={errors.eventConditionsAccepted ?? null}
          label={
            <>
              {words.t('orders.check.conditions', { event: catalog.event.title })}{' '}
              <a href={`/event-conditions/${encodeURIComponent(eventRef)}`} target="_blank" rel="noopener">
                {words.t('orders.check.read')}
              </a>
            </>
          }
        />
        <p className="soft">{words.t('orders.check.withdrawal')}</p>
      </StepForm>
    </div>
  );
}

/** The first one has its name in the card's title. */
const addressParts = [
  ['contactAddress', null],
  ['deliveryAddress', 'orders.address.delivery'],
  ['invoiceAddress', 'orders.address.invoice'],
] as const;

const hasOddPostcode = ({ contactAddress, deliveryAddress, invoiceAddress }: BookingContext['basket']): boolean =>
  [contactAddress, deliveryAddress, invoiceAddress].some(
    (address) => !looksLikePostcode(address?.zipCode, address?.countryCode),
  );

function People({ booking }: { booking: BookingContext }): ReactElement {
  const { words, catalog, draft, eventRef } = booking;
  return (
    <Card title={words.t('orders.check.people')}>
      <ul>
        {draft.data.teams.flatMap((team) =>
          team.participants.map((person) => (
            <li key={person.localId}>
              {words.t('orders.mail.participantLine', {
                name: `${person.firstName} ${person.lastName}`,
                competition: catalog.competitions.find((entry) => entry.id === team.competitionId)?.title ?? '',
              })}
              {[team.teamName, ...besideName(person)].filter(Boolean).map((said) => (
                <span className="soft" key={said}>
                  {' '}
                  ({said})
                </span>
              ))}
            </li>
          )),
        )}
      </ul>
      <p>
        <a href={stepPath(eventRef, 'competitions')}>{words.t('orders.check.change')}</a>
      </p>
    </Card>
  );
}
