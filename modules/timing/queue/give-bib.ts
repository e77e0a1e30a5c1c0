import { and, eq, sql } from 'drizzle-orm';
import { setBib } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { type Instant, plus } from '#src/kernel/time.ts';
import { isBibTaken, personHere } from '../read-person.ts';
import { isBibThere } from '../rules/fields.ts';
import { raceResultPushes } from '../schema.ts';
import { askBib, listParticipants } from './calls.ts';
import type { CallDeps } from './client.ts';
import { extendLease } from './lease.ts';
import { type At, failedStep, ofPush, type Result } from './push-state.ts';
import { highestPid } from './read-pushes.ts';

/** RACE RESULT may cache a list this long. */
export const staleMs = 31_000;

/** Uses the number known there, ours, or a new one. */
export async function giveBib(deps: CallDeps, at: At): Promise<Result> {
  const { person, settings, push } = at;
  if (push.askedAt !== null) return findBib(deps, at);
  if (person.rrBib !== null || !person.isIn) return {};
  // The number was removed here but RACE RESULT still has it; empty values overwrite nothing.
  if (push.bibThere !== null) return storeBib(deps, at, push.bibThere, push.pid);
  if (settings.useParticipantIdAsBib) return storeBib(deps, at, String(person.participantId), null);
  if (settings.newBibUrl === null) return { error: 'noBib' };
  return newBib(deps, at, settings.newBibUrl);
}

/** Stores the request before the call, because a lost response may have reserved a number. */
async function newBib(deps: CallDeps, at: At, address: string): Promise<Result> {
  const { push, person } = at;
  const asks = await deps.write(async (work) => {
    if (!(await extendLease(work, at.lease))) return false;
    const askedAfterPid = await highestPid(work.tx, push.eventId);
    await work.tx.update(raceResultPushes).set({ askedAt: work.now, askedAfterPid }).where(ofPush(at));
    return true;
  });
  if (!asks) return { left: true };
  const answer = await askBib(deps, address, person.rrContestId);
  if (answer.ok) return storeBib(deps, at, answer.value.bib, answer.value.pid);
  const isSure = 'later' in answer || !answer.maybeDone;
  const change = isSure ? { askedAt: null, askedAfterPid: null } : {};
  if (!('later' in answer)) return { error: answer.error, message: answer.message, change };
  await deps.write(({ tx }) => tx.update(raceResultPushes).set(change).where(ofPush(at)));
  return { later: answer.later };
}

/** The row with our key has the number. Otherwise any row without key and name above the last known PID will do. */
async function findBib(deps: CallDeps, at: At): Promise<Result> {
  const { push, person, settings } = at;
  if (settings.listUrl === null) return { error: 'unsure' };
  const readable = plus(push.askedAt as Instant, staleMs);
  if (deps.clock() < readable) return { later: readable };
  const contest = person.rrContestId === null ? '' : ` AND [Contest]=${person.rrContestId}`;
  const mine = `[ForeignKey]="${person.participantId}"`;
  const blank = `[ForeignKey]="" AND [Lastname]="" AND [ID]>${push.askedAfterPid ?? 0}${contest}`;
  const found = await listParticipants(deps, settings.listUrl, ['ID', 'Bib', 'ForeignKey'], `${mine} OR (${blank})`);
  if (!found.ok) return failedStep(found);
  const free = await freeOf(deps, push.eventId, found.value, String(person.participantId));
  if (free) return storeBib(deps, at, free.bib, free.pid);
  const cleared = await deps.write(async (work) => {
    if (!(await extendLease(work, at.lease))) return false;
    await work.tx.update(raceResultPushes).set({ askedAt: null, askedAfterPid: null }).where(ofPush(at));
    return true;
  });
  if (!cleared) return { left: true };
  return giveBib(deps, { ...at, push: { ...push, askedAt: null, askedAfterPid: null } });
}

async function freeOf(
  { read }: CallDeps,
  eventId: number,
  rows: readonly Record<string, string>[],
  key: string,
): Promise<{ bib: string; pid: number } | null> {
  const known = await read
    .select({ pid: raceResultPushes.pid })
    .from(raceResultPushes)
    .where(eq(raceResultPushes.eventId, eventId));
  const owned = new Set(known.map(({ pid }) => pid));
  const given = rows
    .map(({ ID, Bib, ForeignKey }) => ({
      pid: Number(ID),
      bib: Bib ?? '',
      isMine: ForeignKey === key,
      key: ForeignKey,
    }))
    .filter(({ pid, bib }) => Number.isSafeInteger(pid) && pid > 0 && isBibThere(bib));
  return given.find(({ isMine }) => isMine) ?? given.find((one) => one.key === '' && !owned.has(one.pid)) ?? null;
}

/** Stored before the next step, so that the number is never lost. */
const storeBib = (deps: CallDeps, at: At, bib: string, pid: number | null): Promise<Result> =>
  deps.write(async (work): Promise<Result> => {
    if (!(await extendLease(work, at.lease))) return { left: true };
    const { participantId, eventId } = at.push;
    const person = await personHere(work.tx, participantId);
    if (!person) return { left: true };
    const known = pid === null ? [] : await ownersOf(work, eventId, pid, participantId);
    const isTaken = person.rrBib === null && (await isBibTaken(work.tx, { eventId, bib, besides: participantId }));
    if (isTaken || known.length > 0)
      return { error: 'bibTaken', message: bib, change: { askedAt: null, askedAfterPid: null } };
    const isTheirs = !at.settings.useParticipantIdAsBib || pid !== null;
    const change = { pid, askedAt: null, askedAfterPid: null, ...(isTheirs ? { bibThere: bib } : {}) };
    await work.tx.update(raceResultPushes).set(change).where(ofPush(at));
    // A number set by hand meanwhile wins.
    if (person.rrBib === null) await setBib(work, { participantId, bib });
    return { push: change, person: { ...person, rrBib: person.rrBib ?? bib } };
  });

const ownersOf = ({ tx }: Work, eventId: number, pid: number, besides: number) =>
  tx
    .select({ id: raceResultPushes.participantId })
    .from(raceResultPushes)
    .where(
      and(
        eq(raceResultPushes.eventId, eventId),
        eq(raceResultPushes.pid, pid),
        sql`${raceResultPushes.participantId} <> ${besides}`,
      ),
    );
