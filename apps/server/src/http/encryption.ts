import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A text that only the server's key opens, in the form `v1.<nonce>.<tag>.<text>`. */
export type Encrypted = string & { readonly unit: 'sealed text' }

const VERSION = 'v1'
const ALGORITHM = 'aes-256-gcm'

export type Cipher = {
  /** `about` is bound to the text: what was sealed for one thing does not open for another. */
  encrypt: (text: string, about: string) => Encrypted
  /** null when it was sealed with another key, for something else, or was changed. */
  decrypt: (sealed: string, about: string) => string | null
}

/** Authenticated encryption under the server's key; `purpose` keeps one use of the key from another. */
export function createCipher(secretKey: string, purpose: string): Cipher {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32))
  return {
    encrypt(text, about) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(about))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [VERSION, ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join(
        '.',
      ) as Encrypted
    },
    decrypt(sealed, about) {
      const [version, nonce, tag, body] = sealed.split('.')
      if (version !== VERSION || nonce === undefined || tag === undefined || body === undefined) return null
      try {
        const decipher = createDecipheriv(ALGORITHM, key, decodeBase64Url(nonce), { authTagLength: 16 })
        decipher.setAAD(Buffer.from(about)).setAuthTag(decodeBase64Url(tag))
        return Buffer.concat([decipher.update(decodeBase64Url(body)), decipher.final()]).toString('utf8')
      } catch {
        // Whatever is wrong with it, it is not something that this key has sealed for this.
        return null
      }
    },
  }
}

/** A text as this key seals it, also where only the previous key opens it; unchanged where neither does. */
export function reencrypt(seal: Cipher, previous: Cipher, sealed: string, about: string): string {
  if (seal.decrypt(sealed, about) !== null) return sealed
  const text = previous.decrypt(sealed, about)
  return text === null ? sealed : seal.encrypt(text, about)
}

function decodeBase64Url(text: string): Buffer {
  return Buffer.from(text, 'base64url')
}
