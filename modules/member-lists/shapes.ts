import * as z from 'zod';
import { type ListMode, listModes, maxMembers } from './rules/list.ts';

export const listInput = z.object({
  mode: z.enum(listModes).describe('add; remove; replace: whoever is not sent is taken off'),
  members: z
    .array(z.string().max(300))
    .max(maxMembers)
    .describe('E-mail addresses, or what is answered to the field; blank ones are left out'),
});
export type ListInput = { mode: ListMode; members: readonly string[] };

export const changedAnswer = z.object({ added: z.int(), removed: z.int(), count: z.int() });
const memberAnswer = z.object({
  id: z.int(),
  member: z.string(),
  participantId: z.int().nullable().describe('Who has the discount for it; null: not used'),
});
export const listedAnswer = z.object({ count: z.int(), rows: z.array(memberAnswer) });
