import { drawPapers } from './paper-child.ts';

const [, , regular = '', bold = ''] = process.argv;
await drawPapers(regular, bold);
process.exit();
