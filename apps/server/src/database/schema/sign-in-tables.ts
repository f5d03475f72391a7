import type { ColumnType, Generated } from 'kysely'

/** An instant as milliseconds since 1970, UTC. */
type Millis = number
/** 0 or 1: both engines store a number. */
type Flag = number
/** JSON text, parsed by a schema in the store that reads it. */
type Json = string

export type SignInTables = {
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  sign_in_steps: SignInStepsTable
  totp_secrets: TotpSecretsTable
  recovery_codes: RecoveryCodesTable
  api_tokens: ApiTokensTable
  api_token_leagues: ApiTokenLeaguesTable
  subscriptions: SubscriptionsTable
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

/** The authenticator app of a user. */
type TotpSecretsTable = {
  user_id: number
  /** Encrypted; null until the first app is confirmed. */
  secret: string | null
  /** Encrypted: of an app that no code has confirmed yet; null without one. */
  pending_secret: string | null
  /** The period of the last used code, counted since 1970. It and older ones are not accepted again. */
  last_step: number
  confirmed_at: Millis | null
}

type RecoveryCodesTable = {
  user_id: number
  /** SHA-256 of the code, hex. */
  code_hash: string
  used_at: Millis | null
}

/** Personal API tokens. */
type ApiTokensTable = {
  id: Generated<number>
  user_id: number
  /** SHA-256 of the token, hex. The token itself is never stored. */
  token_hash: string
  name: string
  /** A list of what it may be used for. */
  scopes: Json
  /** Whether it opens all leagues that its owner is a member of; otherwise those in `api_token_leagues`. */
  is_for_all_leagues: Flag
  created_at: Millis
  expires_at: Millis
  used_at: Millis | null
}

type ApiTokenLeaguesTable = { token_id: number; league_id: number }

/** The addresses of users for calendar apps and feed readers, one of each kind. */
type SubscriptionsTable = {
  user_id: number
  kind: 'calendar' | 'recaps'
  /** SHA-256 of the code, hex. The code itself is never stored. */
  code_hash: string
  created_at: Millis
}
