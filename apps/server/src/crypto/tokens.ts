import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A random string of `bytes` × 8 bits that is safe in cookies and URLs. */
export function newToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** A secret code of 128 bits for a link that people pass on: 22 characters that are safe in paths. */
export function newLinkCode(): string {
  return newToken(16)
}

/** The form in which tokens and codes are stored: SHA-256 in hexadecimal. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Signs a text with the server's key. A signature for one `purpose` is not valid for another. */
export function sign(key: string, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url')
}

export function isEqualTimingSafe(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}
