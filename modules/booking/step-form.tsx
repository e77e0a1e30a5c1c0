import type { ReactElement, ReactNode } from 'react';
import { preinitModule } from 'react-dom';
import { frameKeys } from '#islands/booking/texts.ts';
import { type BookingStep, stepPath } from '#modules/orders/rules/steps.ts';
import type { Problem } from '#src/kernel/problem.ts';
import { EnterButton, WithSide } from '#src/ui/booking.tsx';
import { Button, ButtonLink, CsrfField } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { VoucherBox } from '#src/ui/voucher-box.tsx';
import { textsOf } from '#src/web/island-texts.ts';
import { type BookingContext, previousStep } from './booking-frame.tsx';
import { Refusal, type RefusedCode } from './refusal.tsx';
import { codeViews } from './rules/voucher-messages.ts';
import { voucherMessages } from './step-page.tsx';

const step: BookingStep = 'check-order';

/** The voucher box of the last step. On the other steps an island renders it. */
export function StepVouchers(props: { booking: BookingContext; refused: RefusedCode | null }) {
  const { booking, refused } = props;
  const { i18n } = booking;
  return (
    <VoucherBox
      codes={codeViews(booking.codes, booking, voucherMessages(i18n), i18n.money)}
      texts={textsOf(i18n, frameKeys.voucherBox)}
      action={stepPath(booking.eventRef, step)}
      refused={refused}
      input={booking.draft.data.codeInput}
    />
  );
}

/** Form of the last step. `islands/voucher-form.ts` posts it without leaving the page and replaces each element that has an id. */
export function StepForm(props: {
  booking: BookingContext;
  button: string;
  problem: Problem | null;
  children: ReactNode;
}): ReactElement {
  const { booking, button, children } = props;
  const { i18n, quote } = booking;
  const { csrfToken, assets } = usePage();
  preinitModule(assets.manifest.runtime, { as: 'script' });
  const problem = props.problem ?? booking.problem;
  return (
    <WithSide side={null}>
      <div id="refusal">
        {problem ? (
          <Refusal booking={booking} problem={problem} step={step} isAnswer={problem === props.problem} />
        ) : null}
      </div>
      <form
        id="booking"
        method="post"
        action={stepPath(booking.eventRef, step)}
        noValidate
        className="form"
        data-voucher-form=""
      >
        <CsrfField token={csrfToken} />
        <EnterButton>{i18n.t('ui.form.next')}</EnterButton>
        {children}
        <div className="form-actions" id="booking-actions">
          <ButtonLink look="quiet" href={previousStep(booking, step)}>
            {i18n.t('ui.form.back')}
          </ButtonLink>
          {quote ? (
            <span>
              <Button name="intent" value="next">
                {button}
              </Button>
            </span>
          ) : null}
        </div>
      </form>
    </WithSide>
  );
}
