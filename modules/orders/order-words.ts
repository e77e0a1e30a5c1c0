import { and, eq, inArray } from 'drizzle-orm';
import type { Address } from '#modules/accounts/rules/address.ts';
import { foldedWords } from '#src/kernel/fold.ts';
import { insertRows } from '#src/platform/hot-statements.ts';
import type { Work } from '#src/platform/work.ts';
import { type OrderRecord, orderOf } from './read.ts';
import { type ParticipantData, searchedTexts } from './rules/participant.ts';
import { orderWords } from './schema.ts';

type Searched = {
  contactAddress: Partial<Address> | null;
  teams: readonly {
    teamName: string | null;
    participants: readonly Partial<ParticipantData>[];
  }[];
};

/** The words that an order is found by: names and addresses of its people, team names, the contact's names. */
export function searchWords({ contactAddress, teams }: Searched): string[] {
  const texts = [
    contactAddress?.firstName,
    contactAddress?.lastName,
    contactAddress?.companyName,
    ...teams.flatMap((team) => [team.teamName, ...team.participants.flatMap(searchedTexts)]),
  ];
  return [...new Set(texts.flatMap((text) => foldedWords(text ?? '')))];
}

export async function insertOrderWords({ tx }: Work, orderId: number, words: readonly string[]): Promise<void> {
  const rows = words.map((word) => ({ word, orderId }));
  if (rows.length > 0) await insertRows(tx, orderWords, rows);
}

/** After a change to somebody of an order: what it was found by before is `before`, as it was read then. */
export async function refreshOrderWords(work: Work, before: OrderRecord): Promise<void> {
  const orderId = before.id;
  const after = await orderOf(work.tx, orderId);
  const words = new Set(after ? searchWordsOf(after) : []);
  const known = await work.tx
    .select({ word: orderWords.word })
    .from(orderWords)
    .where(and(eq(orderWords.orderId, orderId), inArray(orderWords.word, [...words, ...searchWordsOf(before)])));
  const gone = known.map(({ word }) => word).filter((word) => !words.has(word));
  if (gone.length > 0)
    await work.tx.delete(orderWords).where(and(eq(orderWords.orderId, orderId), inArray(orderWords.word, gone)));
  const fresh = [...words].filter((word) => !known.some((row) => row.word === word));
  await insertOrderWords(work, orderId, fresh);
}

const searchWordsOf = ({ contactAddress, competitions }: OrderRecord): string[] =>
  searchWords({ contactAddress, teams: competitions.flatMap(({ teams }) => teams) });
