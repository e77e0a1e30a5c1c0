import { mailboxSize } from '#src/mail/mailer.ts';
import { usePage } from '#src/ui/page.tsx';
import { List } from '#src/web/list/list-page.tsx';
import type { ListAbout } from '#src/web/list/listing.ts';
import type { ListData } from '#src/web/list/show.ts';
import { type MailboxMessage, mailboxPath, mailPath } from './mailbox-listing.tsx';

export type StoredMail = MailboxMessage & {
  attachments: readonly { id: number; name: string; type: string; inlineId: string | null }[];
};

export function MailboxPage({ list }: { list: ListData<MailboxMessage, ListAbout> }) {
  const { i18n } = usePage();
  return (
    <div className="stack">
      <header className="stack-s">
        <h1>{i18n.t('screens.mailbox.title')}</h1>
        <p className="lead">{i18n.t('screens.mailbox.intro', { most: mailboxSize })}</p>
      </header>
      <List list={list} />
    </div>
  );
}

export function MailPage({ mail }: { mail: StoredMail }) {
  const { i18n } = usePage();
  const attached = mail.attachments.filter((attachment) => attachment.inlineId === null);
  return (
    <div className="stack">
      <header className="stack-s">
        <p>
          <a href={mailboxPath}>{i18n.t('screens.mailbox.back')}</a>
        </p>
        <h1>{mail.subject}</h1>
        <p className="soft">
          {i18n.t('screens.mailbox.sentTo', { to: mail.recipient, at: i18n.dateTime(mail.createdAt) })}
        </p>
      </header>
      {attached.length > 0 ? (
        <section className="stack-s">
          <h2>{i18n.t('screens.mailbox.attachments')}</h2>
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
        title={i18n.t('screens.mailbox.html')}
        src={mailPath(mail.id, 'html')}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      />
      <details>
        <summary>{i18n.t('screens.mailbox.text')}</summary>
        <pre className="mail-text">{mail.text}</pre>
      </details>
    </div>
  );
}
