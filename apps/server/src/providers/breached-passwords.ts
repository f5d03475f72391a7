import { createHash } from 'node:crypto'
import { ProviderError } from './http/attempts.ts'
import { webClient } from './http/web-client.ts'

/** Somebody is waiting for the response. */
const TIMEOUT_MS = 1500
/** A range has about a thousand lines of 40 characters. */
const MAX_BYTES = 512 * 1024
const PREFIX_LENGTH = 5

type BreachedPasswordsOptions = {
  /** The base URL of a service with the range queries of Have I Been Pwned. */
  baseUrl: string
  userAgent: string
  log: { warn: (fields: object, message: string) => void }
  fetch?: typeof globalThis.fetch
}

export type BreachedPasswords = ReturnType<typeof breachedPasswords>

/**
 * Asks for all breached passwords whose SHA-1 begins like that of the password, so that the service does not learn
 * which one is meant. Padding hides even from those who see the length of the response which range it is.
 * @see https://haveibeenpwned.com/API/v3#SearchingPwnedPasswordsByRange
 */
export function breachedPasswords({ log, ...options }: BreachedPasswordsOptions) {
  const client = webClient({
    ...options,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    maxAttempts: 1,
    maxWaiting: 20,
  })
  return {
    /** Whether the password is known from a breach. False if the service does not say so in time. */
    async includes(password: string): Promise<boolean> {
      const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
      try {
        const range = await client.getText({
          path: `range/${hash.slice(0, PREFIX_LENGTH)}`,
          headers: { 'add-padding': 'true' },
        })
        return range !== null && hasSuffix(range.body, hash.slice(PREFIX_LENGTH))
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        // The error names the range, which is a part of the password's hash.
        log.warn({ failure: error.failure }, 'breached password check failed')
        return false
      }
    },
  }
}

/** Whether a line is the suffix with a count above 0, which lines of the padding have. */
function hasSuffix(range: string, suffix: string): boolean {
  return range
    .split(/\r?\n/)
    .map((line) => line.split(':'))
    .some(([each = '', count = '0']) => each.toUpperCase() === suffix && Number(count) > 0)
}
