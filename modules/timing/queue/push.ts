import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { setBib } from '#modules/orders/index.ts';
import { type Instant, plus } from '#src/kernel/time.ts';
import type { Work } from '#src/platform/work.ts';
import { isBibTaken, type PersonHere, personHere } from '../read-person.ts';
import { type Settings, settingsOf } from '../read-settings.ts';
import { agedBy, type Fields, fieldsOf, isBibThere } from '../rules/fields.ts';
import {
  errorText,
  isDue,
  type PushError,
  pauseAfter,
  type Step,
  stateAfter,
  stepNames,
  steps,
  without,
} from '../rules/push.ts';
import { raceResultPushes } from '../schema.ts';
import {
  addWithFields,
  askBib,
  askChangeLink,
  listThere,
  reassignAgeGroup,
  saveFields,
  saveValue,
  type Who,
} from './calls.ts';
import type { CallDeps, Outcome } from './client.ts';
import { keepLease, type Lease } from './lease.ts';
import { highestPid, type Push, pushOf } from './read-pushes.ts';

/**
 * Sends what is due of one participant, step by step. Between two writes stands one call and never more, so that whatever
 * breaks leaves a state to go on from; a number of theirs is stored before the next call. Only who holds the lease of the
 * event writes down what came of a call.
 */
export async function push(deps: CallDeps, lease: Lease, participantId: number): Promise<void> {
  const begun = await deps.write((work) => begin(work, lease, participantId));
  if (!begun) return;
  let at: At = { ...begun, lease };
  for (const step of stepNames) {
    if (!isDue(at.push.due, step)) continue;
    const result = await does[step](deps, at);
    if ('left' in result) return;
    if ('later' in result) return wait(deps, at, result.later);
    if ('error' in result) return fail(deps, at, result);
    at = { ...at, ...result, push: { ...at.push, ...result.push, due: without(at.push.due, step) } };
    const done = await note(deps, at, step);
    if (!done) return;
  }
  await finish(deps, at);
}

type At = { lease: Lease; push: Push; person: PersonHere; settings: Settings; warning?: PushError };
type Failed = { error: PushError; said?: string; change?: Partial<Push> };
/** What a step came to: what is known by now; or it is not its turn; or it failed; or somebody else goes on. */
type Result =
  | { push?: Partial<Push>; person?: PersonHere; warning?: PushError }
  | { later: Instant }
  | Failed
  | { left: true };

/** What a call that went wrong means for its step. */
const unlucky = (outcome: Exclude<Outcome, { ok: true }>): { later: Instant } | Failed =>
  'later' in outcome ? { later: outcome.later } : { error: outcome.error, said: outcome.said };

async function begin(work: Work, lease: Lease, participantId: number): Promise<Omit<At, 'lease'> | null> {
  const { tx, now } = work;
  if (!(await keepLease(work, lease))) return null;
  const push = await pushOf(tx, participantId);
  if (!push || (push.state !== 'waiting' && push.state !== 'failed')) return null;
  const settings = await settingsOf(tx, lease.eventId);
  if (settings.syncStopDate !== null && now >= settings.syncStopDate) {
    // All of them at once: nothing goes out any more.
    await tx
      .update(raceResultPushes)
      .set({ state: 'skipped' })
      .where(and(eq(raceResultPushes.eventId, lease.eventId), inArray(raceResultPushes.state, ['waiting', 'failed'])));
    return null;
  }
  const person = await personHere(tx, participantId);
  if (!person || (!person.isIn && push.bibThere === null && push.askedAt === null)) {
    await tx
      .update(raceResultPushes)
      .set({ state: 'sent', due: 0, lastError: null })
      .where(eq(raceResultPushes.participantId, participantId));
    return null;
  }
  return { push, person, settings };
}

const ofPush = ({ push }: Pick<At, 'push'>) => eq(raceResultPushes.participantId, push.participantId);

/** A step is over: what is known by now, and that it is not due any more unless it became due again meanwhile. */
const note = (deps: CallDeps, at: At, step: Step): Promise<boolean> =>
  deps.write(async (work) => {
    if (!(await keepLease(work, at.lease))) return false;
    const { pid, bibThere, sentDigest, agedBy: aged, hasSaveValue, isCanceledThere } = at.push;
    await work.tx
      .update(raceResultPushes)
      .set({
        ...{ pid, bibThere, sentDigest, agedBy: aged, hasSaveValue, isCanceledThere },
        due: sql`case when ${raceResultPushes.version} = ${at.push.version} then ${raceResultPushes.due} & ~${sql.raw(String(steps[step]))} else ${raceResultPushes.due} end`,
      })
      .where(ofPush(at));
    return true;
  });

const finish = (deps: CallDeps, at: At): Promise<void> =>
  deps.write(async (work) => {
    if (!(await keepLease(work, at.lease))) return;
    await work.tx
      .update(raceResultPushes)
      .set({
        state: sql`case when ${raceResultPushes.due} = 0 then 'sent' else 'waiting' end`,
        attempts: 0,
        lastError: at.warning ? errorText(at.warning) : null,
        lastErrorAt: at.warning ? work.now : null,
        lastSynchroAt: work.now,
      })
      .where(ofPush(at));
  });

const wait = (deps: CallDeps, at: At, later: Instant): Promise<void> =>
  deps.write(async ({ tx }) => {
    await tx
      .update(raceResultPushes)
      .set({ nextAttemptAt: later })
      .where(and(ofPush(at), eq(raceResultPushes.version, at.push.version)));
  });

const fail = (deps: CallDeps, at: At, { error, said = '', change = {} }: Failed): Promise<void> =>
  deps.write(async (work) => {
    if (!(await keepLease(work, at.lease))) return;
    const attempts = at.push.attempts + 1;
    const written = { ...change, lastError: errorText(error, said), lastErrorAt: work.now };
    await work.tx.update(raceResultPushes).set(written).where(ofPush(at));
    // What became due meanwhile begins anew.
    await work.tx
      .update(raceResultPushes)
      .set({ attempts, state: stateAfter(error, attempts), nextAttemptAt: plus(work.now, pauseAfter(attempts)) })
      .where(and(ofPush(at), eq(raceResultPushes.version, at.push.version)));
  });

/** So long RACE RESULT may answer a list from what it kept. */
const staleMs = 31_000;

const does: Readonly<Record<Step, (deps: CallDeps, at: At) => Promise<Result>>> = {
  async bib(deps, at) {
    const { person, settings, push } = at;
    if (push.askedAt !== null) return findBib(deps, at);
    if (person.rrBib !== null || !person.isIn) return {};
    // Taken away here and still known there: what is empty overwrites nothing.
    if (push.bibThere !== null) return storeBib(deps, at, push.bibThere, push.pid);
    if (settings.useParticipantIdAsBib) return storeBib(deps, at, String(person.participantId), null);
    if (settings.newBibUrl === null) return { error: 'noBib' };
    return newBib(deps, at, settings.newBibUrl);
  },

  async fields(deps, at) {
    const { settings } = at;
    if (settings.saveFieldsUrl === null) return {};
    const moved = await moveBib(deps, at, settings.saveFieldsUrl);
    if ('later' in moved || 'error' in moved || 'left' in moved) return moved;
    const now: At = { ...at, ...moved, push: { ...at.push, ...moved.push } };
    const sent = await sendFields(deps, now, settings.saveFieldsUrl);
    if ('later' in sent || 'error' in sent || 'left' in sent) return sent;
    return { ...moved, ...sent, push: { ...moved.push, ...sent.push } };
  },

  async ages(deps, { person, settings, push }) {
    const by = agedBy(person);
    if (settings.reassignAgeGroupsUrl === null || !person.isIn || by === push.agedBy || push.bibThere === null)
      return {};
    const done = await reassignAgeGroup(deps, settings.reassignAgeGroupsUrl, push.bibThere, person.rrContestId);
    return done.ok ? { push: { agedBy: by } } : unlucky(done);
  },

  async value(deps, { person, settings, push }) {
    if (settings.saveValueUrl === null || !person.isIn || push.bibThere === null) return {};
    const value = settings.saveValueText ?? (person.chargedPrice / 100).toFixed(2);
    const done = await saveValue(deps, settings.saveValueUrl, push.bibThere, settings.saveValueField, value);
    return done.ok ? { push: { hasSaveValue: true } } : unlucky(done);
  },

  async link(deps, at) {
    const { person, settings, push } = at;
    if (settings.changeLinkUrl === null || person.noChangelink || !person.isIn || push.bibThere === null) return {};
    const answer = await askChangeLink(deps, settings.changeLinkUrl, push.bibThere);
    if (!answer.ok) return unlucky(answer);
    const { participantId } = person;
    return deps.write(async (work): Promise<Result> => {
      if (!(await keepLease(work, at.lease))) return { left: true };
      const now = await personHere(work.tx, participantId);
      if (now) await setBib(work, { participantId, bib: now.rrBib, changelink: answer.value });
      return {};
    });
  },
};

/** Asks for a number. That it was asked stands in the database first: an answer that is lost may have been one. */
async function newBib(deps: CallDeps, at: At, address: string): Promise<Result> {
  const { push, person } = at;
  const asks = await deps.write(async (work) => {
    if (!(await keepLease(work, at.lease))) return false;
    const askedAfterPid = await highestPid(work.tx, push.eventId);
    await work.tx.update(raceResultPushes).set({ askedAt: work.now, askedAfterPid }).where(ofPush(at));
    return true;
  });
  if (!asks) return { left: true };
  const answer = await askBib(deps, address, person.rrContestId);
  if (answer.ok) return storeBib(deps, at, answer.value.bib, answer.value.pid);
  const isSure = 'later' in answer || !answer.maybeDone;
  const change = isSure ? { askedAt: null, askedAfterPid: null } : {};
  if (!('later' in answer)) return { error: answer.error, said: answer.said, change };
  await deps.write(({ tx }) => tx.update(raceResultPushes).set(change).where(ofPush(at)));
  return { later: answer.later };
}

/**
 * Nobody knows whether the call gave a number: whoever carries our key has one. Else it is one of those without key and
 * name that came after the last one that we knew; which of them is the same to everybody.
 */
async function findBib(deps: CallDeps, at: At): Promise<Result> {
  const { push, person, settings } = at;
  if (settings.listUrl === null) return { error: 'unsure' };
  const readable = plus(push.askedAt as Instant, staleMs);
  if (deps.clock() < readable) return { later: readable };
  const contest = person.rrContestId === null ? '' : ` AND [Contest]=${person.rrContestId}`;
  const mine = `[ForeignKey]="${person.participantId}"`;
  const blank = `[ForeignKey]="" AND [Lastname]="" AND [ID]>${push.askedAfterPid ?? 0}${contest}`;
  const found = await listThere(deps, settings.listUrl, ['ID', 'Bib', 'ForeignKey'], `${mine} OR (${blank})`);
  if (!found.ok) return unlucky(found);
  const free = await freeOf(deps, push.eventId, found.value, String(person.participantId));
  if (free) return storeBib(deps, at, free.bib, free.pid);
  const cleared = await deps.write(async (work) => {
    if (!(await keepLease(work, at.lease))) return false;
    await work.tx.update(raceResultPushes).set({ askedAt: null, askedAfterPid: null }).where(ofPush(at));
    return true;
  });
  if (!cleared) return { left: true };
  return does.bib(deps, { ...at, push: { ...push, askedAt: null, askedAfterPid: null } });
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

/** Before anything else: from here on the number is known, whatever happens. */
const storeBib = (deps: CallDeps, at: At, bib: string, pid: number | null): Promise<Result> =>
  deps.write(async (work): Promise<Result> => {
    if (!(await keepLease(work, at.lease))) return { left: true };
    const { participantId, eventId } = at.push;
    const person = await personHere(work.tx, participantId);
    if (!person) return { left: true };
    const known = pid === null ? [] : await ownersOf(work, eventId, pid, participantId);
    const isTaken = person.rrBib === null && (await isBibTaken(work.tx, { eventId, bib, besides: participantId }));
    if (isTaken || known.length > 0)
      return { error: 'bibTaken', said: bib, change: { askedAt: null, askedAfterPid: null } };
    const isTheirs = !at.settings.useParticipantIdAsBib || pid !== null;
    const change = { pid, askedAt: null, askedAfterPid: null, ...(isTheirs ? { bibThere: bib } : {}) };
    await work.tx.update(raceResultPushes).set(change).where(ofPush(at));
    // Somebody may have given one by hand meanwhile: theirs follows it.
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

/** Another number than they know. What they refuse is undone here. */
async function moveBib(deps: CallDeps, at: At, address: string): Promise<Result> {
  const { push, person } = at;
  const { bibThere } = push;
  const bib = person.rrBib;
  if (bibThere === null || bib === null || bib === bibThere) return {};
  const who: Who = push.pid === null ? { bib: bibThere } : { pid: push.pid };
  const done: Outcome = isBibThere(bib)
    ? await saveFields(deps, address, who, { Bib: Number(bib) })
    : { ok: false, error: 'refused', said: '', maybeDone: false };
  if (done.ok) return { push: { bibThere: bib } };
  if ('later' in done || done.error !== 'refused') return unlucky(done);
  return deps.write(async (work): Promise<Result> => {
    if (!(await keepLease(work, at.lease))) return { left: true };
    await rollBack(work, person.participantId, bib, bibThere);
    return { person: { ...person, rrBib: bibThere }, warning: 'RR_BIB_CHANGE_FAILED' };
  });
}

/** Ours is again what they know, unless somebody has chosen another one since, or has that one. */
async function rollBack(work: Work, participantId: number, refused: string, bib: string): Promise<void> {
  const now = await personHere(work.tx, participantId);
  if (now?.rrBib !== refused) return;
  if (await isBibTaken(work.tx, { eventId: now.eventId, bib, besides: participantId })) return;
  await setBib(work, { participantId, bib });
}

async function sendFields(deps: CallDeps, at: At, address: string): Promise<Result> {
  const { push, person } = at;
  const bib = person.rrBib;
  if (bib === null) return {};
  if (!isBibThere(bib)) return { error: 'refused', said: bib };
  const fields = whatIsSent(at);
  const digest = createHash('sha256')
    .update(JSON.stringify([push.bibThere ?? bib, fields]))
    .digest('base64url');
  if (digest === push.sentDigest) return {};
  const done = await saveOrAdd(deps, at, address, { Bib: Number(push.bibThere ?? bib), ...fields });
  if (!done.ok) return unlucky(done);
  return {
    push: { sentDigest: digest, bibThere: push.bibThere ?? bib, isCanceledThere: !person.isIn },
  };
}

/** Whoever is canceled stays there, out of the race; nobody is deleted. */
function whatIsSent({ push, person, settings }: At): Fields {
  if (!person.isIn) return { Status: 5, Comment: 'canceled', ForeignKey: String(person.participantId) };
  const fields = fieldsOf(person, settings);
  return push.isCanceledThere ? { ...fields, Status: 0, Comment: 'registered again' } : fields;
}

async function saveOrAdd(deps: CallDeps, { push, person }: At, address: string, fields: Fields): Promise<Outcome> {
  const bib = push.bibThere ?? person.rrBib ?? '';
  const done = await saveFields(deps, address, { bib }, fields);
  const isUnknown = !done.ok && 'error' in done && done.error === 'refused' && push.bibThere === null;
  // A number of ours, and they know nobody by it.
  return isUnknown && /not found|unknown|no participant/i.test(done.said) ? addWithFields(deps, address, fields) : done;
}
