import { renderIslands } from '#src/web/island-child.ts';
import { islandsElsewhere } from './islands-elsewhere.ts';

await renderIslands(islandsElsewhere);
process.exit();
