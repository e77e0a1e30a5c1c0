import { type ReactElement, useEffect, useRef } from 'react';
import type { ScanResult } from '#modules/checkin/rules/scan-result.ts';
import type { ScannerTexts } from './status.tsx';

export type ScanView = {
  result: ScanResult;
  name: string | null;
  competition: string | null;
  team: string | null;
  at: string | null;
  replaced: string | null;
};

const icons: Record<ScanResult, ReactElement> = {
  SCAN_SUCCESS: <path d="M12 34 L27 49 L53 17" />,
  ALREADY_SCANNED: <path d="M32 12 V36 M32 50 V51" />,
  NOT_FOUND: <path d="M16 16 L48 48 M48 16 L16 48" />,
};

export function ScanAnswer(props: {
  view: ScanView;
  texts: ScannerTexts;
  page: string;
  /** Without it, continue is a link. */
  next?: () => void;
}): ReactElement {
  const { view, texts, page, next } = props;
  const onward = useRef<HTMLAnchorElement>(null);
  useEffect(() => onward.current?.focus(), []);
  return (
    <section className="scan-answer" data-result={view.result} role="alert">
      <svg viewBox="0 0 64 64" aria-hidden="true">
        {icons[view.result]}
      </svg>
      <h2>{texts[view.result]}</h2>
      {view.name ? <p className="scan-answer-name">{view.name}</p> : null}
      {view.competition ? <p className="scan-answer-competition">{view.competition}</p> : null}
      {view.team ? <p>{view.team}</p> : null}
      {view.result === 'NOT_FOUND' ? <p>{view.replaced ?? texts.notFoundText}</p> : null}
      {view.result === 'ALREADY_SCANNED' && view.at ? <p>{view.at}</p> : null}
      <a
        className="button"
        ref={onward}
        href={page}
        onClick={(event) => {
          if (!next) return;
          event.preventDefault();
          next();
        }}
      >
        {texts.next}
      </a>
    </section>
  );
}

export type MatchView = {
  participantId: number;
  name: string;
  competition: string;
  bib?: string | null;
  isInside: boolean;
};

export function Matches(props: {
  matches: readonly MatchView[];
  texts: ScannerTexts;
  eventId: number;
  csrfToken: string;
  choose?: (participantId: number) => void;
  label?: string;
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
