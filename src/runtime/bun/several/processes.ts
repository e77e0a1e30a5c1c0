import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export type Kept = {
  /** undefined between two runs. */
  readonly pid: number | undefined;
  /** Sends SIGTERM and waits. */
  stop(): Promise<void>;
};
export type RestartOptions = {
  program: string;
  args: readonly string[];
  env: Record<string, string | undefined>;
  /** Answers 2xx when the process is ready. */
  health: string;
  /** Reports restarts. */
  say(line: string): void;
  name: string;
};

const pauseMs = 300;
const readyWithinMs = 300_000;

/** Starts a program, waits until it is ready, and restarts it when it ends. @throws when it never gets ready */
export async function keepRunning({ program, args, env, health, say, name }: RestartOptions): Promise<Kept> {
  let isStopping = false;
  let child: ChildProcess;
  const start = () => {
    child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      say(`${name} ended (${signal ?? code}) and begins again`);
      setTimeout(() => isStopping || start(), pauseMs);
    });
  };
  const stop = async () => {
    isStopping = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  start();
  const deadline = performance.now() + readyWithinMs;
  while (
    !(await fetch(health).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (performance.now() > deadline) {
      await stop();
      throw new Error(`${name} was not ready within ${readyWithinMs / 1000} s`);
    }
    await new Promise((wake) => setTimeout(wake, 50));
  }
  return {
    get pid() {
      return child.exitCode === null && child.signalCode === null ? child.pid : undefined;
    },
    stop,
  };
}
