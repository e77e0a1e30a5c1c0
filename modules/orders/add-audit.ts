import { insertRows, insertRowsReturning } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { type AuditType, orderAuditChanges, orderAudits } from './schema.ts';

/** A changed value as stored; null: no value. */
export type AuditChange = {
  /** null: the value belongs to the order. */
  participantId?: number | null;
  field: string;
  before: string | null;
  after: string | null;
};

export type NewAudit = {
  orderId: number;
  type: AuditType;
  editorId: number | null;
  comment?: string;
  /** Equal values are left out. */
  changes?: readonly AuditChange[];
};

export const addAudit = (work: Work, audit: NewAudit): Promise<void> => addAudits(work, [audit]);

/** Several entries by at most two statements. */
export async function addAudits({ tx, now, impersonatorId }: Work, audits: readonly NewAudit[]): Promise<void> {
  if (audits.length === 0) return;
  const entries = audits.map(({ orderId, type, editorId, comment = '' }) => {
    // System actions have no impersonator.
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

/** Differences between two records, with fields named `prefix` plus path (`a.b`). A missing record has no values. */
export function changesBetween(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
  prefix = '',
): AuditChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((field) => {
    const [old, current] = [before?.[field] ?? null, after?.[field] ?? null];
    if (isRecord(old) || isRecord(current)) {
      return changesBetween(isRecord(old) ? old : null, isRecord(current) ? current : null, `${prefix}${field}.`);
    }
    const change = { field: prefix + field, before: written(old), after: written(current) };
    return change.before === change.after ? [] : [change];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const written = (value: unknown): string | null => (value === null || value === '' ? null : String(value));
