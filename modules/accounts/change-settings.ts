import { eq } from 'drizzle-orm';
import { refuseFields } from '#src/kernel/problem.ts';
import { type CalendarDate, dateIn } from '#src/kernel/time.ts';
import { defaultTimeZone } from '#src/platform/locale.ts';
import type { Work } from '#src/platform/work.ts';
import type { Address } from './rules/address.ts';
import { users } from './schema.ts';
import type { SettingsChange } from './shapes.ts';

/**
 * Changes what is named and leaves the rest.
 * @throws Problem VALIDATION_FAILED for a birth date in the future
 */
export async function changeSettings({ tx, now }: Work, userId: number, change: SettingsChange): Promise<void> {
  const { termsOfUseAccepted, contactAddress, birthDate, ...plain } = change;
  if (birthDate && birthDate > dateIn(now, defaultTimeZone)) refuseFields({ birthDate: ['inTheFuture'] });
  const set: Partial<typeof users.$inferInsert> = {
    ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, value === '' ? null : value])),
    ...(birthDate === undefined ? {} : { birthDate: birthDate as CalendarDate | null }),
    ...(contactAddress === undefined ? {} : { contactAddress: contactAddress && tidyAddress(contactAddress) }),
    ...(termsOfUseAccepted === undefined ? {} : { termsAcceptedAt: termsOfUseAccepted ? now : null }),
  };
  if (Object.keys(set).length > 0) await tx.update(users).set(set).where(eq(users.id, userId));
}

/** A phone number without a number has no country either. */
function tidyAddress(address: Address): Address {
  return address.phoneNumber && address.phoneNumber.number === '' ? { ...address, phoneNumber: null } : address;
}
