// Our own: the library of our other papers takes forty milliseconds for a paper of one page, half of it because it lays out
// everything twice, and it knows no structure for screen readers, so its file had to be read and written once more.

import { deflateSync } from 'node:zlib';
import { xmpOf } from '../../xmp.ts';
import type { Tree } from '../tree.ts';
import { type Paper, pageSize, paperOf } from './boxes.ts';
import { embed } from './embedded.ts';
import { NotOurs } from './not-ours.ts';
import type { Outline, OutlineElement } from './outline.ts';
import { pagesOf } from './paging.ts';
import { type Painted, Palette, paintedPage } from './paint.ts';
import { PaperFile, ref, textString } from './paper-file.ts';
import type { Picture } from './picture.ts';

/**
 * A paper in one go, tagged for screen readers (PDF/UA-1): laid out, painted, written. The same tree is the same file.
 * `figures` explain its pictures, in the sequence in which they are drawn. Null: it has something that our pen does not
 * draw, and another has to. `registerFonts` was awaited before.
 */
export function penned(tree: Tree, figures: readonly string[]): Uint8Array | null {
  try {
    const paper = paperOf(tree, figures);
    const palette = new Palette();
    const painted = pagesOf(paper.page).map((page, at) => paintedPage(page, at, palette));
    paper.outline.tidy();
    return fileOf(paper, painted, palette);
  } catch (error) {
    if (error instanceof NotOurs) return null;
    throw error;
  }
}

function fileOf({ said, outline }: Paper, painted: readonly Painted[], palette: Palette): Uint8Array {
  const file = new PaperFile();
  const [catalog, pages, root] = [file.reserve(), file.reserve(), file.reserve()];
  const fonts = [...palette.fonts].map(([face, { name, used }]) => `/${name} ${ref(embed(file, face, used))}`);
  const pictures = [...palette.pictures.values()].map(({ name, picture }) => `/${name} ${ref(draw(file, picture))}`);
  const opacities = [...palette.opacities].map(([opacity, name]) => `/${name} <</ca ${opacity} /CA ${opacity}>>`);
  const resources = file.add(
    `<</Font <<${fonts.join(' ')}>> /XObject <<${pictures.join(' ')}>> /ExtGState <<${opacities.join(' ')}>>>>`,
  );
  const leaves = painted.map(({ content }, at) => {
    const stream = file.stream('/Filter/FlateDecode', deflateSync(Buffer.from(content, 'latin1')));
    return file.add(
      `<</Type/Page /Parent ${ref(pages)} /MediaBox [0 0 ${pageSize.width} ${pageSize.height}] /Resources ${ref(resources)} /Contents ${ref(stream)} /StructParents ${at} /Tabs/S>>`,
    );
  });
  file.write(pages, `<</Type/Pages /Kids [${leaves.map(ref).join(' ')}] /Count ${leaves.length}>>`);
  writeOutline(file, root, outline, { painted, leaves });
  const metadata = file.stream('/Type/Metadata /Subtype/XML', Buffer.from(xmpOf(said), 'utf8'));
  const language = /^[A-Za-z-]+$/.test(said.language) ? ` /Lang (${said.language})` : '';
  file.write(
    catalog,
    `<</Type/Catalog /Pages ${ref(pages)} /StructTreeRoot ${ref(root)} /MarkInfo <</Marked true>> /ViewerPreferences <</DisplayDocTitle true>> /Metadata ${ref(metadata)}${language}>>`,
  );
  const { title, author, subject } = said;
  const info = `/Title ${textString(title)} /Author ${textString(author)} /Subject ${textString(subject)}`;
  return file.bytes(catalog, file.add(`<<${info} /Creator (Startblock) /Producer (Startblock)>>`));
}

function draw(file: PaperFile, { data, width, height, depth, colors }: Picture): number {
  const rows = `/Predictor 15 /Colors ${colors} /BitsPerComponent ${depth} /Columns ${width}`;
  return file.stream(
    `/Type/XObject /Subtype/Image /Width ${width} /Height ${height} /BitsPerComponent ${depth} /ColorSpace/Device${colors === 1 ? 'Gray' : 'RGB'} /Filter/FlateDecode /DecodeParms <<${rows}>>`,
    data,
  );
}

/** Its structure for screen readers (ISO 32000-1, 14.7). */
function writeOutline(
  file: PaperFile,
  root: number,
  { whole }: Outline,
  { painted, leaves }: { painted: readonly Painted[]; leaves: readonly number[] },
): void {
  const numbers = new Map<OutlineElement, number>();
  const numbered = (element: OutlineElement): void => {
    numbers.set(element, file.reserve());
    element.kids.forEach(numbered);
  };
  numbered(whole);
  const refOf = (element: OutlineElement | null): string => ref((element && numbers.get(element)) ?? root);
  for (const [element, number] of numbers) {
    const { role, parent, scope, alt, kids, marks } = element;
    const marked = marks.map(({ page, mark }) => `<</Type/MCR /Pg ${ref(leaves[page] as number)} /MCID ${mark}>>`);
    const said = `${scope ? ` /A <</O/Table /Scope/${scope}>>` : ''}${alt === null ? '' : ` /Alt ${textString(alt)}`}`;
    const inside = [...kids.map(refOf), ...marked].join(' ');
    file.write(number, `<</Type/StructElem /S/${role} /P ${refOf(parent)} /K [${inside}]${said}>>`);
  }
  const ofPages = painted.map(({ elements }, at) => `${at} ${ref(file.add(`[${elements.map(refOf).join(' ')}]`))}`);
  const tree = file.add(`<</Nums [${ofPages.join(' ')}]>>`);
  file.write(
    root,
    `<</Type/StructTreeRoot /K [${refOf(whole)}] /ParentTree ${ref(tree)} /ParentTreeNextKey ${leaves.length}>>`,
  );
}
