import { eventHead, loadCatalog, onEvent, saveEventForm, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { Confirm, isConfirmed } from '#src/web/forms/confirm.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { List } from '#src/web/list/list-page.tsx';
import { listData, listFile } from '#src/web/list/show.ts';
import { callOff } from '../draw.ts';
import { managePath } from '../links.ts';
import { lotTallies, lotteriesOf, lotteryOf } from '../read-lotteries.ts';
import { refuse } from '../rules/problems.ts';
import { saveLottery } from '../save-lottery.ts';
import type { Lottery } from '../schema.ts';
import { moveForm, planForm } from '../shapes.ts';
import { lotsListing } from './lots-listing.tsx';
import { ManagePage, type ManageProps, moveFormSpec, planFormOf } from './manage-page.tsx';

const may = 'lottery.manage';
const path = '/admin/events/{event}/lottery' as const;
type Call = PageCall<typeof may, 'event', Catalog>;
type LotteryCall = PageCall<typeof may, 'event' | 'lotteryId', LoadedLottery>;
type PageRequest = PageCall<'order.view' | typeof may, 'event', unknown>;

async function show(call: PageRequest, catalog: Catalog, posted: ManageProps['posted'] = null): Promise<Response> {
  const { deps, query, now } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const eventId = catalog.event.id;
  const lotteries = await lotteriesOf(deps.read, eventId);
  const done = (['saved', 'calledOff'] as const).find((name) => name === query.get('done'));
  return call.render(
    <ManagePage
      {...{ catalog, lotteries, posted, i18n, now }}
      notice={done && !posted ? i18n.t(`lottery.done.${done}`) : null}
      tallies={await lotTallies(deps.read, eventId)}
    >
      <List list={await listData(call, lotsListing, { i18n, catalog, lotteries })} />
    </ManagePage>,
    eventHead(catalog, i18n.t('lottery.title')),
    formStatus(posted?.state),
  );
}

async function plan(call: Call): Promise<Response> {
  const { viewer, record: catalog, deps, now } = call;
  const eventId = catalog.event.id;
  const saved = await saveEventForm(
    { ...call, i18n: wordsOf(call.i18n, catalog) },
    eventId,
    {
      form: planFormOf(catalog, await lotteriesOf(deps.read, eventId), now),
      schema: planForm,
      save: async (work, input) => {
        await saveLottery(work, viewer, { eventId, ...input });
        return `${managePath(eventId)}?done=saved`;
      },
    },
    may,
  );
  return done(call, catalog, 'new', saved);
}

async function move(call: LotteryCall): Promise<Response> {
  const { viewer } = call;
  const { catalog, lottery } = call.record;
  const eventId = catalog.event.id;
  const saved = await saveEventForm(
    { ...call, record: catalog, i18n: wordsOf(call.i18n, catalog) },
    eventId,
    {
      form: moveFormSpec,
      schema: moveForm,
      stored: async (_, work) => {
        const stored = await lotteryOf(work.tx, lottery.id);
        return stored ? { drawsAt: stored.drawsAt } : undefined;
      },
      save: async (work, { drawsAt }) => {
        const stored = (await lotteryOf(work.tx, lottery.id)) ?? refuse('NOT_FOUND');
        if (stored.drawnAt !== null || stored.calledOffAt !== null) return refuse('NOT_FOUND');
        await saveLottery(work, viewer, { ...stored, drawsAt });
        return `${managePath(eventId)}?done=saved`;
      },
    },
    may,
  );
  return done(call, catalog, lottery.id, saved);
}

const done = (
  call: PageRequest,
  catalog: Catalog,
  of: number | 'new',
  saved: { to: string } | { state: FormState },
): Promise<Response> | Response =>
  'to' in saved ? call.redirect(saved.to) : show(call, catalog, { of, state: saved.state });

async function askToEnd(call: LotteryCall): Promise<Response> {
  const { catalog, lottery } = call.record;
  const i18n = wordsOf(call.i18n, catalog);
  const base = managePath(catalog.event.id);
  const tallies = await lotTallies(call.deps.read, catalog.event.id);
  const count = tallies.find(({ lotteryId, state }) => lotteryId === lottery.id && state === 'in')?.lots ?? 0;
  return call.render(
    <Confirm
      action={`${base}/${lottery.id}/end`}
      text={i18n.t('lottery.callOff.text', { count })}
      button={i18n.t('lottery.manage.callOff')}
      back={base}
    />,
    eventHead(catalog, i18n.t('lottery.callOff.title')),
  );
}

async function end(call: LotteryCall): Promise<Response> {
  if (!isConfirmed(call)) return askToEnd(call);
  const { viewer } = call;
  const { catalog, lottery } = call.record;
  const eventId = catalog.event.id;
  const isOff = await onEvent(call, eventId, (work) => callOff(work, lottery, 'organizer', viewer), may);
  return call.redirect(managePath(eventId) + (isOff ? '?done=calledOff' : ''));
}

const ofLottery = { may, load: loadLottery } as const;

export const manageRoutes: readonly PageRoute[] = [
  page({ method: 'get', path, may: 'order.view', load: loadCatalog }, (call) => show(call, call.record)),
  page({ method: 'get', path: `${path}/file`, may: 'order.export', load: loadCatalog }, async (call) =>
    listFile(call, lotsListing, {
      i18n: wordsOf(call.i18n, call.record),
      catalog: call.record,
      lotteries: await lotteriesOf(call.deps.read, call.record.event.id),
    }),
  ),
  page({ method: 'post', path, may, load: loadCatalog }, plan),
  page({ method: 'post', path: `${path}/{lotteryId}`, ...ofLottery }, move),
  page({ method: 'get', path: `${path}/{lotteryId}/end`, ...ofLottery }, askToEnd),
  page({ method: 'post', path: `${path}/{lotteryId}/end`, ...ofLottery }, end),
];

type LoadedLottery = { catalog: Catalog; lottery: Lottery };

/** Loader of pages. @throws Problem NOT_FOUND also for a draw of another event */
async function loadLottery(call: {
  deps: Deps;
  viewer: Viewer;
  may: Permission;
  params: { event: string; lotteryId: number };
}): Promise<LoadedLottery> {
  const catalog = await loadCatalog(call);
  const lottery = await lotteryOf(call.deps.read, call.params.lotteryId);
  return lottery?.eventId === catalog.event.id ? { catalog, lottery } : refuse('NOT_FOUND');
}
