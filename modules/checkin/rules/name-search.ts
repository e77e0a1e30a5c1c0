import { folded } from '#src/kernel/fold.ts';

type Named = { participantId: number; firstName: string; lastName: string; teamName: string | null };

/** Those in whose name, team or number every typed word occurs, at most `most`. Nothing typed finds nobody. */
export function findByName<T extends Named>(people: Iterable<T>, typed: string, most = 20): T[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const found: T[] = [];
  if (words.length === 0) return found;
  for (const person of people) {
    const name = folded(`${person.firstName} ${person.lastName} ${person.teamName ?? ''} ${person.participantId}`);
    if (words.every((word) => name.includes(word))) found.push(person);
    if (found.length === most) break;
  }
  return found;
}
