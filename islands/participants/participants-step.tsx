import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import { applyIntent, chosenIntent, type KnownPerson, teamsOfForm } from '#modules/booking/rules/draft-form.ts';
import { type OrderedPerson, stillToEnter } from '#modules/booking/rules/known-people.ts';
import { needsVoucher } from '#modules/booking/rules/voucher-messages.ts';
import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { adoptedAnswers, isNameless } from '#modules/orders/rules/draft-answers.ts';
import { type DraftErrors, draftErrors } from '#modules/orders/rules/draft-check.ts';
import { fieldId } from '#src/ui/field.tsx';
import { StepFrame } from '../booking/step-frame.tsx';
import { type StepProps, useStep } from '../booking/use-step.ts';
import { useAvailability } from './availability.ts';
import { Competition } from './competition.tsx';
import { type AskedMove, MoveQuestion } from './move-question.tsx';
import { named } from './named.ts';
import type { CompetitionTexts, StepTexts } from './texts.ts';

export type ParticipantsStepProps = StepProps<'competitions'> & {
  /** Shown at once: the answer to a post. */
  showErrors: boolean;
  /** What the visitor's own account knows; null for an address that was only typed. */
  me: KnownPerson | null;
  /** Of one's own earlier orders; nobody for an address that was only typed. */
  people: OrderedPerson[];
  /** A move to another competition that takes articles along. */
  asked: AskedMove | null;
  /** Of many people the rest is folded up: who is not, each with a 1. null: nobody is. */
  open: Record<string, number> | null;
  own: StepTexts;
  competitionTexts: Record<number, CompetitionTexts>;
};

/** That a page comes with. */
const mostErrors = 40;

/** Whose name is missing. */
const blankOf = (teams: readonly DraftTeam[]): ReadonlySet<string> =>
  new Set(teams.flatMap((team) => team.participants.filter(isNameless).map(({ localId }) => localId)));

const newLocalId = (): string => crypto.getRandomValues(new Uint32Array(3)).join('');

/**
 * Who starts where. The page works without this script; with it nothing reloads: people are added and removed in place,
 * the price follows, and a field is checked when one leaves it, all by the rules that the server uses.
 */
export function ParticipantsStep(props: ParticipantsStepProps): ReactElement {
  const { own: texts, competitionTexts, locale } = props;
  const { catalog, now: at } = useAvailability(props.catalog, props.now);
  const step = useStep({ ...props, catalog, now: at });
  const { form, now, readDate } = step;
  const [teams, setTeams] = useState(props.draft.teams);
  // Whoever has an error is unfolded, so of many the first are said, and the rest when those are mended.
  const [errors, setErrors] = useState<DraftErrors>(() =>
    props.showErrors
      ? Object.fromEntries(Object.entries(draftErrors(catalog, teams, readDate, now)).slice(0, mostErrors))
      : {},
  );
  // Fields keep their own text; who was filled in or unfolded by a button gets fresh fields.
  const [filled, setFilled] = useState(props.open ?? {});
  const [blank, setBlank] = useState(() => blankOf(teams));
  const [posted, setPosted] = useState(props.showErrors);
  // Whoever this form ever showed: the server keeps people that another tab has added meanwhile.
  const seen = useRef(new Set<string>());
  for (const { localId } of teams.flatMap((team) => team.participants)) seen.current.add(localId);

  // Where somebody is entered, competitions without anybody are folded away; one that had somebody on this page stays.
  const shown = useRef(new Set<number>());
  for (const { competitionId } of teams) shown.current.add(competitionId);
  const inView = catalog.competitions.filter(({ id }) => shown.current.size === 0 || shown.current.has(id));
  const folded = catalog.competitions.filter((competition) => !inView.includes(competition));

  const typed = () => (form.current ? teamsOfForm(new FormData(form.current), teams) : teams);
  const price = step.priceOf({ teams });

  const change = (button: string) => (event: { preventDefault(): void }) => {
    event.preventDefault();
    const before = typed();
    const intent = form.current ? chosenIntent(new FormData(form.current), button) : button;
    const [verb, teamIndex, index] = intent.split(':');
    const next = applyIntent(intent, catalog, before, newLocalId, props);
    if (!next) return;
    setTeams(next);
    setBlank(blankOf(next));
    // Names count places, so what was wrong at one place says nothing about who stands there now.
    setErrors(posted ? draftErrors(catalog, next, readDate, now) : {});
    const changed = ['copy', 'me', 'known', 'edit'].includes(verb ?? '')
      ? next[Number(teamIndex)]?.participants[Number(index)]
      : undefined;
    const known = new Set(before.flatMap((team) => team.participants.map((person) => person.localId)));
    const added = next.flatMap((team) => team.participants).find((person) => !known.has(person.localId));
    const person = changed ?? added;
    if (person) setFilled((counts) => ({ ...counts, [person.localId]: (counts[person.localId] ?? 0) + 1 }));
    // Whoever was taken out takes the focus along; the button that would bring somebody back is the nearest.
    const [gone, kept] = [before[Number(teamIndex)]?.competitionId, next.length === before.length];
    const place =
      verb === 'add'
        ? `#${fieldId(`teams[${next.length - 1}]`)} [type=text]`
        : person
          ? `[data-person="${person.localId}"] .entry-row-short :is(input, select)`
          : `[value="${kept ? `member:${teamIndex}` : `add:${gone}`}"]`;
    requestAnimationFrame(() => {
      const found = [...(form.current?.querySelectorAll<HTMLInputElement>(place) ?? [])];
      (found.find(({ value }) => value === '') ?? found[0])?.focus();
    });
  };

  /** On leaving a field; and while one mends a field that was wrong. */
  const check = (event: FormEvent<HTMLFormElement>) => {
    const { name, value } = event.target as HTMLInputElement;
    // Who somebody is stands above their fields, and who comes next in a team takes over answers.
    if (name && event.type === 'blur') setTeams(adoptedAnswers(catalog, typed()));
    if (!name || (event.type === 'change' ? !(name in errors) : value === '' && !posted)) return;
    const found = draftErrors(catalog, typed(), readDate, now)[name];
    // What is still wrong keeps its place in the list above: a page that jumps takes the click from under the finger.
    setErrors((before) => {
      const { [name]: _, ...others } = before;
      return found ? { ...before, [name]: found } : others;
    });
  };

  const holds = () => {
    const found = draftErrors(catalog, typed(), readDate, now);
    const first = Object.keys(found)[0] ?? (needsVoucher(price.problem) === null ? undefined : 'voucherCode');
    if (first === undefined) return false;
    if (first !== 'voucherCode') {
      setPosted(true);
      setErrors(found);
    }
    requestAnimationFrame(() => document.getElementById(fieldId(first))?.focus());
    return true;
  };

  const sentences = Object.fromEntries(
    Object.entries(errors).map(([name, { error, competitionId, count }]) => {
      const own = competitionTexts[competitionId]?.errors;
      const text = own && error in own ? own[error as keyof typeof own] : texts.errors[error];
      return [name, text.replace('{count}', String(count))];
    }),
  );

  const entries = (competition: CatalogCompetition): ReactElement => (
    <Competition
      key={competition.id}
      {...props}
      catalog={catalog}
      isFirst={competition === inView[0]}
      blank={blank}
      people={stillToEnter(props.people, teams, readDate)}
      texts={texts}
      competition={competition}
      teams={teams}
      filled={filled}
      sentences={sentences}
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
      errors={posted ? named(sentences, teams, texts, catalog, locale) : null}
      holds={holds}
      hasRequired
      onBlur={check}
      onChange={check}
    >
      {['', ...seen.current].map((localId) => (
        <input key={localId} type="hidden" name="seen" value={localId} />
      ))}
      {props.asked ? <MoveQuestion {...props.asked} /> : null}
      {inView.map(entries)}
      {folded.length > 0 ? (
        <details className="entry-others">
          <summary>{texts.others}</summary>
          {folded.map(entries)}
        </details>
      ) : null}
    </StepFrame>
  );
}
