import { type User, usersById } from '#modules/accounts/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { fromList, selectRows } from '#src/data/hot-statements.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AuditChange } from './add-audit.ts';
import { type OrderRecord, ordersOf } from './read.ts';
import { refuse } from './rules/problems.ts';
import { type AuditType, orderAuditChanges, orderAudits } from './schema.ts';
import { type AdminOrderAnswer, withInvoice } from './shapes.ts';

export type OrderAudit = {
  orderId: number;
  type: AuditType;
  editor: User | null;
  /** The super admin who acted as the editor. */
  impersonator: User | null;
  comment: string;
  createdAt: Instant;
  changes: AuditChange[];
};
export type AdminOrderRecord = OrderRecord & { user: { id: number; email: string }; audits: OrderAudit[] };

/** Orders with buyer and history, in the order of `ids`. */
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

export async function adminOrderOf(reader: Reader | Tx, orderId: number): Promise<AdminOrderRecord> {
  return (await adminOrdersOf(reader, [orderId]))[0] ?? refuse('NOT_FOUND');
}

/** A change in API answers: `#12 lastName: Huber → Maier`. */
const changeLine = ({ participantId, field, before, after }: AuditChange): string =>
  `${participantId ? `#${participantId} ` : ''}${field}: ${before ?? '–'} → ${after ?? '–'}`;

type AnswerDeps = Pick<Deps, 'read' | 'clock' | 'orderTimings' | 'invoicesOver' | 'paymentModes'>;

/** Admin answers in the order of `ids`. */
export async function adminOrderAnswers(
  { read, clock, orderTimings, invoicesOver, paymentModes }: AnswerDeps,
  ids: readonly number[],
): Promise<AdminOrderAnswer[]> {
  const timings = await orderTimings(ids);
  const orders = await adminOrdersOf(read, ids);
  const events = new Map(orders.map(({ event }) => [event.id, event]));
  const over = await invoicesOver(read, [...events.values()], clock());
  const modes = await paymentModes(orders);
  return orders.map((order) => {
    const timing = timings.get(order.id);
    return {
      ...withInvoice(order, over),
      audits: order.audits.map(auditRecord),
      paymentMeans: order.paymentMeans ?? order.paymentMethod,
      paymentMode: modes.get(order.id) ?? null,
      rrHasSaveValueSet: timing?.hasSaveValue ?? false,
      rrLastSynchroTime: timing?.lastSynchroAt ?? null,
    };
  });
}

export const adminOrderAnswer = async (deps: AnswerDeps, orderId: number): Promise<AdminOrderAnswer> =>
  (await adminOrderAnswers(deps, [orderId]))[0] ?? refuse('NOT_FOUND');

/** Names the super admin who acted as the editor. */
function auditRecord({ editor, impersonator, comment, changes, ...audit }: OrderAudit) {
  const { email = null, firstname = null, lastname = null } = impersonator ?? editor ?? {};
  return {
    ...audit,
    ...{ editorEmail: email, editorFirstName: firstname, editorLastName: lastname },
    comment: [comment, ...changes.map(changeLine)].filter(Boolean).join('\n'),
  };
}
