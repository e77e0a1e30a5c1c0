import type { FormEvent, ReactElement, ReactNode } from 'react';
import { nameOf, needsVoucher } from '#modules/booking/rules/draft-price.ts';
import { orderIntent } from '#modules/booking/rules/voucher-intent.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { type BookingStep, mendingStep } from '#modules/orders/rules/steps.ts';
import type { Problem } from '#src/kernel/problem.ts';
import { EnterButton, Summary, SummaryBar, WithSide } from '#src/ui/booking.tsx';
import { Button, CsrfField, ErrorSummary, type FormErrors } from '#src/ui/button.tsx';
import { Alert, Dialog } from '#src/ui/display.tsx';
import { formatCents } from '#src/ui/format.ts';
import { Slot } from '#src/ui/slot.tsx';
import { VoucherBox } from '#src/ui/voucher-box.tsx';
import type { PriceView } from './price-view.ts';
import type { FrameTexts } from './texts.ts';
import type { Step, StepProps } from './use-step.ts';

const intentOf = (event: FormEvent<HTMLFormElement>): string => {
  const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
  return submitter?.value || 'next';
};

export function StepFrame(props: {
  props: StepProps;
  step: Step;
  price: PriceView;
  teams: readonly DraftTeam[];
  /** By field; shown above the form after the first submit. */
  errors?: FormErrors | null;
  holds?: () => boolean;
  /** With scripts, label of the button if this step orders, below the server-rendered part. */
  orders?: string | null;
  /** Explains the asterisk. */
  hasRequired?: boolean;
  onBlur?: (event: FormEvent<HTMLFormElement>) => void;
  onChange?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}): ReactElement {
  const { step, price, teams, errors, holds, orders = null } = props;
  const { texts, locale, action, csrfToken, step: name } = props.props;
  const { entered } = step;
  // The field itself shows this error.
  const isTold = price.problem?.code === 'VALIDATION_FAILED' && ['competitions', 'articles'].includes(name);
  const total = price.total === null ? '–' : formatCents(price.total, locale);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (step.takeOver(event)) return;
    if (['next', 'enter', orderIntent].includes(intentOf(event)) && holds?.()) event.preventDefault();
  };
  const goOn = (intent: string, text: string, look?: string) => (
    <Button form="booking" name="intent" value={intent} className={look}>
      {text}
    </Button>
  );
  const next = orders ? (
    <>
      {goOn(orderIntent, orders, 'with-scripts')}
      {goOn('next', texts.next, 'without-scripts')}
    </>
  ) : (
    goOn('next', texts.next)
  );
  return (
    <>
      <WithSide
        side={
          <Summary
            lines={price.lines}
            total={total}
            texts={price.isTaxed ? texts.summary : { ...texts.summary, note: '' }}
            empty={price.problem && teams.length > 0 ? texts.noPrice : texts.empty}
          >
            <VoucherBox
              codes={price.codes}
              texts={texts.voucherBox}
              action={action}
              refused={entered.refused}
              input={entered.codeInput}
              isBusy={entered.isBusy}
              round={entered.round}
            />
          </Summary>
        }
      >
        <form
          ref={step.form}
          id="booking"
          method="post"
          action={action}
          noValidate
          className="form"
          onBlur={props.onBlur}
          onChange={props.onChange}
          onSubmit={submit}
        >
          <CsrfField token={csrfToken} />
          <EnterButton>{texts.next}</EnterButton>
          {errors ? <ErrorSummary title={texts.errorsTitle} errors={errors} /> : null}
          {price.problem && teams.length > 0 && !isTold ? (
            <StepProblem step={name} problem={price.problem} teams={teams} texts={texts} />
          ) : null}
          {props.children}
          {props.hasRequired ? (
            <p className={`required-note${orders ? ' without-scripts' : ''}`}>{texts.requiredNote}</p>
          ) : null}
          {orders ? (
            <div className="with-scripts">
              <Slot />
            </div>
          ) : null}
          <div className="form-actions">
            <Button look="quiet" name="intent" value="back">
              {texts.back}
            </Button>
            <span className="in-bar">{next}</span>
          </div>
        </form>
      </WithSide>
      <SummaryBar total={total} texts={{ total: texts.summary.total, details: texts.details }}>
        {next}
      </SummaryBar>
      {entered.serverError ? (
        <Dialog
          id="server-error"
          title={texts.serverError.title}
          open
          onClose={step.closeError}
          actions={
            <Button type="button" onClick={step.closeError}>
              {texts.serverError.close}
            </Button>
          }
        >
          <p>{entered.serverError.message}</p>
          <p className="soft">{texts.serverError.id.replace('{errorId}', entered.serverError.errorId)}</p>
        </Dialog>
      ) : null}
    </>
  );
}

function StepProblem(props: {
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
