import type { ReactElement, ReactNode } from 'react';
import { preinitModule } from 'react-dom';
import { publicCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { measuringOf } from '#modules/events/rules/measuring.ts';
import { saleState } from '#modules/events/rules/sale.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { Problem } from '#src/kernel/problem.ts';
import { type Instant, toIso } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink, PostButton, RefusalNote } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { problemText } from '#src/web/forms/refusal.ts';
import { ownAccount, type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { leaveOwn } from '../api.ts';
import { enterRoom } from '../join-room.ts';
import { type RoomState, viewRoom } from '../look.ts';
import { readDraw } from '../read-room.ts';
import { refuse } from '../rules/problems.ts';
import { drawPath, roomPath } from '../rules/room.ts';
import { roomText } from '../shapes.ts';
import { isExempt } from '../turn.ts';
import { Countdown } from './notes.tsx';

type Props = {
  look: RoomState;
  eventRef: string;
  isExempt: boolean;
  refusal: string | null;
  i18n: Translator;
  now: Instant;
};

function RoomPage(props: Props): ReactElement {
  const { look, eventRef, isExempt, refusal, i18n, now } = props;
  const { assets, viewer } = usePage();
  const { known, own } = look;
  const { event, competitions } = known.catalog;
  preinitModule(assets.manifest.runtime, { as: 'script' });
  const { title, text } = roomText(look, i18n);
  const opensIn = known.opensAt === null ? null : known.opensAt - now;
  const isFollowed = own !== null && ['gathered', 'waiting'].includes(own.state);
  return (
    <div
      className="narrow stack waiting-room"
      data-queue={isFollowed ? `/api/events/${event.id}/waiting-room?lang=${i18n.locale}` : undefined}
      data-state={own?.state}
      data-pause={own?.pauseSeconds}
      data-opens-in={known.phase === 'gathering' ? opensIn : undefined}
    >
      <header className="stack-s">
        <p className="small">
          <a href={`/events/${encodeURIComponent(eventRef)}`}>{event.title}</a>
        </p>
        <h1>{i18n.t('waitingRoom.title')}</h1>
      </header>
      <RefusalNote>{refusal}</RefusalNote>
      {saleState(event, competitions, now) === 'soldOut' ? (
        <Alert tone="wait">{i18n.t('waitingRoom.soldOut')}</Alert>
      ) : null}
      {isExempt ? (
        <Alert tone="accent">
          {i18n.t('waitingRoom.exempt')}{' '}
          <a href={`/events/${encodeURIComponent(eventRef)}/competitions`}>{i18n.t('waitingRoom.turn.button')}</a>
        </Alert>
      ) : null}
      <section className="card card-raised stack-s waiting-card" data-tone={own?.state === 'turn' ? 'good' : undefined}>
        <div role="status" aria-live="polite" className="stack-s">
          <p className="waiting-title" data-queue-title>
            {title}
          </p>
          <p data-queue-text>{text}</p>
        </div>
        {own?.state === 'turn' && own.until !== null ? (
          <p>
            <Countdown {...{ until: own.until, i18n, now }} />
          </p>
        ) : null}
        <Actions {...props} isGuest={viewer === null} />
      </section>
      {isFollowed ? <Stay look={look} i18n={i18n} /> : null}
      <HowItWorks look={look} i18n={i18n} />
    </div>
  );
}

function Actions({ look: { known, own }, eventRef, i18n, isGuest }: Props & { isGuest: boolean }): ReactNode {
  const { csrfToken } = usePage();
  const path = roomPath(eventRef);
  const join = (label: string) =>
    isGuest ? (
      <ButtonLink href={`${paths.login}?${new URLSearchParams({ to: path })}`}>{label}</ButtonLink>
    ) : (
      <PostButton action={path} csrfToken={csrfToken}>
        {label}
      </PostButton>
    );
  if (own === null) return known.phase === 'ahead' ? null : <div>{join(i18n.t('waitingRoom.join'))}</div>;
  const leave = (
    <PostButton action={`${path}/leave`} csrfToken={csrfToken} look="plain">
      {i18n.t('waitingRoom.leave')}
    </PostButton>
  );
  switch (own.state) {
    case 'turn':
      return (
        <div className="form-actions">
          <ButtonLink href={`/events/${encodeURIComponent(eventRef)}/competitions`}>
            {i18n.t('waitingRoom.turn.button')}
          </ButtonLink>
          {leave}
        </div>
      );
    case 'over':
      return <div>{join(i18n.t('waitingRoom.over.again'))}</div>;
    case 'booked':
      return (
        <div className="form-actions">
          <ButtonLink href={paths.start}>{i18n.t('waitingRoom.booked.orders')}</ButtonLink>
          {join(i18n.t('waitingRoom.booked.again'))}
        </div>
      );
    default:
      return <div>{leave}</div>;
  }
}

function Stay({ look: { own }, i18n }: Pick<Props, 'look' | 'i18n'>): ReactElement {
  return (
    <>
      <p>{i18n.t('waitingRoom.stay')}</p>
      <p className="soft small">{i18n.t('waitingRoom.number', { number: own?.number ?? 0 })}</p>
      <noscript>
        <p className="soft small">{i18n.t('waitingRoom.noScript')}</p>
      </noscript>
    </>
  );
}

function HowItWorks({ look: { known }, i18n }: Pick<Props, 'look' | 'i18n'>): ReactElement {
  const { t } = i18n;
  const { room, catalog } = known;
  return (
    <details className="waiting-rules">
      <summary className="waiting-summary">{t('waitingRoom.how.title')}</summary>
      <div className="stack-s">
        <p>{t('waitingRoom.how.draw')}</p>
        <p>{t('waitingRoom.how.turn', { minutes: room.windowMinutes })}</p>
        <p>{t('waitingRoom.how.one')}</p>
        {room.drawnAt === null ? (
          <p>
            {t('waitingRoom.how.hash')} <code className="seed">{room.seedHash}</code>
          </p>
        ) : (
          <p>
            <a href={drawPath(catalog.event.id)}>{t('waitingRoom.how.check')}</a>
          </p>
        )}
      </div>
    </details>
  );
}

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
  const look = await viewRoom(deps, catalog.event.id, viewer);
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
    await enterRoom(call, event.id);
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
