import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { readTicketInput } from '#modules/checkin/rules/ticket-code.ts';
import { bibOf } from '#modules/orders/rules/bib.ts';
import type { MatchView, ScanView } from './answer.tsx';
import { beginSession, readyForOffline, savedIsDesk, saveIsDesk } from './begin.ts';
import { dayText, sinceText } from './format.ts';
import { listenForBursts } from './key-bursts.ts';
import { type ListedTicket, nothingKnown, type Outcome, type ScannerStatus } from './kinds.ts';
import type { ScannerProps } from './props.ts';
import type { ScannerSession } from './session.ts';
import { type Signals, savedSignals, saveSignals, signal } from './signals.ts';
import { type ScannerCamera, useCamera, useLatest } from './use-camera.ts';

const welcomeMs = 2200;

export type ScannerState = {
  session: RefObject<ScannerSession | null>;
  status: ScannerStatus;
  isAwake: boolean;
  camera: ScannerCamera;
  video: RefObject<HTMLVideoElement | null>;
  field: RefObject<HTMLInputElement | null>;
  signals: Signals;
  changeSignals(changed: Signals): void;
  shown: ScanView | null;
  next(): void;
  input: string;
  type(text: string): void;
  submit(event: FormEvent): void;
  desk: DeskState;
  switchTo(isDesk: boolean): void;
  serve(participantId: number | null): void;
  found: MatchView[] | null;
  choose(participantId: number): void;
};

export function useScanner(props: ScannerProps): ScannerState {
  const { eventId, locale, texts, api, device, mayHandOut, isEnded, page } = props;
  const [view, setView] = useState<ScanView | null>(props.shown);
  const [input, setInput] = useState(props.input);
  const [signals, setSignals] = useState<Signals>({ sound: true, shake: true });
  const desk = useDesk();
  const { isDesk } = desk;
  const video = useRef<HTMLVideoElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { session, status, isAwake } = useSession(
    { eventId, page, api, device, mayHandOut, isEnded, unexpectedFetch: texts.unexpectedFetch },
    () => {
      setSignals(savedSignals());
      if (mayHandOut) desk.turnTo(savedIsDesk(), false);
    },
  );
  const camera = useCamera(video, check, () => field.current?.focus());
  useBursts(field, eventId, (text) => void check(text));
  useEnd(status.ended, () => {
    camera.stop();
    setView(null);
    serve(null);
  });
  useWelcome(isAwake && view?.result === 'SCAN_SUCCESS' ? view : null, () => setView(null));

  async function answer(work: Promise<Outcome>): Promise<void> {
    const outcome = await work;
    signal(outcome.result, signals);
    setInput('');
    setView(shownOf(outcome, { texts, locale }));
  }

  async function check(text: string): Promise<void> {
    if (!session.current) return;
    const code = readTicketInput(text, eventId);
    if (!isDesk) return answer(code ? session.current.check(code) : session.current.unreadable());
    const found = code && (await session.current.desk.find(code));
    signal(found ? 'SCAN_SUCCESS' : 'NOT_FOUND', signals);
    serve(found ? found.participantId : null);
    if (!found) desk.say(texts.notDue);
  }

  function serve(participantId: number | null): void {
    desk.serve(participantId);
    setInput('');
  }

  function submit(event: FormEvent): void {
    if (!session.current) return;
    event.preventDefault();
    // Text that is no code is a name, whose matches are shown already.
    if (readTicketInput(input, eventId)) void check(input);
    else if (isDesk) {
      // Enter selects the only match.
      const [only, ...others] = session.current.people.searchDue(input);
      if (only && (others.length === 0 || only.bib === bibOf(input))) serve(only.participantId);
    }
  }

  function findTyped(): MatchView[] | null {
    const isAsked = input.trim().length > 1 || /^\d$/.test(input.trim());
    if (!isAsked || readTicketInput(input, eventId)) return null;
    const people = isDesk ? session.current?.people.searchDue(input) : session.current?.search(input);
    return (people ?? []).map((ticket) => matchOf(ticket, isDesk));
  }

  return {
    ...{ session, status, isAwake, camera, video, field, signals, shown: view, input, desk, submit, serve },
    found: isAwake ? findTyped() : props.matches,
    type(text) {
      setInput(text);
      if (desk.served !== null && text.trim() !== '') desk.serve(null);
    },
    changeSignals(changed) {
      setSignals(changed);
      saveSignals(changed);
    },
    next() {
      setView(null);
      camera.goOn();
      if (camera.state !== 'on') field.current?.focus();
    },
    switchTo(toDesk) {
      desk.turnTo(toDesk, true);
      setView(null);
      serve(null);
    },
    choose(participantId) {
      if (isDesk) serve(participantId);
      else if (session.current) void answer(session.current.admit(participantId));
    },
  };
}

function useBursts(field: RefObject<HTMLInputElement | null>, eventId: number, read: (text: string) => void): void {
  const latest = useLatest(read);
  useEffect(
    () =>
      listenForBursts(
        (target) => target === field.current,
        (text) => readTicketInput(text, eventId) !== null,
        (text) => latest.current(text),
      ),
    [eventId, field, latest],
  );
}

function useEnd(isEnded: boolean, end: () => void): void {
  const latest = useLatest(end);
  useEffect(() => {
    if (isEnded) latest.current();
  }, [isEnded, latest]);
}

function useWelcome(welcome: ScanView | null, over: () => void): void {
  const latest = useLatest(over);
  useEffect(() => {
    if (!welcome) return;
    const timer = setTimeout(() => latest.current(), welcomeMs);
    return () => clearTimeout(timer);
  }, [welcome, latest]);
}

const shownOf = (
  { result, person, admittedAt, replacedAt }: Outcome,
  { texts, locale }: Pick<ScannerProps, 'texts' | 'locale'>,
): ScanView => ({
  result,
  name: person?.name ?? null,
  competition: person?.competitionTitle ?? null,
  team: person?.teamName ? texts.team.replace('{name}', person.teamName) : null,
  at: admittedAt === null ? null : texts.scannedAt.replace('{time}', sinceText(admittedAt, Date.now(), locale)),
  replaced: replacedAt === null ? null : texts.replacedOn.replace('{time}', dayText(replacedAt, locale)),
});

const matchOf = (ticket: ListedTicket, isDesk: boolean): MatchView => ({
  participantId: ticket.participantId,
  name: `${ticket.firstName} ${ticket.lastName}`,
  competition: ticket.competitionTitle,
  bib: ticket.bib ?? null,
  isInside: isDesk ? Boolean(ticket.due?.handedOut) : ticket.admitted !== null,
});

type DeskState = {
  isDesk: boolean;
  served: number | null;
  message: string;
  say(sentence: string): void;
  /** Null: the desk serves no participant. */
  serve(participantId: number | null): void;
  turnTo(isDesk: boolean, keep: boolean): void;
};

function useDesk(): DeskState {
  const [isDesk, setDesk] = useState(false);
  const [served, setServed] = useState<number | null>(null);
  const [message, setMessage] = useState('');
  return {
    isDesk,
    served,
    message,
    say: setMessage,
    serve(participantId) {
      setServed(participantId);
      setMessage('');
    },
    turnTo(desk, keep) {
      setDesk(desk);
      if (keep) saveIsDesk(desk);
    },
  };
}

type Page = {
  eventId: number;
  page: string;
  api: string;
  device: string | null;
  mayHandOut: boolean;
  isEnded: boolean;
  unexpectedFetch: string;
};

function useSession(
  { eventId, page, api, device, mayHandOut, isEnded, unexpectedFetch }: Page,
  begun: () => void,
): { session: RefObject<ScannerSession | null>; status: ScannerStatus; isAwake: boolean } {
  const [isAwake, setAwake] = useState(false);
  const [status, setStatus] = useState<ScannerStatus>(nothingKnown);
  const session = useRef<ScannerSession | null>(null);
  const begins = useRef(begun);

  useEffect(() => {
    let isGone = false;
    void beginSession({ eventId, api, device, mayHandOut, unexpectedFetch }, setStatus).then(async (own) => {
      if (isGone) return;
      session.current = own;
      setAwake(true);
      begins.current();
      if (isEnded) return own.end();
      void own.run();
      return readyForOffline(page);
    });
    const wake = () => session.current?.wake();
    const lost = () => session.current?.lost();
    const look = () => document.visibilityState === 'visible' && wake();
    window.addEventListener('online', wake);
    window.addEventListener('offline', lost);
    document.addEventListener('visibilitychange', look);
    return () => {
      isGone = true;
      window.removeEventListener('online', wake);
      window.removeEventListener('offline', lost);
      document.removeEventListener('visibilitychange', look);
      session.current?.stop();
    };
  }, [eventId, api, device, mayHandOut, isEnded, page, unexpectedFetch]);

  return { session, status, isAwake };
}
