import { buffer } from 'node:stream/consumers';
import sax from 'sax';
import { errorLine } from '#src/runtime/describe-error.ts';
import { drawSvg } from './draw-svg.ts';
import { decodeXml, SvgRefusal, withoutDoctype } from './svg-text.ts';

/** The main function of the `drawUploaded` process: reads an SVG, writes a PNG. */
export async function drawForParent(longestEdge: string | undefined): Promise<void> {
  try {
    const svg = withoutDoctype(decodeXml(await buffer(process.stdin))).replace(/^\s*<\?xml\b[^>]*\?>/, '');
    refuseForeign(svg);
    const png = await drawSvg(svg, Number(longestEdge));
    await new Promise((written) => process.stdout.write(png, written));
  } catch (error) {
    process.stderr.write(errorLine(error));
    process.exitCode = 1;
  }
}

/** The library opens local files by name, so an SVG may refer only to its own parts and embedded pictures. @throws SvgRefusal */
export function refuseForeign(svg: string): void {
  const parser = sax.parser(true);
  parser.onerror = () => {
    throw new SvgRefusal('malformed');
  };
  parser.onattribute = ({ name, value }) => {
    const isAddress = /(^|:)(href|src)$/i.test(name);
    if (isAddress && !/^\s*(#|data:image\/(png|jpe?g|gif|webp);base64,)/i.test(value)) {
      throw new SvgRefusal('foreign');
    }
  };
  parser.write(svg).close();
}
