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
type Key = { text: string; bib: string | null; typedBib: string | null };
const keys = new WeakMap<object, Key>();
function keyOf(person: Named): Key {
  const known = keys.get(person);
  const typedBib = person.bib ?? null;
  // A start number may come while the list stays.
  if (known && known.typedBib === typedBib) return known;
  const { firstName, lastName, teamName, participantId, due } = person;
  const text = folded(`${firstName} ${lastName} ${teamName ?? ''} ${due?.club ?? ''} ${participantId}`);
  const key = { text, bib: typedBib && folded(typedBib), typedBib };
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
    const { text, bib } = keyOf(person);
    if (number !== undefined && bib === number) byBib.push(person);
    else if (found.length < most && words.every((word) => text.includes(word))) found.push(person);
    else if (found.length >= most && number === undefined) break;
  }
  return [...byBib, ...found].slice(0, most);
}
