import { bibOf } from '#modules/orders/rules/bib.ts';
import { folded, spelledOut } from '#src/kernel/fold.ts';

export type Named = {
  participantId: number;
  firstName: string;
  lastName: string;
  teamName: string | null;
  bib?: string | null;
  due?: { club: string | null };
};

/** Search keys, cached as long as the list, because folding tens of thousands of names is slow. */
type Key = { text: string; bib: string | null; typedBib: string | null };
const keys = new WeakMap<object, Key>();
function keyOf(person: Named): Key {
  const known = keys.get(person);
  const bibInput = person.bib ?? null;
  // The start number may be assigned later.
  if (known && known.typedBib === bibInput) return known;
  const { firstName, lastName, teamName, participantId, due } = person;
  const all = `${firstName} ${lastName} ${teamName ?? ''} ${due?.club ?? ''} ${participantId}`;
  const text = waysOf(all).join(' ');
  const key = { text, bib: bibInput && folded(bibInput), typedBib: bibInput };
  keys.set(person, key);
  return key;
}

/** "Müller" is found as muller and mueller, "O’Connor" as oconnor with any apostrophe. */
const waysOf = (text: string): string[] => [...new Set([folded(text), spelledOut(text)])];

/** Fills the cache, so that the first search is fast. */
export function readyToFind(people: Iterable<Named>): void {
  for (const person of people) keyOf(person);
}

/** An exact start number comes first. An empty search finds none. */
export function findByName<T extends Named>(people: Iterable<T>, search: string, max = 20): T[] {
  // A double name may be typed with a hyphen or a space.
  const words = search
    .split(/[\s-]+/)
    .filter(Boolean)
    .map(waysOf);
  const found: T[] = [];
  if (words.length === 0) return found;
  const number = /\s/.test(search.trim()) ? undefined : folded(bibOf(search) ?? '');
  const byBib: T[] = [];
  for (const person of people) {
    const { text, bib } = keyOf(person);
    if (number !== undefined && bib === number) byBib.push(person);
    else if (found.length < max && words.every((ways) => ways.some((way) => text.includes(way)))) found.push(person);
    else if (found.length >= max && number === undefined) break;
  }
  return [...byBib, ...found].slice(0, max);
}
