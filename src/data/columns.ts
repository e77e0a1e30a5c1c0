import { type Column, type SQL, sql } from 'drizzle-orm';
import { integer } from 'drizzle-orm/sqlite-core';
import { type BasisPoints, type Cents, cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';

/** Integer columns with a unit. The unit is in the type; values are not converted. */

export const centsColumn = (name: string) => integer(name).$type<Cents>();
/** The sum over all rows; 0 for none. */
export const sumOfCents = (amount: Column | SQL): SQL<Cents> =>
  sql`coalesce(sum(${amount}), 0)`.mapWith((sum) => cents(Number(sum)));
/** Basis points: 20 % is 2000. */
export const rateColumn = (name: string) => integer(name).$type<BasisPoints>();
/** Epoch milliseconds. */
export const instantColumn = (name: string) => integer(name).$type<Instant>();
/** 0 or 1. */
export const flagColumn = (name: string) => integer(name, { mode: 'boolean' });
/** False by default. */
export const flagOffColumn = (name: string) => flagColumn(name).notNull().default(false);
