import { buffer } from 'node:stream/consumers';
import sax from 'sax';
import { OwnError } from '#src/kernel/assert.ts';
import { errorLine } from './describe-error.ts';
import { drawSvg } from './draw-svg.ts';

/** The whole work of the process that `drawUploaded` starts: reads a drawing, writes a PNG. */
export async function drawForParent(longestEdge: string | undefined): Promise<void> {
  try {
    const svg = new TextDecoder('utf-8', { fatal: true }).decode(await buffer(process.stdin));
    refuseForeign(svg);
    const png = await drawSvg(svg, Number(longestEdge));
    await new Promise((written) => process.stdout.write(png, written));
  } catch (error) {
    process.stderr.write(errorLine(error));
    process.exitCode = 1;
  }
}

/**
 * The library that draws opens files of this machine by their names, and pictures of others could be among them. So a
 * drawing names its own parts and the pictures inside it alone, in XML that says nothing of its own entities.
 * @throws Error
 */
export function refuseForeign(svg: string): void {
  const parser = sax.parser(true);
  parser.onerror = (error) => {
    throw error;
  };
  parser.ondoctype = (doctype) => {
    if (doctype.includes('[')) throw new OwnError('a drawing has no entities of its own');
  };
  parser.onattribute = ({ name, value }) => {
    const isAddress = /(^|:)(href|src)$/i.test(name);
    if (isAddress && !/^\s*(#|data:image\/(png|jpe?g|gif|webp);base64,)/i.test(value)) {
      throw new OwnError('a drawing names its own parts alone');
    }
  };
  parser.write(svg).close();
}
