import { Secret, TOTP } from 'otpauth'
import { type Cipher, createCipher } from '../../../crypto/encryption.ts'

/** How long a code is shown, in seconds. Source: RFC 6238, 5.2. */
const PERIOD_S = 30

/** Codes of the previous and the next period count too, because clocks differ. */
const WINDOW = 1

export function createTotpCipher(secretKey: string): Cipher {
  return createCipher(secretKey, 'totp secrets')
}

/** 160 random bits in base32, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The URL that authenticator apps read from a QR code. */
export function totpUri(username: string, secret: string): string {
  return totpOf(secret, username).toString()
}

/** The period that a code belongs to, counted since 1970; null for a code of no current period. */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  // The library throws on text of six characters that has more bytes than six digits.
  if (!/^\d{6}$/.test(code)) return null
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: 'Fieldhouse',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
  })
}
