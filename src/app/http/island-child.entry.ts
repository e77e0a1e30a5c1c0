import { renderIslands } from '#src/platform/drawing/island-child.ts';
import { islandsElsewhere } from './islands-elsewhere.ts';

await renderIslands(islandsElsewhere);
process.exit();
