import { bun, generate, install, run } from './steps.ts';

await install();
await generate();
const { code } = await run(bun, ['bench/run.ts', ...process.argv.slice(2)], { env: { NODE_ENV: 'production' } });
process.exit(code);
