import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Seconds of the processor that a process has used so far, all of its threads (`/proc/PID/stat`). */
export function processorSeconds(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // utime and stime are fields 14 and 15 of the line, after the state, which is the third.
  return (Number(afterName[11]) + Number(afterName[12])) / ticksPerSecond;
}

/** The processes that a process has started and that still run, all of theirs among them. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .flatMap((child) => [Number(child), ...childrenOf(Number(child))]);

/** Likewise, of all that it started as long as they run. */
export const processorSecondsBelow = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + processorSeconds(child), 0);
