import type { ReactElement } from 'react';
import type { ScannerTexts } from './status.tsx';

export type ShownMatch = { participantId: number; name: string; competition: string; isInside: boolean };

/** People found by name, each with a button that lets them in. */
export function Matches(props: {
  matches: readonly ShownMatch[];
  texts: ScannerTexts;
  eventId: number;
  csrfToken: string;
  choose?: (participantId: number) => void;
}): ReactElement {
  const { matches, texts, eventId, csrfToken, choose } = props;
  if (matches.length === 0) return <p role="status">{texts.noMatches}</p>;
  return (
    <section className="scanner-matches" aria-label={texts.matches}>
      {matches.map(({ participantId, name, competition, isInside }) => (
        <form
          key={participantId}
          method="post"
          action="/scan"
          onSubmit={(event) => {
            if (!choose) return;
            event.preventDefault();
            choose(participantId);
          }}
        >
          <input type="hidden" name="csrf" value={csrfToken} />
          <input type="hidden" name="event" value={eventId} />
          <button
            type="submit"
            name="participant"
            value={participantId}
            aria-label={texts.letIn.replace('{name}', name)}
          >
            <strong>{name}</strong>
            <span>{competition}</span>
            <span className="figures">{isInside ? texts.inside : `#${participantId}`}</span>
          </button>
        </form>
      ))}
    </section>
  );
}
