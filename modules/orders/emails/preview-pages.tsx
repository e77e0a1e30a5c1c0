import type { ReactElement } from 'react';
import { changesEvent, eventHead, wordsOf } from '#modules/events/index.ts';
import type { MailAudience } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Locale, Translator } from '#src/texts/locale.ts';
import { Card } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { type PageRoute, page } from '#src/web/http.ts';
import { framingPolicy } from '#src/web/security-headers.ts';
import { previewGroups, previewLanguage, previewOf, withInlineImages } from './preview.ts';

const path = '/admin/events/{event}/mails';

/** No scripts, no forms, nothing external; only our own pages may frame it. */
const mailPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'";
export const mailPreviewPages: readonly PageRoute[] = [
  page({ method: 'get', path, ...changesEvent }, async (call) => {
    const catalog = call.record;
    const i18n = wordsOf(call.i18n, catalog);
    const eventId = catalog.event.id;
    return call.render(
      <div className="stack">
        <p className="soft">{i18n.t('mailPreview.intro')}</p>
        <MailListPage eventId={eventId} groups={previewGroups(call.deps)} i18n={i18n} />
      </div>,
      eventHead(catalog, i18n.t('mailPreview.title')),
    );
  }),
  page({ method: 'get', path: `${path}/{type}`, ...changesEvent }, async (call) => {
    const catalog = call.record;
    const i18n = wordsOf(call.i18n, catalog);
    const eventId = catalog.event.id;
    const type = call.params.type ?? '';
    const language = previewLanguage(call.query.get('language'), i18n.locale);
    const content = await previewOf(call.deps, eventId, type, language);
    call.context.header('content-security-policy', framingPolicy);
    return call.render(
      <div className="stack">
        <MailPreviewPage {...{ eventId, type, language, content, i18n }} />
      </div>,
      eventHead(catalog, mailWords(type, i18n).name),
    );
  }),
  page({ method: 'get', path: `${path}/{type}/html`, ...changesEvent }, async (call) => {
    const { event } = call.record;
    const language = previewLanguage(call.query.get('language'), call.i18n.locale);
    const content = await previewOf(call.deps, event.id, call.params.type ?? '', language);
    return call.context.html(withInlineImages(content), 200, { 'content-security-policy': mailPolicy });
  }),
];

const mailsPath = (eventId: number, type?: string): string => `/admin/events/${eventId}/mails${type ? `/${type}` : ''}`;

/** Title and occasion of a mail type; a test requires both. */
export function mailWords(type: string, i18n: Translator): { name: string; when: string } {
  const [name, when] = [`mailPreview.name.${type}`, `mailPreview.when.${type}`];
  return { name: i18n.has(name) ? i18n.t(name) : type, when: i18n.has(when) ? i18n.t(when) : '' };
}

export type PreviewGroup = { audience: MailAudience; types: readonly string[] };

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

/** One mail: its inbox line, the HTML in a frame, and the plain text. */
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
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area needs keyboard focus. */}
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
