/** Compares SpecVersions as two numbers: 1.9 is below 1.10. */
export function isAtLeast(version: string, other: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major > otherMajor || (major === otherMajor && minor >= otherMinor);
}
