import { bun, generate, install, root, run } from './steps.ts';

await install();
await generate();
const { code } = await run(bun, ['src/runtime/bun/build/executable.ts', ...process.argv.slice(2)]);
if (code === 0) console.log(`Built in ${root}/dist`);
process.exit(code);
