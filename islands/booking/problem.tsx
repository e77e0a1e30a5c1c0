import type { ReactElement } from 'react';
import { nameOf, needsVoucher } from '#modules/booking/rules/price-problem.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { type BookingStep, mendingStep } from '#modules/orders/rules/steps.ts';
import type { Problem } from '#src/kernel/problem.ts';
import { Alert } from '#src/ui/display.tsx';
import type { FrameTexts } from './texts.ts';

/** Why there is no price, with the link to resolve it. Names a ticket that needs a voucher. */
export function StepProblem(props: {
  step: BookingStep;
  problem: Pick<Problem, 'code' | 'details'>;
  teams: readonly DraftTeam[];
  texts: FrameTexts;
}): ReactElement {
  const { step, problem, teams, texts } = props;
  const holder = needsVoucher(problem);
  if (holder !== null) {
    const name = nameOf(teams, holder);
    const { onlyWithVoucher, onlyWithVoucherNameless, toBox } = texts.vouchers;
    return (
      <Alert tone="bad" urgent title={name ? onlyWithVoucher.replace('{name}', () => name) : onlyWithVoucherNameless}>
        <a href="#field-voucherCode">{toBox}</a>
      </Alert>
    );
  }
  const place = mendingStep(problem.code);
  const mend = place === null || place === step ? undefined : texts.mend[place];
  const left = texts.left[Number(problem.details.left)];
  return (
    <Alert
      tone="bad"
      urgent
      title={
        texts.problems[`${problem.code}.${problem.details.reason}`] ??
        texts.problems[problem.code] ??
        texts.problems.UNKNOWN
      }
    >
      {left ? <p>{left}</p> : null}
      {mend ? (
        <p>
          <a href={mend.href}>{mend.text}</a>
        </p>
      ) : null}
    </Alert>
  );
}
