import { drawForParent } from './draw-child.ts';

await drawForParent(process.argv[2]);
