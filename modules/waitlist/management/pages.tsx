import type { ReactElement } from 'react';
import { eventHead, loadCatalog, onEvent, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Work } from '#src/data/work.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { NumberField, SelectField } from '#src/ui/field.tsx';
import { Button, ButtonLink, ErrorSummary, Form, OpenLink, PostButton, RefusalNote, Saved } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { Confirm, isConfirmed } from '#src/web/forms/confirm.tsx';
import { namedProblem } from '#src/web/forms/refusal.ts';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { List } from '#src/web/list/list-page.tsx';
import { listData, listFile } from '#src/web/list/show.ts';
import { listPath } from '../links.ts';
import { closedListsOf, entryAt, type Tally, talliesOf } from '../read-entries.ts';
import {
  type EntryState,
  isSameWish,
  parseWish,
  type Wish,
  wishForPlaces,
  wishForSize,
  wishKey,
} from '../rules/entry-state.ts';
import { sizeIn } from '../rules/sizes.ts';
import type { Entry } from '../schema.ts';
import { describeWish } from '../wish-text.ts';
import { addPlaces, closeList, offerByHand, removeEntry } from './change-list.ts';
import { waitlistListing } from './waitlist-listing.tsx';

type Loaded = { catalog: Catalog; entry: Entry };
type Call = PageCall<'waitlist.manage', 'event', Catalog>;
type EntryCall = PageCall<'waitlist.manage', 'event' | 'entryId', Loaded>;
const path = '/admin/events/{event}/waitlist' as const;

/** Loader of pages: an entry of an event that the viewer manages. @throws Problem NOT_FOUND */
async function loadEntry(call: Pick<EntryCall, 'deps' | 'viewer' | 'may' | 'params'>): Promise<Loaded> {
  const catalog = await loadCatalog(call);
  return { catalog, entry: await entryAt(call.deps.read, catalog.event.id, call.params.entryId) };
}

/** Invalid input of the form, to show it again. */
type FormValues = { wish: string; count: string };

async function showList(call: PageCall<'order.view', 'event', Catalog> | Call, values?: FormValues): Promise<Response> {
  const { record: catalog, deps, query, viewer } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const eventId = catalog.event.id;
  const about = { i18n, catalog, csrfToken: viewer.csrfToken };
  const done = (['offered', 'removed', 'added', 'closed', 'opened'] as const).find(
    (name) => name === query.get('done'),
  );
  return call.render(
    <div className="stack">
      <RefusalNote>{namedProblem(i18n, query.get('refused'))}</RefusalNote>
      {done ? <Saved>{i18n.t(`waitlist.done.${done}`)}</Saved> : null}
      {catalog.event.offerHours === null ? (
        <Alert>
          <p>{i18n.t('waitlist.list.off')}</p>
          <ButtonLink href={`/admin/events/${eventId}/features`} look="quiet" small>
            {i18n.t('waitlist.list.toSettings')}
          </ButtonLink>
        </Alert>
      ) : null}
      <Figures
        {...{
          catalog,
          i18n,
          tallies: await talliesOf(deps.read, eventId),
          closed: await closedListsOf(deps.read, eventId),
          csrfToken: viewer.csrfToken,
          values,
        }}
      />
      <List list={await listData(call, waitlistListing, about)} />
    </div>,
    eventHead(catalog, i18n.t('waitlist.list.title')),
    values ? 400 : 200,
  );
}

type FiguresProps = {
  catalog: Catalog;
  i18n: Translator;
  tallies: readonly Tally[];
  closed: ReadonlySet<number>;
  csrfToken: string | null;
  values: FormValues | undefined;
};
const maxMore = 10_000;
const columns = ['waiting', 'offered', 'bought', 'lapsed'] as const;

function Figures({ catalog, i18n, tallies, closed, csrfToken, values }: FiguresProps): ReactElement | null {
  const { event, competitions, articles } = catalog;
  const of = (wish: Wish, state: EntryState) =>
    tallies.find((tally) => isSameWish(tally, wish) && tally.state === state);
  const wishes = [
    ...competitions.flatMap(({ id, prices }) =>
      [null, ...prices.map((price) => price.id)].map((priceId) => wishForPlaces(id, priceId)),
    ),
    ...articles.flatMap(({ variants }) => variants.map(({ id }) => wishForSize(id))),
  ];
  const listed = wishes.flatMap((wish): (Wish & { title: string })[] => {
    const isThere =
      tallies.some((tally) => isSameWish(tally, wish)) || (isOfPlaces(wish) && closed.has(wish.competitionId));
    return isThere ? [{ ...wish, title: describeWish(catalog, wish, i18n) }] : [];
  });
  if (listed.length === 0) return null;
  const base = listPath(event.id);
  const error = values ? i18n.t('waitlist.places.error', { most: i18n.number(maxMore) }) : null;
  return (
    <>
      <Table
        caption={i18n.t('waitlist.figures.title')}
        rows={listed}
        rowKey={wishKey}
        empty=""
        columns={[
          {
            key: 'competition',
            title: i18n.t('waitlist.list.what'),
            heading: true,
            cell: ({ title }) => title,
          },
          ...columns.map((state) => ({
            key: state,
            title: i18n.t(`waitlist.state.${state}`),
            align: 'end' as const,
            cell: (wish: Wish) => {
              const tally = of(wish, state);
              const unit = wish.variantId === null ? 'tally' : 'tallyOfSize';
              return tally
                ? i18n.t(`waitlist.figures.${unit}`, { people: tally.people, places: tally.places })
                : i18n.number(0);
            },
          })),
          {
            key: 'close',
            title: i18n.t('waitlist.list.actions'),
            cell: ({ competitionId: id, title, variantId }) =>
              variantId !== null ? (
                // The article settings decide whether a size has a list.
                <OpenLink href={`/admin/articles/${sizeIn(catalog, variantId)?.article.id}/${event.id}`} orNothing>
                  {i18n.t('waitlist.figures.toArticle')}
                  <span className="visually-hidden"> {title}</span>
                </OpenLink>
              ) : (
                <PostButton
                  action={`${base}/${closed.has(id) ? 'reopen' : 'close'}`}
                  csrfToken={csrfToken}
                  fields={{ competitionId: id }}
                  look="quiet"
                  small
                >
                  {i18n.t(`waitlist.figures.${closed.has(id) ? 'reopen' : 'close'}`)}
                  <span className="visually-hidden"> {title}</span>
                </PostButton>
              ),
          },
        ]}
      />
      {error ? <ErrorSummary title={i18n.t('ui.errors.title', { count: 1 })} errors={{ count: error }} /> : null}
      <Form action={`${base}/places`} className="form card">
        <h2>{i18n.t('waitlist.places.title')}</h2>
        <p className="soft">{i18n.t('waitlist.places.text')}</p>
        <SelectField
          name="competition"
          label={i18n.t('waitlist.list.what')}
          options={listed.map((wish) => ({ value: wishKey(wish), label: wish.title }))}
          defaultValue={values?.wish}
        />
        <NumberField
          name="count"
          label={i18n.t('waitlist.places.count')}
          defaultValue={values?.count ?? '1'}
          error={error}
        />
        <div className="form-actions">
          <Button look="quiet">{i18n.t('waitlist.places.button')}</Button>
        </div>
      </Form>
    </>
  );
}

const isOfPlaces = ({ priceId, variantId }: Wish): boolean => priceId === null && variantId === null;

async function act(
  call: Pick<Call, 'redirect'>,
  eventId: number,
  done: string,
  run: () => Promise<unknown>,
): Promise<Response> {
  try {
    await run();
    return call.redirect(`${listPath(eventId)}?done=${done}`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return call.redirect(`${listPath(eventId)}?refused=${error.code}`);
  }
}

const changes = { may: 'waitlist.manage', load: loadCatalog } as const;
const ofEntry = { may: 'waitlist.manage', load: loadEntry } as const;
const numberIn = ({ form }: Pick<Call, 'form'>, name: string): number => {
  const text = String(form.get(name) ?? '').trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
};

const closing = (step: 'close' | 'reopen'): PageRoute =>
  page({ method: 'post', path: `${path}/${step}`, ...changes }, (call: Call) => {
    const { event, competitions } = call.record;
    const id = numberIn(call, 'competitionId');
    return act(call, event.id, step === 'close' ? 'closed' : 'opened', () =>
      call.deps.write(async (work: Work) => {
        const competition = competitions.find((each) => each.id === id);
        if (!competition) return;
        await closeList(work, { eventId: event.id, competitionId: id, isClosed: step === 'close' }, call.viewer);
      }),
    );
  });

function askToRemove(call: EntryCall): Promise<Response> {
  const { catalog, entry } = call.record;
  const i18n = wordsOf(call.i18n, catalog);
  return call.render(
    <Confirm
      action={`${listPath(catalog.event.id)}/${entry.id}/remove`}
      question={i18n.t('waitlist.remove.question', { email: entry.email })}
      text={i18n.t('waitlist.remove.text')}
      button={i18n.t('waitlist.list.remove')}
      back={listPath(catalog.event.id)}
    />,
    eventHead(catalog, i18n.t('waitlist.list.remove')),
  );
}

export const managementPages: readonly PageRoute[] = [
  page({ method: 'get', path, may: 'order.view', load: loadCatalog }, showList),
  page({ method: 'get', path: `${path}/file`, may: 'order.export', load: loadCatalog }, (call) =>
    listFile(call, waitlistListing, {
      i18n: wordsOf(call.i18n, call.record),
      catalog: call.record,
      csrfToken: null,
    }),
  ),
  closing('close'),
  closing('reopen'),
  page({ method: 'post', path: `${path}/places`, ...changes }, (call: Call) => {
    const { event } = call.record;
    const values = {
      wish: String(call.form.get('competition') ?? ''),
      count: String(call.form.get('count') ?? '').slice(0, 20),
    };
    const wish = parseWish(values.wish);
    const count = numberIn(call, 'count');
    if (count < 1 || count > maxMore) return showList(call, values);
    return act(call, event.id, 'added', () =>
      onEvent(call, event.id, (work) => addPlaces(work, { eventId: event.id, ...wish, count }), 'waitlist.manage'),
    );
  }),
  page({ method: 'post', path: `${path}/{entryId}/offer`, ...ofEntry }, (call: EntryCall) => {
    const { eventId, id } = call.record.entry;
    return act(call, eventId, 'offered', () =>
      call.deps.write(async (work) => offerByHand(work, await entryAt(work.tx, eventId, id), call.viewer)),
    );
  }),
  page({ method: 'post', path: `${path}/{entryId}/remove`, ...ofEntry }, (call: EntryCall) => {
    const { eventId, id } = call.record.entry;
    if (!isConfirmed(call)) return askToRemove(call);
    return act(call, eventId, 'removed', () =>
      call.deps.write(async (work) => removeEntry(work, await entryAt(work.tx, eventId, id), call.viewer)),
    );
  }),
];
