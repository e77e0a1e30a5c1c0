import type { MatchView, ScanView } from './answer.tsx';
import type { ScannerTexts } from './status.tsx';

export type ScannerProps = {
  eventId: number;
  eventTitle: string;
  /** URL of the page, and base URL of its calls. */
  page: string;
  api: string;
  /** Name of an organizer's device; null: a logged-in user. */
  device: string | null;
  gate: string | null;
  mayHandOut: boolean;
  /** Ended by the server: local data is deleted. */
  isEnded: boolean;
  csrfToken: string;
  locale: 'de' | 'en-us';
  texts: ScannerTexts;
  /** Answer to a form posted without scripts. */
  shown: ScanView | null;
  input: string;
  matches: MatchView[] | null;
};
