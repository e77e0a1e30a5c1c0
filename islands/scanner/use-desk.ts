import { useState } from 'react';
import { saveIsDesk } from './begin.ts';

export type DeskState = {
  /** Desk or gate. */
  isDesk: boolean;
  /** Participant at the desk. */
  served: number | null;
  /** Further message, such as no match. */
  said: string;
  say(sentence: string): void;
  /** Null: nobody. */
  serve(participantId: number | null): void;
  /** `keep`: also for the next visit. */
  turnTo(isDesk: boolean, keep: boolean): void;
};

export function useDesk(): DeskState {
  const [isDesk, setDesk] = useState(false);
  const [served, setServed] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  return {
    isDesk,
    served,
    said,
    say: setSaid,
    serve(participantId) {
      setServed(participantId);
      setSaid('');
    },
    turnTo(desk, keep) {
      setDesk(desk);
      if (keep) saveIsDesk(desk);
    },
  };
}
