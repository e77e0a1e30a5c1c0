import type { ReactElement, ReactNode } from 'react';
import { preinitModule } from 'react-dom';
import { itemNames } from '#modules/orders/index.ts';
import { summaryLines } from '#modules/orders/rules/live-price.ts';
import { type BookingStep, stepPath } from '#modules/orders/rules/steps.ts';
import type { Problem } from '#src/kernel/problem.ts';
import { Summary, SummaryBar, WithSide } from '#src/ui/booking.tsx';
import { Button, ButtonLink, CsrfField } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { VoucherBox } from '#src/ui/voucher-box.tsx';
import { type BookingContext, previousStep, summaryTexts } from './booking-frame.tsx';
import { Refusal, type RefusedCode } from './refusal.tsx';
import { shownCodes } from './rules/voucher-messages.ts';
import { voucherBoxTexts, voucherMessages } from './voucher-texts.ts';

/** The box in a page that the server renders; in the participants' step the island shows the same. */
export function StepVouchers(props: { booking: BookingContext; action: string; refused: RefusedCode | null }) {
  const { booking, action, refused } = props;
  const { words } = booking;
  return (
    <VoucherBox
      codes={shownCodes(booking.codes, booking, voucherMessages(words), words.money)}
      texts={voucherBoxTexts(words)}
      action={action}
      refused={refused}
      typed={booking.draft.data.typedCode}
    />
  );
}

/**
 * The form of a step with the price beside it. With scripts the voucher box answers in place: `islands/voucher-form.ts`
 * posts this form and takes over from the answered page what has an id here.
 */
export function StepForm(props: {
  booking: BookingContext;
  step: BookingStep;
  children: ReactNode;
  /** The main button; `Weiter` without it. */
  button?: string;
  /** Where the form posts to, when that is not the step itself. */
  action?: string;
  problem?: Problem | null;
  refused?: RefusedCode | null;
}): ReactElement {
  const { booking, step, children, refused = null } = props;
  const { words, quote } = booking;
  const { csrfToken, assets } = usePage();
  preinitModule(assets.manifest.runtime, { as: 'script' });
  const total = quote ? words.money(quote.totalPrice) : '–';
  const problem = props.problem ?? booking.problem;
  // The last step shows every line itself, and its button belongs to what one accepts there: without a price there is
  // nothing to order.
  const isLast = step === 'check-order';
  const button = props.button ?? words.t('ui.form.next');
  const action = props.action ?? stepPath(booking.eventRef, step);
  return (
    <>
      <WithSide
        side={
          isLast ? null : (
            <Summary
              lines={summaryLines(quote, itemNames(words), words.money)}
              total={total}
              texts={summaryTexts(words)}
              empty={words.t(problem ? 'orders.summary.noPrice' : 'orders.summary.empty')}
            >
              <StepVouchers booking={booking} action={action} refused={refused} />
            </Summary>
          )
        }
      >
        <div id="refusal">
          {problem ? (
            <Refusal booking={booking} problem={problem} step={step} isAnswer={problem === props.problem} />
          ) : null}
        </div>
        <form
          id="booking"
          method="post"
          action={action}
          noValidate
          className="form"
          data-voucher-form={isLast ? 'last' : 'step'}
        >
          <CsrfField token={csrfToken} />
          <button
            type="submit"
            name="intent"
            value="enter"
            className="visually-hidden"
            tabIndex={-1}
            aria-hidden="true"
          >
            {words.t('ui.form.next')}
          </button>
          {children}
          <div className="form-actions" id="booking-actions">
            <ButtonLink look="quiet" href={previousStep(booking, step)}>
              {words.t('ui.form.back')}
            </ButtonLink>
            {isLast && !quote ? null : (
              <span className={isLast ? undefined : 'in-bar'}>
                <Button name="intent" value="next">
                  {button}
                </Button>
              </span>
            )}
          </div>
        </form>
      </WithSide>
      {isLast ? null : (
        <SummaryBar
          total={total}
          texts={{ total: words.t('ui.summary.total'), details: words.t('ui.summary.details') }}
        >
          <Button form="booking" name="intent" value="next">
            {button}
          </Button>
        </SummaryBar>
      )}
    </>
  );
}
