import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Seconds of the processor that a process has used so far, all of its threads (`/proc/PID/stat`). */
export function processorSeconds(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // utime and stime are fields 14 and 15 of the line, after the state, which is the third.
  return (Number(afterName[11]) + Number(afterName[12])) / ticksPerSecond;
}
