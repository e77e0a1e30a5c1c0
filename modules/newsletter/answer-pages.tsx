import type { ReactElement, ReactNode } from 'react';
import { catalogOf } from '#modules/events/index.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { organizerById } from '#modules/organizers/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import { Alert } from '#src/ui/display.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { type PageCall, type PageHead, type PageRoute, page } from '#src/web/http.ts';
import { opensConfirm, opensWithdraw } from './emails.ts';
import { proveByMail } from './prove-consents.ts';
import { consentOf } from './read-consents.ts';
import type { Consent } from './schema.ts';
import { withdrawAll } from './withdraw-consents.ts';

type Call = PageCall<'newsletter.answer', 'consentId'>;
type ConsentView = { call: Call; consent: Consent; organizer: string; whiteLabel: PageHead['whiteLabel'] };

/** Mail scanners open links, so only the button answers. The link begins no session and shows only the sentence. */
const byLink = (
  name: 'confirm' | 'withdraw',
  method: 'get' | 'post',
  opens: (call: Call, consent: Consent) => boolean,
  answer: (view: ConsentView) => Promise<Response>,
): PageRoute =>
  page(
    { method, path: `/newsletter/{consentId}/${name}`, may: 'newsletter.answer', withoutCsrf: true },
    async (call): Promise<Response> => {
      const consent = await consentOf(call.deps.read, call.params.consentId);
      if (!consent || !opens(call, consent)) return refuse('NOT_FOUND');
      const organizer = (await organizerById(call.deps.read, consent.organizerId))?.name ?? '';
      const catalog = await catalogOf(call.deps.read, consent.eventId);
      const whiteLabel = catalog ? whiteLabelOf(catalog) : null;
      const response = await answer({ call, consent, organizer, whiteLabel });
      response.headers.set('referrer-policy', 'same-origin');
      response.headers.set('x-robots-tag', 'noindex, noarchive');
      response.headers.set('cache-control', 'private, no-store');
      return response;
    },
  );

type Title =
  | 'newsletter.confirm.title'
  | 'newsletter.confirmed.title'
  | 'newsletter.withdraw.title'
  | 'newsletter.withdrawn.title';
const render = ({ call, organizer, whiteLabel }: ConsentView, title: Title, children: ReactNode): Promise<Response> =>
  call.render(
    <div className="narrow stack">
      <h1>{call.i18n.t(title, { organizer })}</h1>
      {children}
    </div>,
    { title: call.i18n.t(title, { organizer }), noIndex: true, withoutQuery: true, whiteLabel },
  );

function Ask({ view, button, children }: { view: ConsentView; button: string; children: ReactNode }): ReactElement {
  const { pathname, search } = new URL(view.call.context.req.url);
  return (
    <>
      {children}
      <Form action={`${pathname}${search}`}>
        <div className="form-actions">
          <Button>{button}</Button>
        </div>
      </Form>
    </>
  );
}

function showConfirm(view: ConsentView): Promise<Response> {
  const { call, consent, organizer } = view;
  const { t } = call.i18n;
  if (consent.withdrawnAt !== null) return showWithdrawn(view);
  if (consent.provenAt !== null) return showConfirmed(view);
  return render(
    view,
    'newsletter.confirm.title',
    <Ask view={view} button={t('newsletter.confirm.button')}>
      <p className="lead">{t('newsletter.confirm.text', { organizer })}</p>
      <blockquote>{consent.text}</blockquote>
      <p className="soft">{t('newsletter.confirm.notYou')}</p>
    </Ask>,
  );
}

const showConfirmed = (view: ConsentView): Promise<Response> =>
  render(
    view,
    'newsletter.confirmed.title',
    <Alert tone="good">{view.call.i18n.t('newsletter.confirmed.text', { organizer: view.organizer })}</Alert>,
  );

function showWithdraw(view: ConsentView): Promise<Response> {
  const { call, consent, organizer } = view;
  if (consent.withdrawnAt !== null) return showWithdrawn(view);
  return render(
    view,
    'newsletter.withdraw.title',
    <Ask view={view} button={call.i18n.t('newsletter.withdraw.button')}>
      <p className="lead">{call.i18n.t('newsletter.withdraw.text', { organizer })}</p>
    </Ask>,
  );
}

const showWithdrawn = (view: ConsentView): Promise<Response> =>
  render(
    view,
    'newsletter.withdrawn.title',
    <Alert tone="good">{view.call.i18n.t('newsletter.withdrawn.text', { organizer: view.organizer })}</Alert>,
  );

const confirms = ({ deps, query, now }: Call, consent: Consent) => opensConfirm(deps, consent, query, now);
const withdraws = ({ deps, query }: Call, consent: Consent) => opensWithdraw(deps, consent, query);

export const answerPages: readonly PageRoute[] = [
  byLink('confirm', 'get', confirms, showConfirm),
  byLink('confirm', 'post', confirms, async (view) => {
    const { call, consent } = view;
    if (consent.withdrawnAt === null) await call.deps.write((work) => proveByMail(work, consent));
    const { pathname, search } = new URL(call.context.req.url);
    return call.redirect(`${pathname}${search}`);
  }),
  byLink('withdraw', 'get', withdraws, showWithdraw),
  // Mail programs post here themselves (RFC 8058): without cookies, and they expect 200 at once.
  byLink('withdraw', 'post', withdraws, async (view) => {
    const { call, consent } = view;
    await call.deps.write((work) => withdrawAll(work, consent, { withdrawnBy: 'link', editorId: consent.userId }));
    return showWithdrawn(view);
  }),
];
