import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { readTicketInput } from '#modules/checkin/rules/ticket-input.ts';
import { ScanAnswer, type ShownScan } from './scanner/answer.tsx';
import { keepIsDesk, keptIsDesk } from './scanner/begin.ts';
import { CameraView, SignalSwitches } from './scanner/controls.tsx';
import { DeskCard } from './scanner/desk.tsx';
import { clockText, dayText, moneyText, sinceText } from './scanner/format.ts';
import { listenForBursts } from './scanner/key-bursts.ts';
import type { ListedTicket, Outcome } from './scanner/kinds.ts';
import { Matches, type ShownMatch } from './scanner/matches.tsx';
import type { ScannerSession } from './scanner/session.ts';
import { keepSignals, keptSignals, type Signals, signal } from './scanner/signals.ts';
import { type ScannerTexts, StatusLine } from './scanner/status.tsx';
import { useCamera } from './scanner/use-camera.ts';
import { useSession } from './scanner/use-session.ts';

export type ScannerProps = {
  eventId: number;
  eventTitle: string;
  /** The page's own address, and below which one its calls are. */
  page: string;
  api: string;
  /** How a device that an organizer handed out is called; null: somebody with a login. */
  device: string | null;
  gate: string | null;
  mayHandOut: boolean;
  /** The server has ended it: what is kept here goes. */
  isEnded: boolean;
  csrfToken: string;
  locale: 'de' | 'en-us';
  texts: ScannerTexts;
  /** What the server answered to a form that was posted without script. */
  shown: ShownScan | null;
  input: string;
  matches: ShownMatch[] | null;
};

const welcomeMs = 2200;

/**
 * The gate's screen: camera, typed search, and an answer that fills the screen; and the desk's, where that may be done
 * here. Without script the form does what the gate needs.
 */
export default function Scanner(props: ScannerProps): ReactElement {
  const { eventId, csrfToken, locale, texts, api, device, mayHandOut, isEnded, page } = props;
  const [shown, setShown] = useState<ShownScan | null>(props.shown);
  const [input, setInput] = useState(props.input);
  const [signals, setSignals] = useState<Signals>({ sound: true, shake: true });
  const [isDesk, setDesk] = useState(false);
  /** Who stands at the desk. */
  const [served, setServed] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const video = useRef<HTMLVideoElement>(null);
  const field = useRef<HTMLInputElement>(null);

  const { session, status, isAwake } = useSession(
    { eventId, page, api, device, mayHandOut, isEnded, unexpectedFetch: texts.unexpectedFetch },
    () => {
      setSignals(keptSignals());
      if (mayHandOut) setDesk(keptIsDesk());
    },
  );
  const camera = useCamera(video, check, () => field.current?.focus());
  const { stop: stopCamera } = camera;

  const read = useRef<(text: string) => void>(() => {});
  useEffect(() => {
    read.current = (text) => void check(text);
  });
  useEffect(
    () =>
      listenForBursts(
        (target) => target === field.current,
        (text) => readTicketInput(text, eventId) !== null,
        (text) => read.current(text),
      ),
    [eventId],
  );

  const stopNow = useRef(stopCamera);
  useEffect(() => {
    stopNow.current = stopCamera;
  });
  useEffect(() => {
    if (!status.ended) return;
    stopNow.current();
    setShown(null);
    setServed(null);
    setInput('');
  }, [status.ended]);

  useEffect(() => {
    if (!isAwake || shown?.result !== 'SCAN_SUCCESS') return;
    const timer = setTimeout(() => setShown(null), welcomeMs);
    return () => clearTimeout(timer);
  }, [isAwake, shown]);

  async function answer(work: Promise<Outcome>): Promise<void> {
    const outcome = await work;
    signal(outcome.result, signals);
    setInput('');
    setShown({
      result: outcome.result,
      name: outcome.person?.name ?? null,
      competition: outcome.person?.competitionTitle ?? null,
      team: outcome.person?.teamName ? texts.team.replace('{name}', outcome.person.teamName) : null,
      at:
        outcome.admittedAt === null
          ? null
          : texts.scannedAt.replace('{time}', sinceText(outcome.admittedAt, Date.now(), locale)),
      replaced:
        outcome.replacedAt === null ? null : texts.replacedOn.replace('{time}', dayText(outcome.replacedAt, locale)),
    });
  }

  async function check(text: string): Promise<void> {
    if (!session.current) return;
    const code = readTicketInput(text, eventId);
    if (!isDesk) return answer(code ? session.current.check(code) : session.current.unreadable());
    const found = code && (await session.current.desk.find(code));
    signal(found ? 'SCAN_SUCCESS' : 'NOT_FOUND', signals);
    setInput('');
    if (found) serve(found.participantId);
    else {
      setServed(null);
      setSaid(texts.notDue);
    }
  }

  function serve(participantId: number | null): void {
    setServed(participantId);
    setSaid('');
    setInput('');
  }

  function switchTo(desk: boolean): void {
    setDesk(desk);
    keepIsDesk(desk);
    setShown(null);
    serve(null);
  }

  function submit(event: FormEvent): void {
    if (!session.current) return;
    event.preventDefault();
    // What is no code is a name, and its matches stand below already.
    if (readTicketInput(input, eventId)) void check(input);
    else if (isDesk) {
      // A number that is typed in full, or the only one of that name: Enter is enough.
      const [only, ...others] = session.current.people.searchDue(input);
      if (only && (others.length === 0 || only.bib === input.trim())) serve(only.participantId);
    }
  }

  function next(): void {
    setShown(null);
    camera.goOn();
    if (camera.state !== 'on') field.current?.focus();
  }

  const matchOf = (ticket: ListedTicket): ShownMatch => ({
    participantId: ticket.participantId,
    name: `${ticket.firstName} ${ticket.lastName}`,
    competition: ticket.competitionTitle,
    bib: ticket.bib ?? null,
    isInside: isDesk ? Boolean(ticket.due?.handedOut) : ticket.admitted !== null,
  });
  // One letter finds everybody, one digit somebody's number.
  const isAsked = input.trim().length > 1 || /^\d$/.test(input.trim());
  const find = (typed: string) =>
    (isDesk ? session.current?.people.searchDue(typed) : session.current?.search(typed)) ?? [];
  const found = isAwake
    ? isAsked && !readTicketInput(input, eventId)
      ? find(input).map(matchOf)
      : null
    : props.matches;
  const person = served === null ? null : (session.current?.people.of(served) ?? null);

  const head = (
    <header className="scanner-head">
      <h1>{props.eventTitle}</h1>
      {device === null ? <a href="/scan">{texts.otherEvent}</a> : <p className="soft">{props.gate}</p>}
    </header>
  );
  if (status.ended || isEnded) {
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
      {isAwake && mayHandOut ? (
        <fieldset className="scanner-modes">
          <legend className="visually-hidden">{texts.mode}</legend>
          {[false, true].map((desk) => (
            <button
              key={String(desk)}
              type="button"
              className="button button-quiet"
              aria-pressed={isDesk === desk}
              onClick={() => switchTo(desk)}
            >
              {desk ? texts.modeDesk : texts.modeGate}
            </button>
          ))}
        </fieldset>
      ) : null}
      <CameraView camera={camera} video={video} texts={texts} isHidden={!isAwake} />
      <form className="scanner-form" method="post" action="/scan" onSubmit={submit}>
        <input type="hidden" name="csrf" value={csrfToken} />
        <input type="hidden" name="event" value={eventId} />
        <label className="field-label" htmlFor="scanner-code">
          {isDesk ? texts.deskCode : texts.code}
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
          {isDesk ? texts.deskCodeHint : texts.codeHint}
        </p>
      </form>
      {said ? (
        <p className="scanner-said" role="status">
          {said}
        </p>
      ) : null}
      {isDesk && person && session.current ? (
        <DeskCard
          ticket={person}
          session={session.current}
          texts={texts}
          clock={(at) => dayText(at, locale)}
          money={(cents) => moneyText(cents, locale)}
          back={() => {
            serve(null);
            field.current?.focus();
          }}
          said={setSaid}
        />
      ) : null}
      {found ? (
        <Matches
          matches={found}
          texts={texts}
          eventId={eventId}
          csrfToken={csrfToken}
          {...(isAwake
            ? {
                choose: (participantId: number) =>
                  isDesk ? serve(participantId) : void answer((session.current as ScannerSession).admit(participantId)),
              }
            : {})}
          {...(isDesk ? { label: texts.openDue, done: texts.handedOut } : {})}
        />
      ) : null}
      <StatusLine
        status={isAwake ? status : null}
        texts={texts}
        syncedAt={status.syncedAt === null ? null : clockText(status.syncedAt, locale)}
        loginPath={device === null ? `/auth?to=${encodeURIComponent(page)}` : null}
        isDesk={isDesk}
      />
      {isAwake ? (
        <SignalSwitches
          signals={signals}
          texts={texts}
          change={(changed) => {
            setSignals(changed);
            keepSignals(changed);
          }}
        />
      ) : null}
      {shown ? <ScanAnswer shown={shown} texts={texts} page={page} {...(isAwake ? { next } : {})} /> : null}
    </div>
  );
}
