import { eq } from 'drizzle-orm';
import { timesOf } from '#modules/events/index.ts';
import { voucherTypes } from './schema.ts';

/** The validity of a voucher type moves with its event. */
export const voucherTimes = timesOf(voucherTypes, {
  kind: 'voucherType',
  key: voucherTypes.id,
  rows: (_, eventId) => eq(voucherTypes.eventId, eventId),
  title: ({ name }) => name,
  fields: { validFrom: 'day', validTo: 'day' },
  pastStays: true,
});
