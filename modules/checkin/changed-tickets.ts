import { createHash } from 'node:crypto';
import type { Reader } from '#src/data/database.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import { digestLength, type ListChanges, ListVersions } from './rules/list-changes.ts';

const digest = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, length);
const ticketDigestLength = 16;

/** Lists in memory, about 2 MB for 20,000 people. A forgotten list costs its devices some unchanged tickets. */
const maxLists = 12;
const listsOf = new WeakMap<Reader, Map<string, ListVersions>>();

function versionsOf(reader: Reader, key: string): ListVersions {
  const lists = listsOf.get(reader) ?? new Map<string, ListVersions>();
  listsOf.set(reader, lists);
  const versions = lists.get(key) ?? new ListVersions(secretToken(9), (text) => digest(text, digestLength));
  lists.delete(key);
  lists.set(key, versions);
  for (const oldest of lists.keys()) {
    if (lists.size <= maxLists) break;
    lists.delete(oldest);
  }
  return versions;
}

const digestsAtOnce = 1000;

/** The tickets that differ from the list of the cursor `since`; `key` names the list: event, kind and language. */
export async function changedTickets<T extends { participantId: number }>(
  reader: Reader,
  key: string,
  tickets: readonly T[],
  since: string | null,
): Promise<{ cursor: string; changes: ListChanges; tickets: T[] }> {
  const digests = new Map<number, string>();
  for (const ticket of tickets) {
    digests.set(ticket.participantId, digest(JSON.stringify(ticket), ticketDigestLength));
    if (digests.size % digestsAtOnce === 0) await yieldToEventLoop();
  }
  const { isIncluded, ...changed } = versionsOf(reader, key).update(digests, since);
  return { ...changed, tickets: tickets.filter(({ participantId }) => isIncluded(participantId)) };
}
