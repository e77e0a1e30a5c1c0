import { type FormEvent, type ReactElement, useState } from 'react';
import { articleErrors, articlesFor, articlesOfForm, undecided } from '#modules/booking/rules/draft-articles.ts';
import type { DraftParticipant } from '#modules/orders/rules/draft.ts';
import { cents } from '#src/kernel/money.ts';
import { Alert } from '#src/ui/display.tsx';
import { fieldId } from '#src/ui/field.tsx';
import { formatCents } from '#src/ui/format.ts';
import { StepFrame } from '../booking/step-frame.tsx';
import { type StepProps, useStep } from '../booking/use-step.ts';
import { ArticleChoice } from './choice.tsx';
import type { ArticleTexts } from './texts.ts';

export type ArticlesStepProps = StepProps<'articles'> & {
  /** The one person whose page this is; null: everybody's. */
  only: string | null;
  showErrors: boolean;
  /** Somebody takes nothing: the page asks whether that is meant. */
  asksToDecline: boolean;
  own: ArticleTexts;
};

const nameOf = ({ firstName, lastName }: DraftParticipant): string => `${firstName} ${lastName}`.trim();

/** What everybody takes along: shirts, pasta, a donation. */
export function ArticlesStep(props: ArticlesStepProps): ReactElement {
  const { catalog, draft, locale, only, own } = props;
  const step = useStep(props);
  const [teams, setTeams] = useState(draft.teams);
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [posted, setPosted] = useState(props.showErrors);
  const [asks, setAsks] = useState(props.asksToDecline);
  const errors = articleErrors(catalog, teams);
  const people = teams.flatMap((team) => team.participants);
  // Counted once: a club of hundreds asks for every variant of everybody.
  const taken: Record<number, number> = {};
  for (const { variantId, quantity } of people.flatMap(({ articles }) => articles))
    taken[variantId] = (taken[variantId] ?? 0) + quantity;
  const sentence = (name: string): string => {
    const found = errors[name];
    if (!found) return '';
    const { error, limit } = found;
    if (error === 'stock' && limit === 0) return own.gone;
    const shown = error.startsWith('donation') ? formatCents(cents(limit), locale) : String(limit);
    return own.errors[error].replace('{limit}', () => shown);
  };
  const sentences = Object.fromEntries(
    Object.keys(errors)
      .filter((name) => posted || visited.has(name))
      .map((name) => [name, sentence(name)]),
  );
  const read = () =>
    step.form.current
      ? articlesOfForm(new FormData(step.form.current), catalog.articles, draft.teams, locale)
      : draft.teams;
  const change = () => {
    setTeams(read());
    setAsks(false);
  };
  const leave = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement;
    if (name) setVisited((before) => new Set([...before, name]));
  };
  const holds = () => {
    const now = read();
    setTeams(now);
    const [first] = Object.keys(articleErrors(catalog, now));
    const isQuestion = first === undefined && !asks && undecided(catalog.articles, now, only).length > 0;
    if (first === undefined && !isQuestion) return false;
    if (first !== undefined) setPosted(true);
    else setAsks(true);
    requestAnimationFrame(() => document.getElementById(first === undefined ? 'decline' : fieldId(first))?.focus());
    return true;
  };
  return (
    <StepFrame
      props={props}
      step={step}
      price={step.priceOf({ teams })}
      teams={teams}
      errors={
        posted
          ? Object.fromEntries(
              Object.entries(sentences).map(([name, error]) => {
                const person = people.find(({ localId }) => name.split('.')[1] === localId);
                const who = person ? nameOf(person) : '';
                return [name, own.ofPerson.replace('{field}', () => who).replace('{error}', () => error)];
              }),
            )
          : null
      }
      holds={holds}
      onChange={change}
      onBlur={leave}
    >
      {asks ? (
        <div id="decline" tabIndex={-1}>
          <Alert tone="wait" urgent title={own.declineTitle}>
            <p>
              {own.declineText.replace('{names}', () =>
                undecided(catalog.articles, teams, only).map(nameOf).join(', '),
              )}
            </p>
            <input type="hidden" name="declined" value="true" />
          </Alert>
        </div>
      ) : null}
      {draft.teams.flatMap((team) =>
        team.participants.map((person, index) => {
          const articles = articlesFor(catalog.articles, team, index);
          if (articles.length === 0 || (only !== null && person.localId !== only)) return null;
          return (
            <fieldset className="entry-person" key={person.localId}>
              <legend>{nameOf(person)}</legend>
              <input type="hidden" name="shown" value={person.localId} />
              {articles.map((article) => (
                <ArticleChoice
                  key={article.id}
                  article={article}
                  person={person}
                  taken={taken}
                  texts={own}
                  locale={locale}
                  sentences={sentences}
                />
              ))}
            </fieldset>
          );
        }),
      )}
    </StepFrame>
  );
}
