import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Text encrypted with the server's key, in the form `v1.<nonce>.<tag>.<text>`. */
export type Encrypted = string & { readonly unit: 'encrypted text' }

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
