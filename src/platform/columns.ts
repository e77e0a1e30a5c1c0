import { integer } from 'drizzle-orm/sqlite-core';
import type { BasisPoints, Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';

/** The columns with a unit. What they hold is an INTEGER each; the unit is the type's, so nothing is converted. */

/** Euro cents. */
export const centsColumn = (name: string) => integer(name).$type<Cents>();
/** A rate: 20 % is 2000. */
export const rateColumn = (name: string) => integer(name).$type<BasisPoints>();
/** Milliseconds since 1970, UTC. */
export const instantColumn = (name: string) => integer(name).$type<Instant>();
/** 0 or 1. */
export const flagColumn = (name: string) => integer(name, { mode: 'boolean' });
