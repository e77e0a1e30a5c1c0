import { edenGC, gcAndSweep } from 'bun:jsc';
import type { Collector } from '#src/runtime/garbage.ts';

/** `fullGC` returns no memory to the system; `Bun.gc(true)` drops compiled code. */
export const bunCollector: Collector = { young: edenGC, all: gcAndSweep };
