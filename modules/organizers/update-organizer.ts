import { eq } from 'drizzle-orm';
import { addAccountAudit } from '#modules/accounts/index.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from '#src/kernel/problem.ts';
import { columnsOf } from './columns.ts';
import { refuseTakenHost } from './refuse-taken-host.ts';
import { organizerChanged } from './rules/facts.ts';
import { organizers } from './schema.ts';
import type { OrganizerChange } from './shapes.ts';

/**
 * Changes what is named. Its name and colours stand on pages of events, so everybody hears of it.
 * @throws Problem NOT_FOUND, VALIDATION_FAILED for a host name that another one has
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
