import type { ReactElement } from 'react';
import type { MailAudience } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Locale, Translator } from '#src/texts/locale.ts';
import { Card } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';

const mailsPath = (eventId: number, type?: string): string => `/admin/events/${eventId}/mails${type ? `/${type}` : ''}`;

/** What a kind of mail is called and when it goes out; a test asks for both of every kind that has a preview. */
export function mailWords(type: string, i18n: Translator): { name: string; when: string } {
  const [name, when] = [`mailPreview.name.${type}`, `mailPreview.when.${type}`];
  return { name: i18n.has(name) ? i18n.t(name) : type, when: i18n.has(when) ? i18n.t(when) : '' };
}

export type PreviewGroup = { audience: MailAudience; types: readonly string[] };

/** All kinds of mails, each with when it goes out. */
export function MailListPage(props: {
  eventId: number;
  groups: readonly PreviewGroup[];
  i18n: Translator;
}): ReactElement {
  const { eventId, groups, i18n } = props;
  return (
    <div className="stack">
      {groups.map(({ audience, types }) => (
        <Card key={audience} title={i18n.t(`mailPreview.group.${audience}`)}>
          {audience === 'account' ? <p className="soft">{i18n.t('mailPreview.accountText')}</p> : null}
          <dl className="mail-list">
            {types.map((type) => {
              const { name, when } = mailWords(type, i18n);
              return (
                <div key={type}>
                  <dt>
                    <a href={mailsPath(eventId, type)}>{name}</a>
                  </dt>
                  <dd>{when}</dd>
                </div>
              );
            })}
          </dl>
        </Card>
      ))}
    </div>
  );
}

/** One mail as it would arrive: its line in the mailbox, the HTML in a frame of its own, and the text beside it. */
export function MailPreviewPage(props: {
  eventId: number;
  type: string;
  language: Locale;
  content: MailContent;
  i18n: Translator;
}): ReactElement {
  const { eventId, type, language, content, i18n } = props;
  const { t } = i18n;
  const { when } = mailWords(type, i18n);
  const languages = [
    ['de', t('mailPreview.german')],
    ['en-us', t('mailPreview.english')],
  ] as const;
  return (
    <div className="stack">
      {when ? <p className="soft">{when}</p> : null}
      <nav className="row" aria-label={t('mailPreview.language')}>
        {languages.map(([locale, label]) => (
          <ButtonLink
            key={locale}
            small
            look={locale === language ? 'main' : 'quiet'}
            aria-current={locale === language ? 'page' : undefined}
            href={`${mailsPath(eventId, type)}?language=${locale}`}
          >
            {label}
          </ButtonLink>
        ))}
      </nav>
      <div className="mail-line">
        <p>
          <strong>{content.subject}</strong>
        </p>
        {content.preheader ? <p className="soft">{content.preheader}</p> : null}
      </div>
      <div className="mail-both">
        <iframe
          className="mail-frame"
          title={t('mailPreview.html', { subject: content.subject })}
          src={`${mailsPath(eventId, type)}/html?language=${language}`}
          sandbox=""
        />
        <section aria-labelledby="mail-text-title">
          <h2 id="mail-text-title">{t('mailPreview.text')}</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard too. */}
          <pre className="mail-text" tabIndex={0} lang={language === 'de' ? 'de' : 'en-US'}>
            {content.text}
          </pre>
        </section>
      </div>
      <p>
        <a href={mailsPath(eventId)}>{t('mailPreview.back')}</a>
      </p>
    </div>
  );
}
