import type { Work } from '#src/platform/work.ts';
import { type AuditType, orderAudits } from '../schema.ts';

export type NewAudit = {
  orderId: number;
  type: AuditType;
  /** null: the system itself. */
  editorId: number | null;
  comment?: string;
};

/** Writes down who changed what. Entries are never changed or deleted. */
export async function addAudit({ tx, now, impersonatorId }: Work, audit: NewAudit): Promise<void> {
  await tx.insert(orderAudits).values({
    ...audit,
    impersonatorId: impersonatorId ?? null,
    comment: audit.comment ?? '',
    createdAt: now,
  });
}
