import { readFileSync } from 'node:fs';

/** Memory that a process has in use, in MB: now, and the most so far (`/proc/PID/status`). */
export function memoryMb(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
  return { now: field('VmRSS'), most: field('VmHWM') };
}
