import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** An opaque random text of `bytes` × 8 bits, safe in cookies and addresses. */
export function newToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** What is stored of a token: SHA-256, hex. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** A signature of a text under the server's key; `purpose` keeps one use from serving another. */
export function sign(key: string, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url')
}

/** Whether two texts are the same, in a time that tells nothing about where they differ. */
export function isEqualTimingSafe(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}
