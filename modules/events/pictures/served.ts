import { type PageCall, page } from '#src/platform/http.ts';
import { refuse } from '../rules/problems.ts';
import { pictureFiles } from './keep-pictures.ts';
import { fileOfPicture } from './read-pictures.ts';

/** A name stands for its bytes, so what was fetched once is never asked for again. */
async function serve(call: PageCall<'site.read'>, size: 'large' | 'small'): Promise<Response> {
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

/** Uploaded pictures, as everybody sees them. Both addresses hold the name of the large one. */
export const servedPictures = [
  page({ method: 'get', path: '/pictures/{name}', may: 'site.read' }, (call) => serve(call, 'large')),
  page({ method: 'get', path: '/pictures/small/{name}', may: 'site.read' }, (call) => serve(call, 'small')),
];
