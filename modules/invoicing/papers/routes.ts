import { create as contentDisposition } from 'content-disposition';
import { versionOfLink } from '#src/access/versioned-links.ts';
import { refuse } from '#src/kernel/problem.ts';
import { page, type Route } from '#src/web/http.ts';
import { paperFile } from './paper-file.ts';
import { paperPath } from './paper-link.ts';
import { linkVersionOf } from './read-link-version.ts';

const download = page({ method: 'get', path: '/documents/papers/{paperId}', may: 'document.open' }, async (call) => {
  const { deps, params, query, now } = call;
  const version = versionOfLink(deps.signer, paperPath(params.paperId), query, now);
  if (version === null || (await linkVersionOf(deps.read, params.paperId)) !== version) return refuse('NOT_FOUND');
  const { bytes, fileName } = await paperFile(deps, params.paperId, call.viewer?.visitId ?? `paper ${params.paperId}`);
  return new Response(bytes, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition(fileName, {
        type: 'inline',
        fallback: `paper-${params.paperId}.pdf`,
      }),
      'cache-control': 'private, no-store',
    },
  });
});

export const paperPages: readonly Route[] = [download];
