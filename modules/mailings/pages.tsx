import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import {
  type AboutPeople,
  type Admission,
  type PeopleSelection,
  selectionInWords,
  selectionOf,
} from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { Problem } from '#src/kernel/problem.ts';
import { ButtonLink } from '#src/ui/form.tsx';
import { isConfirmed } from '#src/web/forms/confirm.tsx';
import { formPages } from '#src/web/forms/form-pages.ts';
import { problemText } from '#src/web/forms/refusal.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { rowsOf } from '#src/web/list/find.ts';
import { List } from '#src/web/list/list-page.tsx';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { listData } from '#src/web/list/show.ts';
import { framingPolicy, mailPolicy } from '#src/web/security-headers.ts';
import { mailingForm, mailingRecord, mailingShaped, newRecord } from './mailing-form.tsx';
import { mailingMail } from './mailing-mail.ts';
import { filterInWords, MailingBadge, MailingView, mailingPath, mailingsPath } from './mailing-page.tsx';
import { type Mailing, mailingOf, mailingSource, progressOf, readMailings } from './read-mailings.ts';
import { isNarrowed } from './rules/mailing.ts';
import { changeMailing, createMailing, sendMailing, stopMailing, testMailing } from './save-mailing.ts';
import { firstRecipient, indexForSearch, mailingsJob, reachOf } from './send-mailings.ts';
import { mailingInput } from './shapes.ts';

const may = 'participant.write';
type Call = PageCall<typeof may, 'event', Catalog>;
type Loaded = { catalog: Catalog; mailing: Mailing };
type MailingCall = PageCall<typeof may, 'event' | 'mailingId', Loaded>;

async function loadMailing(call: Pick<MailingCall, 'deps' | 'viewer' | 'may' | 'params'>): Promise<Loaded> {
  const catalog = await loadCatalog(call);
  return { catalog, mailing: await mailingOf(call.deps.read, catalog.event.id, call.params.mailingId) };
}

async function showList(call: Call): Promise<Response> {
  const { record: catalog } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const eventId = catalog.event.id;
  const about = { catalog, events: [], admission: call.deps.admission, i18n };
  return call.render(
    <div className="stack">
      <List
        list={
          await listData(call, mailingListing, {
            i18n,
            eventId,
            whom: ({ filter }) => filterInWords(filter, about) || i18n.t('mailings.everyone'),
          })
        }
      />
    </div>,
    eventHead(
      catalog,
      i18n.t('mailings.title'),
      <ButtonLink href={`${mailingsPath(eventId)}/new`}>{i18n.t('mailings.new')}</ButtonLink>,
    ),
  );
}

type Draft = { call: Pick<Call, 'deps' | 'form' | 'query' | 'i18n' | 'viewer' | 'render' | 'redirect'> } & {
  catalog: Catalog;
  mailing?: Mailing;
};

async function showForm({ call, catalog, mailing }: Draft, state?: FormState): Promise<Response> {
  const { deps, i18n, query } = call;
  if (mailing && mailing.status !== 'draft') return call.redirect(mailingPath(mailing));
  const eventId = catalog.event.id;
  const base = mailingsPath(eventId);
  const path = mailing ? `${mailingPath(mailing)}/edit` : `${base}/new`;
  const selection = selectionFor({ call, catalog, ...(mailing && { mailing }) });
  const without = new URLSearchParams(
    [...query].filter(([name]) => ['competition', 'paid', 'field', 'answer'].includes(name)),
  );
  const notice = isNarrowed(selection)
    ? {
        text: i18n.t('mailings.selection', {
          selection: selectionInWords(selection, aboutPeople({ call, catalog })),
          count: (await reachOf(deps, { eventId, filter: { ...everyone, ...selection } })).people,
        }),
        dropHref: mailing ? `${path}?drop` : `${path}?${without}`,
      }
    : null;
  return call.render(
    <div className="stack mailing-form">
      <SavingForm
        form={mailingForm(catalog, i18n, notice)}
        record={mailing ? mailingRecord(mailing, catalog, i18n) : newRecord(call.query)}
        state={state}
        i18n={i18n}
        action={query.size > 0 ? `${path}?${query}` : path}
        submit={i18n.t('mailings.form.next')}
        cancelHref={mailing ? mailingPath(mailing) : base}
      />
    </div>,
    eventHead(catalog, i18n.t(mailing ? 'mailings.edit' : 'mailings.new')),
    formStatus(state),
  );
}

const everyone = { competitionIds: null, paid: null, formField: null };

const aboutPeople = ({ call, catalog }: Pick<Draft, 'call' | 'catalog'>): AboutPeople => ({
  catalog,
  events: [],
  admission: call.deps.admission,
  i18n: call.i18n,
});

/** The selection of the list of participants: of a new mailing in the address, else the stored one unless it is dropped. */
function selectionFor({ call, catalog, mailing }: Draft): PeopleSelection {
  if (!mailing) return selectionOf(call.query, aboutPeople({ call, catalog }));
  const { conditions = [], q = '' } = call.query.has('drop') ? {} : mailing.filter;
  return { conditions, q };
}

const controls: Readonly<Record<string, string>> = {
  'filter.formField.fieldId': 'field',
  'filter.formField.value': 'answer',
};

async function save({ call, catalog, mailing }: Draft): Promise<{ to: string } | { state: FormState }> {
  if (mailing && mailing.status !== 'draft') return { to: mailingPath(mailing) };
  const { admission } = call.deps;
  const who = { eventId: catalog.event.id, editorId: call.viewer.userId, admission };
  const selection = selectionFor({ call, catalog, ...(mailing && { mailing }) });
  return saveForm(call, {
    form: mailingForm(catalog, call.i18n),
    schema: mailingInput,
    reshape: (values) => mailingShaped(values, catalog, call.i18n, selection),
    controlOf: (path) => controls[path] ?? path.replace(/^text\./, ''),
    ...(mailing
      ? {
          stored: async ({ tx }: Work) =>
            mailingRecord(await mailingOf(tx, mailing.eventId, mailing.id), catalog, call.i18n),
        }
      : {}),
    save: async (work, content) => {
      if (!mailing) return mailingPath({ ...who, id: await createMailing(work, { ...who, ...content }) });
      await changeMailing(work, { ...who, mailingId: mailing.id, ...content });
      return mailingPath(mailing);
    },
  });
}

const languages = ['de', 'en-us'] as const;

async function showMailing(call: MailingCall, problem: string | null = null): Promise<Response> {
  const { deps, query, context, record } = call;
  const { catalog, mailing } = record;
  const i18n = wordsOf(call.i18n, catalog);
  const reader = await firstRecipient(deps.read, { ...mailing, admission: deps.admission });
  const { conditions = [], q = '' } = mailing.filter;
  const usedLanguages = languages.filter((language) => mailing.text[language]);
  // Allows the preview in a frame of our own pages.
  context.header('content-security-policy', framingPolicy);
  return call.render(
    <div className="stack">
      <MailingView
        mailing={mailing}
        catalog={catalog}
        selection={
          isNarrowed(mailing.filter)
            ? selectionInWords({ conditions, q }, aboutPeople({ call: { ...call, i18n }, catalog }))
            : null
        }
        progress={await progressOf(deps.read, mailing.id)}
        reach={
          mailing.status === 'draft' ? await reachOf(deps, mailing) : { addresses: mailing.recipientCount, people: 0 }
        }
        previews={
          await Promise.all(
            usedLanguages.map(async (locale) => ({
              locale,
              ...(await mailingMail(deps, { mailing, catalog, reader, locale })),
            })),
          )
        }
        i18n={i18n}
        outcome={(['tested', 'sent', 'stopped'] as const).find((name) => name === query.get('done')) ?? null}
        problem={problem}
        isAsked={query.has('send')}
      />
    </div>,
    eventHead(catalog, mailing.text.de.subject),
    problem ? 409 : 200,
  );
}

async function act(
  call: MailingCall,
  done: string,
  verb: (
    work: Work,
    named: { eventId: number; mailingId: number; editorId: number; admission: Admission },
  ) => Promise<void>,
): Promise<Response> {
  const { deps, viewer, params, record } = call;
  const { catalog, mailing } = record;
  try {
    await indexForSearch(deps, mailing.filter);
    const named = { eventId: mailing.eventId, mailingId: mailing.id, editorId: viewer.userId };
    await deps.write((work) => verb(work, { ...named, admission: deps.admission }));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const i18n = wordsOf(call.i18n, catalog);
    const isNobody = error.code === 'VALIDATION_FAILED';
    const now = {
      ...call,
      params,
      record: { catalog, mailing: await mailingOf(deps.read, mailing.eventId, mailing.id) },
    };
    return showMailing(now, isNobody ? i18n.t('mailings.nobody') : problemText(i18n, error.code));
  }
  deps.runNow(mailingsJob);
  return call.redirect(`${mailingPath(mailing)}?done=${done}`);
}

async function showPreview({ deps, query, context, record }: MailingCall): Promise<Response> {
  const { catalog, mailing } = record;
  const reader = await firstRecipient(deps.read, { ...mailing, admission: deps.admission });
  const locale = query.get('language') === 'en-us' ? 'en-us' : 'de';
  const { html } = await mailingMail(deps, { mailing, catalog, reader, locale });
  // Links of the preview open outside of the frame.
  return context.html(html.replace('<head>', '<head><base target="_blank">'), 200, {
    'content-security-policy': mailPolicy,
  });
}

const path = '/admin/events/{event}/mailings' as const;
const onePath = `${path}/{mailingId}` as const;
const ofOne = { may, load: loadMailing } as const;

export const mailingPages: Route[] = [
  page({ method: 'get', path, may, load: loadCatalog }, showList),
  ...formPages({
    path: `${path}/new`,
    may,
    load: loadCatalog,
    loadData: (call: Call): Draft => ({
      call: { ...call, i18n: wordsOf(call.i18n, call.record) },
      catalog: call.record,
    }),
    show: showForm,
    save,
  }),
  ...formPages({
    path: `${onePath}/edit`,
    ...ofOne,
    loadData: (call: MailingCall): Draft => ({
      call: { ...call, i18n: wordsOf(call.i18n, call.record.catalog) },
      ...call.record,
    }),
    show: showForm,
    save,
  }),
  page({ method: 'get', path: onePath, ...ofOne }, (call) => showMailing(call)),
  page({ method: 'get', path: `${onePath}/preview`, ...ofOne }, showPreview),
  page({ method: 'post', path: `${onePath}/send`, ...ofOne }, async (call) =>
    isConfirmed(call) ? act(call, 'sent', sendMailing) : call.redirect(`${mailingPath(call.record.mailing)}?send`),
  ),
  page({ method: 'post', path: `${onePath}/stop`, ...ofOne }, (call) => act(call, 'stopped', stopMailing)),
  page({ method: 'post', path: `${onePath}/test`, ...ofOne }, (call) => {
    const to = { email: call.viewer.email, locale: call.i18n.locale };
    return act(call, 'tested', (work, named) => testMailing(work, { ...named, to }));
  }),
];

type AboutMailings = ListAbout & { eventId: number; whom: (mailing: Mailing) => string };

export const mailingListing = {
  path: ({ eventId }) => mailingsPath(eventId),
  name: () => 'mailings',
  rowsOnAPage: 25,
  first: { field: 'id', direction: 'desc' },
  filters: {},
  columns: ({ i18n, whom }) => [
    {
      key: 'subject',
      title: i18n.t('mailings.form.subject'),
      heading: true,
      cell: (mailing) => <a href={mailingPath(mailing)}>{mailing.text.de.subject}</a>,
    },
    { key: 'whom', title: i18n.t('mailings.group.whom'), text: whom },
    {
      key: 'status',
      title: i18n.t('mailings.fact.status'),
      cell: ({ status }) => <MailingBadge status={status} i18n={i18n} />,
    },
    {
      key: 'count',
      title: i18n.t('mailings.fact.addresses'),
      align: 'end',
      text: ({ recipientCount, status }) => (status === 'draft' ? '' : i18n.number(recipientCount)),
    },
    { key: 'editor', title: i18n.t('mailings.fact.editor'), text: ({ editorEmail }) => editorEmail },
    {
      key: 'startedAt',
      title: i18n.t('mailings.fact.started'),
      text: ({ startedAt }) => (startedAt ? i18n.shortDateTime(startedAt) : ''),
    },
  ],
  ...rowsOf(({ eventId }: AboutMailings) => mailingSource(eventId), readMailings),
  texts: {
    caption: 'mailings.title',
    count: 'mailings.count',
    empty: 'mailings.none',
    emptyFiltered: 'mailings.none',
  },
} as const satisfies Listing<Mailing, AboutMailings>;
