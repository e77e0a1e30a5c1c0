import type { FormEvent, ReactElement, ReactNode } from 'react';
import { orderIntent } from '#modules/booking/rules/voucher-intent.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { EnterButton, Summary, SummaryBar, WithSide } from '#src/ui/booking.tsx';
import { Button, CsrfField, ErrorSummary, type FormErrors } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/display.tsx';
import { formatCents } from '#src/ui/format.ts';
import { Slot } from '#src/ui/slot.tsx';
import { VoucherBox } from '#src/ui/voucher-box.tsx';
import type { PriceView } from './price-view.ts';
import { StepProblem } from './problem.tsx';
import type { Step, StepProps } from './use-step.ts';

/** What a form's button asks for; Enter in a field asks to go on. */
const intentOf = (event: FormEvent<HTMLFormElement>): string => {
  const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
  return submitter?.value || 'next';
};

/**
 * The frame around every step: the form with its way back and on, the price beside it, the voucher box. The page works
 * without this script; with it the price follows what is chosen.
 */
export function StepFrame(props: {
  props: StepProps;
  step: Step;
  price: PriceView;
  teams: readonly DraftTeam[];
  /** Finished sentences by field; they stand above the form once somebody has pressed the button. */
  errors?: FormErrors | null;
  /** Asked on the way on; true when the step stays. */
  holds?: () => boolean;
  /** The step that orders too, with scripts: what its button says, above which stands what the server rendered. */
  orders?: string | null;
  /** Some fields must be filled in, so the form says what the star means. */
  hasRequired?: boolean;
  onBlur?: (event: FormEvent<HTMLFormElement>) => void;
  onChange?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}): ReactElement {
  const { step, price, teams, errors, holds, orders = null } = props;
  const { texts, locale, action, csrfToken, step: name } = props.props;
  const { entered } = step;
  // What is typed is wrong: its field says so, once it is left, and on other pages the server.
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
