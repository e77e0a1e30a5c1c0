import * as z from 'zod';
import { api, type Deps, type ReadFile, tagged, type Viewer } from '#src/platform/http.ts';
import type { Work } from '#src/platform/work.ts';
import {
  adminArticleAnswer,
  adminArticleShape,
  adminEventAnswer,
  adminEventShape,
  competitionAnswer,
  competitionShape,
} from '../answers.ts';
import { requireEventRole } from '../event/event-role.ts';
import { loadEvent, loadEventOf } from '../event/load.ts';
import { onEvent, onRecord, written } from '../event/manage.ts';
import { eventIdOfRecord, shortlinksOf } from '../read-list.ts';
import { mostPictureBytes, pictureKinds, pictureMeant, pictureSaid, uploadedAddress } from '../rules/pictures.ts';
import { recordId } from '../shapes.ts';
import { addPicture, choosePicture, deletePicture } from './keep-pictures.ts';
import { picturesOf } from './read-pictures.ts';
import { type TakenPicture, takeUpload } from './take-upload.ts';

const upload = { mostBytes: mostPictureBytes };
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

type Uploading = { deps: Deps; viewer: Viewer; readFile: ReadFile };

/** Nobody's picture is read before it is known that they manage the event; the verb asks again in its write. */
async function taken({ deps, viewer, readFile }: Uploading, eventId: number): Promise<TakenPicture> {
  await requireEventRole(deps.read, viewer, eventId);
  return takeUpload(deps, (await readFile()).bytes);
}

const articleAfter = (work: Work, eventId: number, articleId: number) =>
  written(work, eventId, ({ articles }) => articles.find(({ id }) => id === articleId)).then((article) => ({
    article: adminArticleShape(article),
  }));

/** The gallery of an event, and the pictures of the event, its competitions and its articles. */
export const picturesApi = tagged('Pictures (management)', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/pictures',
      may: 'event.read',
      summary: 'The uploaded pictures of an event and where each stands',
      load: loadEvent,
      answer: galleryAnswer,
    },
    async ({ deps, params: { eventId } }) => {
      const rows = await picturesOf(deps.read, eventId);
      return {
        rows: rows.map(({ name, ...row }) => ({
          picture: pictureSaid(name) ?? name,
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
      summary: 'Delete a picture that stands nowhere',
      params: eventParams.extend({ picture: z.string().meta({ description: 'The name at the end of its address.' }) }),
      load: loadEvent,
    },
    async (call) => {
      const { eventId, picture } = call.params;
      await onEvent(call, eventId, (work) => deletePicture(work, eventId, pictureMeant(picture) ?? ''));
      return undefined;
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/picture',
      may: 'event.change',
      summary: 'Upload the title picture of an event: png, jpeg or svg',
      load: loadEvent,
      upload,
      answer: z.object({ event: adminEventAnswer }),
    },
    async (call) => {
      const picture = await taken(call, call.params.eventId);
      return onEvent(call, call.params.eventId, async (work, eventId) => {
        const name = await addPicture(work, call.deps.files, eventId, picture);
        await choosePicture(work, { kind: 'event', id: eventId }, name);
        const links = (await shortlinksOf(work.tx, [eventId])).get(eventId) ?? [];
        return { event: await written(work, eventId, (catalog) => adminEventShape(catalog, links, call.now)) };
      });
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/competitions/{competitionId}/picture',
      may: 'event.change',
      summary: 'Upload the preview picture of a competition: png, jpeg or svg',
      load: loadEventOf('competition', 'competitionId'),
      upload,
      answer: z.object({ competition: competitionAnswer }),
    },
    async (call) => {
      const { competitionId } = call.params;
      const picture = await taken(call, await eventIdOfRecord(call.deps.read, 'competition', competitionId));
      return onRecord(call, 'competition', competitionId, async (work, eventId) => {
        const name = await addPicture(work, call.deps.files, eventId, picture);
        await choosePicture(work, { kind: 'competition', id: competitionId }, name);
        const competition = await written(work, eventId, ({ competitions }) =>
          competitions.find(({ id }) => id === competitionId),
        );
        return { competition: competitionShape(competition, call.now) };
      });
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/articles/{articleId}/picture',
      may: 'event.change',
      summary: 'Upload the picture of an article: png, jpeg or svg',
      load: loadEventOf('article', 'articleId'),
      upload,
      answer: z.object({ article: adminArticleAnswer }),
    },
    async (call) => {
      const { articleId } = call.params;
      const picture = await taken(call, await eventIdOfRecord(call.deps.read, 'article', articleId));
      return onRecord(call, 'article', articleId, async (work, eventId) => {
        const name = await addPicture(work, call.deps.files, eventId, picture);
        await choosePicture(work, { kind: 'article', id: articleId }, name);
        return articleAfter(work, eventId, articleId);
      });
    },
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/articles/{articleId}/picture',
      may: 'event.change',
      summary: 'Show no picture in an article',
      load: loadEventOf('article', 'articleId'),
      answer: z.object({ article: adminArticleAnswer }),
    },
    (call) =>
      onRecord(call, 'article', call.params.articleId, async (work, eventId) => {
        const { articleId } = call.params;
        await choosePicture(work, { kind: 'article', id: articleId }, null);
        return articleAfter(work, eventId, articleId);
      }),
  ),
]);
