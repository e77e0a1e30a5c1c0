import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { articlesLost } from '#modules/orders/rules/draft-move.ts';
import { Button } from '#src/ui/form.tsx';
import { Question } from '#src/ui/question.tsx';
import type { Change } from './offers.tsx';
import type { StepTexts } from './texts.ts';

/** A move that waits for an answer. */
export type AskedMove = { teamIndex: number; competitionId: number };

const filledIn = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** Names whose articles a move to another competition would delete, and which. */
export function MoveQuestion(props: {
  asked: AskedMove;
  catalog: Catalog;
  teams: readonly DraftTeam[];
  texts: StepTexts;
  change: Change;
  onNo: () => void;
}): ReactElement {
  const { asked, catalog, teams, texts, change, onNo } = props;
  const { question } = texts;
  const target = catalog.competitions.find(({ id }) => id === asked.competitionId);
  const yes = `move:${asked.teamIndex}:${asked.competitionId}:yes`;
  return (
    <Question
      id="move-question"
      title={question.title}
      onNo={onNo}
      actions={
        <>
          <Button
            look="quiet"
            name="intent"
            value="stay"
            onClick={(event) => {
              event.preventDefault();
              onNo();
            }}
          >
            {question.no}
          </Button>
          <Button look="danger" name="intent" value={yes} onClick={change(yes)}>
            {question.yes}
          </Button>
        </>
      }
    >
      <p>{filledIn(question.text, { title: target?.title ?? '' })}</p>
      <ul>
        {articlesLost(catalog.articles, teams[asked.teamIndex]).map(({ place, name, articles }) => {
          const chosen = articles.map((article) =>
            filledIn(article.variant ? question.articleOf : question.article, article),
          );
          const who = name || filledIn(texts.member, { number: place });
          return <li key={place}>{filledIn(question.line, { name: who, articles: chosen.join(', ') })}</li>;
        })}
      </ul>
    </Question>
  );
}
