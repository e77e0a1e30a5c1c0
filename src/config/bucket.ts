import { address } from '#src/config/address.ts';
import { allSetOrNone, checked, type Env } from '#src/config/text.ts';

/** An S3-compatible bucket for uploads, instead of the disk. */
export type BucketConfig = {
  /** `https://s3.example.org`; the bucket's name is the first path segment. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const visible = /^[\x21-\x7e]+$/;
const required = ['ENDPOINT', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map((part) => `S3_${part}`);

/** @throws ConfigError naming the variable that is missing or malformed */
export function bucketConfig(env: Env): BucketConfig | null {
  if (!allSetOrNone(env, [...required, 'S3_REGION'], required)) return null;
  const nameShape = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
  const noBlank = 'must have no blank and no line break';
  return {
    endpoint: address(env, 'S3_ENDPOINT', ['https', 'http']) as string,
    bucket: checked(env, 'S3_BUCKET', '', nameShape, 'must be 3 to 63 small letters, digits, hyphens and dots'),
    region: checked(env, 'S3_REGION', 'us-east-1', /^[a-z0-9-]{2,40}$/, 'must look like eu-central-1'),
    accessKeyId: checked(env, 'S3_ACCESS_KEY_ID', '', visible, noBlank),
    secretAccessKey: checked(env, 'S3_SECRET_ACCESS_KEY', '', visible, noBlank),
  };
}
