import type { DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';

type Teams = readonly DraftTeam[];
/** A press that changed the entries; `verb:team:person`, both by their place. */
type Press = { intent: string; before: Teams; next: Teams };
/**
 * Who was filled in, unfolded or brought in; who takes one line; and where reading goes on: a selector, '' at the first field
 * of the team that came last.
 */
type AfterPress = readonly [person: DraftParticipant | undefined, folded: ReadonlySet<string>, focus: string];

/**
 * What a press means for how the entries are shown. `complete`: of whom nothing is missing or wrong by now; `finished`: who
 * takes one line so far; `typing`: in whose fields somebody types.
 */
export function afterPress(
  { intent, before, next }: Press,
  complete: readonly string[],
  finished: ReadonlySet<string>,
  typing: string | undefined,
): AfterPress {
  const [verb = '', team, index] = intent.split(':');
  const known = new Set(peopleIn(before).map(({ localId }) => localId));
  const person =
    (['copy', 'me', 'known', 'edit'].includes(verb) && next[Number(team)]?.participants[Number(index)]) ||
    peopleIn(next).find(({ localId }) => !known.has(localId));
  // Whoever is finished takes one line as soon as it goes on with somebody else, and at once when all was known.
  // Nobody folds up under the fingers of whoever types on, while a press had to wait.
  const isKnown = ['with', 'known', 'me'].includes(verb);
  const folded = new Set(
    complete.filter((localId) =>
      localId === person?.localId ? isKnown : (finished.has(localId) || person !== undefined) && localId !== typing,
    ),
  );
  // Whoever was taken out takes the focus along; the button that would bring somebody back is the nearest.
  const focus =
    verb === 'add'
      ? ''
      : person
        ? `[data-person="${person.localId}"] ${folded.has(person.localId) ? '[value^=edit]' : '.entry-row-short :is(input, select)'}`
        : `[value="${next.length === before.length ? `member:${team}` : `add:${before[Number(team)]?.competitionId}`}"]`;
  return [person, folded, focus];
}

const peopleIn = (teams: Teams): DraftParticipant[] => teams.flatMap((team) => team.participants);
