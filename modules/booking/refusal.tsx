import { type BookingStep, mendingStep, stepLabel, stepPath } from '#modules/orders/rules/steps.ts';
import { isVoucherProblem } from '#modules/vouchers/rules/problems.ts';
import type { Problem } from '#src/kernel/problem.ts';
import { Alert } from '#src/ui/display.tsx';
import { problemText } from '#src/web/forms/refusal.ts';
import type { BookingContext } from './booking-frame.tsx';
import { nameOf, needsVoucher } from './rules/draft-price.ts';

export type RefusedCode = { code: string; text: string };

export function Refusal(props: { booking: BookingContext; problem: Problem; step: BookingStep; isAnswer?: boolean }) {
  const { booking, problem, step, isAnswer = false } = props;
  const { i18n, eventRef } = booking;
  const place = mendingStep(problem.code);
  // These texts contain the number themselves; they are about the account.
  const isOfAccount = problem.code === 'FREE_PLACES_LIMIT' || problem.code === 'UNPAID_PLACES_LIMIT';
  const left = isOfAccount ? Number.NaN : Number(problem.details.left);
  const isForHolders = needsVoucher(problem) !== null;
  return (
    <Alert tone="bad" urgent focused={isAnswer} title={refusalText(booking, problem)}>
      {Number.isFinite(left) ? <p>{i18n.t('orders.refusal.left', { left })}</p> : null}
      {typeof problem.details.heldTill === 'string' ? (
        <p>{i18n.t('hold.ofOthers', { at: i18n.time(Date.parse(problem.details.heldTill)) })}</p>
      ) : null}
      {isVoucherProblem(problem.code) && booking.quote ? <p>{i18n.t('voucherBox.removedAsTaken')}</p> : null}
      {isForHolders ? (
        <p>
          <a href="#field-voucherCode">{i18n.t('voucherBox.toBox')}</a>
        </p>
      ) : null}
      {typeof problem.details.orderId === 'number' ? (
        <p>
          <a href={`/orders/${Number(problem.details.orderId)}`}>{i18n.t('orders.refusal.toPending')}</a>
        </p>
      ) : place !== null && place !== step ? (
        <p>
          <a href={stepPath(eventRef, place)}>
            {i18n.t('orders.refusal.mend', { step: i18n.t(stepLabel(booking, place)) })}
          </a>
        </p>
      ) : null}
    </Alert>
  );
}

export function refusalText({ i18n, draft }: BookingContext, problem: Problem): string {
  const holder = needsVoucher(problem);
  if (holder !== null) {
    const name = nameOf(draft.data.teams, holder);
    return name ? i18n.t('voucherBox.onlyWithVoucher', { name }) : i18n.t('voucherBox.onlyWithVoucherNameless');
  }
  const { code } = problem.details;
  const reason = problemText(i18n, problem.code, { details: problem.details });
  return isVoucherProblem(problem.code) && typeof code === 'string'
    ? i18n.t('voucherBox.refusedCode', { code, reason })
    : reason;
}
