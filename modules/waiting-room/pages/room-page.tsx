import type { ReactElement, ReactNode } from 'react';
import { preinitModule } from 'react-dom';
import { saleState } from '#modules/events/rules/sale.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink, PostButton, RefusalNote } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import type { Look } from '../look.ts';
import { drawPath, roomPath } from '../rules/paths.ts';
import { roomText } from './room-texts.ts';
import { Countdown } from './turn-note.tsx';

type Props = {
  look: Look;
  eventRef: string;
  isExempt: boolean;
  /** Why the last action was refused. */
  refusal: string | null;
  /** In the event's time zone. */
  i18n: Translator;
  now: Instant;
};

export function RoomPage(props: Props): ReactElement {
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
