import type { DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';

type Teams = readonly DraftTeam[];
/** `verb:team:person`, by index. */
type Press = { intent: string; before: Teams; next: Teams };
/** Person changed by a press, folded people, and the selector of the next focus ('': first field of the last team). */
type AfterPress = readonly [person: DraftParticipant | undefined, folded: ReadonlySet<string>, focus: string];

/** `complete`: people without errors; `finished`: folded people; `typing`: people being edited. */
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
  // Folds complete people when another one is edited, at once if all data was known, but never while they are edited.
  const isKnown = ['with', 'known', 'me'].includes(verb);
  const folded = new Set(
    complete.filter((localId) =>
      localId === person?.localId ? isKnown : (finished.has(localId) || person !== undefined) && localId !== typing,
    ),
  );
  const focus =
    verb === 'add'
      ? ''
      : person
        ? `[data-person="${person.localId}"] ${folded.has(person.localId) ? '[value^=edit]' : '.entry-row-short :is(input, select)'}`
        : `[value="${next.length === before.length ? `member:${team}` : `add:${before[Number(team)]?.competitionId}`}"]`;
  return [person, folded, focus];
}

const peopleIn = (teams: Teams): DraftParticipant[] => teams.flatMap((team) => team.participants);
