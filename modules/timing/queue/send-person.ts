import { createHash } from 'node:crypto';
import { setBib } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { isBibTaken, personHere } from '../read-person.ts';
import { type Fields, fieldsOf, isBibThere } from '../rules/fields.ts';
import { addWithFields, saveFields, type Who } from './calls.ts';
import type { CallDeps, Outcome } from './client.ts';
import { extendLease } from './lease.ts';
import { type At, failedStep, type Result } from './push-state.ts';
import type { Push } from './read-pushes.ts';

export async function sendPerson(deps: CallDeps, at: At): Promise<Result> {
  const { settings } = at;
  if (settings.saveFieldsUrl === null) return {};
  const moved = await moveBib(deps, at, settings.saveFieldsUrl);
  if ('later' in moved || 'error' in moved || 'left' in moved) return moved;
  const now: At = { ...at, ...moved, push: { ...at.push, ...moved.push } };
  const sent = await sendFields(deps, now, settings.saveFieldsUrl);
  if ('later' in sent || 'error' in sent || 'left' in sent) return sent;
  return { ...moved, ...sent, push: { ...moved.push, ...sent.push } };
}

/** The PID never changes, while a start number may have moved to another participant. */
export const identifyThere = ({ pid }: Pick<Push, 'pid'>, bib: string): Who => (pid === null ? { bib } : { pid });

/** Moves the participant to another number. A refusal is undone here. */
async function moveBib(deps: CallDeps, at: At, address: string): Promise<Result> {
  const { push, person } = at;
  const { bibThere } = push;
  const bib = person.rrBib;
  if (bibThere === null || bib === null || bib === bibThere) return {};
  const done: Outcome = isBibThere(bib)
    ? await saveFields(deps, address, identifyThere(push, bibThere), { Bib: Number(bib) })
    : { ok: false, error: 'refused', message: '', maybeDone: false };
  if (done.ok) return { push: { bibThere: bib } };
  if ('later' in done || done.error !== 'refused') return failedStep(done);
  return deps.write(async (work): Promise<Result> => {
    if (!(await extendLease(work, at.lease))) return { left: true };
    await rollBack(work, person.participantId, bib, bibThere);
    return { person: { ...person, rrBib: bibThere }, warning: 'RR_BIB_CHANGE_FAILED' };
  });
}

/** Restores the number known there, unless ours has changed since or the number is taken. */
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
  if (!isBibThere(bib)) return { error: 'refused', message: bib };
  const fields = fieldsToSend(at);
  const digest = createHash('sha256')
    .update(JSON.stringify([push.bibThere ?? bib, fields]))
    .digest('base64url');
  if (digest === push.sentDigest) return {};
  const done = await saveOrAdd(deps, at, address, fields, bib);
  if (!done.ok) return failedStep(done);
  const known = push.bibThere === null ? { bibThere: bib } : {};
  return { push: { ...known, sentDigest: digest, isCanceledThere: !person.isIn } };
}

/** Canceled participants stay at RACE RESULT, out of the race. */
function fieldsToSend({ push, person, settings }: At): Fields {
  if (!person.isIn) return { Status: 5, Comment: 'canceled', ForeignKey: String(person.participantId) };
  const fields = fieldsOf(person, settings);
  return push.isCanceledThere ? { ...fields, Status: 0, Comment: 'registered again' } : fields;
}

/** Does not resend a known number: it may have been changed there without a web hook yet. */
async function saveOrAdd(deps: CallDeps, at: At, address: string, fields: Fields, bib: string): Promise<Outcome> {
  const { push } = at;
  if (push.bibThere !== null) return saveFields(deps, address, identifyThere(push, push.bibThere), fields);
  const numbered = { Bib: Number(bib), ...fields };
  const done = await saveFields(deps, address, identifyThere(push, bib), numbered);
  // The number is ours and unknown there.
  const isUnknown = !done.ok && 'error' in done && done.error === 'unknownThere' && push.pid === null;
  return isUnknown ? addWithFields(deps, address, numbered) : done;
}
