import { drawPapers } from './paper-child.ts';

const [, , fonts = ''] = process.argv;
await drawPapers(fonts);
process.exit();
