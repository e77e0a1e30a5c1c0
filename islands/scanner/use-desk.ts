import { useState } from 'react';
import { saveIsDesk } from './begin.ts';

export type DeskState = {
  /** What this device does: it hands out, or it lets in. */
  isDesk: boolean;
  /** Who stands at the desk. */
  served: number | null;
  /** What there is to say beside, e.g. that nobody was found. */
  said: string;
  say(sentence: string): void;
  /** null: nobody any more. */
  serve(participantId: number | null): void;
  /** `keep`: the next time, too. */
  turnTo(isDesk: boolean, keep: boolean): void;
};

/** Whether this is a desk, and whom it serves. */
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
