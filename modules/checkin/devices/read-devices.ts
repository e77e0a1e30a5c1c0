import { desc, eq } from 'drizzle-orm';
import { users } from '#modules/accounts/schema.ts';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { gateDevices } from '../schema.ts';

export type Device = {
  id: number;
  gate: string;
  mayHandOut: boolean;
  mayTakeCash: boolean;
  createdAt: Instant;
  createdBy: string;
  openedAt: Instant | null;
  lastSeenAt: Instant | null;
  held: number;
  endedAt: Instant | null;
};

export const devicesOf = async (reader: Reader, eventId: number): Promise<Device[]> =>
  await reader
    .select({
      id: gateDevices.id,
      gate: gateDevices.gate,
      mayHandOut: gateDevices.mayHandOut,
      mayTakeCash: gateDevices.mayTakeCash,
      createdAt: gateDevices.createdAt,
      createdBy: users.email,
      openedAt: gateDevices.openedAt,
      lastSeenAt: gateDevices.lastSeenAt,
      held: gateDevices.held,
      endedAt: gateDevices.endedAt,
    })
    .from(gateDevices)
    .innerJoin(users, eq(users.id, gateDevices.createdBy))
    .where(eq(gateDevices.eventId, eventId))
    .orderBy(desc(gateDevices.id));
