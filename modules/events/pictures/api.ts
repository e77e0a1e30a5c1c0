import * as z from 'zod';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { api, type ReadFile, tagged } from '#src/web/http.ts';
import { loadEvent } from '../access/event-access.ts';
import { adminArticleAnswer, adminEventAnswer, competitionAnswer, withCurrentPrice } from '../answers.ts';
import { onEvent, written } from '../changes/on-event.ts';
import { managedAnswer } from '../read-list.ts';
import { loadEventOf } from '../records/api.ts';
import {
  maxPictureBytes,
  type PictureRecord,
  parsePicture,
  pictureKinds,
  pictureUrl,
  uploadedAddress,
} from '../rules/pictures.ts';
import { recordId } from '../shapes.ts';
import { picturesOf } from './read-pictures.ts';
import { addPicture, choosePicture, deletePicture, storePicture } from './save-pictures.ts';
import { takeUpload } from './take-upload.ts';

const upload = { maxBytes: maxPictureBytes };
const eventParams = z.object({ eventId: recordId });

const galleryAnswer = z.object({
  rows: z.array(
    z.object({
      picture: z.string(),
      small: z.string(),
      width: z.int(),
      height: z.int(),
      usedBy: z.array(z.object({ kind: z.enum(pictureKinds), id: z.int(), title: z.string() })),
    }),
  ),
});

const articleAfter = z.object({ article: adminArticleAnswer });
const articleIn = (articleId: number) => (work: Work, eventId: number) =>
  written(work, eventId, ({ articles }) => {
    const found = articles.find(({ id }) => id === articleId);
    return found && { article: found };
  });

type Uploading = { deps: Deps; viewer: Viewer; readFile: ReadFile; record: number };

/** The route checks access before the file is read; the write checks again. */
async function uploaded<T>(
  call: Uploading,
  record: PictureRecord,
  answer: (work: Work, eventId: number) => Promise<T>,
): Promise<T> {
  const taken = await takeUpload(call.deps, (await call.readFile()).bytes);
  return storePicture(call.deps.files, taken, (stored) =>
    onEvent(call, call.record, async (work, eventId) => {
      await choosePicture(work, record, await addPicture(work, eventId, stored));
      return answer(work, eventId);
    }),
  );
}

export const picturesApi = tagged('Pictures (management)', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/pictures',
      may: 'event.read',
      summary: 'Lists the uploaded pictures of an event and where each is used',
      load: loadEvent,
      answer: galleryAnswer,
    },
    async ({ deps, params: { eventId } }) => {
      const rows = await picturesOf(deps.read, eventId);
      return {
        rows: rows.map(({ name, ...row }) => ({
          picture: pictureUrl(name) ?? name,
          small: uploadedAddress(name, 'small') ?? name,
          ...row,
        })),
      };
    },
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/events/{eventId}/pictures/{picture}',
      may: 'event.change',
      refuses: ['CANT_DELETE_PICTURE_IN_USE'],
      summary: 'Deletes an unused picture',
      params: eventParams.extend({
        picture: z.string().meta({ description: 'File name from the URL of the picture' }),
      }),
      load: loadEvent,
    },
    async (call) => {
      const { eventId, picture } = call.params;
      await onEvent(call, eventId, (work) => deletePicture(work, eventId, parsePicture(picture) ?? ''));
      return undefined;
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/picture',
      may: 'event.change',
      summary: 'Uploads the title picture of an event: png, jpeg or svg',
      load: loadEvent,
      upload,
      answer: z.object({ event: adminEventAnswer }),
    },
    (call) =>
      uploaded(call, { kind: 'event', id: call.record }, async (work, id) => ({
        event: await managedAnswer(call.deps, work.tx, id, call.now),
      })),
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/competitions/{competitionId}/picture',
      may: 'event.change',
      summary: 'Uploads the preview picture of a competition: png, jpeg or svg',
      load: loadEventOf('competition', 'competitionId'),
      upload,
      answer: z.object({ competition: competitionAnswer }),
    },
    (call) =>
      uploaded(call, { kind: 'competition', id: call.params.competitionId }, (work, eventId) =>
        written(work, eventId, ({ competitions }) => {
          const found = competitions.find(({ id }) => id === call.params.competitionId);
          return found && { competition: withCurrentPrice(found, call.now) };
        }),
      ),
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/articles/{articleId}/picture',
      may: 'event.change',
      summary: 'Uploads the picture of an article: png, jpeg or svg',
      load: loadEventOf('article', 'articleId'),
      upload,
      answer: articleAfter,
    },
    ({ params: { articleId }, ...call }) => uploaded(call, { kind: 'article', id: articleId }, articleIn(articleId)),
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/articles/{articleId}/picture',
      may: 'event.change',
      summary: 'Removes the picture of an article',
      load: loadEventOf('article', 'articleId'),
      answer: articleAfter,
    },
    (call) =>
      onEvent(call, call.record, async (work, eventId) => {
        const { articleId } = call.params;
        await choosePicture(work, { kind: 'article', id: articleId }, null);
        return articleIn(articleId)(work, eventId);
      }),
  ),
]);
