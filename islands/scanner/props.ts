import type { MatchView, ScanView } from './answer.tsx';
import type { ScannerTexts } from './status.tsx';

export type ScannerProps = {
  eventId: number;
  eventTitle: string;
  page: string;
  api: string;
  /** Name of an organizer's device; null: a logged-in user. */
  device: string | null;
  gate: string | null;
  mayHandOut: boolean;
  /** Page of late registrations, which also takes cash for open orders; null: not allowed. */
  latePath: string | null;
  /** Ended by the server: local data is deleted. */
  isEnded: boolean;
  csrfToken: string;
  locale: 'de' | 'en-us';
  texts: ScannerTexts;
  shown: ScanView | null;
  input: string;
  matches: MatchView[] | null;
};
