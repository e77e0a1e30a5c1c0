import { Fragment, type ReactElement, type ReactNode, useEffect, useRef } from 'react';

/** Small display components for pages and islands; texts are props. */
export type Tone = 'neutral' | 'good' | 'wait' | 'bad' | 'accent';

/** Colors of order states, always beside the word. */
export const statusTone = (status: string): Tone =>
  status === 'complete' || status === 'shipped' || status === 'free'
    ? 'good'
    : status === 'pending' || status === 'restOpen' || status === 'onAccount'
      ? 'wait'
      : status === 'canceled'
        ? 'bad'
        : 'neutral';

export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }): ReactElement => (
  <span className="badge" data-tone={tone}>
    {children}
  </span>
);

export function Card({ title, children }: { title?: ReactNode; children: ReactNode }): ReactElement {
  return (
    <section className="card">
      {title ? <h2>{title}</h2> : null}
      {children}
    </section>
  );
}

type AlertProps = { tone?: Tone; title?: string; children?: ReactNode; urgent?: boolean; focused?: boolean };

/** `urgent` is announced at once. `focused`: the answer to a post, so the page opens here; one per page. */
export function Alert({ tone = 'neutral', title, children, urgent, focused }: AlertProps): ReactElement {
  return (
    <div
      className="alert"
      data-tone={tone}
      role={urgent ? 'alert' : 'status'}
      {...(focused ? { tabIndex: -1, autoFocus: true } : {})}
    >
      {title ? (
        <p>
          <strong>{title}</strong>
        </p>
      ) : null}
      {children ? <div>{children}</div> : null}
    </div>
  );
}

/** An empty state with what to do. */
export const Empty = (props: { title: string; text?: ReactNode; children?: ReactNode }): ReactElement => (
  <div className="empty">
    <h2>{props.title}</h2>
    {props.text ? <p>{props.text}</p> : null}
    {props.children}
  </div>
);

export type DateBlockProps = { day: string; month: string; year: string; weekday: string; iso: string };

/** Day and month as a calendar sheet, from `dateBlock`. The year shows when it is not the current one. */
export const DateBlock = ({ day, month, year, weekday, iso, showsYear }: DateBlockProps & { showsYear?: boolean }) => (
  <time className="date-block" dateTime={iso}>
    <span className="date-block-weekday">{weekday}</span>
    <span className="date-block-day">{day}</span>
    <span className="date-block-month">
      {month} <span className={showsYear ? 'date-block-year' : 'visually-hidden'}>{year}</span>
    </span>
  </time>
);

/** Breaks behind the @ or before a dot, never inside a word. */
const MailAddress = ({ children: address }: { children: string }): ReactElement => (
  <span className="mail-to">
    {address.split(/(?<=@)|(?=\.)/).map((part, index) => (
      <Fragment key={index}>
        {index > 0 ? <wbr /> : null}
        {part}
      </Fragment>
    ))}
  </span>
);

/** Text with its mail addresses made breakable. */
export const withMails = (value: ReactNode): ReactNode =>
  typeof value === 'string' && value.includes('@') ? <MailText>{value}</MailText> : value;

export const MailText = ({ children: text }: { children: string }): ReactElement => (
  <>
    {text
      .split(/([^\s<>(),;:"„“]+@[^\s<>(),;:"„“]*[^\s<>(),;:"„“.!?])/)
      .map((part, index) => (index % 2 === 1 ? <MailAddress key={index}>{part}</MailAddress> : part))}
  </>
);

/** Labeled facts. */
export const Facts = ({ facts }: { facts: readonly { label: string; value: ReactNode }[] }): ReactElement => (
  <dl className="facts">
    {facts.map((fact) => (
      <div key={fact.label}>
        <dt>{fact.label}</dt>
        <dd>{withMails(fact.value)}</dd>
      </div>
    ))}
  </dl>
);

type DialogProps = {
  id: string;
  title: string;
  open: boolean;
  children: ReactNode;
  actions?: ReactNode;
  /** On Escape. Without it the dialog must be answered. */
  onClose?: () => void;
};

/** A question. Part of the page without a script, modal with one. */
export function Dialog({ id, title, open, children, actions, onClose }: DialogProps): ReactElement {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    dialog.close();
    if (open) dialog.showModal();
  }, [open]);
  return (
    <dialog
      className="dialog"
      id={id}
      ref={element}
      open={open}
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <div className="dialog-body">
        <h2 id={`${id}-title`}>{title}</h2>
        {children}
        {actions ? <div className="dialog-actions">{actions}</div> : null}
      </div>
    </dialog>
  );
}
