import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { articleText } from './format.ts';
import type { BibOutcome, ListedTicket } from './kinds.ts';
import type { ScannerSession } from './session.ts';
import type { ScannerTexts } from './status.tsx';

const isWaiting = ({ due }: ListedTicket): boolean => Boolean(due?.isPaid && !due.handedOut);
const nameOf = ({ firstName, lastName }: ListedTicket): string => `${firstName} ${lastName}`;

export function DeskCard(props: {
  ticket: ListedTicket;
  session: ScannerSession;
  texts: ScannerTexts;
  clock(at: number): string;
  money(cents: number): string;
  latePath: string | null;
  back(): void;
  announce(text: string): void;
}): ReactElement {
  const { ticket, session, texts, clock, money, latePath, back, announce } = props;
  const { participantId, due } = ticket;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person, another card: reading begins at the name.
  useEffect(() => heading.current?.focus(), [participantId]);
  if (!due) return <p role="status">{texts.noMatches}</p>;
  const groups = [
    { text: texts.handOutOrder, people: session.people.together(participantId, 'order') },
    { text: texts.handOutClub, people: session.people.together(participantId, 'club') },
  ];
  const give = async (people: readonly ListedTicket[]): Promise<void> => {
    const given = await session.desk.handOut(people.map((person) => person.participantId));
    announce(texts.gave.replace('{count}', String(given.length)));
  };
  return (
    <section className="desk-card" aria-labelledby="desk-name">
      <header className="desk-head">
        <div>
          <h2 id="desk-name" tabIndex={-1} ref={heading}>
            {nameOf(ticket)}
          </h2>
          <p>{ticket.competitionTitle}</p>
          {ticket.teamName ? <p className="soft">{texts.team.replace('{name}', ticket.teamName)}</p> : null}
          {due.club ? <p className="soft">{texts.club.replace('{name}', due.club)}</p> : null}
        </div>
        {ticket.bib ? <p className="desk-bib figures">{ticket.bib}</p> : null}
      </header>
      {due.openCents > 0 ? (
        <p className="scanner-login" role="alert">
          {texts.openMoney.replace('{sum}', money(due.openCents))}
          {latePath ? (
            <>
              {' '}
              <a href={`${latePath}/${due.orderId}/cash`}>{texts.takeCash}</a>
            </>
          ) : null}
        </p>
      ) : null}
      {ticket.bib ? (
        <details key={`${participantId} ${ticket.bib}`}>
          <summary>{texts.changeBib}</summary>
          <BibForm {...{ participantId, session, texts }} replaces={ticket.bib} />
        </details>
      ) : (
        <BibForm {...{ participantId, session, texts }} replaces={null} />
      )}
      <h3>{texts.due}</h3>
      <ul className="desk-due">
        {ticket.bib ? <li>{texts.bib.replace('{number}', ticket.bib)}</li> : null}
        {due.articles.map(({ name, variantName, quantity }) => (
          <li key={`${name} ${variantName}`}>
            {quantity > 1 ? `${quantity} × ` : ''}
            {name}
            {variantName ? <strong> {variantName}</strong> : null}
          </li>
        ))}
        {!ticket.bib && due.articles.length === 0 ? <li>{texts.nothingDue}</li> : null}
      </ul>
      {due.answers.length > 0 ? (
        <dl className="desk-answers">
          {due.answers.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <PublicName ticket={ticket} session={session} texts={texts} />
      {due.handedOut ? (
        <p className="desk-done">
          <span className="badge" data-tone="good">
            {texts.handedOutOn.replace('{time}', clock(due.handedOut.handedOutAt))}
          </span>
          <button
            type="button"
            className="button button-quiet button-small"
            onClick={() => void session.desk.takeBack(participantId)}
          >
            {texts.takeBack}
          </button>
        </p>
      ) : due.isPaid ? (
        <button type="button" className="button button-wide" onClick={() => void give([ticket])}>
          {texts.handOut}
        </button>
      ) : (
        <p>{texts.notPaid}</p>
      )}
      {groups.map(({ text, people }) => {
        const waiting = people.filter(isWaiting);
        return people.length > 1 && waiting.length > 0 ? (
          <details key={text}>
            <summary>{text.replace('{count}', String(waiting.length))}</summary>
            <ul className="desk-due">
              {waiting.map((person) => (
                <li key={person.participantId}>
                  {person.bib ? `${person.bib} · ` : ''}
                  {nameOf(person)}
                  {person.due?.articles.length ? ` (${person.due.articles.map(articleText).join(', ')})` : ''}
                </li>
              ))}
            </ul>
            <button type="button" className="button button-quiet" onClick={() => void give(waiting)}>
              {text.replace('{count}', String(waiting.length))}
            </button>
          </details>
        ) : null;
      })}
      <button type="button" className="button button-quiet" onClick={back}>
        {texts.back}
      </button>
    </section>
  );
}

/** The next bib; the button names a bib that gets replaced. */
function BibForm(props: {
  participantId: number;
  session: ScannerSession;
  texts: ScannerTexts;
  replaces: string | null;
}): ReactElement {
  const { participantId, session, texts, replaces } = props;
  const [bib, setBib] = useState('');
  const [problem, setProblem] = useState<Exclude<BibOutcome, 'set'> | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (bib.trim() === '') return;
    setBusy(true);
    const outcome = await session.desk.setBib(participantId, bib);
    setBusy(false);
    setProblem(outcome === 'set' ? null : outcome);
  }
  return (
    <form
      className="desk-bib-form"
      onSubmit={(event) => void save(event)}
      onReset={() => {
        setBib('');
        setProblem(null);
      }}
    >
      <label className="field-label" htmlFor="desk-bib">
        {texts.bibLabel}
      </label>
      <p className="field-hint">
        {replaces === null ? texts.noBib : texts.replaceBibHint.replace('{number}', replaces)}
      </p>
      <div className="scanner-typed">
        <input
          className="input"
          id="desk-bib"
          value={bib}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          aria-invalid={problem !== null}
          aria-describedby={problem ? 'desk-bib-error' : undefined}
          onChange={(event) => setBib(event.target.value)}
        />
        <button type="submit" className="button button-quiet" disabled={isBusy}>
          {replaces === null ? texts.setBib : texts.replaceBib.replace('{number}', replaces)}
        </button>
      </div>
      {problem ? (
        <p className="field-error" id="desk-bib-error" role="alert">
          {problem === 'taken' ? texts.bibTaken : texts.bibOffline}
        </p>
      ) : null}
    </form>
  );
}

function PublicName(props: { ticket: ListedTicket; session: ScannerSession; texts: ScannerTexts }): ReactElement {
  const { ticket, session, texts } = props;
  // Participant whose change failed offline; the card may show another one meanwhile.
  const [failed, setFailed] = useState<number | null>(null);
  async function hide(): Promise<void> {
    const outcome = await session.desk.hideName(ticket.participantId);
    setFailed(outcome === 'offline' ? ticket.participantId : null);
  }
  if (ticket.due?.isNameHidden) return <p role="status">{texts.nameHidden}</p>;
  return (
    <div>
      <button type="button" className="button button-quiet button-small" onClick={() => void hide()}>
        {texts.hideName}
      </button>
      {failed === ticket.participantId ? (
        <p className="field-error" role="alert">
          {texts.hideNameOffline}
        </p>
      ) : null}
    </div>
  );
}
