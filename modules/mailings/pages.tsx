import { EventTabs, eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { Problem } from '#src/kernel/problem.ts';
import { type PageCall, page, type Route } from '#src/platform/http.ts';
import type { MessageKey, Translator } from '#src/platform/locale.ts';
import { framingPolicy, mailPolicy } from '#src/platform/mail/showing.ts';
import type { Work } from '#src/platform/work.ts';
import { ButtonLink } from '#src/ui/form.tsx';
import { Pager, Table } from '#src/ui/table.tsx';
import { changeMailing, createMailing, sendMailing, stopMailing, testMailing } from './keep-mailing.ts';
import { draftOf, draftTo, faultTexts, type MailingDraft, MailingForm } from './mailing-form.tsx';
import { letterOf } from './mailing-mail.ts';
import { MailingBadge, MailingView, mailingPath, mailingsPath } from './mailing-page.tsx';
import { type Mailing, mailingOf, mailingsOf, progressOf } from './read-mailings.ts';
import { firstRecipient, reachOf } from './recipients.ts';
import { mailingErrors } from './rules/mailing.ts';
import { mailingsJob } from './send-mailings.ts';

type Call<Name extends string = never> = PageCall<'participant.write', 'event' | Name, Catalog>;
type MailingCall = Call<'mailingId'>;
type Seen = { catalog: Catalog; words: Translator };
const route = { may: 'participant.write', load: loadCatalog } as const;
const pageSize = 25;

async function seen(call: Call): Promise<Seen> {
  const catalog = call.record;
  return { catalog, words: wordsOf(call.words, catalog) };
}
const seenMailing = async (call: MailingCall, { event }: Catalog): Promise<Mailing> =>
  mailingOf(call.deps.read, event.id, call.params.mailingId);

async function showList(call: Call): Promise<Response> {
  const { catalog, words } = await seen(call);
  const text = call.query.get('page') ?? '';
  const at = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
  const base = mailingsPath(catalog.event.id);
  const { count, rows } = await mailingsOf(call.deps.read, catalog.event.id, {
    offset: (at - 1) * pageSize,
    limit: pageSize,
  });
  return call.render(
    <div className="stack">
      <EventTabs eventId={catalog.event.id} words={words} />
      <Table
        caption={words.t('mailings.title')}
        captionHidden
        columns={[
          {
            key: 'subject',
            title: words.t('mailings.form.subject'),
            heading: true,
            cell: (mailing) => <a href={mailingPath(mailing)}>{mailing.text.de.subject}</a>,
          },
          {
            key: 'status',
            title: words.t('mailings.fact.status'),
            cell: ({ status }) => <MailingBadge status={status} words={words} />,
          },
          {
            key: 'count',
            title: words.t('mailings.fact.addresses'),
            align: 'end',
            cell: ({ recipientCount, status }) => (status === 'draft' ? '–' : words.number(recipientCount)),
          },
          { key: 'editor', title: words.t('mailings.fact.editor'), cell: ({ editorEmail }) => editorEmail },
          {
            key: 'date',
            title: words.t('mailings.fact.started'),
            cell: ({ startedAt }) => (startedAt ? words.shortDateTime(startedAt) : '–'),
          },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
        empty={words.t('mailings.none')}
      />
      <Pager page={at} pages={Math.max(1, Math.ceil(count / pageSize))} href={(to) => `${base}?page=${to}`} />
    </div>,
    eventHead(
      catalog,
      words.t('mailings.title'),
      <ButtonLink href={`${base}/new`}>{words.t('mailings.new')}</ButtonLink>,
    ),
  );
}

function showForm(
  call: Call,
  { catalog, words }: Seen,
  form: { draft: MailingDraft; errors?: Record<string, string>; mailing?: Mailing },
): Promise<Response> {
  const { draft, errors = {}, mailing } = form;
  const base = mailingsPath(catalog.event.id);
  return call.render(
    <div className="stack">
      <EventTabs eventId={catalog.event.id} words={words} />
      <MailingForm
        draft={draft}
        errors={errors}
        catalog={catalog}
        words={words}
        action={mailing ? `${mailingPath(mailing)}/edit` : `${base}/new`}
        cancelHref={mailing ? mailingPath(mailing) : base}
      />
    </div>,
    eventHead(catalog, words.t(mailing ? 'mailings.edit' : 'mailings.new')),
    Object.keys(errors).length > 0 ? 400 : 200,
  );
}

/** Saves what was typed, as a new letter or in the place of a draft. */
async function save(call: Call, mailing?: Mailing): Promise<Response> {
  const here = await seen(call);
  const draft = draftOf(call.form);
  const faults = mailingErrors(draft.text);
  if (Object.keys(faults).length > 0) {
    return showForm(call, here, { draft, errors: faultTexts(faults, here.words), ...(mailing ? { mailing } : {}) });
  }
  const [eventId, editorId] = [here.catalog.event.id, call.viewer.userId];
  const mailingId = await call.deps.write(async (work) => {
    if (!mailing) return createMailing(work, { eventId, editorId, ...draft });
    await changeMailing(work, { eventId, editorId, mailingId: mailing.id, ...draft });
    return mailing.id;
  });
  return call.redirect(mailingPath({ eventId, id: mailingId }));
}

async function showMailing(call: MailingCall, problem: string | null = null): Promise<Response> {
  const { deps, query, context } = call;
  const { catalog, words } = await seen(call);
  const mailing = await seenMailing(call, catalog);
  const said = (['tested', 'sent', 'stopped'] as const).find((name) => name === query.get('done')) ?? null;
  const reader = await firstRecipient(deps.read, catalog.event.id, mailing.filter);
  const subjects = await Promise.all(
    (['de', 'en-us'] as const).map(async (locale) => [
      locale,
      (await letterOf(deps, { mailing, catalog, reader, locale })).subject,
    ]),
  );
  // The letter is shown in a frame, as people will see it.
  context.header('content-security-policy', framingPolicy);
  return call.render(
    <div className="stack">
      <EventTabs eventId={catalog.event.id} words={words} />
      <MailingView
        mailing={mailing}
        catalog={catalog}
        progress={await progressOf(deps.read, mailing.id)}
        reach={
          mailing.status === 'draft'
            ? await reachOf(deps.read, catalog.event.id, mailing.filter)
            : { addresses: mailing.recipientCount, people: 0 }
        }
        subjects={Object.fromEntries(subjects)}
        words={words}
        said={said}
        problem={problem}
        isAsked={query.has('send')}
      />
    </div>,
    eventHead(catalog, mailing.text.de.subject),
    problem ? 409 : 200,
  );
}

/** Runs a verb on a letter and shows it again, with what was done or why not. */
async function act(
  call: MailingCall,
  done: string,
  verb: (work: Work, mailing: Mailing) => Promise<void>,
): Promise<Response> {
  const { catalog, words } = await seen(call);
  const mailing = await seenMailing(call, catalog);
  try {
    await call.deps.write((work) => verb(work, mailing));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const key = error.code === 'VALIDATION_FAILED' ? 'mailings.nobody' : `problem.${error.code}`;
    return showMailing(call, words.t((words.has(key) ? key : 'problem.UNKNOWN') as MessageKey));
  }
  call.deps.runNow(mailingsJob);
  return call.redirect(`${mailingPath(mailing)}?done=${done}`);
}

const path = '/admin/events/{event}/mailings' as const;
const onePath = `${path}/{mailingId}` as const;

export const mailingPages: Route[] = [
  page({ method: 'get', path, ...route }, showList),
  page({ method: 'get', path: `${path}/new`, ...route }, async (call) =>
    showForm(call, await seen(call), { draft: draftTo(call.query) }),
  ),
  page({ method: 'post', path: `${path}/new`, ...route }, (call) => save(call)),
  page({ method: 'get', path: onePath, ...route }, (call) => showMailing(call)),
  page({ method: 'get', path: `${onePath}/edit`, ...route }, async (call) => {
    const here = await seen(call);
    const mailing = await seenMailing(call, here.catalog);
    if (mailing.status !== 'draft') return call.redirect(mailingPath(mailing));
    return showForm(call, here, { draft: mailing, mailing });
  }),
  page({ method: 'post', path: `${onePath}/edit`, ...route }, async (call) => {
    const { catalog } = await seen(call);
    const mailing = await seenMailing(call, catalog);
    return mailing.status === 'draft' ? save(call, mailing) : call.redirect(mailingPath(mailing));
  }),
  page({ method: 'get', path: `${onePath}/letter`, ...route }, async (call) => {
    const { catalog } = await seen(call);
    const mailing = await seenMailing(call, catalog);
    const reader = await firstRecipient(call.deps.read, catalog.event.id, mailing.filter);
    const locale = call.query.get('language') === 'en-us' ? 'en-us' : 'de';
    const { html } = await letterOf(call.deps, { mailing, catalog, reader, locale });
    // Its links open beside the frame.
    return call.context.html(html.replace('<head>', '<head><base target="_blank">'), 200, {
      'content-security-policy': mailPolicy,
    });
  }),
  page({ method: 'post', path: `${onePath}/send`, ...route }, async (call) => {
    if (call.form.get('confirmed') !== 'true') {
      const { catalog } = await seen(call);
      return call.redirect(`${mailingPath(await seenMailing(call, catalog))}?send`);
    }
    return act(call, 'sent', (work, { id, eventId }) =>
      sendMailing(work, { eventId, mailingId: id, editorId: call.viewer.userId }),
    );
  }),
  page({ method: 'post', path: `${onePath}/stop`, ...route }, (call) =>
    act(call, 'stopped', (work, { id, eventId }) => stopMailing(work, { eventId, mailingId: id })),
  ),
  page({ method: 'post', path: `${onePath}/test`, ...route }, (call) =>
    act(call, 'tested', (work, { id, eventId }) =>
      testMailing(work, {
        eventId,
        mailingId: id,
        editorId: call.viewer.userId,
        to: { email: call.viewer.email, locale: call.words.locale },
      }),
    ),
  ),
];
