import { and, count, eq, isNull } from 'drizzle-orm';
import { addEventEntries } from '#modules/events/index.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { refuse, refuseFields } from '#src/kernel/problem.ts';
import { gateDevices } from '../schema.ts';

type OfEvent = { eventId: number; editorId: number };

export const longestGateName = 60;
/** Protects against typing errors. */
const maxDevices = 200;

/** Only the first browser that opens the link. @throws Problem VALIDATION_FAILED without a name or above the maximum */
export async function createDevice(
  work: Work,
  { eventId, editorId, ...input }: OfEvent & { gate: string; mayHandOut: boolean; mayTakeCash?: boolean },
): Promise<number> {
  const gate = input.gate.trim();
  const mayTakeCash = input.mayTakeCash ?? false;
  // Selling a place includes handing out its items.
  const mayHandOut = input.mayHandOut || mayTakeCash;
  if (gate === '') refuseFields({ gate: ['required'] });
  if (gate.length > longestGateName) refuseFields({ gate: ['tooLong'] });
  const [open] = await work.tx
    .select({ n: count() })
    .from(gateDevices)
    .where(and(eq(gateDevices.eventId, eventId), isNull(gateDevices.endedAt)));
  if ((open?.n ?? 0) >= maxDevices) refuseFields({ gate: ['tooManyDevices'] });
  const [made] = await work.tx
    .insert(gateDevices)
    .values({ eventId, gate, mayHandOut, mayTakeCash, createdBy: editorId, createdAt: work.now })
    .returning({ id: gateDevices.id });
  const { id } = present(made, 'an inserted device has an id');
  await addEventEntries(work, { userId: editorId }, eventId, [
    {
      kind: 'gateDevice',
      action: 'created',
      recordId: id,
      name: gate,
      changes: [
        { field: 'mayHandOut', before: null, after: mayHandOut },
        ...(mayTakeCash ? [{ field: 'mayTakeCash', before: null, after: true }] : []),
      ],
    },
  ]);
  return id;
}

/** The device deletes its data at the next contact. Idempotent. @throws Problem NOT_FOUND */
export async function endDevice(
  work: Work,
  { eventId, editorId, deviceId }: OfEvent & { deviceId: number },
): Promise<void> {
  const [device] = await work.tx
    .select()
    .from(gateDevices)
    .where(and(eq(gateDevices.id, deviceId), eq(gateDevices.eventId, eventId)));
  if (!device) return refuse('NOT_FOUND');
  if (device.endedAt !== null) return;
  await work.tx.update(gateDevices).set({ endedAt: work.now, endedBy: editorId }).where(eq(gateDevices.id, deviceId));
  await addEventEntries(work, { userId: editorId }, eventId, [
    {
      kind: 'gateDevice',
      action: 'deleted',
      recordId: deviceId,
      name: device.gate,
      changes: [{ field: 'deviceHeld', before: null, after: device.held }],
    },
  ]);
}
