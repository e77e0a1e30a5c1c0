import { Buffer } from 'node:buffer';
import { answerWorks } from '#src/runtime/processes/answer-works.ts';
import type { Compile } from './compile.ts';
import type { Work } from './drawn.ts';
import type { FontPaths } from './font-files.ts';

/** The main loop of the drawing process. Libraries and fonts are loaded on demand. */
export async function drawPapers(fonts: string): Promise<void> {
  const paths = JSON.parse(fonts) as FontPaths;
  let compiler: Promise<Compile> | undefined;
  await answerWorks(async (work, sendPart) => {
    compiler ??= import('./compile.ts').then(({ documentCompiler }) => documentCompiler(paths));
    const compile = await compiler;
    // Missing letters are sent before the document.
    return compile(JSON.parse(work.toString('utf8')) as Work, (missing) =>
      sendPart(Buffer.from(JSON.stringify(missing))),
    );
  });
}
