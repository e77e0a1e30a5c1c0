import { bibOf, maxBibLength } from '#modules/orders/rules/bib.ts';
import { folded, foldedWords } from '#src/kernel/fold.ts';
import { allSteps, grouped, mapped, type Steps } from '#src/kernel/steps.ts';
import { inSequence, type PlannedItem } from './assign.ts';
import { chipOf, maxChipLength } from './chip.ts';
import type { ItemOutcome } from './run.ts';

export type BibLine = {
  line: number;
  /** The beginning of the row, for the preview. */
  rowText: string;
  bib: string;
  participantId: string;
  code: string;
  lastName: string;
  firstName: string;
  /** Both in one, in any order. */
  fullName: string;
  birthDate: string;
  competition: string;
  chip?: string;
};
export type Known = {
  id: number;
  bib: string | null;
  lastName: string;
  firstName: string;
  birthDate: string | null;
  competition: string;
  chip?: string | null;
};

type Fit = { id: number } | 'notFound' | 'ambiguous';

const key = (lastName: string, firstName: string): string => folded(`${lastName.trim()}|${firstName.trim()}`);

const wordsOf = (name: string): string => foldedWords(name).sort().join(' ');

/**
 * Identifies a participant by our id, else by ticket code, else by name, birth date and competition. A line with a chip and
 * nothing else names its person by the number.
 */
function* finder(people: readonly Known[], idOfCode: (code: string) => number | null): Steps<(line: BibLine) => Fit> {
  const byId = new Map(people.map((person) => [person.id, person]));
  const byBib = new Map(people.map((person) => [person.bib, person]));
  const byName = yield* grouped(people, ({ lastName, firstName }) => key(lastName, firstName));
  const byWords = yield* grouped(people, ({ lastName, firstName }) => wordsOf(`${firstName} ${lastName}`));
  const foundBy = (id: number | null): Fit => (id !== null && byId.has(id) ? { id } : 'notFound');
  return ({ participantId, code, lastName, firstName, fullName, birthDate, competition, chip, bib }) => {
    if (participantId !== '') return foundBy(/^\d{1,15}$/.test(participantId) ? Number(participantId) : null);
    if (code !== '') return foundBy(idOfCode(code));
    if (chip && lastName + firstName + fullName === '') return foundBy(byBib.get(bibOf(bib))?.id ?? null);
    const isWhole = lastName === '' || firstName === '';
    const named = isWhole ? byWords.get(wordsOf(fullName)) : byName.get(key(lastName, firstName));
    const matches = (named ?? []).filter(
      (person) =>
        (birthDate === '' || person.birthDate === birthDate) &&
        (competition === '' || folded(person.competition) === folded(competition)),
    );
    const [only] = matches;
    return !only ? 'notFound' : matches.length > 1 ? 'ambiguous' : { id: only.id };
  };
}

/**
 * Matches all lines of a file. A line without a number changes nothing; a number moves only if the file gives its
 * holder another one.
 */
export const matchLines = (...file: Parameters<typeof matched>): PlannedItem[] => allSteps(matched(...file));

export function* matched(
  lines: readonly BibLine[],
  people: readonly Known[],
  held: ReadonlyMap<string, number>,
  idOfCode: (code: string) => number | null,
): Steps<PlannedItem[]> {
  const find = yield* finder(people, idOfCode);
  const now = new Map(people.map((person) => [person.id, person]));
  const items = yield* mapped(lines, (line): PlannedItem => {
    const at = { line: line.line, said: null };
    const fit = find(line);
    const after = bibOf(line.bib);
    if (typeof fit === 'string')
      return { ...at, said: line.rowText, participantId: null, before: null, after, outcome: fit };
    const before = now.get(fit.id)?.bib ?? null;
    const chip = chipOf(line.chip);
    const withChip = chip === null || chip === now.get(fit.id)?.chip ? {} : { chip };
    const stays = (outcome: ItemOutcome): PlannedItem => ({
      ...{ ...at, participantId: fit.id, before, after: before },
      ...(outcome !== 'invalid' && 'chip' in withChip ? { outcome: 'chip', ...withChip } : { outcome }),
    });
    if ((after ?? '').length > maxBibLength || (chip ?? '').length > maxChipLength) return stays('invalid');
    if (after === null) return stays('empty');
    if (after === before) return stays('same');
    return { ...at, participantId: fit.id, before, after, outcome: 'set', ...withChip };
  });
  yield* refuseTwice(items);
  yield* refuseTaken(items, held);
  return inSequence(items);
}

const refuseItem = (item: PlannedItem, outcome: ItemOutcome): void => {
  if (outcome === 'taken') item.said = item.after;
  item.outcome = outcome;
  item.after = item.before;
  delete item.chip;
};

/** Two different numbers or chips for one person: neither is applied. A repeated line counts once. */
function* refuseTwice(items: readonly PlannedItem[]): Steps<void> {
  const given = yield* grouped(
    items.filter(({ outcome }) => outcome === 'set' || outcome === 'same' || outcome === 'chip'),
    ({ participantId }) => participantId,
  );
  for (const [first, ...more] of given.values()) {
    const isOne = more.every(({ after, chip }) => after === first?.after && chip === first?.chip);
    for (const item of isOne ? more : first ? [first, ...more] : []) refuseItem(item, isOne ? 'same' : 'twice');
  }
}

/**
 * Refuses numbers whose holder keeps them. A refused person keeps their number as well, which may refuse further lines.
 */
function* refuseTaken(items: readonly PlannedItem[], held: ReadonlyMap<string, number>): Steps<void> {
  const wanted = yield* grouped(
    items.filter(({ outcome }) => outcome === 'set'),
    ({ after }) => after,
  );
  for (const rivals of wanted.values()) if (rivals.length > 1) for (const item of rivals) refuseItem(item, 'taken');
  for (let isNew = true; isNew; ) {
    yield;
    isNew = false;
    const moving = new Set(items.flatMap(({ outcome, participantId }) => (outcome === 'set' ? [participantId] : [])));
    for (const item of items) {
      if (item.outcome !== 'set' || item.after === null) continue;
      const holder = held.get(item.after);
      if (holder === undefined || holder === item.participantId || moving.has(holder)) continue;
      refuseItem(item, 'taken');
      isNew = true;
    }
  }
}
