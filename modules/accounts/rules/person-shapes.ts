import * as z from 'zod';
import { countryCodes } from '#src/kernel/countries.ts';
import { oneLine } from '#src/kernel/plain-text.ts';
import { isCalendarDate } from '#src/kernel/time.ts';
import { holdsWebAddress } from './web-address.ts';

// The default message would list all countries.
export const countryCodeSchema = z.enum(countryCodes as [string, ...string[]], { error: 'country' });

export const nameSchema = z
  .string()
  .overwrite(oneLine)
  .max(100)
  .refine((text) => !holdsWebAddress(text), { error: 'webAddress' });

export const birthDateSchema = z
  .string()
  .trim()
  .refine((text) => isCalendarDate(text) && text >= '1900-01-01', { error: 'date' })
  .describe('YYYY-MM-DD');
