/** `npx --yes bun run several`: several processes behind one proxy. PORT is the proxy's (default 3000). */
import { join } from 'node:path';
import { generate, install, root } from './steps.ts';

await install();
await generate();
const { startSeveral } = await import('../several/several.ts');
const several = await startSeveral({
  port: Number(process.env.PORT ?? 3000),
  processes: 3,
  folder: process.env.DATA_DIR ?? join(root, 'data-several'),
  say: (line) => console.log(line),
});
console.log(`\nThree processes on one libSQL server (${several.databaseUrl}) answer at ${several.url}`);
const end = () => void several.stop().then(() => process.exit(0));
process.once('SIGINT', end);
process.once('SIGTERM', end);
