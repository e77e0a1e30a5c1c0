import { and, count, eq, ne } from 'drizzle-orm';
import { addAccountAudit } from '#modules/accounts/index.ts';
import { personIdentity } from '#modules/orders/rules/identity.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { normalizeEmail } from '#src/kernel/email.ts';
import { refuse, refuseFields } from '#src/kernel/problem.ts';
import { dateIn } from '#src/kernel/time.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import { findOrdered, type PersonKey } from './read-known-people.ts';
import { type CompanionInput, isMinor, maxCompanions } from './rules/companion.ts';
import { type Companion, companions, unofferedParticipants } from './schema.ts';

type SaveCompanion = {
  userId: number;
  input: CompanionInput;
  /** The consent sentence shown for a minor. */
  consentText: string;
  before?: Companion;
};

/**
 * Saves a new or changed person and returns the id.
 * @throws Problem VALIDATION_FAILED for a future birth date, a duplicate, a minor without consent, or too many saved
 * people
 */
export async function saveCompanion(
  work: Work,
  { userId, input, consentText, before }: SaveCompanion,
): Promise<number> {
  const { tx, now } = work;
  const { guardiansAgree, email, club, gender, nationalityCountryCode, ...person } = input;
  const today = dateIn(now, defaultTimeZone);
  if (person.birthDate > today) refuseFields({ birthDate: ['inTheFuture'] });
  const needsConsent = isMinor(person.birthDate, today);
  if (needsConsent && !guardiansAgree) refuseFields({ guardiansAgree: ['guardiansAgree'] });
  const identity = present(personIdentity(person), 'they have a birth date');
  const others = before ? ne(companions.id, before.id) : undefined;
  const mine = eq(companions.userId, userId);
  const [same] = await tx
    .select({ id: companions.id })
    .from(companions)
    .where(and(mine, eq(companions.identity, identity), others));
  if (same) refuseFields({ firstName: ['keptAlready'] });
  const consent = consentOf({ before, identity, needsConsent, now, consentText });
  const values = {
    ...person,
    identity,
    gender: gender ?? null,
    nationalityCountryCode: nationalityCountryCode ?? null,
    email: email ? normalizeEmail(email) : null,
    club: club || null,
    ...consent,
    updatedAt: now,
  };
  const actorId = work.impersonatorId ?? userId;
  if (before) {
    const [changed] = await tx
      .update(companions)
      .set(values)
      .where(and(mine, eq(companions.id, before.id)))
      .returning({ id: companions.id });
    if (!changed) refuse('NOT_FOUND');
    await addAccountAudit(work, { userId, actorId, type: 'CompanionChanged', comment: `${before.id}` });
    return before.id;
  }
  const [saved] = await tx.select({ people: count() }).from(companions).where(mine);
  if (present(saved, 'a count').people >= maxCompanions) refuseFields({ firstName: ['tooManyKept'] });
  const [made] = await tx
    .insert(companions)
    .values({ ...values, userId, createdAt: now })
    .returning({ id: companions.id });
  const { id } = present(made, 'it was inserted');
  await addAccountAudit(work, { userId, actorId, type: 'CompanionKept', comment: `${id}` });
  return id;
}

/** A stored consent keeps its wording and time; adults need none. */
function consentOf(
  request: Pick<SaveCompanion, 'before' | 'consentText'> & {
    identity: string;
    needsConsent: boolean;
    now: Work['now'];
  },
) {
  const { before, identity, needsConsent, now, consentText } = request;
  if (!needsConsent) return { consentAt: null, consentText: null };
  if (before?.consentAt && before.identity === identity)
    return { consentAt: before.consentAt, consentText: before.consentText };
  return { consentAt: now, consentText };
}

/** Deletes a saved person and stops the offers from earlier orders. Orders stay, because the law requires them. */
export async function forgetCompanion(work: Work, { userId, id }: { userId: number; id: number }): Promise<void> {
  const { tx } = work;
  const [removed] = await tx
    .delete(companions)
    .where(and(eq(companions.userId, userId), eq(companions.id, id)))
    .returning();
  if (!removed) return;
  await stopOffers(work, { userId, person: removed });
  const actorId = work.impersonatorId ?? userId;
  await addAccountAudit(work, { userId, actorId, type: 'CompanionForgotten', comment: `${id}` });
}

/** Stops offers of this person from the account's orders up to now; a missing birth date matches as well. */
export async function stopOffers(
  { tx }: Pick<Work, 'tx'>,
  { userId, person }: { userId: number; person: PersonKey },
): Promise<void> {
  const same = await findOrdered(tx, userId, person);
  if (same.length === 0) return;
  await tx
    .insert(unofferedParticipants)
    .values(same.map((participantId) => ({ participantId, userId })))
    // After a transfer, the former holder of the place is stored in the history.
    .onConflictDoUpdate({ target: unofferedParticipants.participantId, set: { userId } });
}

/** Runs when the account is deleted. */
export async function forgetAllCompanions({ tx }: Pick<Work, 'tx'>, userId: number): Promise<void> {
  for (const table of [companions, unofferedParticipants]) await tx.delete(table).where(eq(table.userId, userId));
}
