import { eq, or } from 'drizzle-orm';
import { addAccountAudit } from '#modules/accounts/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from '#src/kernel/problem.ts';
import { organizerChanged } from './rules/facts.ts';
import { organizers } from './schema.ts';

/** Names of the stored files. */
export type Logo = { large: string; small: string };

/** Unused files are deleted later. @throws Problem NOT_FOUND */
export async function changeLogo(work: Work, organizerId: number, logo: Logo | null, actorId: number): Promise<void> {
  const [known] = await work.tx
    .select({ logo: organizers.logo })
    .from(organizers)
    .where(eq(organizers.id, organizerId));
  if (!known) return refuse('NOT_FOUND');
  if (known.logo === (logo?.large ?? null)) return;
  await work.tx
    .update(organizers)
    .set({ logo: logo?.large ?? null, smallLogo: logo?.small ?? null })
    .where(eq(organizers.id, organizerId));
  await work.announce(organizerChanged({ organizerId }));
  await addAccountAudit(work, {
    userId: actorId,
    actorId: work.impersonatorId ?? actorId,
    type: 'OrganizerLogoChanged',
    comment: `organizer ${organizerId}`,
  });
}

export async function smallLogoOf(reader: Reader | Tx, large: string): Promise<string | null> {
  const found = await reader
    .select({ small: organizers.smallLogo })
    .from(organizers)
    .where(eq(organizers.logo, large))
    .limit(1);
  return found[0]?.small ?? null;
}

export async function isLogoFile(reader: Reader | Tx, file: string): Promise<boolean> {
  const found = await reader
    .select({ id: organizers.id })
    .from(organizers)
    .where(or(eq(organizers.logo, file), eq(organizers.smallLogo, file)))
    .limit(1);
  return found.length > 0;
}
