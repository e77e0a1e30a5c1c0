import type { Translator } from '#src/texts/locale.ts';
import { kindsGoingAlong } from '../rules/voucher-kinds.ts';
import type { OrganizerCall } from './frame.tsx';

/** What the page that asks before a deletion says of vouchers: nothing goes away unsaid. */
export async function voucherRisks(
  { deps }: OrganizerCall,
  i18n: Translator,
  eventId: number,
  deleted: Parameters<typeof kindsGoingAlong>[1],
): Promise<string[]> {
  const kinds = kindsGoingAlong(await deps.voucherKinds(eventId), deleted);
  return kinds.map(({ name, codes }) => i18n.t('events.delete.voucherKind', { name, codes }));
}
