import * as z from 'zod/mini';
import { addressSchema } from '#modules/accounts/rules/address.ts';

/** An organizer needs no person's name to have an address. */
export const organizerAddressSchema = z.partial(addressSchema);
