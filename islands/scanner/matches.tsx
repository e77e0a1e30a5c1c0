import type { ReactElement } from 'react';
import type { ScannerTexts } from './status.tsx';

export type MatchView = {
  participantId: number;
  name: string;
  competition: string;
  bib?: string | null;
  isInside: boolean;
};

/** Each with a button to admit. */
export function Matches(props: {
  matches: readonly MatchView[];
  texts: ScannerTexts;
  eventId: number;
  csrfToken: string;
  /** Action of the button; without it the form admits. */
  choose?: (participantId: number) => void;
  label?: string;
  /** Text for people who have already got everything. */
  done?: string;
}): ReactElement {
  const { matches, texts, eventId, csrfToken, choose, label = texts.letIn, done = texts.inside } = props;
  if (matches.length === 0) return <p role="status">{texts.noMatches}</p>;
  return (
    <section className="scanner-matches" aria-label={texts.matches}>
      {matches.map(({ participantId, name, competition, bib, isInside }) => (
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
          <button type="submit" name="participant" value={participantId} aria-label={label.replace('{name}', name)}>
            <strong>{name}</strong>
            <span>
              {competition}
              {bib ? ` · ${texts.bib.replace('{number}', bib)}` : ''}
            </span>
            <span className="figures">{isInside ? done : `#${participantId}`}</span>
          </button>
        </form>
      ))}
    </section>
  );
}
