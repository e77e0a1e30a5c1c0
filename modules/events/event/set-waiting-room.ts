import { eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { touchEvent } from '../changes/touch-event.ts';
import { events } from '../schema.ts';

/** From now on nobody books without a turn, or everybody may. Whoever reads the event next knows it. */
export async function setWaitingRoom(work: Work, eventId: number, isOn: boolean): Promise<void> {
  await work.tx.update(events).set({ waitingRoom: isOn }).where(eq(events.id, eventId));
  await touchEvent(work, eventId);
}
