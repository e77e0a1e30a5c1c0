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
  /** Why the last button did nothing. */
  refusal: string | null;
  /** In the event's zone. */
  words: Translator;
  now: Instant;
};

/** Where somebody stands and what they may do, one thing at a time. */
export function RoomPage(props: Props): ReactElement {
  const { look, eventRef, isExempt, refusal, words, now } = props;
  const { assets, viewer } = usePage();
  const { known, own } = look;
  const { event, competitions } = known.catalog;
  preinitModule(assets.manifest.runtime, { as: 'script' });
  const { title, text } = roomText(look, words);
  const opensIn = known.opensAt === null ? null : known.opensAt - now;
  const isFollowed = own !== null && ['gathered', 'waiting'].includes(own.state);
  return (
    <div
      className="narrow stack waiting-room"
      data-queue={isFollowed ? `/api/events/${event.id}/waiting-room?lang=${words.locale}` : undefined}
      data-state={own?.state}
      data-pause={own?.pauseSeconds}
      data-opens-in={known.phase === 'gathering' ? opensIn : undefined}
    >
      <header className="stack-s">
        <p className="small">
          <a href={`/events/${encodeURIComponent(eventRef)}`}>{event.title}</a>
        </p>
        <h1>{words.t('waitingRoom.title')}</h1>
      </header>
      <RefusalNote>{refusal}</RefusalNote>
      {saleState(event, competitions, now) === 'soldOut' ? (
        <Alert tone="wait">{words.t('waitingRoom.soldOut')}</Alert>
      ) : null}
      {isExempt ? (
        <Alert tone="accent">
          {words.t('waitingRoom.exempt')}{' '}
          <a href={`/events/${encodeURIComponent(eventRef)}/competitions`}>{words.t('waitingRoom.turn.button')}</a>
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
            <Countdown {...{ until: own.until, words, now }} />
          </p>
        ) : null}
        <Actions {...props} isGuest={viewer === null} />
      </section>
      {isFollowed ? <Stay look={look} words={words} /> : null}
      <HowItWorks look={look} words={words} />
    </div>
  );
}

function Actions({ look: { known, own }, eventRef, words, isGuest }: Props & { isGuest: boolean }): ReactNode {
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
  if (own === null) return known.phase === 'ahead' ? null : <div>{join(words.t('waitingRoom.join'))}</div>;
  const leave = (
    <PostButton action={`${path}/leave`} csrfToken={csrfToken} look="plain">
      {words.t('waitingRoom.leave')}
    </PostButton>
  );
  switch (own.state) {
    case 'turn':
      return (
        <div className="form-actions">
          <ButtonLink href={`/events/${encodeURIComponent(eventRef)}/competitions`}>
            {words.t('waitingRoom.turn.button')}
          </ButtonLink>
          {leave}
        </div>
      );
    case 'over':
      return <div>{join(words.t('waitingRoom.over.again'))}</div>;
    case 'booked':
      return (
        <div className="form-actions">
          <ButtonLink href={paths.start}>{words.t('waitingRoom.booked.orders')}</ButtonLink>
          {join(words.t('waitingRoom.booked.again'))}
        </div>
      );
    default:
      return <div>{leave}</div>;
  }
}

/** What keeps the place, with scripts and without. */
function Stay({ look: { own }, words }: Pick<Props, 'look' | 'words'>): ReactElement {
  return (
    <>
      <p>{words.t('waitingRoom.stay')}</p>
      <p className="soft small">{words.t('waitingRoom.number', { number: own?.number ?? 0 })}</p>
      <noscript>
        <p className="soft small">{words.t('waitingRoom.noScript')}</p>
      </noscript>
    </>
  );
}

/** The rules of the room, and by what the draw can be checked. */
function HowItWorks({ look: { known }, words }: Pick<Props, 'look' | 'words'>): ReactElement {
  const { t } = words;
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
