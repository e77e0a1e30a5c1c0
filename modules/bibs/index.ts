export { applyRunsJob, startRun } from './apply-run.ts';
export { bibsModule } from './module.ts';
export { previewAssignment } from './plan-run.ts';
export { hasRanges } from './read-ranges.ts';
export { hasWaves } from './read-waves.ts';
export { createRange } from './save-ranges.ts';
