import { configureGlobal } from 'fast-check';

/** Properties draw from the seed of the run, too (vitest.config.ts): what failed fails again with SEED=… . */
configureGlobal({ seed: Number(process.env.SEED) });
