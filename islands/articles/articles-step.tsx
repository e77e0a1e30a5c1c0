import { type FormEvent, type ReactElement, useState } from 'react';
import { articlesFor } from '#modules/booking/rules/draft-articles.ts';
import { fieldId } from '#src/ui/field.tsx';
import type { StepRules } from '../booking/rules.ts';
import { StepFrame } from '../booking/step-frame.tsx';
import { type StepProps, useStep } from '../booking/use-step.ts';
import { DeclineQuestion, PersonArticles } from './person-articles.tsx';
import type { ArticleTexts } from './texts.ts';
import { nameOf, useArticles } from './use-articles.ts';

export type ArticlesStepProps = StepProps<'articles'> & {
  only: string | null;
  showErrors: boolean;
  asksToDecline: boolean;
  own: ArticleTexts;
};

export function ArticlesStep(props: ArticlesStepProps): ReactElement {
  const { catalog, draft, locale, only, own } = props;
  const step = useStep(props, props.showErrors || props.asksToDecline);
  const [teams, setTeams] = useState(draft.teams);
  const articles = useArticles(props, own, teams, step.rules, props);
  const read = (rules: StepRules) =>
    step.form.current
      ? rules.articlesOfForm(new FormData(step.form.current), catalog.articles, draft.teams, locale)
      : draft.teams;
  const change = async () => {
    articles.chosen();
    const rules = await step.wake();
    if (rules) setTeams(read(rules));
  };
  const leave = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement;
    if (name) articles.leave(name);
  };
  const holds = () => {
    if (!step.rules) return false;
    const now = read(step.rules);
    setTeams(now);
    const held = articles.holds(now);
    if (held)
      requestAnimationFrame(() => document.getElementById(held === 'decline' ? held : fieldId(held.field))?.focus());
    return held !== null;
  };
  return (
    <StepFrame
      props={props}
      step={step}
      price={step.priceOf({ teams })}
      teams={teams}
      errors={articles.named}
      holds={holds}
      onChange={change}
      onBlur={leave}
    >
      <DeclineQuestion {...articles} texts={own} />
      {draft.teams.flatMap((team) =>
        team.participants.map((person, index) =>
          articlesFor(catalog.articles, team, index).length === 0 ||
          (only ?? person.localId) !== person.localId ? null : (
            <fieldset className="entry-person" key={person.localId}>
              <legend>{nameOf(person)}</legend>
              <PersonArticles {...{ catalog, team, index, locale }} state={articles} texts={own} />
            </fieldset>
          ),
        ),
      )}
    </StepFrame>
  );
}
