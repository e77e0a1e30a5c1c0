import type { ScanView } from './answer.tsx';
import type { MatchView } from './matches.tsx';
import type { ScannerTexts } from './status.tsx';

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
  shown: ScanView | null;
  input: string;
  matches: MatchView[] | null;
};
