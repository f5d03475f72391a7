import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A text that only the server's key opens, in the form `v1.<nonce>.<tag>.<text>`. */
export type Sealed = string & { readonly unit: 'sealed text' }

const VERSION = 'v1'
const CIPHER = 'aes-256-gcm'

export type Seal = {
  /** `about` is bound to the text: what was sealed for one thing does not open for another. */
  close: (text: string, about: string) => Sealed
  /** null when it was sealed with another key, for something else, or was changed. */
  open: (sealed: string, about: string) => string | null
}

/** Authenticated encryption under the server's key; `purpose` keeps one use of the key from another. */
export function sealWith(secretKey: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32))
  return {
    close(text, about) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [VERSION, ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join(
        '.',
      ) as Sealed
    },
    open(sealed, about) {
      const [version, nonce, tag, body] = sealed.split('.')
      if (version !== VERSION || nonce === undefined || tag === undefined || body === undefined) return null
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes(nonce), { authTagLength: 16 })
        decipher.setAAD(Buffer.from(about)).setAuthTag(bytes(tag))
        return Buffer.concat([decipher.update(bytes(body)), decipher.final()]).toString('utf8')
      } catch {
        // Whatever is wrong with it, it is not something that this key has sealed for this.
        return null
      }
    },
  }
}

/** A text as this key seals it, also where only the previous key opens it; unchanged where neither does. */
export function sealedUnder(seal: Seal, previous: Seal, sealed: string, about: string): string {
  if (seal.open(sealed, about) !== null) return sealed
  const text = previous.open(sealed, about)
  return text === null ? sealed : seal.close(text, about)
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'base64url')
}
