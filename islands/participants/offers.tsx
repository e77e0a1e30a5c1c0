import type { ComponentProps, ReactElement } from 'react';
import { type KnownPerson, previousPerson } from '#modules/booking/rules/draft-form.ts';
import { isSamePerson, type OrderedPerson } from '#modules/companions/rules/known-people.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';
import { Button } from '#src/ui/button.tsx';
import type { StepTexts } from './texts.ts';

export type Change = (intent: string) => (event: { preventDefault(): void; currentTarget: unknown }) => void;

export const ChangeButton = ({
  intent,
  change,
  ...button
}: Omit<ComponentProps<typeof Button>, 'name' | 'value' | 'onClick'> & { intent: string; change: Change }) => (
  <Button {...button} name="intent" value={intent} onClick={change(intent)} />
);

/** Shortcuts to fill in people without a name at the latest change, so that the layout does not jump while typing. */
export function Offers(props: {
  person: DraftParticipant;
  teamIndex: number;
  index: number;
  title: string;
  teams: readonly DraftTeam[];
  blank: ReadonlySet<string>;
  me: KnownPerson | null;
  people: readonly OrderedPerson[];
  texts: StepTexts;
  change: Change;
}): ReactElement | null {
  const { person, teamIndex, index, teams, me, people, texts, change, title } = props;
  if (!props.blank.has(person.localId)) return null;
  const isEntered = teams.some((team) =>
    team.participants.some((other) => me && isSamePerson({ ...other, birthDate: '' }, me)),
  );
  const offers = [
    ...(me && !isEntered ? [{ intent: `me:${teamIndex}:${index}`, label: texts.me }] : []),
    ...(previousPerson(teams, teamIndex, index) ? [{ intent: `copy:${teamIndex}:${index}`, label: texts.copy }] : []),
  ];
  if (offers.length === 0 && people.length === 0) return null;
  return (
    <div className="entry-offers">
      {offers.map(({ intent, label }) => (
        <ChangeButton key={intent} look="quiet" small {...{ intent, change }} aria-label={`${label}: ${title}`}>
          {label}
        </ChangeButton>
      ))}
      <KnownPeople {...{ people, texts, change }} intent={`known:${teamIndex}:${index}`} />
    </div>
  );
}

const maxVisible = 8;

export function KnownPeople(props: {
  people: readonly OrderedPerson[];
  intent: string;
  texts: StepTexts;
  change: Change;
}): ReactElement | null {
  const { people, intent, texts, change } = props;
  if (people.length === 0) return null;
  return (
    <details className="entry-known" open={people.length <= maxVisible}>
      <summary>{texts.known}</summary>
      <div className="entry-offers">
        {people.map(({ key, firstName, lastName, birthDate }) => (
          <ChangeButton key={key} look="quiet" small intent={`${intent}:${key}`} change={change}>
            {`${firstName} ${lastName}${birthDate && `, ${birthDate.slice(0, 4)}`}`}
          </ChangeButton>
        ))}
      </div>
    </details>
  );
}

export const Move = (props: {
  teamIndex: number;
  title: string;
  catalog: Pick<Catalog, 'competitions'>;
  texts: StepTexts;
}): ReactElement | null =>
  props.catalog.competitions.length > 1 ? (
    <Button
      look="plain"
      small
      name="intent"
      value={`move:${props.teamIndex}`}
      aria-label={`${props.texts.move}: ${props.title}`}
    >
      {props.texts.move}
    </Button>
  ) : null;
