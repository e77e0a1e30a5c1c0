import { changesEvent, eventHead, wordsOf } from '#modules/events/index.ts';
import { framingPolicy } from '#src/mail/showing.ts';
import { type PageRoute, page } from '#src/web/http.ts';
import { previewGroups, previewLanguage, previewOf, shownInside } from './preview.ts';
import { MailListPage, MailPreviewPage, mailWords } from './preview-page.tsx';

const path = '/admin/events/{event}/mails';

/** The mail itself: no scripts, no forms, nothing from elsewhere; only a page of ours may show it in a frame. */
const mailPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'";
/** What the mails of an event look like before anybody gets one. */
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
    return call.context.html(shownInside(content), 200, { 'content-security-policy': mailPolicy });
  }),
];
