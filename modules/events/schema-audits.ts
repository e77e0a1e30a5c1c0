import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instantColumn } from '#src/data/columns.ts';
import type { AuditedKind, FieldChange } from './rules/changes.ts';
import { events, userColumn } from './schema.ts';

/** Append-only. */
export const eventAudits = sqliteTable(
  'event_audits',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    editorId: userColumn('editor_id').notNull(),
    /** The super admin who acted as the editor. */
    impersonatorId: userColumn('impersonator_id'),
    kind: text('kind').$type<AuditedKind>().notNull(),
    action: text('action').$type<'created' | 'changed' | 'deleted'>().notNull(),
    recordId: integer('record_id').notNull(),
    /** The record's name at that time. */
    name: text('name').notNull(),
    changes: text('changes', { mode: 'json' }).$type<FieldChange[]>().notNull().default([]),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [index('event_audits_event').on(t.eventId, t.id)],
);
