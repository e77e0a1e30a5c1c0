import type { ReactElement, ReactNode } from 'react';

/** The steps and the summary of a booking. */
export type Step = { label: string; href?: string; state: 'complete' | 'current' | 'ahead' };
export type StepperTexts = { label: string; complete: string };

/** Numbered steps; completed ones are links. Screen readers read `texts.complete` before a completed step. */
export function Stepper({ steps, texts }: { steps: readonly Step[]; texts: StepperTexts }): ReactElement {
  return (
    <nav className="stepper" aria-label={texts.label}>
      <ol>
        {steps.map((step, index) => (
          <li
            className="step"
            key={step.label}
            data-state={step.state}
            aria-current={step.state === 'current' ? 'step' : undefined}
          >
            <span className="step-number" aria-hidden="true">
              {step.state === 'complete' ? '✓' : index + 1}
            </span>
            {step.href && step.state === 'complete' ? (
              <a className="step-link" href={step.href}>
                <span className="step-label">
                  <span className="visually-hidden">{texts.complete} </span>
                  {step.label}
                </span>
              </a>
            ) : (
              <span className="step-label">{step.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

export type SummaryLine = { label: string; detail?: string; amount: string };
export type SummaryTexts = { title: string; total: string; note?: string };

export const SummaryLines = ({ lines }: { lines: readonly SummaryLine[] }): ReactElement => (
  <dl className="summary-lines">
    {lines.map((line, index) => (
      <div className="summary-line" key={index}>
        <dt>
          {line.label}
          {line.detail ? <small>{line.detail}</small> : null}
        </dt>
        <dd>{line.amount}</dd>
      </div>
    ))}
  </dl>
);

/** Lines and total. `children`: the voucher box, and the main button on wide screens. */
export function Summary(props: {
  lines: readonly SummaryLine[];
  total: string;
  texts: SummaryTexts;
  empty?: string;
  children?: ReactNode;
}): ReactElement {
  const { lines, total, texts, empty, children } = props;
  return (
    <aside className="summary" id="summary" aria-labelledby="summary-title">
      <h2 id="summary-title">{texts.title}</h2>
      {lines.length === 0 ? <p className="soft">{empty}</p> : <SummaryLines lines={lines} />}
      <div className="summary-total">
        <span>{texts.total}</span>
        <output aria-live="polite">{total}</output>
      </div>
      {texts.note ? <p className="summary-note">{texts.note}</p> : null}
      {children}
    </aside>
  );
}

/**
 * The total at the lower edge of a phone, with the details and the main button. Must be the last child of a tall element, because
 * it is sticky; hidden on wide screens.
 */
export function SummaryBar(props: {
  total: string;
  texts: { total: string; details: string };
  children?: ReactNode;
}): ReactElement {
  return (
    <div className="summary-bar" id="summary-bar">
      <div>
        <span className="visually-hidden">{props.texts.total} </span>
        <strong>{props.total}</strong>
        <a href="#summary">{props.texts.details}</a>
      </div>
      {props.children}
    </div>
  );
}

/** The form's first button, which Enter presses. */
export const EnterButton = ({ children }: { children: string }): ReactElement => (
  <button type="submit" name="intent" value="enter" className="visually-hidden" tabIndex={-1} aria-hidden="true">
    {children}
  </button>
);

/** Main content with a companion: beside it on wide screens, below it on a phone. */
export const WithSide = ({ children, side }: { children: ReactNode; side: ReactNode }): ReactElement => (
  <div className="with-side">
    <div className="stack">{children}</div>
    {side}
  </div>
);
