import { type Column, type SQL, sql } from 'drizzle-orm';
import { integer } from 'drizzle-orm/sqlite-core';
import { type BasisPoints, type Cents, cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';

/** The columns with a unit. What they hold is an INTEGER each; the unit is the type's, so nothing is converted. */

/** Euro cents. */
export const centsColumn = (name: string) => integer(name).$type<Cents>();
/** What they come to in all rows; nothing is 0. */
export const sumOfCents = (amount: Column | SQL): SQL<Cents> =>
  sql`coalesce(sum(${amount}), 0)`.mapWith((sum) => cents(Number(sum)));
/** A rate: 20 % is 2000. */
export const rateColumn = (name: string) => integer(name).$type<BasisPoints>();
/** Milliseconds since 1970, UTC. */
export const instantColumn = (name: string) => integer(name).$type<Instant>();
/** 0 or 1. */
export const flagColumn = (name: string) => integer(name, { mode: 'boolean' });
/** What is not said is not so. */
export const flagOffColumn = (name: string) => flagColumn(name).notNull().default(false);
