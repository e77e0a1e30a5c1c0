import { and, eq, ne } from 'drizzle-orm';
import { addAccountAudit } from '#modules/accounts/index.ts';
import { requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { basisPoints, cents } from '#src/kernel/money.ts';
import { refuse, refuseFields } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import { encodeAnswer } from '#src/web/answers.ts';
import { organizerChanged } from './rules/facts.ts';
import { organizers } from './schema.ts';
import {
  type Organizer,
  type OrganizerChange,
  type OrganizerInput,
  organizerAnswer,
  organizerChange,
} from './shapes.ts';

/** The agreement with the platform, read-only for owners. */
const platformFields = [
  'vat',
  'disagioPercentage',
  'organizerProcessingFee',
  'paymentReference',
  'whiteLabel',
  'hostName',
] as const;

/**
 * Owners may not change every field; unchanged values are accepted.
 * @throws Problem NO_PERMISSION; INVALID_TOKEN after an old login
 */
export function requireChange(viewer: Viewer, now: Instant, before: Organizer | null, change: OrganizerChange): void {
  const stored = before ? encodeAnswer(organizerAnswer, before) : null;
  const wanted = organizerChange.parse(change);
  const changes = (name: 'iban' | 'bic' | (typeof platformFields)[number]) =>
    wanted[name] !== undefined &&
    wanted[name] !== (stored?.[name] ?? (name === 'vat' || name === 'disagioPercentage' ? 0 : null));
  if (platformFields.some(changes)) requirePermission('organizer.manage', viewer, now);
  if (changes('iban') || changes('bic')) requirePermission('organizer.bank', viewer, now);
}

/** Columns of the given fields. Parses again, since demo data and imports bypass the API; parsing is idempotent. */
export function columnsOf(change: OrganizerChange, name: string): Partial<typeof organizers.$inferInsert> {
  const { vat, disagioPercentage, organizerProcessingFee: fee, whiteLabel, ...plain } = organizerChange.parse(change);
  return Object.fromEntries(
    Object.entries({
      ...plain,
      organizerProcessingFee: fee === undefined || fee === null ? fee : cents(fee),
      vat: vat === undefined ? undefined : basisPoints(vat),
      disagioBasisPoints: disagioPercentage === undefined ? undefined : basisPoints(disagioPercentage),
      whiteLabel: whiteLabel === true ? name : whiteLabel === false ? null : whiteLabel,
    }).filter(([, value]) => value !== undefined),
  );
}

/** @throws Problem VALIDATION_FAILED */
async function refuseTakenHost(tx: Tx, hostName: string | null | undefined, organizerId: number): Promise<void> {
  if (!hostName) return;
  const taken = await tx
    .select({ id: organizers.id })
    .from(organizers)
    .where(and(eq(organizers.hostName, hostName), ne(organizers.id, organizerId)));
  if (taken.length > 0) refuseFields({ hostName: ['taken'] });
}

/** Missing rates are 0. @throws Problem VALIDATION_FAILED for a taken host name */
export async function createOrganizer({ tx, now }: Work, input: OrganizerInput): Promise<number> {
  const columns = columnsOf(input, input.name);
  await refuseTakenHost(tx, columns.hostName, 0);
  const [made] = await tx
    .insert(organizers)
    .values({ ...columns, name: input.name.trim(), createdAt: now })
    .returning({ id: organizers.id });
  return present(made, 'an insert returns its row').id;
}

/**
 * Announces the change, since event pages show name and colours.
 * @throws Problem NOT_FOUND; VALIDATION_FAILED for a taken host name
 */
export async function updateOrganizer(
  work: Work,
  organizerId: number,
  change: OrganizerChange,
  actorId: number,
): Promise<void> {
  const [known] = await work.tx
    .select({ name: organizers.name, iban: organizers.iban, bic: organizers.bic, hostName: organizers.hostName })
    .from(organizers)
    .where(eq(organizers.id, organizerId));
  if (!known) return refuse('NOT_FOUND');
  const columns = columnsOf(change, change.name ?? known.name);
  if (Object.keys(columns).length === 0) return;
  await refuseTakenHost(work.tx, columns.hostName, organizerId);
  await work.tx.update(organizers).set(columns).where(eq(organizers.id, organizerId));
  await work.announce(organizerChanged({ organizerId }));
  const changesBank = (['iban', 'bic'] as const).some((name) => name in columns && columns[name] !== known[name]);
  if (columns.hostName !== undefined && columns.hostName !== known.hostName) {
    await addAccountAudit(work, {
      userId: actorId,
      actorId: work.impersonatorId ?? actorId,
      type: 'OrganizerHostChanged',
      comment: `organizer ${organizerId}: ${known.hostName ?? '–'} → ${columns.hostName ?? '–'}`,
    });
  }
  if (changesBank) {
    await addAccountAudit(work, {
      userId: actorId,
      actorId: work.impersonatorId ?? actorId,
      type: 'OrganizerBankChanged',
      comment: `organizer ${organizerId}`,
    });
  }
}

/** Accepts the organizer's gift cards from now on, even when it stops selling them. */
export async function takeGiftCards(work: Work, organizerId: number): Promise<void> {
  const changed = await work.tx
    .update(organizers)
    .set({ takesGiftCards: true })
    .where(and(eq(organizers.id, organizerId), eq(organizers.takesGiftCards, false)))
    .returning({ id: organizers.id });
  if (changed.length > 0) await work.announce(organizerChanged({ organizerId }));
}
