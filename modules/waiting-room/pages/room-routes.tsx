import { publicCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { measuringOf } from '#modules/events/rules/measuring.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { Problem } from '#src/kernel/problem.ts';
import { toIso } from '#src/kernel/time.ts';
import { problemText } from '#src/web/forms/refusal.ts';
import { ownAccount, type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { leaveOwn } from '../api.ts';
import { lineUp } from '../line-up.ts';
import { lookAtRoom } from '../look.ts';
import { readDraw } from '../read-draw.ts';
import { roomPath } from '../rules/paths.ts';
import { refuse } from '../rules/problems.ts';
import { isExempt } from '../turn.ts';
import { RoomPage } from './room-page.tsx';
import { roomText } from './room-texts.ts';

type Call = PageCall<'site.read', 'event'>;

/** Without scripts the page reloads often enough to keep the place. */
const Refreshed = ({ seconds }: { seconds: number }) => (
  <noscript>
    <meta httpEquiv="refresh" content={String(seconds)} />
  </noscript>
);

async function showRoom(call: Call, refusal: Problem | null = null): Promise<Response> {
  const { deps, viewer, params, now } = call;
  const catalog: Catalog = await publicCatalog(deps.read, params.event);
  const look = await lookAtRoom(deps, catalog.event.id, viewer);
  const eventPath = `/events/${encodeURIComponent(params.event)}`;
  // The room has ended: known visitors go on to the booking.
  if (!look) return call.redirect(viewer ? `${eventPath}/competitions` : eventPath);
  const i18n = wordsOf(call.i18n, catalog);
  const { own } = look;
  const isFollowed = own?.state === 'gathered' || own?.state === 'waiting';
  const retryAfter = refusal?.details.retryAfterSeconds;
  if (typeof retryAfter === 'number') call.context.header('retry-after', String(retryAfter));
  return call.render(
    <RoomPage
      look={look}
      eventRef={params.event}
      isExempt={viewer !== null && isExempt(catalog, viewer)}
      refusal={refusal && problemText(i18n, refusal.code, { details: refusal.details })}
      i18n={i18n}
      now={now}
    />,
    {
      title: `${own ? roomText(look, i18n).title : i18n.t('waitingRoom.title')} · ${catalog.event.title}`,
      noIndex: true,
      whiteLabel: whiteLabelOf(catalog),
      measuring: measuringOf(catalog),
      ...(isFollowed ? { tags: <Refreshed seconds={Math.max(10, own.pauseSeconds)} /> } : {}),
    },
    refusal ? (refusal.code === 'TOO_MANY_REQUESTS' ? 429 : 409) : 200,
  );
}

async function join(call: PageCall<'booking.make', 'event'>): Promise<Response> {
  const { deps, params } = call;
  const { event } = await publicCatalog(deps.read, params.event);
  try {
    await lineUp(call, event.id);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return showRoom(call, error);
  }
  return call.redirect(roomPath(params.event));
}

async function leave(call: PageCall<'booking.make', 'event'>): Promise<Response> {
  const { event } = await publicCatalog(call.deps.read, call.params.event);
  await leaveOwn(call.deps, event.id, call.viewer);
  return call.redirect(roomPath(call.params.event));
}

/** Everything needed to verify the draw, as plain text. It contains numbers only. */
async function showDraw({ deps, params, i18n, context }: Call): Promise<Response> {
  const { event } = await publicCatalog(deps.read, params.event);
  const draw = (await readDraw(deps.read, event.id)) ?? refuse('NOT_FOUND');
  const lines = [
    `# ${event.title}: ${i18n.t('waitingRoom.draw.title')}`,
    `# ${i18n.t('waitingRoom.draw.how')}`,
    `drawn-at ${toIso(draw.drawnAt)}`,
    `seed-sha256 ${draw.seedHash}`,
    `seed ${draw.seed}`,
    '',
    ...draw.numbers.map((number, at) => `${at + 1} ${number}`),
    '',
  ];
  return context.text(lines.join('\n'));
}

const own = { may: 'booking.make', load: ownAccount } as const;

export const roomRoutes: readonly PageRoute[] = [
  page({ method: 'get', path: '/events/{event}/waiting-room', may: 'site.read' }, (call) => showRoom(call)),
  page({ method: 'get', path: '/events/{event}/waiting-room/draw.txt', may: 'site.read' }, showDraw),
  page({ method: 'post', path: '/events/{event}/waiting-room', ...own }, join),
  page({ method: 'post', path: '/events/{event}/waiting-room/leave', ...own }, leave),
];
