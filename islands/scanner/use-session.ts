import { type RefObject, useEffect, useRef, useState } from 'react';
import { beginSession, readyForOffline } from './begin.ts';
import { nothingKnown, type ScannerStatus } from './kinds.ts';
import type { ScannerSession } from './session.ts';

type Page = {
  eventId: number;
  page: string;
  api: string;
  device: string | null;
  mayHandOut: boolean;
  isEnded: boolean;
  unexpectedFetch: string;
};

/** Starts when the stored state is loaded. */
export function useSession(
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
