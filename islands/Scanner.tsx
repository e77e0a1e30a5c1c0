import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { readTicketInput } from '#modules/checkin/rules/ticket-input.ts';
import { ScanAnswer, type ShownScan } from './scanner/answer.tsx';
import type { Camera } from './scanner/camera.ts';
import { Matches, type ShownMatch } from './scanner/matches.tsx';
import { nothingKnown, type Outcome, ScannerSession, type ScannerStatus } from './scanner/session.ts';
import { signal } from './scanner/signals.ts';
import { type ScannerTexts, StatusLine } from './scanner/status.tsx';

export type ScannerProps = {
  eventId: number;
  eventTitle: string;
  csrfToken: string;
  locale: 'de' | 'en-us';
  texts: ScannerTexts;
  /** What the server answered to a form that was posted without script. */
  shown: ShownScan | null;
  input: string;
  matches: ShownMatch[] | null;
};

/** The same code in front of the camera is one scan, until it was away or this long. */
const sameCodeMs = 5000;
const welcomeMs = 2200;

const clockText = (at: number, locale: 'de' | 'en-us'): string =>
  new Date(at).toLocaleTimeString(locale === 'de' ? 'de-DE' : 'en-US', { hour: '2-digit', minute: '2-digit' });

const dayText = (at: number, locale: 'de' | 'en-us'): string =>
  new Date(at).toLocaleString(locale === 'de' ? 'de-DE' : 'en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** The gate's screen: camera, typed search, and an answer that fills the screen. Without script the form does it all. */
export default function Scanner(props: ScannerProps): ReactElement {
  const { eventId, csrfToken, locale, texts } = props;
  const [isAwake, setAwake] = useState(false);
  const [shown, setShown] = useState<ShownScan | null>(props.shown);
  const [input, setInput] = useState(props.input);
  const [status, setStatus] = useState<ScannerStatus>(nothingKnown);
  const [camera, setCamera] = useState<'off' | 'starting' | 'on' | 'denied'>('off');
  const session = useRef<ScannerSession | null>(null);
  const running = useRef<Camera | null>(null);
  const video = useRef<HTMLVideoElement>(null);
  const lastSeen = useRef({ text: '', at: 0, busy: false });
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    let isGone = false;
    void beginSession(eventId, texts.unexpectedFetch, setStatus).then((begun) => {
      if (isGone) return;
      session.current = begun;
      setAwake(true);
      void begun.run();
      void readyForOffline();
    });
    return () => {
      isGone = true;
      session.current?.stop();
      running.current?.stop();
    };
  }, [eventId, texts.unexpectedFetch]);

  useEffect(() => {
    if (!status.ended) return;
    running.current?.stop();
    running.current = null;
    setCamera('off');
    setShown(null);
    setInput('');
  }, [status.ended]);

  useEffect(() => {
    if (!isAwake || shown?.result !== 'SCAN_SUCCESS') return;
    const timer = setTimeout(() => setShown(null), welcomeMs);
    return () => clearTimeout(timer);
  }, [isAwake, shown]);

  async function answer(work: Promise<Outcome>): Promise<void> {
    const outcome = await work;
    signal(outcome.result);
    setInput('');
    setShown({
      result: outcome.result,
      name: outcome.person?.name ?? null,
      competition: outcome.person?.competitionTitle ?? null,
      team: outcome.person?.teamName ? texts.team.replace('{name}', outcome.person.teamName) : null,
      at: outcome.admittedAt === null ? null : texts.scannedAt.replace('{time}', clockText(outcome.admittedAt, locale)),
      replaced:
        outcome.replacedAt === null ? null : texts.replacedOn.replace('{time}', dayText(outcome.replacedAt, locale)),
    });
  }

  function seen(text: string): void {
    const last = lastSeen.current;
    const now = Date.now();
    const isSame = last.text === text && now - last.at < sameCodeMs;
    lastSeen.current = { text, at: now, busy: last.busy };
    if (isSame || last.busy || !session.current) return;
    lastSeen.current.busy = true;
    void check(text).finally(() => {
      lastSeen.current.busy = false;
    });
  }

  async function check(text: string): Promise<void> {
    const code = readTicketInput(text, eventId);
    const unknown: Outcome = { result: 'NOT_FOUND', person: null, admittedAt: null, replacedAt: null };
    await answer(code && session.current ? session.current.check(code) : Promise.resolve(unknown));
  }

  function submit(event: FormEvent): void {
    if (!session.current) return;
    event.preventDefault();
    // What is no code is a name, and its matches stand below already.
    if (readTicketInput(input, eventId)) void check(input);
  }

  async function toggleCamera(): Promise<void> {
    if (running.current) {
      running.current.stop();
      running.current = null;
      setCamera('off');
      return;
    }
    setCamera('starting');
    try {
      const { startCamera } = await import('./scanner/camera.ts');
      running.current = await startCamera(video.current as HTMLVideoElement, seen);
      setCamera('on');
    } catch {
      setCamera('denied');
      field.current?.focus();
    }
  }

  function next(): void {
    setShown(null);
    lastSeen.current = { ...lastSeen.current, at: Date.now() };
    if (camera !== 'on') field.current?.focus();
  }

  const found = isAwake
    ? input.trim().length > 1 && !readTicketInput(input, eventId)
      ? (session.current?.search(input) ?? []).map((ticket) => ({
          participantId: ticket.participantId,
          name: `${ticket.firstName} ${ticket.lastName}`,
          competition: ticket.competitionTitle,
          isInside: ticket.admitted !== null,
        }))
      : null
    : props.matches;

  const head = (
    <header className="scanner-head">
      <h1>{props.eventTitle}</h1>
      <a href="/scan">{texts.otherEvent}</a>
    </header>
  );
  if (status.ended) {
    return (
      <div className="scanner">
        {head}
        <p className="scanner-login" role="alert">
          {texts.ended}
        </p>
      </div>
    );
  }
  return (
    <div className="scanner">
      {head}
      <div className="scanner-camera" data-state={camera} hidden={!isAwake}>
        <video ref={video} playsInline muted />
        {camera === 'on' ? <div className="scanner-frame" /> : null}
        {camera === 'on' ? <p className="scanner-hint">{texts.cameraHint}</p> : null}
        {camera === 'denied' ? <p className="scanner-denied">{texts.cameraDenied}</p> : null}
        <button
          type="button"
          className={camera === 'on' ? 'button button-quiet button-small' : 'button'}
          disabled={camera === 'starting'}
          onClick={() => void toggleCamera()}
        >
          {camera === 'on' ? texts.cameraStop : texts.camera}
        </button>
      </div>
      <form className="scanner-form" method="post" action="/scan" onSubmit={submit}>
        <input type="hidden" name="csrf" value={csrfToken} />
        <input type="hidden" name="event" value={eventId} />
        <label className="field-label" htmlFor="scanner-code">
          {texts.code}
        </label>
        <div className="scanner-typed">
          <input
            className="input"
            id="scanner-code"
            name="code"
            ref={field}
            value={input}
            onChange={(event) => setInput(event.target.value)}
            aria-describedby="scanner-code-hint"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
          />
          <button type="submit" className="button button-quiet">
            {texts.submit}
          </button>
        </div>
        <p className="field-hint" id="scanner-code-hint">
          {texts.codeHint}
        </p>
      </form>
      {found ? (
        <Matches
          matches={found}
          texts={texts}
          eventId={eventId}
          csrfToken={csrfToken}
          {...(isAwake
            ? {
                choose: (participantId: number) =>
                  void answer((session.current as ScannerSession).admit(participantId)),
              }
            : {})}
        />
      ) : null}
      <StatusLine
        status={isAwake ? status : null}
        texts={texts}
        syncedAt={status.syncedAt === null ? null : clockText(status.syncedAt, locale)}
        loginPath={`/auth?to=${encodeURIComponent(`/scan?event=${eventId}`)}`}
      />
      {shown ? <ScanAnswer shown={shown} texts={texts} eventId={eventId} {...(isAwake ? { next } : {})} /> : null}
    </div>
  );
}

async function beginSession(
  eventId: number,
  unexpectedFetch: string,
  changed: (status: ScannerStatus) => void,
): Promise<ScannerSession> {
  const [{ openStore, memoryStore }, { scannerServer }, { showToast }] = await Promise.all([
    import('./scanner/store.ts'),
    import('./scanner/server.ts'),
    import('./toast.ts'),
  ]);
  const session = new ScannerSession({
    eventId,
    device: deviceName(),
    store: await openStore().catch(memoryStore),
    server: scannerServer(() => showToast(unexpectedFetch)),
    now: () => Date.now(),
    async sha256(text) {
      const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    changed,
    forgetPage,
  });
  await session.load();
  return session;
}

/** The page, and with it the worker that would open it again without a network. */
async function forgetPage(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration('/scan');
    // It works on for this page, and keeps what it is asked for until it is told not to.
    for (const worker of [registration?.installing, registration?.waiting, registration?.active])
      worker?.postMessage('forget');
    await registration?.unregister();
    for (const name of await caches.keys()) if (name.startsWith('startblock-scan')) await caches.delete(name);
  } catch {
    // A browser without a worker keeps no page.
  }
}

/** Fetches now what a camera needs later, and lets the page itself open again without a network. */
async function readyForOffline(): Promise<void> {
  const { warmUp } = await import('./scanner/camera.ts');
  await warmUp();
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register('/scan-worker.js', { scope: '/scan' });
    const { active } = await navigator.serviceWorker.ready;
    // What came before the worker was there is told to it, so that one visit is enough.
    active?.postMessage([
      location.pathname + location.search,
      ...performance.getEntriesByType('resource').map((entry) => entry.name),
    ]);
  } catch {
    // Without a worker the open page still works offline.
  }
}

/** Every device has a name of its own that stays, so that a repeated upload is known as the same scan. */
function deviceName(): string {
  const key = 'startblock-scanner-device';
  const fresh = `scanner-${crypto.randomUUID().slice(0, 8)}`;
  try {
    const kept = localStorage.getItem(key) ?? fresh;
    localStorage.setItem(key, kept);
    return kept;
  } catch {
    return fresh;
  }
}
