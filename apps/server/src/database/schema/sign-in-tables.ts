import type { ColumnType, Generated } from 'kysely'

/** An instant as milliseconds since 1970, UTC. */
type Millis = number
/** JSON text, parsed by a schema in the store that reads it. */
type Json = string

export type SignInTables = {
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  sign_in_steps: SignInStepsTable
}

type PasskeysTable = {
  id: Generated<number>
  user_id: number
  /** Chosen by the authenticator, base64url. */
  credential_id: string
  /** In COSE format, base64url. */
  public_key: string
  /** How often the authenticator says that it was used; 0 if it does not count. */
  counter: number
  /** How the browser can reach the authenticator, as a list. */
  transports: Json
  name: string
  created_at: Millis
  used_at: Millis | null
}

/** What an authenticator must sign. Each challenge is deleted when it is used. */
type PasskeyChallengesTable = {
  /** SHA-256 of the challenge, hex. */
  challenge_hash: string
  purpose: ColumnType<'register' | 'sign_in' | 'second_factor' | 'confirm'>
  /** null for a sign-in with a passkey alone. */
  user_id: number | null
  expires_at: Millis
}

/** Sign-ins with a correct password that wait for the second factor. */
type SignInStepsTable = {
  /** SHA-256 of the token, hex. The token itself is never stored. */
  token_hash: string
  user_id: number
  expires_at: Millis
}
