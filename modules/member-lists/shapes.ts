import * as z from 'zod';
import { type ListMode, listModes, maxMembers } from './rules/list.ts';

export const listInput = z.object({
  mode: z.enum(listModes).describe('replace: removes all members that are not sent'),
  members: z
    .array(z.string().max(300))
    .max(maxMembers)
    .describe('Email addresses or answers to the form field of the discount; blank entries are ignored'),
});
export type ListInput = { mode: ListMode; members: readonly string[] };

export const changedAnswer = z.object({ added: z.int(), removed: z.int(), count: z.int() });
const memberAnswer = z.object({
  id: z.int(),
  member: z.string(),
  participantId: z.int().nullable().describe('Participant who used the discount; null: not used'),
});
export const listedAnswer = z.object({ count: z.int(), rows: z.array(memberAnswer) });
