import { type ComponentProps, type ReactElement, useRef } from 'react';
import { chosenName, type KnownPerson, previousPerson } from '#modules/booking/rules/draft-form.ts';
import { isSamePerson, type OrderedPerson } from '#modules/booking/rules/known-people.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';
import { Button } from '#src/ui/button.tsx';
import type { Option } from '#src/ui/field.tsx';
import { formatDate, type Locale } from '#src/ui/format.ts';
import type { StepTexts } from './texts.ts';

export type Change = (intent: string) => (event: { preventDefault(): void }) => void;

/** A button that changes the entries: in place with a script, else by posting the form. */
export const ChangeButton = ({
  intent,
  change,
  ...button
}: Omit<ComponentProps<typeof Button>, 'name' | 'value' | 'onClick'> & { intent: string; change: Change }) => (
  <Button {...button} name="intent" value={intent} onClick={change(intent)} />
);

/** Ways to type less, for somebody whose name was missing when the entries last changed: so nothing jumps while one types. */
export function Offers(props: {
  person: DraftParticipant;
  teamIndex: number;
  index: number;
  title: string;
  teams: readonly DraftTeam[];
  blank: ReadonlySet<string>;
  me: KnownPerson | null;
  /** Of earlier orders, and not in the form yet. */
  people: readonly OrderedPerson[];
  locale: Locale;
  texts: StepTexts;
  change: Change;
}): ReactElement | null {
  const { person, teamIndex, index, teams, me, people, texts, change, title, locale } = props;
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
      {people.length > 0 ? (
        <Choice
          intent={`known:${teamIndex}:${index}`}
          label={`${texts.known.choose}: ${title}`}
          placeholder={texts.known.choose}
          button={texts.known.button}
          options={people.map(({ key, firstName, lastName, birthDate }) => ({
            value: String(key),
            label: `${firstName} ${lastName}${birthDate ? `, ${formatDate(birthDate, locale)}` : ''}`,
          }))}
          change={change}
        />
      ) : null}
    </div>
  );
}

/** A select with the button that takes what was chosen; picked with a finger or the mouse it is taken at once. */
function Choice(props: {
  intent: string;
  label: string;
  placeholder: string;
  button: string;
  options: readonly Option[];
  change: Change;
}): ReactElement {
  const { intent, label, placeholder, button, options, change } = props;
  // With the arrow keys every option that one passes is a change: there the button says when.
  const isPointed = useRef(false);
  return (
    <span className="entry-choice">
      <select
        className="input"
        name={chosenName(intent)}
        aria-label={label}
        defaultValue=""
        onPointerDown={() => {
          isPointed.current = true;
        }}
        onKeyDown={() => {
          isPointed.current = false;
        }}
        onChange={(event) => {
          if (isPointed.current && event.target.value) change(intent)(event);
        }}
      >
        <option value="">{placeholder}</option>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <ChangeButton look="quiet" small {...{ intent, change }}>
        {button}
      </ChangeButton>
    </span>
  );
}

/** To another competition, where there is one. The server asks where to, with a script too. */
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
