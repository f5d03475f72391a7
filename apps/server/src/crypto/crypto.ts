import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Text encrypted with the server's key, in the form `v1.<nonce>.<tag>.<text>`. */
type Encrypted = string & { readonly unit: 'encrypted text' }

const VERSION = 'v1'
const ALGORITHM = 'aes-256-gcm'

export type Cipher = ReturnType<typeof createCipher>

/** Authenticated encryption with the server's key. Each `purpose` uses its own derived key. */
export function createCipher(secretKey: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32))
  return {
    /** `context` is authenticated with the text: decrypting requires the same context. */
    encrypt(text: string, context: string) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [VERSION, ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join(
        '.',
      ) as Encrypted
    },
    /** null if the text was encrypted with another key or context, or was modified. */
    decrypt(encrypted: string, context: string) {
      const [version, ...parts] = encrypted.split('.')
      const [nonce, tag, body] = parts.map((part) => Buffer.from(part, 'base64url'))
      if (version !== VERSION || nonce === undefined || tag === undefined || body === undefined) return null
      try {
        const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: 16 })
        decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

/** Re-encrypts a text from the previous key to the current one. Returns it unchanged if neither key decrypts it. */
export function reencrypt(current: Cipher, previous: Cipher, encrypted: string, context: string): string {
  if (current.decrypt(encrypted, context) !== null) return encrypted
  const text = previous.decrypt(encrypted, context)
  return text === null ? encrypted : current.encrypt(text, context)
}

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
