import { Buffer } from 'node:buffer';
import { answerWorks } from '#src/runtime/processes/answer-works.ts';
import type { Compile } from './compile.ts';
import type { Work } from './drawn.ts';
import type { FontPaths } from './font-files.ts';

/** The work of the process that draws papers. Each library is loaded with its first work, and fonts when a text needs them. */
export async function drawPapers(fonts: string): Promise<void> {
  const paths = JSON.parse(fonts) as FontPaths;
  let compiler: Promise<Compile> | undefined;
  await answerWorks(async (work, sendPart) => {
    compiler ??= import('./compile.ts').then(({ documentCompiler }) => documentCompiler(paths));
    const compile = await compiler;
    // What no font has goes ahead of the drawing, as a part of the answer.
    return compile(JSON.parse(work.toString('utf8')) as Work, (missing) =>
      sendPart(Buffer.from(JSON.stringify(missing))),
    );
  });
}
