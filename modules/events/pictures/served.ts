import { type PageCall, page } from '#src/web/http.ts';
import { drawingIn } from '../rules/pictures.ts';
import { refuse } from '../rules/problems.ts';
import { fileOfPicture } from './read-pictures.ts';
import { pictureFiles } from './save-pictures.ts';

/** Names are content hashes, so responses never change. */
async function serve(call: PageCall<'site.read', 'name'>, size: 'large' | 'small'): Promise<Response> {
  const { deps, params } = call;
  const file = await fileOfPicture(deps.read, params.name ?? '', size);
  const bytes = file === null ? null : await pictureFiles(deps.files).get(file);
  if (file === null || bytes === null) return refuse('NOT_FOUND');
  return new Response(bytes, {
    headers: {
      'content-type': file.endsWith('.jpg') ? 'image/jpeg' : 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    },
  });
}

/** A stable address for a drawing that may change with a release. */
async function serveDrawing({ deps, params }: PageCall<'site.read', 'name'>): Promise<Response> {
  const drawing = drawingIn(`default:${/^([a-z]+)\.svg$/.exec(params.name ?? '')?.[1]}`);
  const address = drawing === null ? undefined : deps.assets.manifest.files[`pictures/${drawing}.svg`];
  const asset = address === undefined ? null : await deps.assets.read(address);
  if (asset === null) return refuse('NOT_FOUND');
  return new Response(asset.body.plain, {
    headers: {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}

/** Both addresses use the name of the large file. */
export const servedPictures = [
  page({ method: 'get', path: '/pictures/{name}', may: 'site.read' }, (call) => serve(call, 'large')),
  page({ method: 'get', path: '/pictures/small/{name}', may: 'site.read' }, (call) => serve(call, 'small')),
  page({ method: 'get', path: '/pictures/drawings/{name}', may: 'site.read' }, serveDrawing),
];
