import { and, count, eq, ne } from 'drizzle-orm';
import { addAccountAudit } from '#modules/accounts/index.ts';
import { personIdentity } from '#modules/orders/rules/identity.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { normalizeEmail } from '#src/kernel/email.ts';
import { refuse, refuseFields } from '#src/kernel/problem.ts';
import { dateIn } from '#src/kernel/time.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import { type CompanionInput, isMinor, maxCompanions } from './rules/companion.ts';
import { type Companion, companions } from './schema.ts';

type SaveCompanion = {
  userId: number;
  input: CompanionInput;
  /** What was ticked for a minor, word for word. */
  consentText: string;
  /** Whose entry is changed; left out: somebody new. */
  before?: Companion;
};

/**
 * Keeps somebody for the next orders of an account, or what is new of them. Answers the id.
 * @throws Problem VALIDATION_FAILED for a birth date to come, somebody who is kept already, a minor without the consent of
 *   their guardians, and more people than an account keeps
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
  const said = {
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
      .set(said)
      .where(and(mine, eq(companions.id, before.id)))
      .returning({ id: companions.id });
    if (!changed) refuse('NOT_FOUND');
    await addAccountAudit(work, { userId, actorId, type: 'CompanionChanged', comment: `${before.id}` });
    return before.id;
  }
  const [kept] = await tx.select({ people: count() }).from(companions).where(mine);
  if (present(kept, 'a count').people >= maxCompanions) refuseFields({ firstName: ['tooManyKept'] });
  const [made] = await tx
    .insert(companions)
    .values({ ...said, userId, createdAt: now })
    .returning({ id: companions.id });
  const { id } = present(made, 'it was inserted');
  await addAccountAudit(work, { userId, actorId, type: 'CompanionKept', comment: `${id}` });
  return id;
}

/** A consent that was given for somebody stays as it was given; somebody of age needs none. */
function consentOf(
  asked: Pick<SaveCompanion, 'before' | 'consentText'> & { identity: string; needsConsent: boolean; now: Work['now'] },
) {
  const { before, identity, needsConsent, now, consentText } = asked;
  if (!needsConsent) return { consentAt: null, consentText: null };
  if (before?.consentAt && before.identity === identity)
    return { consentAt: before.consentAt, consentText: before.consentText };
  return { consentAt: now, consentText };
}
