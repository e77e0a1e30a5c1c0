import { createHash } from 'node:crypto';
import { userById } from '#modules/accounts/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Basket } from '#modules/orders/rules/booking.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { dateIn, type Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { consentTextVersion, mayBeAsked } from './rules/consent.ts';

/** The sentence as it is stored. `mark` identifies the exact wording. */
export type ConsentOffer = { organizerId: number; organizer: string; text: string; version: string; mark: string };
export type Buyer = Pick<Viewer, 'userId' | 'level' | 'impersonator'>;

export function consentText({ event, organizers }: Catalog, i18n: Translator): ConsentOffer | null {
  const organizer = organizers.find(({ isMain }) => isMain) ?? organizers[0];
  if (!event.offersNewsletter || !organizer) return null;
  const text = i18n.t('newsletter.consent', { organizer: organizer.name });
  const mark = createHash('sha256').update(`${consentTextVersion}|${organizer.id}|${text}`).digest('base64url');
  return {
    organizerId: organizer.id,
    organizer: organizer.name,
    text,
    version: consentTextVersion,
    mark: mark.slice(0, 16),
  };
}

/** Null also for a super admin who acts for the buyer, and for children. */
export async function consentOffer(
  reader: Reader | Tx,
  request: { catalog: Catalog; buyer: Buyer; teams: Basket['teams']; i18n: Translator; now: Instant },
): Promise<ConsentOffer | null> {
  const { catalog, buyer, teams, i18n, now } = request;
  const offer = consentText(catalog, i18n);
  if (!offer || buyer.impersonator) return null;
  // An unproven visitor may be a stranger to the account with this address.
  const account = buyer.level === 'verified' ? await userById(reader, buyer.userId) : null;
  const born = {
    account: account?.birthDate ?? null,
    participants: teams.flatMap(({ participants }) => participants.map(({ birthDate }) => birthDate)),
  };
  return mayBeAsked(born, dateIn(now, catalog.event.timeZone)) ? offer : null;
}
