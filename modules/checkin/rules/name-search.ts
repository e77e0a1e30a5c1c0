import { folded } from '#src/kernel/fold.ts';

export type Named = {
  participantId: number;
  firstName: string;
  lastName: string;
  teamName: string | null;
  bib?: string | null;
  due?: { club: string | null };
};

/** What each is found by. It stays as it is while the list does, so tens of thousands are folded once. */
const keys = new WeakMap<object, string>();
function keyOf(person: Named): string {
  const known = keys.get(person);
  if (known !== undefined) return known;
  const { firstName, lastName, teamName, participantId, due } = person;
  const key = folded(`${firstName} ${lastName} ${teamName ?? ''} ${due?.club ?? ''} ${participantId}`);
  keys.set(person, key);
  return key;
}

/** Folds all of them ahead, so that the first search is as quick as every other. */
export function readyToFind(people: Iterable<Named>): void {
  for (const person of people) keyOf(person);
}

/**
 * Those in whose name, team, club or number every typed word occurs, at most `most`; whoever has just that start number
 * stands first. Nothing typed finds nobody.
 */
export function findByName<T extends Named>(people: Iterable<T>, typed: string, most = 20): T[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const found: T[] = [];
  if (words.length === 0) return found;
  const [only] = words;
  const number = words.length === 1 ? only : undefined;
  const byBib: T[] = [];
  for (const person of people) {
    if (number !== undefined && person.bib && folded(person.bib) === number) byBib.push(person);
    else if (found.length < most && words.every((word) => keyOf(person).includes(word))) found.push(person);
    else if (found.length >= most && number === undefined) break;
  }
  return [...byBib, ...found].slice(0, most);
}
