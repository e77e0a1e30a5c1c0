import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { chosenProtections, visibleProtections } from '#modules/booking/rules/draft.ts';
import { isArticleName } from '#modules/booking/rules/draft-articles.ts';
import type { KnownPerson } from '#modules/booking/rules/draft-form.ts';
import { needsVoucher } from '#modules/booking/rules/draft-price.ts';
import { ofProtections } from '#modules/booking/rules/draft-tabs.ts';
import { notYetEntered, type OrderedPerson } from '#modules/companions/rules/known-people.ts';
import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { isNameless } from '#modules/orders/rules/draft-answers.ts';
import type { DraftErrors } from '#modules/orders/rules/draft-check.ts';
import { draftErrorText } from '#modules/orders/rules/draft-check.ts';
import { fieldId } from '#src/ui/field.tsx';
import { DeclineQuestion } from '../articles/person-articles.tsx';
import type { ArticleTexts } from '../articles/texts.ts';
import { useArticles } from '../articles/use-articles.ts';
import { ProtectionOffers, type ProtectionTexts } from '../booking/protection-step.tsx';
import type { StepRules } from '../booking/rules.ts';
import { StepFrame } from '../booking/step-frame.tsx';
import { type StepProps, useStep } from '../booking/use-step.ts';
import { useAvailability } from './availability.ts';
import { Competition } from './competition.tsx';
import { MoveQuestion, type MoveRequest } from './move-question.tsx';
import type { CompetitionTexts, StepTexts } from './texts.ts';
import { fieldInUse, useNextFocus, usePresses } from './use-presses.ts';

export type ParticipantsStepProps = StepProps<'competitions'> & {
  showErrors: boolean;
  /** From the account; null for an unproven mailbox. */
  me: KnownPerson | null;
  /** From earlier orders; empty for an unproven mailbox. */
  people: OrderedPerson[];
  asked: MoveRequest | null;
  /** Unfolded people, each with a 1; null: all are unfolded. */
  open: Record<string, number> | null;
  finished: string[];
  /** Questions of later steps, shown on the cards once hydrated; null with too many people. */
  card: { articles: ArticleTexts | null; protection: ProtectionTexts | null } | null;
  own: StepTexts;
  competitionTexts: Record<number, CompetitionTexts>;
};

const maxErrors = 40;

const blankOf = (teams: readonly DraftTeam[]): ReadonlySet<string> =>
  new Set(teams.flatMap((team) => team.participants.filter(isNameless).map(({ localId }) => localId)));

const newLocalId = (): string => crypto.getRandomValues(new Uint32Array(3)).join('');

/** Works without scripts; with them people are added in place and fields are validated on blur. */
export function ParticipantsStep(props: ParticipantsStepProps): ReactElement {
  const { own: texts, locale } = props;
  const { catalog, now: at } = useAvailability(props.catalog, props.now);
  const step = useStep({ ...props, catalog, now: at }, props.showErrors);
  const { form, now, readDate, rules } = step;
  const [teams, setTeams] = useState(props.draft.teams);
  // People with errors are unfolded, so with many only the first errors are shown.
  const [errors, setErrors] = useState<DraftErrors>(() =>
    props.showErrors && rules
      ? Object.fromEntries(Object.entries(rules.draftErrors(catalog, teams, readDate, now)).slice(0, maxErrors))
      : {},
  );
  // Inputs are uncontrolled: a new key resets those of a person filled in or unfolded by a button.
  const [filled, setFilled] = useState(props.open ?? {});
  const [blank, setBlank] = useState(() => blankOf(teams));
  const [posted, setPosted] = useState(props.showErrors);
  const [protectionIds, setProtectionIds] = useState(props.draft.protectionIds);
  const [isAwake, setAwake] = useState(false);
  const [finished, setFinished] = useState<ReadonlySet<string>>(() => new Set(props.finished));
  useEffect(() => setAwake(true), []);
  const { wake } = step;
  // What others took meanwhile may change the price.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the catalogue.
  useEffect(() => {
    if (catalog !== props.catalog) void wake();
  }, [catalog]);
  const card = isAwake ? props.card : null;
  const articles = useArticles(props, card?.articles ?? null, teams, rules, { showErrors: false });
  // Local ids this form ever showed: the server keeps people added by another tab.
  const seen = useRef(new Set<string>());
  for (const { localId } of teams.flatMap((team) => team.participants)) seen.current.add(localId);

  // Competitions without entries are folded once there are entries; one that had entries on this page stays.
  const seenCompetitions = useRef(new Set<number>());
  for (const { competitionId } of teams) seenCompetitions.current.add(competitionId);
  const inView = catalog.competitions.filter(
    ({ id }) => seenCompetitions.current.size === 0 || seenCompetitions.current.has(id),
  );
  const folded = catalog.competitions.filter((competition) => !inView.includes(competition));

  const teamsInForm = ({ articlesOfForm, teamsOfForm }: StepRules) => {
    if (!form.current) return teams;
    const data = new FormData(form.current);
    return articlesOfForm(data, catalog.articles, teamsOfForm(data, teams), locale);
  };
  const wrongIn = (rules: StepRules, entered = teamsInForm(rules)) =>
    rules.draftErrors(catalog, entered, readDate, now);
  const price = step.priceOf({ teams, protectionIds });
  const goTo = useNextFocus(form);

  const change = usePresses(step, teams, (rules, press) => {
    const before = teamsInForm(rules);
    const meant =
      press.teams === teams
        ? press.intent
        : rules.lateIntent(press.intent, press.teams, before, notYetEntered(props.people, before, readDate));
    if (!meant) return undefined;
    const intent = form.current ? rules.chosenIntent(new FormData(form.current), meant) : meant;
    const next = rules.applyIntent(intent, catalog, before, newLocalId, props);
    if (!next) return undefined;
    setTeams(next);
    setBlank(blankOf(next));
    // Errors are keyed by position, which may belong to another person now.
    setErrors(posted ? wrongIn(rules, next) : {});
    const typing = fieldInUse()?.closest<HTMLElement>('[data-person]')?.dataset.person;
    const complete = rules.finishedIn(catalog, next, readDate, now);
    const [person, folded, focus] = rules.afterPress({ intent, before, next }, complete, finished, typing);
    setFinished(folded);
    if (person) setFilled((counts) => ({ ...counts, [person.localId]: (counts[person.localId] ?? 0) + 1 }));
    goTo.current = focus || `#${fieldId(`teams[${next.length - 1}]`)} [type=text]`;
    return person?.localId;
  });
  /** On blur; while typing only if the field was invalid. */
  const check = async ({ target, type }: FormEvent<HTMLFormElement>) => {
    const { name, value } = target as HTMLInputElement;
    const rules = await wake();
    if (rules) latest.current(rules, name, value, type);
  };
  const checkNow = (rules: StepRules, name: string, value: string, type: string) => {
    if (isArticleName(name)) {
      setTeams(teamsInForm(rules));
      if (type === 'blur') articles.leave(name);
      else articles.chosen();
      return;
    }
    if (form.current && card?.protection)
      setProtectionIds(chosenProtections(new FormData(form.current), card.protection.offers));
    // The name appears above the fields, and the next member inherits answers.
    if (name && type === 'blur') setTeams(rules.adoptedAnswers(catalog, teamsInForm(rules)));
    if (!name || (type === 'change' ? !(name in errors) : value === '' && !posted)) return;
    const all = wrongIn(rules);
    const found = all[name];
    const placeOf = ([of]: [string, unknown]) => (of in all ? Object.keys(all).indexOf(of) : Number.MAX_SAFE_INTEGER);
    setErrors((before) => {
      const { [name]: _, ...others } = before;
      const left = found ? { ...before, [name]: found } : others;
      return Object.fromEntries(Object.entries(left).sort((one, other) => placeOf(one) - placeOf(other)));
    });
  };

  const latest = useRef(checkNow);
  latest.current = checkNow;

  const holds = () => {
    if (!rules) return false;
    const found = wrongIn(rules);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      setPosted(true);
      setErrors(found);
    }
    const ofArticles = first === undefined && card?.articles ? articles.holds(teamsInForm(rules)) : null;
    const field = first ?? (ofArticles === 'decline' ? null : ofArticles?.field);
    const name = field === undefined && needsVoucher(price.problem) !== null ? 'voucherCode' : field;
    const id = name === null ? 'decline' : name && fieldId(name);
    if (!id) return false;
    requestAnimationFrame(() => document.getElementById(id)?.focus());
    return true;
  };

  const sentences = sentencesOf(errors, props);
  const entries = (competition: CatalogCompetition): ReactElement => (
    <Competition
      key={competition.id}
      {...props}
      catalog={catalog}
      isFirst={competition === inView[0]}
      blank={blank}
      people={notYetEntered(props.people, teams, readDate)}
      texts={texts}
      competition={competition}
      teams={teams}
      filled={filled}
      finished={finished}
      suited={(id, person) => rules?.fittingElsewhere(catalog, id, person, readDate, now) ?? []}
      sentences={sentences}
      articles={card?.articles ? { texts: card.articles, state: articles } : null}
      now={now}
      change={change}
    />
  );
  return (
    <StepFrame
      props={props}
      step={step}
      price={price}
      teams={teams}
      errors={
        posted && rules
          ? rules.withArticles(rules.named(sentences, teams, texts, catalog, locale), articles.named, catalog, teams)
          : articles.named
      }
      holds={holds}
      hasRequired
      onBlur={check}
      onChange={check}
    >
      {['', ...seen.current].map((localId) => (
        <input key={localId} type="hidden" name="seen" value={localId} />
      ))}
      {card?.articles ? <DeclineQuestion {...articles} texts={card.articles} /> : null}
      {props.asked ? <MoveQuestion {...props.asked} /> : null}
      {inView.map(entries)}
      {folded.length > 0 ? (
        <details className="entry-others">
          <summary>{texts.others}</summary>
          {folded.map(entries)}
        </details>
      ) : null}
      {card?.protection && teams.length > 0 ? (
        <fieldset className="entry-person">
          <legend>{card.protection.title}</legend>
          <input type="hidden" name={visibleProtections} value={ofProtections} />
          <p className="soft">{card.protection.intro}</p>
          <ProtectionOffers offers={card.protection.offers} chosen={props.draft.protectionIds} />
        </fieldset>
      ) : null}
    </StepFrame>
  );
}

const sentencesOf = (errors: DraftErrors, { own: texts, competitionTexts }: ParticipantsStepProps) =>
  Object.fromEntries(
    Object.entries(errors).map(([name, { error, competitionId, count }]) => {
      const own = competitionTexts[competitionId]?.errors;
      const text = own && error in own ? own[error as keyof typeof own] : draftErrorText(texts.errors, error);
      return [name, text.replace('{count}', String(count))];
    }),
  );
