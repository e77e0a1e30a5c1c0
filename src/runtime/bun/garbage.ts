import { edenGC, gcAndSweep } from 'bun:jsc';
import type { Collector } from '#src/runtime/garbage.ts';

/** `fullGC` would give nothing back to the system, `Bun.gc(true)` throws away what was compiled. */
export const bunCollector: Collector = { young: edenGC, all: gcAndSweep };
