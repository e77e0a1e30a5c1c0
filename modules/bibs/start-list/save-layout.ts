import { addEventEntries, catalogOf } from '#modules/events/index.ts';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { settingsOf } from '../read-ranges.ts';
import type { StartListLayout } from '../rules/start-list.ts';
import { bibSettings } from '../schema.ts';

/** @throws Problem VALIDATION_FAILED for a question or article of another event */
export async function saveLayout(
  work: Work,
  { eventId, editorId, layout }: { eventId: number; editorId: number; layout: StartListLayout },
): Promise<void> {
  const catalog = await catalogOf(work.tx, eventId);
  const known = [
    ...(catalog?.formFields ?? []).map(({ id }) => `field.${id}`),
    ...(catalog?.articles ?? []).map(({ id }) => `article.${id}`),
  ];
  if (layout.columns.some(({ key }) => key.includes('.') && !known.includes(key)))
    refuseFields({ columns: ['unknown'] });
  const before = (await settingsOf(work.tx, eventId)).layout;
  if (JSON.stringify(before) === JSON.stringify(layout)) return;
  await work.tx
    .insert(bibSettings)
    .values({ eventId, layout })
    .onConflictDoUpdate({ target: bibSettings.eventId, set: { layout } });
  const keys = (of: StartListLayout | null) => of?.columns.map(({ key }) => key) ?? null;
  await addEventEntries(work, { userId: editorId }, eventId, [
    {
      kind: 'bibs',
      action: 'changed',
      recordId: eventId,
      name: '',
      changes: [{ field: 'startListColumns', before: keys(before), after: keys(layout) }],
    },
  ]);
}
