import { renderIslands } from '#src/web/island-child.ts';
import { islandsOfChildProcess } from './islands-elsewhere.ts';

await renderIslands(islandsOfChildProcess);
process.exit();
