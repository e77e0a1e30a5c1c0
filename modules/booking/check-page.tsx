import { Fragment, type ReactElement } from 'react';
import type { Address } from '#modules/accounts/rules/address.ts';
import { looksLikePostcode } from '#modules/accounts/rules/postcode.ts';
import type { ConsentOffer } from '#modules/newsletter/index.ts';
import { addressLines, Lines, OrderLines } from '#modules/orders/index.ts';
import { besideName } from '#modules/orders/rules/participant.ts';
import { stepPath } from '#modules/orders/rules/steps.ts';
import type { Problem } from '#src/kernel/problem.ts';
import { Card } from '#src/ui/display.tsx';
import { CheckboxField } from '#src/ui/field.tsx';
import { ErrorSummary } from '#src/ui/form.tsx';
import { type BookingContext, BookingHead } from './booking-frame.tsx';
import type { WaysToPay } from './needs.ts';
import type { RefusedCode } from './refusal.tsx';
import { shownCodeField } from './rules/voucher-intent.ts';
import { StepForm, StepVouchers } from './step-form.tsx';
import { whoseLines } from './whose-lines.ts';

/** What the organizer would like to send, and whether the buyer has ticked it. */
export type OfferedNews = Pick<ConsentOffer, 'text' | 'mark'> & { isTicked: boolean; isAskedByMail: boolean };
export const newsletterField = 'newsletter';
export const methodField = 'paymentMethod';

/** The two boxes that one has to tick, and the way to pay. */
export type CheckErrors = { terms?: boolean; conditions?: boolean; method?: boolean };

export function CheckPage(props: {
  booking: BookingContext;
  problem: Problem | null;
  missing: CheckErrors;
  /** Which boxes are ticked. */
  accepted: CheckErrors;
  news: OfferedNews | null;
  ways: WaysToPay;
  /** The way to pay that was chosen before. */
  chosen: string | null;
  refused?: RefusedCode | null;
}): ReactElement {
  const { booking, problem, missing, accepted, news, ways, chosen, refused = null } = props;
  const { words, quote, eventRef, catalog, draft } = booking;
  const isFree = quote?.totalPrice === 0;
  const errors = {
    ...(missing.method ? { [methodField]: words.t('payments.method.missing') } : {}),
    ...(missing.terms ? { termsAccepted: words.t('orders.check.acceptTerms') } : {}),
    ...(missing.conditions ? { eventConditionsAccepted: words.t('orders.check.acceptConditions') } : {}),
  };
  const boxes = [
    {
      name: 'termsAccepted',
      isTicked: accepted.terms,
      error: errors.termsAccepted,
      text: words.t('orders.check.terms'),
      href: '/conditions',
    },
    {
      name: 'eventConditionsAccepted',
      isTicked: accepted.conditions,
      error: errors.eventConditionsAccepted,
      text: words.t('orders.check.conditions', { event: catalog.event.title }),
      href: `/event-conditions/${encodeURIComponent(eventRef)}`,
    },
  ];
  const { contactAddress, deliveryAddress, invoiceAddress } = booking.basket;
  const addresses: Shown[] = [
    ...(contactAddress ? [{ title: '', address: contactAddress }] : []),
    ...(deliveryAddress ? [{ title: words.t('orders.address.delivery'), address: deliveryAddress }] : []),
    ...(invoiceAddress ? [{ title: words.t('orders.address.invoice'), address: invoiceAddress }] : []),
  ];
  return (
    <div className="stack">
      <BookingHead booking={booking} step="check-order" />
      <StepForm
        booking={booking}
        problem={problem}
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
        {contactAddress ? (
          <Card title={words.t('orders.address.contact')}>
            {addresses.map(({ title, address }) => (
              <Fragment key={title}>
                {title ? <h3>{title}</h3> : null}
                <p>
                  <Lines lines={addressLines(address, words)} />
                </p>
              </Fragment>
            ))}
            {addresses.some(isOdd) ? <p className="soft">{words.t('orderAddress.oddPostcode')}</p> : null}
            <p>
              <a href={stepPath(eventRef, 'delivery-address')}>{words.t('orders.check.change')}</a>
            </p>
          </Card>
        ) : null}
        <Card>
          <StepVouchers booking={booking} refused={refused} />
        </Card>
        <div id="order-lines">
          {quote ? (
            <OrderLines
              items={quote.orderItems}
              total={quote.totalPrice}
              words={words}
              whose={whoseLines(quote, draft.data.teams, words)}
            />
          ) : null}
        </div>
        <div id="ways-to-pay">
          {quote && !isFree
            ? ways.choice({
                amount: quote.totalPrice,
                chosen: chosen ?? undefined,
                error: missing.method ? words.t('payments.method.missing') : undefined,
              })
            : null}
        </div>
        {boxes.map(({ name, isTicked, error, text, href }) => (
          <CheckboxField
            key={name}
            name={name}
            required
            defaultChecked={isTicked === true}
            error={error ?? null}
            label={
              <>
                {text}{' '}
                <a href={href} target="_blank" rel="noopener">
                  {words.t('orders.check.read')}
                </a>
              </>
            }
          />
        ))}
        {news ? (
          <CheckboxField
            name={newsletterField}
            value={news.mark}
            defaultChecked={news.isTicked}
            label={news.text}
            optional={words.t('ui.form.optional')}
            hint={words.t(news.isAskedByMail ? 'newsletter.box.asked' : 'newsletter.box.hint')}
          />
        ) : null}
        <p className="required-note">{words.t('ui.form.required')}</p>
        <p className="soft">{words.t('orders.check.withdrawal')}</p>
      </StepForm>
    </div>
  );
}

type Shown = { title: string; address: Address };
const isOdd = ({ address }: Shown): boolean => !looksLikePostcode(address.zipCode, address.countryCode);

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
