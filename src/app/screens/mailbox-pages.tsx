import type { Instant } from '#src/kernel/time.ts';
import { Empty } from '#src/ui/display.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';

export type KeptMail = {
  id: number;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  createdAt: Instant;
  attachments: readonly { id: number; name: string; type: string; inlineId: string | null }[];
};

const mailboxPath = '/dev/mailbox';
export const mailPath = (mailId: number, rest = ''): string => `${mailboxPath}/${mailId}${rest ? `/${rest}` : ''}`;

export function MailboxPage({ mails, to }: { mails: readonly KeptMail[]; to: string }) {
  const { words } = usePage();
  return (
    <div className="stack">
      <header className="stack-s">
        <h1>{words.t('screens.mailbox.title')}</h1>
        <p className="lead">{words.t('screens.mailbox.intro')}</p>
      </header>
      <form method="get" action={mailboxPath} className="row">
        <label className="field-label" htmlFor="to">
          {words.t('screens.mailbox.recipient')}
        </label>
        <input id="to" name="to" type="email" className="input input-short" defaultValue={to} />
        <button type="submit" className="button button-quiet button-small">
          {words.t('ui.form.search')}
        </button>
      </form>
      <Table
        caption={words.t('screens.mailbox.title')}
        captionHidden
        columns={[
          {
            key: 'subject',
            title: words.t('screens.mailbox.subject'),
            heading: true,
            cell: (mail) => <a href={mailPath(mail.id)}>{mail.subject}</a>,
          },
          { key: 'to', title: words.t('screens.mailbox.recipient'), cell: (mail) => mail.recipient },
          { key: 'at', title: words.t('screens.mailbox.sentAt'), cell: (mail) => words.shortDateTime(mail.createdAt) },
        ]}
        rows={mails}
        rowKey={(mail) => mail.id}
        empty={<Empty title={words.t('screens.mailbox.none')} text={words.t('screens.mailbox.noneText')} />}
      />
    </div>
  );
}

export function MailPage({ mail }: { mail: KeptMail }) {
  const { words } = usePage();
  const attached = mail.attachments.filter((attachment) => attachment.inlineId === null);
  return (
    <div className="stack">
      <header className="stack-s">
        <p>
          <a href={mailboxPath}>{words.t('screens.mailbox.back')}</a>
        </p>
        <h1>{mail.subject}</h1>
        <p className="soft">
          {words.t('screens.mailbox.sentTo', { to: mail.recipient, at: words.dateTime(mail.createdAt) })}
        </p>
      </header>
      {attached.length > 0 ? (
        <section className="stack-s">
          <h2>{words.t('screens.mailbox.attachments')}</h2>
          <ul>
            {attached.map((attachment) => (
              <li key={attachment.id}>
                <a href={mailPath(mail.id, `attachments/${attachment.id}`)}>{attachment.name}</a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <iframe
        className="mail-frame"
        title={words.t('screens.mailbox.html')}
        src={mailPath(mail.id, 'html')}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      />
      <details>
        <summary>{words.t('screens.mailbox.text')}</summary>
        <pre className="mail-text">{mail.text}</pre>
      </details>
    </div>
  );
}
