import { createHash } from 'node:crypto';
import { setBib } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { isBibTaken, personHere } from '../read-person.ts';
import { type Fields, fieldsOf, isBibThere } from '../rules/fields.ts';
import { addWithFields, saveFields, type Who } from './calls.ts';
import type { CallDeps, Outcome } from './client.ts';
import { extendLease } from './lease.ts';
import { type At, type Result, unlucky } from './push-state.ts';
import type { Push } from './read-pushes.ts';

/** Number and data go there. */
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

/** Their own number of a participant stays; a start number may be another's by now. */
export const whoThere = ({ pid }: Pick<Push, 'pid'>, bib: string): Who => (pid === null ? { bib } : { pid });

/** Another number than they know. What they refuse is undone here. */
async function moveBib(deps: CallDeps, at: At, address: string): Promise<Result> {
  const { push, person } = at;
  const { bibThere } = push;
  const bib = person.rrBib;
  if (bibThere === null || bib === null || bib === bibThere) return {};
  const done: Outcome = isBibThere(bib)
    ? await saveFields(deps, address, whoThere(push, bibThere), { Bib: Number(bib) })
    : { ok: false, error: 'refused', said: '', maybeDone: false };
  if (done.ok) return { push: { bibThere: bib } };
  if ('later' in done || done.error !== 'refused') return unlucky(done);
  return deps.write(async (work): Promise<Result> => {
    if (!(await extendLease(work, at.lease))) return { left: true };
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
  const done = await saveOrAdd(deps, at, address, fields, bib);
  if (!done.ok) return unlucky(done);
  const known = push.bibThere === null ? { bibThere: bib } : {};
  return { push: { ...known, sentDigest: digest, isCanceledThere: !person.isIn } };
}

/** Whoever is canceled stays there, out of the race; nobody is deleted. */
function whatIsSent({ push, person, settings }: At): Fields {
  if (!person.isIn) return { Status: 5, Comment: 'canceled', ForeignKey: String(person.participantId) };
  const fields = fieldsOf(person, settings);
  return push.isCanceledThere ? { ...fields, Status: 0, Comment: 'registered again' } : fields;
}

/** A number that they know is not said again: they may have changed it, and nobody told us yet. */
async function saveOrAdd(deps: CallDeps, at: At, address: string, fields: Fields, bib: string): Promise<Outcome> {
  const { push } = at;
  if (push.bibThere !== null) return saveFields(deps, address, whoThere(push, push.bibThere), fields);
  const numbered = { Bib: Number(bib), ...fields };
  const done = await saveFields(deps, address, whoThere(push, bib), numbered);
  // A number of ours, and they know nobody by it.
  const isUnknown = !done.ok && 'error' in done && done.error === 'unknownThere' && push.pid === null;
  return isUnknown ? addWithFields(deps, address, numbered) : done;
}
