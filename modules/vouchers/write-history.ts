import { addEventEntries } from '#modules/events/index.ts';
import type { Work } from '#src/data/work.ts';
import type { TypeRow } from './read-management.ts';

export type Editor = { userId: number };

type Named = Pick<TypeRow, 'id' | 'eventId' | 'name'>;
type Entry = Parameters<typeof addEventEntries>[3][number];
/** Longer lists of codes are recorded by number only. */
const maxNamed = 50;

export const noteType = (
  work: Work,
  editor: Editor,
  { id, eventId, name }: Named,
  action: 'created' | 'changed',
  changes: Entry['changes'],
): Promise<void> =>
  addEventEntries(work, editor, eventId, [{ kind: 'voucherType', action, recordId: id, name, changes }]);

/** The field of the entry is `codesGenerated`, `codesCreated`, `codesDeactivated` or `codesActivated`. */
export function noteCodes(
  work: Work,
  editor: Editor,
  { id, eventId, name }: Named,
  done: 'Generated' | 'Created' | 'Deactivated' | 'Activated',
  codes: readonly string[],
): Promise<void> {
  const isMany = done === 'Generated' || codes.length > maxNamed;
  const changes = [{ field: `codes${done}`, before: null, after: isMany ? codes.length : codes }];
  const action = done === 'Generated' || done === 'Created' ? 'created' : 'changed';
  return addEventEntries(work, editor, eventId, [{ kind: 'voucherCodes', action, recordId: id, name, changes }]);
}

/** Changed fields; of a new record those with a value. */
export const changedFields = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Entry['changes'] =>
  Object.entries(after)
    .filter(([field, value]) => JSON.stringify(value || null) !== JSON.stringify(before[field] || null))
    .map(([field, value]) => ({ field, before: before[field] ?? null, after: value }));
