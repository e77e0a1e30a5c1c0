import { bun, generate, install, root } from './steps.ts';

await install();
await generate();
process.chdir(root);
// The server replaces this process, so that it receives signals.
process.execve?.(bun, [bun, 'src/main.ts', 'serve', '--demo', ...process.argv.slice(2)], {
  // React's development mode takes twice as long.
  NODE_ENV: 'production',
  ...process.env,
});
