import type { Deps } from '#src/runtime/deps.ts';
import { startersOf, takenBibs } from './read-people.ts';
import { rangesOf } from './read-ranges.ts';
import { appliedItems, lastRunOf } from './read-runs.ts';
import { assignBibs, inSequence, type PlannedItem } from './rules/assign.ts';
import { refuse } from './rules/problems.ts';
import type { AssignOptions } from './rules/run.ts';
import { saveRun } from './save-run.ts';

type PlanDeps = Pick<Deps, 'read' | 'write' | 'bibsKeptElsewhere'>;
type Asked = { eventId: number; editorId: number };

/** Previews an assignment and stores it as a run. Returns the run's id. */
export async function previewAssignment(
  deps: PlanDeps,
  { eventId, editorId }: Asked,
  options: AssignOptions,
): Promise<number> {
  const { seedFieldId, sequence } = options;
  const withAnswers = sequence === 'seedTime' && seedFieldId !== null;
  const people = (await startersOf(deps.read, eventId, withAnswers)).map(({ answers, ...person }) => ({
    ...person,
    seed: answers.find(({ fieldId }) => fieldId === seedFieldId)?.value ?? null,
  }));
  const { held } = await takenBibs(deps, eventId);
  const { items } = assignBibs(people, await rangesOf(deps.read, eventId), held, options);
  return saveRun(deps, { eventId, editorId, kind: 'assign', options, items });
}

/**
 * Previews how to undo the last run. A person with a newer number keeps it, and so does the new holder of an old
 * number.
 * @throws Problem NOTHING_TO_UNDO when no run was applied, or the last one was an undo
 */
export async function previewUndo(deps: PlanDeps, { eventId, editorId }: Asked): Promise<number> {
  const last = await lastRunOf(deps.read, eventId);
  if (last?.status !== 'done' || last.kind === 'undo') return refuse('NOTHING_TO_UNDO');
  const { held, kept } = await takenBibs(deps, eventId);
  const applied = await appliedItems(deps.read, last.id);
  const isBack = ({ live, bib, after }: (typeof applied)[number]) => live && bib === after;
  const moving = new Set(applied.filter(isBack).map(({ participantId }) => participantId));
  const items = applied
    .filter(({ live }) => live)
    .map((item): PlannedItem => {
      const { participantId, bib, before } = item;
      if (!isBack(item)) return { participantId, before: bib, after: bib, outcome: 'newer' };
      const holder = before === null ? undefined : held.get(before);
      if (holder !== undefined && holder !== participantId && !moving.has(holder))
        return {
          ...{ participantId, before: bib, after: bib, said: before },
          outcome: kept.get(before ?? '') === holder ? 'keptThere' : 'taken',
        };
      return { participantId, before: bib, after: before, outcome: 'set' };
    });
  return saveRun(deps, { eventId, editorId, kind: 'undo', options: { undoes: last.id }, items: inSequence(items) });
}
