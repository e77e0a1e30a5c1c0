import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bun, root } from '../support/server.ts';

/** Before all journeys: the data that every server begins with, unless somebody has made it already. */
export default function provideDemoData(): () => void {
  if (process.env.DEMO_DATA) return () => {};
  const folder = mkdtempSync(join(tmpdir(), 'startblock-demo-'));
  const { status } = spawnSync(bun, ['tests/support/demo-data.ts', folder], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('no demo data');
  process.env.DEMO_DATA = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
