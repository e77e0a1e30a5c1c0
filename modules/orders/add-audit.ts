import { insertRows, insertRowsReturning } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { type AuditType, orderAuditChanges, orderAudits } from './schema.ts';

/** One value that changed, as it is written in the database; null: there was none. */
export type AuditChange = {
  /** Whose value it is; without one it is the order's. */
  participantId?: number | null;
  /** Such as `lastName`, `contactAddress.street`, `formField.12`, `teamName`. */
  field: string;
  before: string | null;
  after: string | null;
};

export type NewAudit = {
  orderId: number;
  type: AuditType;
  /** null: the system itself. */
  editorId: number | null;
  comment?: string;
  /** What was before and after. What stayed the same is left out. */
  changes?: readonly AuditChange[];
};

/** Writes down who changed what. Entries are never changed or deleted. */
export const addAudit = (work: Work, audit: NewAudit): Promise<void> => addAudits(work, [audit]);

/** The same of several orders, by two statements however many there are, or one where nothing was before. */
export async function addAudits({ tx, now, impersonatorId }: Work, audits: readonly NewAudit[]): Promise<void> {
  if (audits.length === 0) return;
  const entries = audits.map(({ orderId, type, editorId, comment = '' }) => {
    // What the system does by itself nobody did for somebody else.
    const actorId = editorId === null ? null : (impersonatorId ?? null);
    return { orderId, type, editorId, impersonatorId: actorId, comment, createdAt: now };
  });
  if (audits.every(({ changes = [] }) => changes.length === 0)) return insertRows(tx, orderAudits, entries);
  const added = await insertRowsReturning<typeof orderAudits, { id: number; order_id: number; type: AuditType }>(
    tx,
    orderAudits,
    entries,
    ['id', 'order_id', 'type'],
  );
  const idOf = new Map(added.map(({ id, order_id, type }) => [`${order_id} ${type}`, id]));
  const rows = audits.flatMap(({ orderId, type, changes = [] }) => {
    const auditId = present(idOf.get(`${orderId} ${type}`), 'an inserted entry has an id');
    const real = changes.filter(({ before, after }) => before !== after);
    return real.map(({ participantId = null, field, before, after }) => {
      return { auditId, participantId, field, before, after };
    });
  });
  if (rows.length > 0) await insertRows(tx, orderAuditChanges, rows);
}

/**
 * The values that differ between two records, as changes named `prefix` and the field; objects inside go on with a dot.
 * A missing record is one without values.
 */
export function changesBetween(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
  prefix = '',
): AuditChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((field) => {
    const [old, fresh] = [before?.[field] ?? null, after?.[field] ?? null];
    if (isRecord(old) || isRecord(fresh)) {
      return changesBetween(isRecord(old) ? old : null, isRecord(fresh) ? fresh : null, `${prefix}${field}.`);
    }
    const change = { field: prefix + field, before: written(old), after: written(fresh) };
    return change.before === change.after ? [] : [change];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const written = (value: unknown): string | null => (value === null || value === '' ? null : String(value));
