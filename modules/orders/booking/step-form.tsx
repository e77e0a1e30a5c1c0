import type { ReactElement, ReactNode } from 'react';
import { preinitModule } from 'react-dom';
import { isVoucherProblem } from '#modules/vouchers/rules/problems.ts';
import type { Problem } from '#src/kernel/problem.ts';
import { Summary, SummaryBar, WithSide } from '#src/ui/booking.tsx';
import { Alert } from '#src/ui/display.tsx';
import { Button, ButtonLink, CsrfField } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { VoucherBox } from '#src/ui/voucher-box.tsx';
import { summaryLines } from '../rules/live-price.ts';
import type { BookingStep } from '../rules/steps.ts';
import { nameOf, needsVoucher, shownCodes } from '../rules/voucher-messages.ts';
import { type BookingContext, itemNames, previousStep, stepLabel, stepPath, summaryTexts } from './booking-frame.tsx';
import { voucherBoxTexts, voucherMessages } from './voucher-texts.ts';

/** A code that was refused just now, as typed, and why. */
export type RefusedCode = { code: string; text: string };

/** A refusal in words, with the way to where it can be mended. */
export function Refusal({ booking, problem, step }: { booking: BookingContext; problem: Problem; step: BookingStep }) {
  const { words, eventRef } = booking;
  const place = mendingStep(problem.code);
  const left = Number(problem.details.left);
  const isForHolders = needsVoucher(problem) !== null;
  return (
    <Alert tone="bad" urgent title={refusalText(booking, problem)}>
      {Number.isFinite(left) ? <p>{words.t('orders.refusal.left', { left })}</p> : null}
      {isVoucherProblem(problem.code) && booking.quote ? <p>{words.t('voucherBox.removedAsTaken')}</p> : null}
      {isForHolders ? (
        <p>
          <a href="#field-voucherCode">{words.t('voucherBox.toBox')}</a>
        </p>
      ) : null}
      {problem.code === 'SAME_PENDING_ORDER_ALREADY_EXISTS' ? (
        <p>
          <a href={`/orders/${Number(problem.details.orderId)}`}>{words.t('orders.refusal.toPending')}</a>
        </p>
      ) : place !== null && place !== step ? (
        <p>
          <a href={stepPath(eventRef, place)}>
            {words.t('orders.refusal.mend', { step: words.t(stepLabel(booking, place)) })}
          </a>
        </p>
      ) : null}
    </Alert>
  );
}

/** Names whose ticket, and which code, it is about. */
export function refusalText({ words, draft }: BookingContext, problem: Problem): string {
  const holder = needsVoucher(problem);
  if (holder !== null) {
    const name = nameOf(draft.data.teams, holder);
    return name ? words.t('voucherBox.onlyWithVoucher', { name }) : words.t('voucherBox.onlyWithVoucherNameless');
  }
  const { code, reason: why } = problem.details;
  const keys = [`problem.${problem.code}.${String(why)}`, `problem.${problem.code}`];
  const key = keys.find((candidate) => words.has(candidate));
  const reason = words.t(key && words.has(key) ? key : 'problem.UNKNOWN');
  return isVoucherProblem(problem.code) && typeof code === 'string'
    ? words.t('voucherBox.refusedCode', { code, reason })
    : reason;
}

function mendingStep(code: string): BookingStep | null {
  if (/ARTICLES/.test(code)) return 'articles';
  if (/TICKET|REGISTERING|COMPETITION/.test(code)) return 'competitions';
  return null;
}

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
        <div id="refusal">{problem ? <Refusal booking={booking} problem={problem} step={step} /> : null}</div>
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
