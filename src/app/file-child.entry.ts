import { readForParent } from '#src/files/sandbox/sandbox-child.ts';
import { fileReaders } from './file-readers.ts';

await readForParent(fileReaders);
process.exit();
