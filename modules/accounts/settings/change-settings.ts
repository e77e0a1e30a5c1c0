import { eq } from 'drizzle-orm';
import * as z from 'zod';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { type CalendarDate, dateIn } from '#src/kernel/time.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import { checkedAddresses } from '../addresses/check-address.ts';
import { addressSchema, genders } from '../rules/address.ts';
import { birthDateSchema, countryCodeSchema, nameSchema } from '../rules/person-shapes.ts';
import { users } from '../schema.ts';
import { addAccountAudit } from '../users/users.ts';

export const settingsChangeSchema = z.object({
  termsOfUseAccepted: z.boolean().optional(),
  language: z.enum(['de', 'en-us'], { error: 'option' }).optional(),
  firstname: nameSchema.nullable().optional(),
  lastname: nameSchema.nullable().optional(),
  gender: z.enum(genders, { error: 'option' }).nullable().optional(),
  birthDate: birthDateSchema.nullable().optional(),
  nationalityCountryCode: countryCodeSchema.nullable().optional(),
  contactAddress: z.optional(z.nullable(addressSchema)),
});
type SettingsChange = z.output<typeof settingsChangeSchema>;

/** The history names the changed fields, not their values. @throws Problem VALIDATION_FAILED */
export async function changeSettings(work: Work, userId: number, change: SettingsChange): Promise<void> {
  const { tx, now } = work;
  const { termsOfUseAccepted, contactAddress, birthDate, ...plain } = change;
  if (birthDate && birthDate > dateIn(now, defaultTimeZone)) refuseFields({ birthDate: ['inTheFuture'] });
  const before = present((await tx.select().from(users).where(eq(users.id, userId)))[0], 'a session has an account');
  const set: Partial<typeof users.$inferInsert> = {
    ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, value === '' ? null : value])),
    ...(birthDate === undefined ? {} : { birthDate: birthDate as CalendarDate | null }),
    ...(contactAddress === undefined
      ? {}
      : checkedAddresses({ contactAddress }, { contactAddress: before.contactAddress })),
    ...(termsOfUseAccepted === undefined ? {} : { termsAcceptedAt: termsOfUseAccepted ? now : null }),
  };
  const changed = Object.entries(set).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
  );
  if (changed.length === 0) return;
  await tx.update(users).set(set).where(eq(users.id, userId));
  const comment = changed.map(([name]) => name).join(', ');
  const actorId = work.impersonatorId ?? userId;
  await addAccountAudit(work, { userId, actorId, type: 'SettingsChanged', comment });
}
