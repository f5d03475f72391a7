import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'

/** A browser that lets itself be told, with keys of its own. */
export function createPushBrowser(endpoint: string) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const secret = randomBytes(16)
  return {
    /** As `PushSubscription` has it. */
    subscription: {
      endpoint,
      p256dh: keys.getPublicKey('base64url'),
      auth: secret.toString('base64url'),
    },

    /** What a push service received, as only this browser reads it: RFC 8188 and 8291. */
    decrypt(body: Buffer): unknown {
      const salt = body.subarray(0, 16)
      const keyLength = body.readUInt8(20)
      const senderKey = body.subarray(21, 21 + keyLength)
      const sealed = body.subarray(21 + keyLength)
      const shared = keys.computeSecret(senderKey)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
      const input = Buffer.from(hkdfSync('sha256', shared, secret, info, 32))
      const derived = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${name}\0`, length))
      const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
      decipher.setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      // The padding begins with a two.
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString('utf8'))
    },
  }
}

/** The claims of who sent a push message, when the key that the header names has signed them: RFC 8292. */
export function verifyVapidClaims(authorization: string): { key: string; claims: Record<string, unknown> } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const [head, body = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  })
  const isTrue = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isTrue) throw new Error('the push message is not signed by the key that it names')
  return { key, claims: JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) }
}
