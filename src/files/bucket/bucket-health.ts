import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#src/config/config.ts';
import { BucketFault, bucketAt } from './bucket.ts';

const probe = 'doctor/probe';

/** Writes, reads and deletes a small object. @throws Error that says what to do */
export async function bucketHealth({ bucket: config, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): Promise<string> {
  if (!config) return 'uploads are kept in DATA_DIR';
  const { host } = new URL(config.endpoint);
  const bucket = bucketAt(config, { pausesMs: [], answerMs: 5000 });
  const written = new TextEncoder().encode('ok');
  try {
    await bucket.put(probe, written);
    const read = await bucket.get(probe);
    await bucket.keys(probe);
    await bucket.remove(probe);
    if (read?.length !== written.length) throw new Error(`${host} does not give back what it was given`);
  } catch (error) {
    throw error instanceof BucketFault ? new Error(`${host} ${complaint(error)}`) : error;
  }
  if (existsSync(join(dataDir, 'files'))) {
    const left = join(dataDir, 'files');
    throw new Error(
      `uploads are looked for in the bucket ${config.bucket} alone: copy ${left} there, then move it away`,
    );
  }
  return `${host} keeps uploads in ${config.bucket}`;
}

function complaint({ status, said }: BucketFault): string {
  if (status === 0) return 'does not answer: look at S3_ENDPOINT';
  const word = said === '' ? String(status) : `${status} ${said}`;
  if (said === 'NoSuchBucket' || status === 404) return `has no such bucket (${word}): make it, or look at S3_BUCKET`;
  if (/Region|AuthorizationHeaderMalformed|PermanentRedirect/.test(said) || status === 301)
    return `wants another region (${word}): look at S3_REGION and S3_ENDPOINT`;
  if (status === 401 || status === 403)
    return `refuses us (${word}): look at S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and whether they may read, write, list and delete there`;
  return `answers with ${word}: try again later, or look at S3_ENDPOINT`;
}
