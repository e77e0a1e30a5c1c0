import { type User, usersById } from '#modules/accounts/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { fromList, selectRows } from '#src/data/hot-statements.ts';
import { toIso, toIsoOrNull } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AuditChange } from './add-audit.ts';
import { type OrderRecord, ordersOf } from './read.ts';
import { refuse } from './rules/problems.ts';
import { type AuditType, orderAuditChanges, orderAudits } from './schema.ts';
import { type AdminOrderJson, orderShape } from './shapes.ts';
import type { OrderTiming } from './slots.ts';

export type OrderAudit = {
  orderId: number;
  type: AuditType;
  editor: User | null;
  /** The super admin who acted as the editor. */
  impersonator: User | null;
  comment: string;
  createdAt: number;
  /** What was before and after. */
  changes: AuditChange[];
};
export type AdminOrderRecord = OrderRecord & { user: { id: number; email: string }; audits: OrderAudit[] };

/** Orders with their buyers and what was done to them, in the sequence of `ids`. */
async function adminOrdersOf(reader: Reader | Tx, ids: readonly number[]): Promise<AdminOrderRecord[]> {
  if (ids.length === 0) return [];
  const records = await ordersOf(reader, ids);
  const audits = await selectRows(reader, orderAudits, `where order_id in ${fromList} order by id`, [
    JSON.stringify(ids),
  ]);
  const changeRows = await selectRows(reader, orderAuditChanges, `where audit_id in ${fromList} order by id`, [
    JSON.stringify(audits.map(({ id }) => id)),
  ]);
  const changesOf = Map.groupBy(changeRows, ({ auditId }) => auditId);
  const userIds = new Set([
    ...records.map((order) => order.userId),
    ...audits.flatMap(({ editorId, impersonatorId }) => [editorId, impersonatorId].filter((id) => id !== null)),
  ]);
  const users = await usersById(reader, userIds);
  const auditsOf = Map.groupBy(audits, ({ orderId }) => orderId);
  return records.map((order) => ({
    ...order,
    user: { id: order.userId, email: users.get(order.userId)?.email ?? '' },
    audits: (auditsOf.get(order.id) ?? []).map(
      ({ id, orderId, type, editorId, impersonatorId, comment, createdAt }) => ({
        orderId,
        type,
        comment,
        createdAt,
        changes: (changesOf.get(id) ?? []).map(({ participantId, field, before, after }) => ({
          participantId,
          field,
          before,
          after,
        })),
        editor: editorId === null ? null : (users.get(editorId) ?? null),
        impersonator: impersonatorId === null ? null : (users.get(impersonatorId) ?? null),
      }),
    ),
  }));
}

/** @throws Problem NOT_FOUND */
export async function adminOrderOf(reader: Reader | Tx, orderId: number): Promise<AdminOrderRecord> {
  return (await adminOrdersOf(reader, [orderId]))[0] ?? refuse('NOT_FOUND');
}

/** A change as programs read it: `#12 lastName: Huber → Maier`. */
const changeLine = ({ participantId, field, before, after }: AuditChange): string =>
  `${participantId ? `#${participantId} ` : ''}${field}: ${before ?? '–'} → ${after ?? '–'}`;

type AnswerDeps = Pick<Deps, 'read' | 'clock' | 'orderTimings' | 'invoicesOver' | 'paymentModes'>;

/** Orders as those who look after them are answered, in the sequence of `ids`. */
export async function adminOrderAnswers(
  { read, clock, orderTimings, invoicesOver, paymentModes }: AnswerDeps,
  ids: readonly number[],
): Promise<AdminOrderJson[]> {
  const timings = await orderTimings(ids);
  const orders = await adminOrdersOf(read, ids);
  const events = new Map(orders.map(({ event }) => [event.id, event]));
  const over = await invoicesOver(read, [...events.values()], clock());
  const modes = await paymentModes(orders);
  return orders.map((order) => ({
    ...adminOrderShape(order, over, timings.get(order.id)),
    paymentMode: modes.get(order.id) ?? null,
  }));
}

/** @throws Problem NOT_FOUND */
export const adminOrderAnswer = async (deps: AnswerDeps, orderId: number): Promise<AdminOrderJson> =>
  (await adminOrderAnswers(deps, [orderId]))[0] ?? refuse('NOT_FOUND');

function adminOrderShape(
  order: AdminOrderRecord,
  over: ReadonlySet<number>,
  timing: OrderTiming | undefined,
): Omit<AdminOrderJson, 'paymentMode'> {
  return {
    ...orderShape(order, over),
    user: order.user,
    // Who really did it: a super admin who acted as somebody is named, not hidden behind them.
    audits: order.audits.map((audit) => ({
      type: audit.type,
      editorEmail: (audit.impersonator ?? audit.editor)?.email ?? null,
      editorFirstName: (audit.impersonator ?? audit.editor)?.firstname ?? null,
      editorLastName: (audit.impersonator ?? audit.editor)?.lastname ?? null,
      comment: [audit.comment, ...audit.changes.map(changeLine)].filter(Boolean).join('\n'),
      createdAt: toIso(audit.createdAt),
    })),
    paymentMeans: order.paymentMeans ?? order.paymentMethod,
    refundStatus: order.refundStatus,
    refundedPrice: order.refundedPrice,
    rrHasSaveValueSet: timing?.hasSaveValue ?? false,
    rrLastSynchroTime: toIsoOrNull(timing?.lastSynchroAt ?? null),
  };
}
