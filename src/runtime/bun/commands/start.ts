import { bun, generate, install, root } from './steps.ts';

await install();
await generate();
process.chdir(root);
// The server takes this process's place, so a signal from outside reaches it and nothing else.
process.execve?.(bun, [bun, 'src/main.ts', 'serve', '--demo', ...process.argv.slice(2)], {
  // Else React checks itself on every page, which takes twice as long.
  NODE_ENV: 'production',
  ...process.env,
});
