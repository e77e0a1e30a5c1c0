import { Fragment, type ReactElement, type ReactNode, useEffect, useRef } from 'react';

/** Quiet pieces that show something. All texts come by props, so islands use them too. */
export type Tone = 'neutral' | 'good' | 'wait' | 'bad' | 'accent';

/** The colours of order states; the word always stands beside the colour. */
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

/**
 * `urgent` is read out at once. `focused`: it answers what was just posted, so the page opens here, however far down it
 * stands; one a page.
 */
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

/** Nothing here yet: says what to do. */
export const Empty = (props: { title: string; text?: ReactNode; children?: ReactNode }): ReactElement => (
  <div className="empty">
    <h2>{props.title}</h2>
    {props.text ? <p>{props.text}</p> : null}
    {props.children}
  </div>
);

export type DateBlockProps = { day: string; month: string; year: string; weekday: string; iso: string };

/** Day and month as a tear-off calendar; its texts are `words.dateBlock(instant)`. The year shows when it is not this one. */
export const DateBlock = ({ day, month, year, weekday, iso, showsYear }: DateBlockProps & { showsYear?: boolean }) => (
  <time className="date-block" dateTime={iso}>
    <span className="date-block-weekday">{weekday}</span>
    <span className="date-block-day">{day}</span>
    <span className="date-block-month">
      {month} <span className={showsYear ? 'date-block-year' : 'visually-hidden'}>{year}</span>
    </span>
  </time>
);

/** An address of mail: where it takes two lines, it breaks behind the @ or before a dot, never inside a word. */
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

/** What stands in a table or beside a label, with its addresses of mail as such. */
export const withMails = (value: ReactNode): ReactNode =>
  typeof value === 'string' && value.includes('@') ? <MailText>{value}</MailText> : value;

/** An address of mail, or a text with some in it. */
export const MailText = ({ children: text }: { children: string }): ReactElement => (
  <>
    {text
      .split(/([^\s<>(),;:"„“]+@[^\s<>(),;:"„“]*[^\s<>(),;:"„“.!?])/)
      .map((part, index) => (index % 2 === 1 ? <MailAddress key={index}>{part}</MailAddress> : part))}
  </>
);

/** Labelled facts: date, place, organizer. */
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
  /** Escape was pressed. Without it the dialog can only be answered. */
  onClose?: () => void;
};

/** A question that must be answered. Without script it is a part of the page; with script it becomes modal. */
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
