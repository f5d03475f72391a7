import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'

/** A browser that subscribed to push messages, with its own keys. */
export function createPushBrowser(endpoint: string) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const secret = randomBytes(16)
  return {
    /** The fields of its `PushSubscription`. */
    subscription: {
      endpoint,
      p256dh: keys.getPublicKey('base64url'),
      auth: secret.toString('base64url'),
    },

    /** Decrypts a message that the push service received: RFC 8188 and 8291. */
    decrypt(body: Buffer): unknown {
      const salt = body.subarray(0, 16)
      const keyLength = body.readUInt8(20)
      const senderKey = body.subarray(21, 21 + keyLength)
      const ciphertext = body.subarray(21 + keyLength)
      const sharedSecret = keys.computeSecret(senderKey)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
      const input = Buffer.from(hkdfSync('sha256', sharedSecret, secret, info, 32))
      const deriveKey = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${name}\0`, length))
      const decipher = createDecipheriv('aes-128-gcm', deriveKey('aes128gcm', 16), deriveKey('nonce', 12))
      decipher.setAuthTag(ciphertext.subarray(-16))
      const text = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()])
      // A byte of 2 marks the start of the padding.
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString('utf8'))
    },
  }
}

/** The claims of the sender of a push message. Throws if the key in the header did not sign them: RFC 8292. */
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
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isValid) throw new Error('the push message is not signed by the key in its header')
  return { key, claims: JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) }
}
