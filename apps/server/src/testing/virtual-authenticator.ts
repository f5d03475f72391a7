import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { NewCredential, SignedCredential } from '@fieldhouse/contract/accounts/sign-in-methods'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Flags of the authenticator data. Source: Web Authentication, 6.1. */
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

type Options = { challenge: string }
type Signing = { origin?: string; isVerified?: boolean }

/** A passkey as a phone would hold it, with a P-256 key and a counter. */
export type VirtualPasskey = {
  credentialId: string
  /** What the browser returns for a new passkey. */
  create: (options: Options, signing?: Signing) => NewCredential
  /** What the browser returns for a signature; each signature increases the counter. */
  sign: (options: Options, signing?: Signing) => SignedCredential
}

const DEFAULT_ORIGIN = 'http://localhost'

/** Creates a passkey in software, so that tests sign challenges without a browser. */
export function virtualPasskey(site = 'localhost'): VirtualPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let counter = 0

  const authenticatorData = (flags: number, credential: Uint8Array = new Uint8Array()) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(site), Buffer.of(flags), count, credential])
  }
  const flagsOf = ({ isVerified = true }: Signing) => USER_PRESENT | (isVerified ? USER_VERIFIED : 0)

  return {
    credentialId: id,

    create({ challenge }, signing = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, encodeKey(publicKey)])
      const authData = authenticatorData(flagsOf(signing) | HAS_CREDENTIAL, credential)
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as Parameters<typeof isoCBOR.encode>[0],
      )
      const clientDataJSON = clientData('webauthn.create', challenge, signing)
      const attestationObject = Buffer.from(attestation).toString('base64url')
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject, transports: ['internal'] },
      }
    },

    sign({ challenge }, signing = {}) {
      counter += 1
      const data = authenticatorData(flagsOf(signing))
      const clientDataJSON = clientData('webauthn.get', challenge, signing)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]))
        .sign(privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON,
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

function clientData(type: string, challenge: string, { origin = DEFAULT_ORIGIN }: Signing): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}

/** The public key in COSE format: an ES256 key on the curve P-256. Source: RFC 9053, 7.1. */
function encodeKey(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}
