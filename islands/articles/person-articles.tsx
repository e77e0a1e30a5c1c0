import type { ReactElement } from 'react';
import { articlesFor } from '#modules/booking/rules/draft-articles.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { Alert } from '#src/ui/display.tsx';
import type { Locale } from '#src/ui/format.ts';
import { ArticleChoice } from './choice.tsx';
import type { ArticleTexts } from './texts.ts';
import type { Articles } from './use-articles.ts';

export function PersonArticles(props: {
  catalog: Pick<Catalog, 'articles'>;
  team: DraftTeam;
  index: number;
  state: Pick<Articles, 'taken' | 'sentences'>;
  texts: ArticleTexts;
  locale: Locale;
}): ReactElement | null {
  const { catalog, team, index, state, texts, locale } = props;
  const person = team.participants[index];
  const articles = articlesFor(catalog.articles, team, index);
  if (!person || articles.length === 0) return null;
  return (
    <>
      <input type="hidden" name="shown" value={person.localId} />
      {articles.map((article) => (
        <ArticleChoice key={article.id} {...{ article, person, texts, locale }} {...state} />
      ))}
    </>
  );
}

export const DeclineQuestion = ({
  asks,
  undecidedNames,
  texts,
}: Pick<Articles, 'asks' | 'undecidedNames'> & { texts: ArticleTexts }) =>
  asks ? (
    <div id="decline" tabIndex={-1}>
      <Alert tone="wait" urgent title={texts.declineTitle}>
        <p>{texts.declineText.replace('{names}', () => undecidedNames)}</p>
        <input type="hidden" name="declined" value="true" />
      </Alert>
    </div>
  ) : null;
